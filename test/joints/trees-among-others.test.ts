import { expect, test } from 'vitest'
import { box, circle, type JointData, revoluteJoint, wheelJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

/** What is solved at once, where rows that are solved one by one act on the same bodies: limits, springs, contacts. */

type Link = (a: number, b: number, x: number) => JointData

const chains: Record<string, Link> = {
  'hinges with limits': (a, b, x) => revoluteJoint(a, b, { x, y: 0, limit: { lower: -0.2, upper: 0.2 } }),
  'sprung wheels': (a, b, x) => wheelJoint(a, b, { x, y: 0, limit: { lower: -0.2, upper: 0.2 }, spring: { hertz: 4, dampingRatio: 0.7 } }),
  'hinges in contact with each other': (a, b, x) => revoluteJoint(a, b, { x, y: 0, collideConnected: true }),
}

test.each(Object.keys(chains))('a heavy ball at the end of a chain of %s stays in its world', (name) => {
  for (const ratio of [20, 100]) {
    const t = new JointWorld({ allowSleep: false })
    const { Velocity } = t.components
    const mass: number[] = []
    const bodies: number[] = []
    let last = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    for (let i = 1; i <= 8; i++) {
      mass.push(i === 8 ? 0.1 * ratio : 0.1)
      const next = t.heavy(circle(0.15), 0.4 * i, 0, mass[i - 1]!)
      t.joint(chains[name]!(last, next, 0.4 * i - 0.2))
      bodies.push(next)
      last = next
    }
    const energy = () => bodies.reduce((sum, body, i) => {
      const turning = 0.5 * 0.15 * 0.15 * Velocity.angular[body]! ** 2
      return sum + mass[i]! * (0.5 * (Velocity.x[body]! ** 2 + Velocity.y[body]! ** 2 + turning) + 10 * t.y(body))
    }, 0)
    let most = 0
    for (let i = 0; i < 300; i++) {
      t.step()
      most = Math.max(most, energy())
    }
    // It began with 0, and has room to fall by 3.2 meters: of that a quarter is what limits may throw back. Orders of magnitude
    // were thrown back where trees and the others counted with different inertias.
    expect(most, `${ratio} times`).toBeLessThan(0.25 * 3.2 * 10 * (0.7 + 0.1 * ratio))
  }
})
