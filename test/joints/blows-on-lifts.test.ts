import { set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, circle, distanceJoint, revoluteJoint, setVelocity } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

/** A ball hits a body that hangs on a post, which goes along with it, from the post's side at 5 m/s. Returns how fast both go then, seen from the post. */
function strike(kind: 'rope' | 'rod' | 'arm', speed: number): [ball: number, struck: number] {
  const t = new JointWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
  const { Kinematic, Material, Velocity } = t.components
  const lossless = set(Material, { restitution: 1, friction: 0 })
  const post = t.add(box(0.05, 0.05), 0, 0, Kinematic)
  const struck = t.add(circle(0.2), 0, -2, lossless)
  t.joint(kind === 'rope' ? distanceJoint(post, struck, { limit: { lower: 0, upper: 2 } }) : kind === 'rod' ? distanceJoint(post, struck) : revoluteJoint(post, struck, { x: 0, y: 0 }))
  const ball = t.add(circle(0.1), 0, -0.9, lossless)
  for (const entity of [post, struck]) setVelocity(t.world, entity, 0, speed, 0)
  setVelocity(t.world, ball, 0, speed - 5, 0)
  t.step(20)
  return [Velocity.y[ball]! - speed, Velocity.y[struck]! - speed]
}

// A rope's limit was one against the world that stands: on a lift that went up at 3 m/s it let the ball bounce with 3 m/s.
test.each(['rope', 'rod', 'arm'] as const)('what hits something on a %s throws itself back, however its post moves', (kind) => {
  for (const speed of [0, 3, -3, 20]) {
    const [ball, struck] = strike(kind, speed)
    expect(ball, `${speed} m/s`).toBeCloseTo(5, 4)
    expect(struck, `${speed} m/s`).toBeCloseTo(0, 4)
  }
})
