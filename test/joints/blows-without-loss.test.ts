import { expect, test } from 'vitest'
import { makeRandomJointScene } from '../../bench/random-joints.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { getMass } from '../../src/index.ts'

/** The most energy that a random scene of joints ever has above that of its first step, as a part of that, where nothing is lost in bounces. */
function gainOf(seed: number, seconds: number): number {
  const { scene } = makeRandomJointScene(seed)
  const built = buildScene({ ...scene, bodies: scene.bodies.map((body) => ({ ...body, restitution: 1 })) })
  const { world, physics: { components: { Position, Velocity }, settings: { gravity } } } = built
  built.step()
  const bodies = [...built.entities].filter((entity) => entity !== 0).map((entity) => ({ entity, ...getMass(world, entity) })).filter(({ mass }) => mass > 0 && mass < Infinity)
  const energy = (): number => bodies.reduce((sum, { entity, mass, inertia }) => {
    const [x, y, w] = [Velocity.x[entity]!, Velocity.y[entity]!, Velocity.angular[entity]!]
    return sum + 0.5 * mass * (x * x + y * y) + 0.5 * inertia * w * w - mass * (gravity.x * Position.x[entity]! + gravity.y * Position.y[entity]!)
  }, 0)
  const first = energy()
  let most = first
  for (let i = 0; i < seconds * 60; i++) {
    built.step()
    most = Math.max(most, energy())
  }
  return (most - first) / Math.abs(first)
}

// Loops that others strain are parted by more than they were hit with: with that left in they came to 1e7 and 1e8 J.
test.each([105, 111, 128, 133])('random scene %i of joints wins no energy where nothing is lost in bounces', (seed) => {
  expect(gainOf(seed, 4)).toBeLessThan(0.01)
})
