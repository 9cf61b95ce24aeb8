import { expect, test } from 'vitest'
import { chain, circle, distanceJoint, revoluteJoint, segment, wheelJoint, box } from '../../src/index.ts'
import { set, addComponents } from 'bitecs'
import { JointWorld } from './joint-world.ts'

/** Continuous collision and joints: a sweep holds back what would get through, and never pulls a joint apart. */

test('a wheel that rolls fast over a bumpy chain stays on its axle', () => {
  const t = new JointWorld()
  const points = Array.from({ length: 160 }, (_, k) => ({ x: -10 + k * 0.5, y: 0.5 + 0.5 * Math.sin(k * 0.5) }))
  t.add(chain(points), 0, 0, t.components.Static)
  const car = t.add(box(1.5, 0.3), 0, 2.2)
  const wheels = [-1, 1].map((side) => {
    const wheel = t.add(circle(0.42), side, 1.7)
    addComponents(t.world, wheel, set(t.components.Velocity, { x: 9, y: 0 }))
    t.joint(wheelJoint(car, wheel, {
      limit: { lower: -0.25, upper: 0.25 }, spring: { hertz: 4, dampingRatio: 0.7 }, motor: { speed: -22, maxTorque: 12 },
    }))
    return wheel
  })
  addComponents(t.world, car, set(t.components.Velocity, { x: 9, y: 0 }))
  let across = 0
  for (let i = 0; i < 240; i++) {
    t.step()
    const angle = t.angle(car)
    wheels.forEach((wheel, k) => {
      const dx = t.x(wheel) - t.x(car)
      const dy = t.y(wheel) - t.y(car)
      across = Math.max(across, Math.abs(Math.cos(angle) * dx + Math.sin(angle) * dy - (k === 0 ? -1 : 1)))
    })
  }
  expect(t.x(car)).toBeGreaterThan(10)
  expect(across).toBeLessThan(0.01)
})

test.each([['a hinge', true], ['a rod', false]] as const)('what is held by %s and thrown at a line does not get through', (_, hinged) => {
  for (const speed of [30, 100, 300]) {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    t.add(segment(0, -8, 0, 8), 0, 0, t.components.Static)
    const one = t.add(circle(0.1), -5, 0.13)
    const two = t.add(circle(0.1), -5.5, 0)
    t.joint(hinged ? revoluteJoint(one, two, { x: -5.25, y: 0 }) : distanceJoint(one, two))
    for (const body of [one, two]) addComponents(t.world, body, set(t.components.Velocity, { x: speed, y: 0 }))
    for (let i = 0; i < 120; i++) {
      t.step()
      for (const body of [one, two]) expect(t.x(body), `at ${speed} m/s, step ${i}`).toBeLessThan(0)
    }
  }
})
