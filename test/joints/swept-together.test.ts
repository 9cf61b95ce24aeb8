import { expect, test } from 'vitest'
import { box, circle, revoluteJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

test('what is fast stays in one piece when one of its bodies hits a wall', () => {
  let worst = 0
  for (let n = 0; n < 60; n++) {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    t.add(box(0.05, 20), 10, 0, t.components.Static)
    const angle = n * 0.37
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)]
    const bodies = [-1, 0, 1].map((side) => {
      // Of masses that are far apart: they are solved at once, so that nothing but a sweep can stretch them.
      const body = t.heavy(side === 0 ? box(0.4, 0.1) : circle(0.1), side * 0.8 * ux, side * 0.8 * uy, side === 0 ? 20 : 1)
      t.components.Rotation.angle[body] = angle
      return body
    })
    for (const side of [-1, 1]) t.joint(revoluteJoint(bodies[1]!, bodies[1 + side]!, { x: side * 0.4 * ux, y: side * 0.4 * uy }))
    const speed = 20 + 0.5 * n
    for (const body of bodies) t.components.Velocity.x[body] = speed
    t.components.Velocity.angular[bodies[1]!] = n % 5
    for (let i = 0; i < 30; i++) {
      t.step()
      for (const side of [-1, 1]) {
        const [a, b] = [bodies[1]!, bodies[1 + side]!]
        const spot = (body: number, x: number) => [t.x(body) + x * Math.cos(t.angle(body)), t.y(body) + x * Math.sin(t.angle(body))]
        const [p, q] = [spot(a, side * 0.4), spot(b, -side * 0.4)]
        worst = Math.max(worst, Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!))
      }
      for (const body of bodies) expect(t.x(body)).toBeLessThan(10)
    }
  }
  // What is left is the turn of one substep.
  expect(worst).toBeLessThan(0.3)
})
