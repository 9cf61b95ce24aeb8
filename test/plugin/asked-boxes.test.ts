import { addComponents, addEntity, createWorld, getEntityComponents, hasComponent, observe, onAdd, onRemove, query, removeEntity, resetWorld, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { addPhysics, box, createSnapshots, defineComponents, diffWorlds, getPhysics, hashWorld, removePhysics, stepPhysics } from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { validate } from '../support/validate.ts'

const DT = 1 / 60

function drop(world: object, count = 1): number[] {
  const { Position, Shape, Velocity } = getPhysics(world)!.components
  return Array.from({ length: count }, (_, i) => {
    const body = addEntity(world)
    addComponents(world, body, set(Position, { x: 2 * i, y: 1 }), Velocity, set(Shape, box(0.5, 0.5)))
    return body
  })
}

function makeWorld(count = 3): { world: object; bodies: number[] } {
  const world = createWorld()
  addPhysics(world)
  const bodies = drop(world, count)
  stepPhysics(world, DT)
  return { world, bodies }
}

/** How many components an entity has, as bitECS says. */
const owned = (world: object, entity: number): number => getEntityComponents(world, entity).length

describe('BroadphaseAABB', () => {
  test('is added to no body as long as nobody has asked for it, and to all at once then', () => {
    const { world, bodies } = makeWorld()
    const { components } = getPhysics(world)!
    // Position, Velocity, Shape and Rotation: for a fifth bitECS would make its set of them anew.
    expect(bodies.map((body) => owned(world, body))).toEqual([4, 4, 4])
    const changes = inner(getPhysics(world)!).lifecycle.changes
    expect([...query(world, [components.BroadphaseAABB])]).toEqual(bodies)
    expect(inner(getPhysics(world)!).lifecycle.changes).toBe(changes)
    expect(inner(getPhysics(world)!).lifecycle.dirty.count).toBe(0)
    const [late] = drop(world)
    expect(hasComponent(world, late!, components.BroadphaseAABB)).toBe(false)
    stepPhysics(world, DT)
    expect([...query(world, [components.BroadphaseAABB])]).toEqual([...bodies, late])
    validate(getPhysics(world)!)
  })

  test('is asked for where components were defined before the world', () => {
    const components = defineComponents()
    const world = createWorld()
    addPhysics(world, { components })
    const [body] = drop(world)
    stepPhysics(world, DT)
    expect(owned(world, body!)).toBe(4)
    const { BroadphaseAABB } = components
    expect(hasComponent(world, body!, BroadphaseAABB)).toBe(true)
    expect(BroadphaseAABB).toBe(getPhysics(world)!.components.BroadphaseAABB)
    // Who asks before there is a world has asked, too.
    const early = defineComponents()
    const asked = early.BroadphaseAABB
    const other = createWorld()
    addPhysics(other, { components: early })
    const [another] = drop(other)
    stepPhysics(other, DT)
    expect(hasComponent(other, another!, asked)).toBe(true)
  })

  test('may be asked for by an observer that was there before the engine, while that adds something', () => {
    const components = defineComponents()
    const world = createWorld()
    let asks = false
    observe(world, onAdd(components.Rotation), () => void (asks && components.BroadphaseAABB))
    const physics = addPhysics(world, { components })
    const bodies = drop(world, 3)
    stepPhysics(world, DT)
    asks = true
    bodies.push(...drop(world, 2))
    stepPhysics(world, DT)
    for (const body of bodies) expect(hasComponent(world, body, components.BroadphaseAABB)).toBe(true)
    // The engine's own additions are not taken for changes of the user.
    expect(inner(physics).lifecycle.dirty.count).toBe(0)
    validate(physics)
  })

  test('is there when a state is put back that was saved before somebody asked', () => {
    const { world, bodies } = makeWorld()
    const { components } = getPhysics(world)!
    const snapshots = createSnapshots(world)
    snapshots.save()
    expect(query(world, [components.BroadphaseAABB])).toHaveLength(3)
    stepPhysics(world, DT)
    snapshots.restore()
    expect([...query(world, [components.BroadphaseAABB])].sort()).toEqual(bodies)
    for (const body of bodies) expect(hasComponent(world, body, components.BroadphaseAABB)).toBe(true)
    validate(getPhysics(world)!)
  })

  test('makes no difference between two worlds in one of which somebody asked', () => {
    const [one, two] = [makeWorld(), makeWorld()]
    expect(getPhysics(one.world)!.components.BroadphaseAABB.minX[1]).toBeLessThan(-0.5)
    drop(one.world)
    drop(two.world)
    for (let i = 0; i < 3; i++) for (const { world } of [one, two]) stepPhysics(world, DT)
    expect(owned(one.world, 1)).not.toBe(owned(two.world, 1))
    expect(hashWorld(one.world, { parts: true })).toEqual(hashWorld(two.world, { parts: true }))
    expect(diffWorlds(one.world, two.world)).toBeNull()
    addComponents(two.world, two.bodies[1]!, getPhysics(two.world)!.components.Static)
    expect(diffWorlds(one.world, two.world)).toMatchObject({ entity: two.bodies[1], column: 'Static', a: 0, b: 1 })
  })

  test('stays asked for when physics is taken off and added again, and concerns no world that was reset', () => {
    const { world, bodies } = makeWorld()
    const { BroadphaseAABB } = getPhysics(world)!.components
    removePhysics(world)
    addPhysics(world)
    const [late] = drop(world)
    stepPhysics(world, DT)
    expect([...query(world, [BroadphaseAABB])].sort()).toEqual([...bodies, late])
    const other = makeWorld()
    const { components } = getPhysics(other.world)!
    resetWorld(other.world)
    addEntity(other.world)
    expect(() => components.BroadphaseAABB).not.toThrow()
    expect(owned(other.world, 1)).toBe(0)
  })

  test('comes to the bodies of the world that has the components now, when physics is taken off the one before, which was reset', () => {
    const components = defineComponents()
    const before = createWorld()
    addPhysics(before, { components })
    drop(before)
    stepPhysics(before, DT)
    resetWorld(before)
    const world = createWorld()
    addPhysics(world, { components })
    const bodies = drop(world, 2)
    stepPhysics(world, DT)
    removePhysics(before)
    expect([...query(world, [components.BroadphaseAABB])]).toEqual(bodies)
  })

  test('may be asked for by a hook, and while a body leaves', () => {
    const { world, bodies } = makeWorld()
    const physics = getPhysics(world)!
    observe(world, onRemove(physics.components.Position), () => void physics.components.BroadphaseAABB)
    removeEntity(world, bodies[1]!)
    expect([...query(world, [physics.components.BroadphaseAABB])]).toEqual([bodies[0], bodies[2]])
    expect(owned(world, addEntity(world))).toBe(0)
    const other = makeWorld()
    const { components, hooks } = getPhysics(other.world)!
    const [late] = drop(other.world)
    hooks.filterPair = () => components.BroadphaseAABB.minX.length > 0
    stepPhysics(other.world, DT)
    for (const body of [...other.bodies, late!]) expect(owned(other.world, body)).toBe(5)
    validate(getPhysics(other.world)!)
  })
})
