import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { landings } from '../../src/continuous/landings.ts'
import { addPhysics, box, spawnBody, stepPhysics } from '../../src/index.ts'
import { inner } from '../support/inner.ts'

/** How often shapes are collided one by one in the first step of a box that begins in so many tiles at one spot. */
function countCollisions(tiles: number): number {
  const world = createWorld()
  const physics = inner(addPhysics(world))
  for (let i = 0; i < tiles; i++) spawnBody(world, { shape: box(0.5, 0.5), type: 'static' })
  spawnBody(world, { shape: box(0.2, 0.2), x: 0.6, y: 0.1, velocity: { x: -10, y: 0 } })
  const { memory } = physics.solver.states
  const { kernel } = memory
  let count = 0
  memory.kernel = { ...kernel, collidePair: (a, b) => {
    count++
    return kernel.collidePair(a, b)
  } }
  stepPhysics(world, 1 / 60)
  expect(physics.collision.foresight.landedCount).toBe(tiles)
  return count
}

test('what lands on many things at one spot is measured against each of them once, not once for each landing', () => {
  const few = countCollisions(40)
  expect(few).toBeGreaterThan(0)
  // Each landing against all of them would be four times as many.
  expect(countCollisions(80)).toBeLessThan(2.5 * few)
})

test('room for many landings is given back once no world has needed it for long', () => {
  const world = createWorld()
  addPhysics(world)
  spawnBody(world, { shape: box(1, 1) })
  const burst = (): void => {
    const body = 1
    for (let i = 0; i < 5000; i++) landings.push(i, body)
    landings.link(new Int32Array(2), 1)
  }
  burst()
  // What is needed now and then stays.
  for (let i = 0; i < 10; i++) {
    const { room } = landings
    for (let k = 0; k < 300; k++) stepPhysics(world, 1 / 60)
    expect(landings.room).toBe(room)
    burst()
  }
  for (let k = 0; k < 1000; k++) stepPhysics(world, 1 / 60)
  expect(landings.room).toBeLessThan(100)
})
