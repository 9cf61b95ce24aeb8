import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, rect, revoluteJoint, spawnBody, stepPhysics } from '../../src/index.ts'

/** Of an arm, from its hinge; and how much nearer to each other the hinges are than the arms are long. */
const LENGTH = 0.2
const TOO_NEAR = 0.01

/**
 * Two arms, each on a hinge of its own, that press their ends against each other: they can only turn together, and their ends slide.
 * Where they are straight the ends overlap least, so they swing about that, and nothing makes them faster.
 */
test.each([[30, 4], [60, 2], [60, 4], [60, 8], [120, 2], [120, 4], [240, 4]])('what swings between two pinches does not get faster: %i Hz, %i substeps', (hz, substeps) => {
  const world = createWorld()
  const { components: { Joint, Velocity } } = addPhysics(world, { gravity: { x: 0, y: 0 }, substeps, allowSleep: false })
  const arms = [-1, 1].map((side) => {
    const hinge = side * (LENGTH - TOO_NEAR / 2)
    const post = spawnBody(world, { type: 'static', shape: rect(0.01, 0.01), x: hinge, y: 3 })
    const arm = spawnBody(world, { shape: rect(LENGTH, 0.1), x: hinge - (side * LENGTH) / 2, y: 0, material: { friction: 0 } })
    addComponents(world, addEntity(world), set(Joint, revoluteJoint(post, arm, { x: hinge, y: 0 })))
    return arm
  })
  const run = (seconds: number): number => {
    let fastest = 0
    for (let i = 0; i < seconds * hz; i++) {
      stepPhysics(world, 1 / hz)
      for (const arm of arms) fastest = Math.max(fastest, Math.abs(Velocity.angular[arm]!))
    }
    return fastest
  }
  run(0.2)
  for (const arm of arms) Velocity.angular[arm] = 1
  run(3)
  // Taken from the beginning of the step the normal of the ends made them turn at 1.6 to 6.6 radians/s for good.
  expect(run(2)).toBeLessThan(0.6)
})
