import { addComponent, addComponents, addEntity, createWorld, set, type World } from 'bitecs'
import { expect, test } from 'vitest'
import {
  addPhysics, applyForce, box, circle, moveKinematic, removePhysics, stepPhysics, type Physics, type PhysicsOptions,
} from '../../src/index.ts'
import { inner } from '../support/inner.ts'

const DT = 1 / 60

function worldOf(options: PhysicsOptions = {}): { world: World, physics: Physics, spawn: (x: number) => number } {
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: -10 }, ...options })
  const { Position, Shape } = physics.components
  const spawn = (x: number): number => {
    const entity = addEntity(world)
    addComponents(world, entity, set(Position, { x, y: 0 }), set(Shape, box(0.5, 0.5)))
    return entity
  }
  return { world, physics, spawn }
}

test('a component that nobody has takes no room for anybody, and room for all when one has it', () => {
  const { world, physics, spawn } = worldOf({ capacity: 100 })
  const { Motion, OneWay, Collider, Velocity } = physics.components
  const lengths = (): number[] => [Motion.maxSpeed.length, OneWay.x.length, Collider.body.length]
  const bodies = Array.from({ length: 50 }, (_, i) => spawn(2 * i))
  expect(lengths()).toEqual([1, 1, 1])
  addComponent(world, bodies[30]!, set(Motion, { gravityScale: 0 }))
  expect(lengths()).toEqual([100, 1, 1])
  expect([Motion.gravityScale[bodies[29]!], Motion.gravityScale[bodies[30]!]]).toEqual([1, 0])
  stepPhysics(world, DT)
  expect(Velocity.y[bodies[30]!]).toBe(0)
  expect(Velocity.y[bodies[29]!]).toBeLessThan(-0.1)
  // More entities than there was room for, of which a late one has it.
  const late = Array.from({ length: 200 }, (_, i) => spawn(200 + 2 * i)).at(-1)!
  addComponent(world, late, Motion)
  Motion.gravityScale[late] = 0.5
  expect(Motion.maxSpeed.length).toBe(400)
  addComponent(world, late, set(OneWay, { x: 0, y: 1 }))
  stepPhysics(world, DT)
  expect(Velocity.y[late]).toBeCloseTo(-10 / 120, 9)
  expect(lengths()).toEqual([400, 400, 1])
})

test('a force acts on what has no Motion while others have one, also in a world that grows', () => {
  const { world, physics, spawn } = worldOf({ capacity: 8, gravity: { x: 0, y: 0 } })
  const { Motion, Velocity } = physics.components
  const [one, locked] = [spawn(0), spawn(5)]
  expect(inner(physics).lifecycle.force.length).toBe(0)
  applyForce(world, one, 6, 0)
  stepPhysics(world, DT)
  expect(Velocity.x[one]).toBeCloseTo(6 * DT, 9)
  addComponent(world, locked, set(Motion, { lockX: 1 }))
  const late = Array.from({ length: 40 }, (_, i) => spawn(10 + 5 * i)).at(-1)!
  for (const entity of [one, locked, late]) applyForce(world, entity, 6, 0)
  stepPhysics(world, DT)
  expect(Velocity.x[one]).toBeCloseTo(12 * DT, 9)
  expect(Velocity.x[locked]).toBe(0)
  expect(Velocity.x[late]).toBeCloseTo(6 * DT, 9)
})

test('kinematic bodies are told where to go in a world that has grown since the first was', () => {
  const { world, physics, spawn } = worldOf({ capacity: 4 })
  const { Kinematic, Position } = physics.components
  const first = spawn(0)
  addComponent(world, first, Kinematic)
  moveKinematic(world, first, 0.1, 0)
  const late = Array.from({ length: 30 }, (_, i) => spawn(5 + 5 * i)).at(-1)!
  addComponent(world, late, Kinematic)
  const x = Position.x[late]!
  moveKinematic(world, late, x + 0.2, 0)
  stepPhysics(world, DT)
  expect(Position.x[first]).toBeCloseTo(0.1, 12)
  expect(Position.x[late]).toBeCloseTo(x + 0.2, 12)
})

test('what got a rare component while the world had no physics is taken in with it', () => {
  const { world, physics: before, spawn } = worldOf({ capacity: 20 })
  const body = Array.from({ length: 10 }, (_, i) => spawn(2 * i)).at(-1)!
  stepPhysics(world, DT)
  removePhysics(world)
  addComponent(world, body, before.components.Motion)
  const { components } = addPhysics(world, { gravity: { x: 0, y: -10 } })
  expect(components.Motion.gravityScale.length).toBeGreaterThan(body)
  expect(components.Motion.gravityScale[body]).toBe(1)
  components.Velocity.y[body] = 0
  stepPhysics(world, DT)
  expect(components.Velocity.y[body]).toBeCloseTo(-10 * DT, 9)
})

test('room that a crowd took which came at once is given back, and taken again', () => {
  const { world, physics } = worldOf({ gravity: { x: 0, y: 0 }, capacity: 5000 })
  const { Position, Shape } = physics.components
  const { lifecycle, collision } = inner(physics)
  const lengths = (): number[] => [
    lifecycle.dirty.items.length, lifecycle.preview.unseen.items.length, collision.moved.items.length,
    collision.searched.items.length, collision.woken.items.length, collision.candidates.a.length,
    physics.events.contactBegin.a.length,
  ]
  const crowd = (y: number): void => {
    for (let i = 0; i < 4500; i++) {
      addComponents(world, addEntity(world), set(Position, { x: i % 70, y: y + Math.floor(i / 70) }), set(Shape, circle(0.5)))
    }
  }
  crowd(0)
  stepPhysics(world, DT)
  expect(physics.stats.contacts).toBeGreaterThan(8000)
  expect(Math.max(...lengths())).toBeGreaterThan(8000)
  for (let i = 0; i < 3; i++) stepPhysics(world, DT)
  expect(Math.max(...lengths())).toBeLessThanOrEqual(4096)
  const { contacts } = physics.stats
  crowd(1000)
  stepPhysics(world, DT)
  expect(physics.stats.contacts).toBe(2 * contacts)
})
