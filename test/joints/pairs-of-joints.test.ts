import { removeEntity } from 'bitecs'
import { expect, test } from 'vitest'
import { circle, filterJoint } from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { JointWorld } from './joint-world.ts'

const COUNT = 60

/** Three balls each, one within the other, that joints keep from colliding. All of them are moved in each step: the kernel searches for pairs. */
function swarm(): { t: JointWorld; joints: number[]; found: () => number; step: () => void } {
  const t = new JointWorld({ gravity: { x: 0, y: 0 } })
  const joints: number[] = []
  const balls: number[] = []
  for (let i = 0; i < COUNT; i++) {
    const [a, b, c] = [0, 0.3, 0.6].map((off) => {
      const body = t.add(circle(0.5), 5 * (i % 10) + off, 5 * Math.floor(i / 10))
      balls.push(body)
      return body
    })
    for (const [one, two] of [[a, b], [b, c], [c, a]]) joints.push(t.joint(filterJoint(one!, two!)))
  }
  const { broadPhase } = inner(t.physics).collision
  const { computePairs } = broadPhase
  let found = 0
  broadPhase.computePairs = (moved, out) => {
    computePairs.call(broadPhase, moved, out)
    found = out.count
  }
  const step = (): void => {
    for (const ball of balls) t.components.Position.x[ball]! += 3
    t.step()
  }
  return { t, joints, found: () => found, step }
}

test('what joints keep from colliding is searched for once, and again when it may collide', () => {
  const { t, joints, found, step } = swarm()
  for (let i = 0; i < 5; i++) step()
  expect(found()).toBe(0)
  expect(t.physics.stats.pairs).toBe(0)
  for (const joint of joints.slice(0, 10)) removeEntity(t.world, joint)
  for (const joint of joints.slice(10, 30)) t.components.Joint.enabled[joint] = 0
  step()
  expect([found(), t.physics.stats.pairs]).toEqual([30, 30])
  for (const joint of joints.slice(10, 30)) t.components.Joint.enabled[joint] = 1
  step()
  expect(t.physics.stats.pairs).toBe(10)
  for (let i = 0; i < 5; i++) step()
  t.components.Joint.enabled[joints[10]!] = 0
  step()
  expect(t.physics.stats.pairs).toBe(11)
})
