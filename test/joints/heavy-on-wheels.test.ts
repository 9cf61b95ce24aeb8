import { expect, test } from 'vitest'
import { box, circle, revoluteJoint, wheelJoint } from '../../src/index.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { JointWorld } from './joint-world.ts'

const RADIUS = 0.42

/** A box of 500 times the mass of each of two wheels, at the upper stop of their springs where it is the heavier. */
function cart(hz: number, sprung: boolean, kernel: typeof simdKernel) {
  const t = new JointWorld({ allowSleep: false, kernel })
  t.add(box(30, 0.5), 0, -0.5, t.components.Static)
  const body = t.heavy(box(1.5, 0.3), 0, RADIUS + 0.6, 250)
  const wheels = [-1, 1].map((x) => {
    const wheel = t.heavy(circle(RADIUS), x, RADIUS, 0.5)
    t.joint(sprung
      ? wheelJoint(body, wheel, { x, y: RADIUS, axis: { x: 0, y: 1 }, limit: { lower: -0.25, upper: 0.25 }, spring: { hertz: 4, dampingRatio: 0.8 } })
      : revoluteJoint(body, wheel, { x, y: RADIUS }))
    return wheel
  })
  let [deepest, highest] = [0, 0]
  for (let i = 0; i < 3 * hz; i++) {
    t.seconds(1 / hz, 1 / hz)
    for (const wheel of wheels) {
      deepest = Math.max(deepest, RADIUS - t.y(wheel))
      highest = Math.max(highest, t.y(wheel) - RADIUS)
    }
  }
  return { t, body, wheels, deepest, highest }
}

test.each([[60, true, simdKernel], [30, true, plainKernel], [60, false, plainKernel], [30, false, simdKernel]] as const)('light wheels carry 500 times their mass, at %i Hz, sprung: %s', (hz, sprung, kernel) => {
  const { t, body, wheels, deepest, highest } = cart(hz, sprung, kernel)
  // They sank in by up to 0.3 m, and hopped as high for good.
  expect(deepest).toBeLessThan(0.06)
  expect(highest).toBeLessThan(0.03)
  for (const wheel of wheels) expect(RADIUS - t.y(wheel)).toBeLessThan(0.001)
  // Its springs are those of the masses that are: it lies at their stop.
  expect(t.y(body)).toBeCloseTo(RADIUS + 0.6 - (sprung ? 0.25 : 0), 2)
})

test('a cart of 1,000 times the mass of a plank stands on a bridge of them', () => {
  const t = new JointWorld({ allowSleep: false })
  const [left, right] = [-8, 8].map((x) => t.add(box(3, 1), x, -1, t.components.Static)) as [number, number]
  const planks = Array.from({ length: 10 }, (_, i) => t.heavy(box(0.5, 0.1), i - 4.5, -0.1, 0.5))
  planks.forEach((plank, i) => t.joint(revoluteJoint(planks[i - 1] ?? left, plank, { x: i - 5, y: -0.1 })))
  t.joint(revoluteJoint(planks[9]!, right, { x: 5, y: -0.1 }))
  const body = t.heavy(box(1.5, 0.4), 0, 1.1, 500)
  for (const x of [-1, 1]) t.joint(revoluteJoint(body, t.heavy(circle(0.4), x, 0.42, 0.5), { x, y: 0.42 }))
  let highest = -1
  for (let i = 0; i < 240; i++) {
    t.step()
    highest = Math.max(highest, t.y(body))
  }
  // It was thrown up by metres.
  expect(highest).toBeLessThan(1.11)
  expect(t.y(body)).toBeGreaterThan(0)
})

test('a heavy ball keeps its swing when the link next to it strikes a peg', () => {
  const t = new JointWorld({ allowSleep: false })
  const post = t.add(box(0.1, 0.1), 0, 0.3, t.components.Static)
  t.add(circle(0.15), -0.3, -4.2, t.components.Static)
  const links = Array.from({ length: 10 }, (_, i) => t.heavy(box(0.25, 0.06), 0.25 + i * 0.5, 0.3, 0.06))
  links.forEach((link, i) => t.joint(revoluteJoint(links[i - 1] ?? post, link, { x: i * 0.5, y: 0.3 })))
  const ball = t.heavy(circle(0.4), 5.4, 0.3, 60)
  t.joint(revoluteJoint(links[9]!, ball, { x: 5, y: 0.3 }))
  t.seconds(5)
  let highest = -6
  for (let i = 0; i < 180; i++) {
    t.step()
    highest = Math.max(highest, t.y(ball))
  }
  // Of 0.3: links that counted as heavier wherever they touch left less than −4.
  expect(highest).toBeGreaterThan(-1)
})
