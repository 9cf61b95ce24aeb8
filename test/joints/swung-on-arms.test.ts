import { expect, test } from 'vitest'
import { box, circle, revoluteJoint, stepPhysics } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

// A small disc far from its hinge is hard to move and easy to turn: what it did before, on the arm as it was then, swings it.
test.each([
  { rate: 30, substeps: 4, arm: 2, radius: 0.1, loss: 0.05 },
  { rate: 60, substeps: 1, arm: 2, radius: 0.1, loss: 0.15 },
  { rate: 60, substeps: 1, arm: 4, radius: 0.3, loss: 0.15 },
])('a disc of $radius m swung on an arm of $arm m at 10 rad/s keeps its speed, $rate Hz with $substeps substeps', ({ rate, substeps, arm, radius, loss }) => {
  const t = new JointWorld({ substeps, gravity: { x: 0, y: 0 } })
  const post = t.add(box(0.05, 0.05), 0, 0, t.components.Static)
  const disc = t.add(circle(radius), arm, 0)
  const { Velocity } = t.components
  Velocity.y[disc] = 10 * arm
  Velocity.angular[disc] = 10
  t.joint(revoluteJoint(post, disc, { x: 0, y: 0 }))
  let [slowest, fastest, off] = [1, 1, 0]
  for (let i = 0; i < 5 * rate; i++) {
    stepPhysics(t.world, 1 / rate)
    const speed = Math.hypot(Velocity.x[disc]!, Velocity.y[disc]!) / (10 * arm)
    slowest = Math.min(slowest, speed)
    fastest = Math.max(fastest, speed)
    off = Math.max(off, Math.abs(Math.hypot(t.x(disc), t.y(disc)) / arm - 1))
  }
  expect(slowest).toBeGreaterThan(1 - loss)
  expect(fastest).toBeLessThan(1.005)
  expect(off).toBeLessThan(0.03)
})
