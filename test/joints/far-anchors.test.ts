import { describe, expect, test } from 'vitest'
import { addComponents, set } from 'bitecs'
import { circle, prismaticJoint, revoluteJoint, stepPhysics } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

describe('anchors far outside of what they hold', () => {
  // A radius of gyration is 0.71 of the radius: up to 20,000 of them.
  test.each([[0.05, 40], [0.05, 100], [0.5, 400], [0.5, 1000], [0.05, 700]])('a ball of %d m swings on a hinge %i m away', (radius, away) => {
    const t = new JointWorld()
    const post = t.add(circle(0.1), 0, 0, t.components.Static)
    const ball = t.add(circle(radius), away, 0)
    t.joint(revoluteJoint(post, ball, { x: 0, y: 0 }))
    let off = 0
    let lowest = 0
    for (let i = 0; i < 600; i++) {
      t.step()
      lowest = Math.min(lowest, t.y(ball))
      off = Math.max(off, Math.abs(Math.hypot(t.x(ball), t.y(ball)) - away))
    }
    expect(off).toBeLessThan(0.02)
    // It fell around it, and not freely.
    expect(lowest).toBeLessThan(-0.2 * away)
    expect(Math.hypot(t.components.Velocity.x[ball]!, t.components.Velocity.y[ball]!)).toBeCloseTo(Math.sqrt(-20 * t.y(ball)), -1)
  })

  test('two that float go on around each other as they were, 1,000 m from their hinge', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    const [a, b] = [t.add(circle(0.5), 0, 0), t.add(circle(0.5), 2, 0)]
    addComponents(t.world, b, set(t.components.Velocity, { angular: 1 }))
    t.joint(revoluteJoint(a, b, { x: 1000, y: 3 }))
    for (let i = 0; i < 600; i++) {
      stepPhysics(t.world, 1 / 60)
      const { x, y } = t.components.Velocity
      // Without the cure they flew apart at 5 m/s.
      expect(Math.hypot(x[b]!, y[b]!)).toBeLessThan(1)
    }
  })

  test('a slide holds a ball of 0.05 m at a rail 100 m away', () => {
    const t = new JointWorld()
    const post = t.add(circle(0.1), 0, 0, t.components.Static)
    const ball = t.add(circle(0.05), 100, 0)
    t.joint(prismaticJoint(post, ball, { x: 0, y: 0, axis: { x: 1, y: 0 }, limit: { lower: 0, upper: 0 } }))
    t.seconds(3)
    expect(t.y(ball)).toBeCloseTo(0, 2)
    expect(t.x(ball)).toBeCloseTo(100, 2)
  })
})
