import { addComponents, addEntity, createWorld, entityExists, removeEntity, set } from 'bitecs'
import { expect, test } from 'vitest'
import { type Physics, addPhysics, box, circle, stepPhysics } from '../../src/index.ts'
import { inner } from '../support/inner.ts'

/** A world in which `act` is called once, in the midst of the first step, while the solver runs. */
function whileSolving(act: () => void) {
  const world = createWorld()
  const physics = addPhysics(world, { gravity: { x: 0, y: 0 } })
  let done = false
  const run = (at: Physics): void => {
    if (done || inner(at).solver.substep !== 1) return
    done = true
    act()
  }
  physics.systems.splice(4, 0, { name: 'Act', run, perSubstep: true })
  return { world, physics }
}

test('a wall that is removed between two substeps stops nothing in this step any more', () => {
  const { world, physics } = whileSolving(() => removeEntity(world, wall))
  const { Position, Velocity, Shape, Static } = physics.components
  const wall = addEntity(world)
  addComponents(world, wall, set(Position, { x: 3, y: 0 }), set(Shape, box(0.1, 5)), Static)
  const ball = addEntity(world)
  addComponents(world, ball, set(Position, { x: 0, y: 0 }), set(Shape, circle(0.2)), set(Velocity, { x: 300, y: 0 }))
  stepPhysics(world, 1 / 60)
  expect(Position.x[ball]).toBeCloseTo(5, 9)
})

test('a hook is not asked about a child collider that was removed between two substeps', () => {
  const { world, physics } = whileSolving(() => removeEntity(world, arm))
  const { Position, Velocity, Shape, Collider, Bullet } = physics.components
  const target = addEntity(world)
  addComponents(world, target, set(Position, { x: 3, y: 0 }), set(Shape, circle(0.2)))
  const arm = addEntity(world)
  addComponents(world, arm, set(Shape, box(0.1, 2)), set(Collider, { body: target, x: 0, y: 2 }))
  const bullet = addEntity(world)
  addComponents(world, bullet, set(Position, { x: 0, y: 1 }), set(Shape, circle(0.1)), set(Velocity, { x: 300, y: 0 }), Bullet)
  const strangers: number[] = []
  physics.hooks.filterPair = (a, b) => {
    for (const id of [a, b]) if (!entityExists(world, id)) strangers.push(id)
    return true
  }
  stepPhysics(world, 1 / 60)
  expect(strangers).toEqual([])
  expect(Position.x[bullet]).toBeCloseTo(5, 9)
})

test('a kinematic body that runs over what was removed between two substeps reports no touch', () => {
  const { world, physics } = whileSolving(() => removeEntity(world, part))
  const { Position, Velocity, Shape, Collider, Kinematic, Static } = physics.components
  const post = addEntity(world)
  addComponents(world, post, set(Position, { x: 3, y: 5 }), set(Shape, circle(0.1)), Static)
  const part = addEntity(world)
  addComponents(world, part, set(Shape, circle(0.1)), set(Collider, { body: post, x: 0, y: -5 }))
  const pusher = addEntity(world)
  addComponents(world, pusher, set(Position, { x: 0, y: 0 }), set(Shape, circle(0.2)), set(Velocity, { x: 300, y: 0 }), Kinematic)
  stepPhysics(world, 1 / 60)
  const { contactBegin, contactEnd, contactHit } = physics.events
  expect([contactBegin.count, contactEnd.count, contactHit.count]).toEqual([0, 0, 0])
})
