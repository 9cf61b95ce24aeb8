import { addComponents, addEntity, createWorld, set } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, createSnapshots, hashWorld, rect, revoluteJoint, spawnBody, stepPhysics } from '../../src/index.ts'

const STEPS = 20

/** An arm that a motor turns, whose joint breaks in every step and is mended after it. */
function play(restored: boolean): { hashes: number[]; broke: number } {
  const world = createWorld()
  const { components: { Joint } } = addPhysics(world, { gravity: { x: 0, y: -10 }, allowSleep: false })
  const post = spawnBody(world, { shape: rect(1, 1), type: 'static' })
  const arm = spawnBody(world, { shape: rect(2, 0.2), x: 1 })
  const axle = addEntity(world)
  addComponents(world, axle, set(Joint, revoluteJoint(post, arm, { x: 0, y: 0, motor: { speed: 5, maxTorque: 20 }, breakForce: 0.1 })))
  const hashes: number[] = []
  let broke = 0
  for (let step = 0; step < STEPS; step++) {
    if (restored) {
      const snapshots = createSnapshots(world)
      snapshots.save()
      snapshots.restore()
    }
    stepPhysics(world, 1 / 60)
    broke += 1 - Joint.enabled[axle]!
    Joint.enabled[axle] = 1
    hashes.push(hashWorld(world))
  }
  return { hashes, broke }
}

test('a joint that broke and is mended before the next step goes on with rows that hold what its record does', () => {
  const once = play(false)
  expect(once.broke).toBe(STEPS)
  expect(play(true)).toEqual(once)
})
