import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { addPhysics, prismaticJoint, rect, spawnBody, stepPhysics } from '../../src/index.ts'

const SPEED = 4
/** Of what the light one strikes. */
const MASS = 9

/**
 * A light box slides along a floor under a heavy one that comes down upon it, and strikes a third. It gets inertia while it is squeezed, and no
 * energy with it: the formula of a hit that bounces is the most that the third can get.
 */
describe('what is squeezed strikes with no more than it had', () => {
  test.each([[30, 20], [30, 1000], [60, 20], [60, 100], [60, 1000], [120, 100]])('%i Hz, 1:%i', (hz, ratio) => {
    const world = createWorld()
    const { components: { Joint, Velocity } } = addPhysics(world, { gravity: { x: 0, y: -10 }, allowSleep: false })
    const friction = 0
    const y = 1.497
    const floor = spawnBody(world, { type: 'static', shape: rect(40, 1), x: 0, y: -0.5, material: { friction } })
    const heavy = spawnBody(world, { shape: rect(6, 1), x: 0, y, material: { friction, density: ratio / 6 } })
    const slide = prismaticJoint(floor, heavy, { x: 0, y, axis: { x: 0, y: 1 }, limit: { lower: 0, upper: 5 }, collideConnected: true })
    addComponents(world, addEntity(world), set(Joint, slide))
    const light = spawnBody(world, { shape: rect(1, 1), x: -1.5, y: 0.5, velocity: { x: SPEED, y: 0 }, material: { friction } })
    const third = spawnBody(world, { shape: rect(1, 0.9), x: 1.2, y: 0.45, material: { friction, density: MASS / 0.9 } })
    let most = 0
    let fastest = 0
    for (let i = 0; i < 2 * hz; i++) {
      stepPhysics(world, 1 / hz)
      fastest = Math.max(fastest, Velocity.x[third]!)
      most = Math.max(most, 0.5 * Velocity.x[light]! ** 2 + 0.5 * MASS * Velocity.x[third]! ** 2)
    }
    // With the velocity that it had the third got 3.7 m/s, and both together 67 J.
    expect(fastest).toBeLessThan((2 * SPEED) / (1 + MASS))
    expect(most).toBeLessThan(0.5 * SPEED ** 2 + 1e-6)
  })
})

/** How far a light box that rides on a platform goes back on it, where a heavy one that does not comes down upon it; `speed`: of the platform. */
function fallBehind(ratio: number, friction: number, speed: number): number {
  const world = createWorld()
  const { components: { Velocity } } = addPhysics(world, { gravity: { x: 0, y: -10 }, allowSleep: false })
  const material = { friction }
  spawnBody(world, { type: 'kinematic', shape: rect(200, 1), y: -0.5, velocity: { x: speed }, material })
  const light = spawnBody(world, { shape: rect(1, 1), y: 0.5, velocity: { x: speed }, material })
  spawnBody(world, { shape: rect(3, 1), y: 1.9, velocity: { x: speed - 4 }, material: { friction, density: ratio / 3 } })
  let least = 0
  for (let i = 0; i < 60; i++) {
    stepPhysics(world, 1 / 60)
    least = Math.min(least, Velocity.x[light]! - speed)
  }
  return -least
}

// It was stopped at once, as if its ground stood still, and went back at up to 3.5 m/s.
test.each([[20, 0.6], [100, 0.3], [100, 0.6], [1000, 0.3], [1000, 0.6]])('what rides on a platform stays on it under what is squeezed upon it: 1:%i, friction %d', (ratio, friction) => {
  for (const speed of [0, 4]) expect(fallBehind(ratio, friction, speed), `${speed} m/s`).toBeLessThan(2)
})
