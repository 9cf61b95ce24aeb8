import { addComponent, addComponents, addEntity, createWorld, hasComponent, removeComponent, removeEntity, set } from 'bitecs'
import { describe, expect, it } from 'vitest'
import {
  addPhysics,
  box,
  bodyOf,
  castRay,
  circle,
  hashWorld,
  isTouching,
  nearest,
  polygon,
  queryContacts,
  queryPoint,
  queryRegion,
  stepPhysics,
  markChanged,
  touching,
} from '../../src/index.ts'
import { validate } from '../support/validate.ts'
import { TestWorld } from '../support/worlds.ts'
import { WATCHED_BODIES } from '../../src/queries/refresh.ts'

function emptyWorld(capacity = 16) {
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: 0 }, capacity })
  const { Position, Shape, Velocity } = physics.components
  const add = (x: number, y = 0, ...more: object[]) => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y }), set(Shape, circle(0.5)), ...more)
    return entity
  }
  const at = (x: number, y = 0) => {
    const view = queryPoint(world, x, y)
    return Array.from(view.entities.subarray(0, view.count))
  }
  return { world, physics, Position, Shape, Velocity, add, at }
}

/** Hash of a pile after some steps, with queries between them or not. */
function run(ask: boolean): number {
  const world = createWorld()
  const { Position, Shape, Static, Velocity } = addPhysics(world).components
  addComponents(world, addEntity(world), set(Position, { x: 0, y: -1 }), set(Shape, box(30, 1)), Static)
  for (let i = 0; i < 60; i++) {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x: (i % 8) * 0.9, y: 1 + i * 0.4 }), set(Velocity, { x: 4 - i * 0.1 }), set(Shape, i % 2 ? circle(0.4) : box(0.4, 0.3)))
  }
  for (let i = 0; i < 150; i++) {
    stepPhysics(world, 1 / 60)
    if (!ask) continue
    queryRegion(world, -5, -5, 5, 5)
    castRay(world, -9, 1, 9, 1)
  }
  return hashWorld(world)
}

function pile() {
  const world = createWorld()
  const physics = addPhysics(world)
  const { Position, Shape, Static, Sensor, Collider } = physics.components
  const add = (x: number, y: number, halfX: number, ...more: object[]) => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y }), set(Shape, box(halfX, 0.5)), ...more)
    return entity
  }
  const ground = add(0, -0.5, 20, Static)
  const left = add(-2, 0.5, 0.5)
  const right = add(2, 0.5, 0.5)
  const plank = add(0, 1.5, 3)
  const zone = add(2, 0.5, 0.2, Static, Sensor, set(Shape, box(0.2, 0.3)))
  const foot = addEntity(world)
  addComponents(world, foot, set(Shape, box(0.2, 0.5)), set(Collider, { body: plank, x: 0, y: -1 }))
  for (let i = 0; i < 90; i++) stepPhysics(world, 1 / 60)
  return { world, physics, ground, left, right, plank, zone, foot }
}

function listOf(view: { count: number; entities: Uint32Array }): number[] {
  return Array.from(view.entities.subarray(0, view.count))
}

describe('between two steps a query sees', () => {
  it('what was spawned and removed, at once', () => {
    const { world, add, at } = emptyWorld()
    const first = add(0)
    expect(at(0)).toEqual([first])
    const second = add(0.1)
    expect(at(0)).toEqual([first, second])
    removeEntity(world, first)
    expect(at(0)).toEqual([second])
    stepPhysics(world, 1 / 60)
    const third = add(0.2)
    expect(at(0)).toEqual([third, second].sort((a, b) => a - b))
    expect(castRay(world, -5, 0, 5, 0)!.entity).toBe(second)
    expect(nearest(world, 9, 0, 1).entities[0]).toBe(third)
  })

  it('what was spawned beyond the capacity', () => {
    const { add, at } = emptyWorld(16)
    const many = Array.from({ length: 100 }, (_, i) => add(i * 2))
    expect(at(198)).toEqual([many[99]])
  })

  it('where bodies are after the step, and not where their fat boxes were', () => {
    const { world, add, at, Velocity } = emptyWorld()
    const fast = add(0, 0, set(Velocity, { x: 600 }))
    stepPhysics(world, 1 / 60)
    expect(at(10)).toEqual([fast])
    expect(at(0)).toEqual([])
  })

  it('teleports by plain writes, also between two queries', () => {
    const { world, physics, add, at, Position } = emptyWorld()
    const ball = add(0)
    const still = add(30, 0, physics.components.Static)
    const cart = add(60, 0, physics.components.Kinematic)
    stepPhysics(world, 1 / 60)
    expect(at(0)).toEqual([ball])
    Position.x[ball] = 7
    expect(at(7)).toEqual([ball])
    expect(at(0)).toEqual([])
    Position.x[cart] = 70
    expect(at(70)).toEqual([cart])
    Position.x[still] = 40
    markChanged(world, still)
    expect(at(40)).toEqual([still])
    addComponent(world, still, set(Position, { x: 50 }))
    expect(at(50)).toEqual([still])
  })

  it('teleports by plain writes of what was spawned since the last step, where nothing else moves', () => {
    const { add, at, Position } = emptyWorld()
    const ball = add(0)
    expect(at(0)).toEqual([ball])
    Position.x[ball] = 7
    expect(at(7)).toEqual([ball])
    expect(at(0)).toEqual([])
  })

  it('in large worlds: writes before the first query, and announced ones after it', () => {
    const { world, add, at, Position } = emptyWorld()
    const balls = Array.from({ length: WATCHED_BODIES + 1 }, (_, i) => add(2 * i))
    stepPhysics(world, 1 / 60)
    Position.y[balls[3]!] = 50
    expect(at(6, 50)).toEqual([balls[3]])
    Position.y[balls[4]!] = 50
    markChanged(world, balls[4]!)
    expect(at(8, 50)).toEqual([balls[4]])
    Position.y[balls[5]!] = 50
    stepPhysics(world, 1 / 60)
    expect(at(10, 50)).toEqual([balls[5]])
  })

  it('new shapes, tags and components', () => {
    const { world, physics, add, at, Shape } = emptyWorld()
    const { Disabled, Sensor } = physics.components
    const body = add(0)
    expect(at(3)).toEqual([])
    addComponent(world, body, set(Shape, box(4, 1)))
    expect(at(3)).toEqual([body])
    addComponent(world, body, Sensor)
    expect(at(3)).toEqual([])
    removeComponent(world, body, Sensor)
    addComponent(world, body, Disabled)
    expect(at(3)).toEqual([])
    removeComponent(world, body, Disabled)
    expect(at(3)).toEqual([body])
  })

  it('bodies asleep and static', () => {
    const { world, physics, add, at } = emptyWorld()
    const { Static, Sleeping } = physics.components
    const all = [add(0, 0, Sleeping), add(0, 0, Static)]
    expect(at(0)).toEqual(all)
    for (let i = 0; i < 5; i++) stepPhysics(world, 1 / 60)
    expect(at(0)).toEqual(all)
    expect(hasComponent(world, all[0]!, Sleeping)).toBe(true)
  })
})

describe('a query', () => {
  it('does not change what the simulation does', () => {
    expect(run(true)).toBe(run(false))
  })

  it('may be asked by a system in the middle of a step', () => {
    const { world, physics, add } = emptyWorld()
    const ball = add(0)
    const seen: number[] = []
    physics.systems.splice(3, 0, { name: 'Look', run: () => seen.push(queryPoint(world, 0, 0).count) })
    physics.systems.push({ name: 'LookAgain', run: () => seen.push(castRay(world, -3, 0, 3, 0)!.entity) })
    stepPhysics(world, 1 / 60)
    expect(seen).toEqual([1, ball])
  })

  it('refuses unusable data with the error that the next step would give', () => {
    const { world, add, Position } = emptyWorld()
    const ball = add(0)
    stepPhysics(world, 1 / 60)
    Position.x[ball] = NaN
    expect(() => queryPoint(world, 0, 0)).toThrow(/Position.x of entity 1 is NaN/)
    Position.x[ball] = 3
    expect(queryPoint(world, 3, 0).count).toBe(1)
  })
})

describe('touching', () => {
  it('is told for bodies, their parts and sensors', () => {
    const { world, ground, left, right, plank, zone, foot } = pile()
    expect(listOf(touching(world, ground))).toEqual([left, right, foot])
    expect(listOf(touching(world, plank))).toEqual([ground, left, right])
    expect(listOf(touching(world, foot))).toEqual([ground])
    expect(listOf(touching(world, zone))).toEqual([right])
    expect(isTouching(world, ground, plank)).toBe(true)
    expect(isTouching(world, plank, ground)).toBe(true)
    expect(isTouching(world, ground, foot)).toBe(true)
    expect(isTouching(world, left, right)).toBe(false)
    expect(isTouching(world, zone, right)).toBe(true)
    expect([bodyOf(world, foot), bodyOf(world, plank), bodyOf(world, ground)]).toEqual([plank, plank, ground])
  })

  it('comes with points, normals and impulses that carry the weight', () => {
    const { world, physics, ground, left, plank, foot } = pile()
    const contacts = queryContacts(world, plank)
    let impulse = 0
    for (let i = 0; i < contacts.count; i++) {
      expect(contacts.entities[i]).toBe(contacts.others[i] === ground ? foot : plank)
      expect(contacts.ny[i]).toBeCloseTo(-1, 6)
      expect(Math.abs(contacts.separation[i]!)).toBeLessThan(0.02)
      if (contacts.others[i] === left) expect(contacts.y[i]).toBeCloseTo(1, 1)
      impulse += contacts.impulse[i]!
    }
    const mass = (6 + 0.4) * 1 * physics.components.Material.density[plank]!
    expect(impulse / (1 / 240)).toBeCloseTo(mass * 9.81, 0)
    const seen = queryContacts(world, ground)
    for (let i = 0; i < seen.count; i++) expect(seen.ny[i]).toBeCloseTo(1, 6)
  })
})

it('what a query saw and what went before the next step leaves no points behind', () => {
  const t = new TestWorld()
  t.addGround()
  t.step()
  for (let i = 0; i < 2; i++) {
    const corner = t.add(polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }]), 0, 2)
    expect(queryPoint(t.world, 0.25, 2.25).entities[0]).toBe(corner)
    // With another change, all that the query saw is put back at once.
    if (i === 1) t.ball(3, 3)
    if (i === 1) queryPoint(t.world, 3, 3)
    removeEntity(t.world, corner)
    t.step()
    validate(t.physics)
  }
})
