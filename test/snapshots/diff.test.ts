import { addComponent, addEntity, createWorld, removeEntity, set, type World } from 'bitecs'
import { describe, expect, it } from 'vitest'
import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import {
  addPhysics, applyImpulse, box, chain, circle, createDrawnPoses, diffWorlds, gearJoint, getPhysics, hashWorld, interpolate, moveKinematic, polygon, queryPoint, revoluteJoint, spawnBody, stepPhysics,
  type Physics, type WorldHashes,
} from '../../src/index.ts'
import { JOINT_STRIDE, JointRecord } from '../../src/joints/joint-record.ts'
import { inner } from '../support/inner.ts'

function makeWorlds() {
  const scene = findScene('ragdolls')!.create({ count: 3 })
  const [one, two] = [buildScene(scene), buildScene(scene, { broadPhase: BROAD_PHASES.grid, capacity: 3000 })]
  for (let i = 0; i < 40; i++) {
    one.step()
    two.step()
  }
  return { a: one.world, b: two.world, physics: two.physics, one, two }
}

describe('diffWorlds', () => {
  it('finds nothing in equal runs, whatever broad phase they have and whoever asked what', () => {
    const { a, b } = makeWorlds()
    expect(diffWorlds(a, b)).toBeNull()
    queryPoint(a, 0, 0)
    stepPhysics(a, 1 / 60)
    stepPhysics(b, 1 / 60)
    expect(diffWorlds(a, b)).toBeNull()
    expect(hashWorld(a, { parts: true })).toEqual(hashWorld(b, { parts: true }))
    expect(hashWorld(a)).toBe(hashWorld(b, {}))
    expect(hashWorld(a)).toBeTypeOf('number')
  })

  const bits = (value: number): number => value * (1 + 2 ** -50)

  it.each<[string, string, keyof WorldHashes | null, (b: World, physics: Physics, entity: number) => void]>([
    ['a position', 'Position.x', 'bodies', (_, { components: { Position } }, id) => (Position.x[id] = bits(Position.x[id]!))],
    ['a friction', 'Material.friction', null, (_, { components: { Material } }, id) => (Material.friction[id] = 0.123)],
    ['a tag', 'Bullet', 'entities', (b, { components }, id) => void addComponent(b, id, components.Bullet)],
    ['a time', 'bodies.quietTime', null, (_, physics, id) => (inner(physics).bodies.quietTime[id] = 77)],
  ])('names %s, the entity and both values', (_, column, part, change) => {
    const { a, b, physics, two } = makeWorlds()
    const entity = two.entities[12]!
    const before = hashWorld(b, { parts: true })
    change(b, physics, entity)
    const found = diffWorlds(a, b)!
    expect(found).toMatchObject({ entity, other: 0, column })
    expect(found.a).not.toBe(found.b)
    expect(found.text).toBe(`entity ${entity}: ${column} is ${found.a} in the first and ${found.b} in the second`)
    expect(diffWorlds(b, a)).toMatchObject({ entity, column, a: found.b, b: found.a })
    const after = hashWorld(b, { parts: true })
    expect((Object.keys(after) as (keyof WorldHashes)[]).filter((key) => after[key] !== before[key])).toEqual(part === null ? [] : [part])
  })

  it('names who is missing, an impulse, a joint and a setting', () => {
    const { a, b, physics, two } = makeWorlds()
    const { contacts } = inner(physics).collision
    const contact = [...contacts.active.subarray(0, contacts.activeCount)].find((one) => contacts.pointCount[one]! > 0 && contacts.impulse[one * 4]! > 0)!
    const before = hashWorld(b, { parts: true })
    const impulse = contacts.impulse[contact * 4]!
    contacts.impulse[contact * 4] = 99
    expect(diffWorlds(a, b)).toMatchObject({ entity: contacts.a[contact], other: contacts.b[contact], column: 'contact.normalImpulse', a: impulse, b: 99 })
    expect(hashWorld(b, { parts: true })).toEqual({ ...before, contacts: expect.anything() as number })
    expect(hashWorld(b, { parts: true }).contacts).not.toBe(before.contacts)
    contacts.impulse[contact * 4] = impulse
    expect(diffWorlds(a, b)).toBeNull()
    inner(physics).joints.record[JOINT_STRIDE + JointRecord.PointX] = 5
    expect(diffWorlds(a, b)).toMatchObject({ entity: inner(physics).joints.entity[1]!, column: `joint.record[${JointRecord.PointX}]`, b: 5 })
    expect(hashWorld(b, { parts: true }).joints).not.toBe(before.joints)
    const { a: c, b: d, physics: other } = makeWorlds()
    other.settings.substeps = 9
    expect(diffWorlds(c, d)).toMatchObject({ entity: 0, column: 'settings.substeps', a: 4, b: 9 })
    other.settings.substeps = 4
    other.settings.gravity.y = -5
    expect(diffWorlds(c, d)).toMatchObject({ entity: 0, column: 'settings.gravity.y', a: -9.81, b: -5 })
    removeEntity(d, two.entities[5]!)
    expect(diffWorlds(c, d)).toMatchObject({ entity: two.entities[5]!, column: 'exists', a: 1, b: 0 })
  })

  it('finds nothing where worlds have another past and the same future', () => {
    const make = (spawned: number): World => {
      const world = createWorld()
      const { Joint } = addPhysics(world).components
      const balls = [0, 2, 4, 6].map((x) => spawnBody(world, { shape: circle(0.5), x, y: 9 }))
      const joints = balls.map(() => addEntity(world))
      // Into other places, and out of them.
      for (const i of spawned === 1 ? [0, 1, 2] : [2, 1, 0]) addComponent(world, joints[i]!, set(Joint, revoluteJoint(balls[i]!, balls[i + 1]!, { x: 2 * i + 1, y: 9 })))
      addComponent(world, joints[3]!, set(Joint, gearJoint(joints[0]!, joints[2]!)))
      const gone = spawnBody(world, { shape: circle(1), x: 50, y: spawned, velocity: { x: spawned } })
      stepPhysics(world, 1 / 60)
      removeEntity(world, joints[1]!)
      removeEntity(world, gone)
      if (spawned === 2) interpolate(world, 0.5, createDrawnPoses())
      stepPhysics(world, 1 / 60)
      return world
    }
    const [a, b] = [make(1), make(2)]
    expect(diffWorlds(a, b)).toBeNull()
    for (let i = 0; i < 3; i++) for (const world of [a, b]) stepPhysics(world, 1 / 60)
    expect(hashWorld(a, { parts: true })).toEqual(hashWorld(b, { parts: true }))
  })

  it('names the numbers of contacts, where nothing else differs: they are solved in that order', () => {
    const make = (distance: number): World => {
      const world = createWorld()
      addPhysics(world)
      spawnBody(world, { type: 'static', shape: box(500, 1), y: -1 })
      const passing = Array.from({ length: 40 }, (_, i) => spawnBody(world, { shape: circle(0.5), x: 300 + distance * i, y: 30 }))
      for (let i = 0; i < 60; i++) spawnBody(world, { shape: box(0.5, 0.5), x: (i % 10) * 1.2 + 0.01 * (i % 7), y: 3 + 1.5 * Math.floor(i / 10) })
      for (let i = 0; i < 3; i++) stepPhysics(world, 1 / 60)
      // 39 contacts, or none, go again.
      for (const body of passing) removeEntity(world, body)
      for (let i = 0; i < 3; i++) stepPhysics(world, 1 / 60)
      return world
    }
    const [a, b] = [make(3), make(0.9)]
    expect(hashWorld(a, { parts: true })).toEqual(hashWorld(b, { parts: true }))
    expect(diffWorlds(a, b)).toMatchObject({ entity: 62, other: 63, column: 'contact.number' })
    for (let i = 0; i < 90; i++) for (const world of [a, b]) stepPhysics(world, 1 / 60)
    expect(hashWorld(a)).not.toBe(hashWorld(b))
  })

  it('names what shapes are made of, where a kinematic body is to go, and in which island one is', () => {
    const make = () => {
      const world = createWorld()
      const physics = addPhysics(world)
      const points = [{ x: -2, y: 0 }, { x: 0, y: 0 }, { x: 2, y: 0.5 }]
      const chained = spawnBody(world, { type: 'static', shape: chain(points), y: -3 })
      const piston = spawnBody(world, { type: 'kinematic', shape: box(0.5, 0.5), x: 5, y: 2 })
      const [one, other] = [0, 9].map((x) => spawnBody(world, { shape: polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]), x, y: 4 }))
      stepPhysics(world, 1 / 60)
      moveKinematic(world, piston, 6, 2)
      return { world, chained, piston, one: one!, other: other!, within: inner(physics) }
    }
    const [a, b] = [make(), make()]
    expect(diffWorlds(a.world, b.world)).toBeNull()
    moveKinematic(b.world, b.piston, 6, 2.5)
    expect(diffWorlds(a.world, b.world)).toMatchObject({ entity: b.piston, column: 'target.1', a: 2, b: 2.5 })
    moveKinematic(b.world, b.piston, 6, 2)
    const { data } = b.within.collision.polygons
    data[40 + 8] = data[40 + 8]! + 1e-9
    expect(diffWorlds(a.world, b.world)!.column).toBe('points[1].0')
    data[40 + 8] = a.within.collision.polygons.data[40 + 8]!
    const path = b.within.lifecycle.paths.get(b.within.lifecycle.heldPoints[b.chained]!)!
    path.points[5] = 0.75
    expect(diffWorlds(a.world, b.world)).toMatchObject({ entity: 0, a: 0.5, b: 0.75 })
    path.points[5] = 0.5
    b.within.sleep.islands.join(b.one, b.other)
    expect(diffWorlds(a.world, b.world)).toMatchObject({ entity: b.one, column: 'island.size', a: 1, b: 2 })
  })

  it('of two runs names the body that was pushed', () => {
    const { a, b, one } = makeWorlds()
    const body = one.entities[12]!
    applyImpulse(a, body, 0, 1e-9)
    stepPhysics(a, 1 / 60)
    stepPhysics(b, 1 / 60)
    expect(diffWorlds(a, b)!.entity).toBeLessThanOrEqual(body)
    expect(inner(getPhysics(a)!).farewells).toEqual([])
  })

  it('that cannot be compared keep nothing of it, and are named as what was asked for', () => {
    const world = createWorld()
    const { hooks } = addPhysics(world, { capacity: 8 })
    expect(() => diffWorlds(world, createWorld())).toThrow('diffWorlds: this world has no physics')
    for (const x of [0, 0.5]) spawnBody(world, { shape: circle(1), x })
    let asked = 0
    hooks.filterPair = () => {
      asked++
      expect(() => diffWorlds(world, world)).toThrow('diffWorlds: the world is stepping.')
      return true
    }
    stepPhysics(world, 1 / 60)
    expect(asked).toBe(1)
    expect(inner(getPhysics(world)!).farewells).toEqual([])
  })
})
