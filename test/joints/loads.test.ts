import { addComponent, hasComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { box, circle, revoluteJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const PLANK = 0.2
const ends = { localA: { x: 0.5, y: 0 }, localB: { x: -0.5, y: 0 } }

/** Light planks between two walls, three boxes of `ratio` times their mass and small balls above them. */
function loaded(planks: number, ratio: number, drop: number) {
  const t = new JointWorld()
  const left = t.add(box(0.5, 0.5), -0.5, 0, t.components.Static)
  const right = t.add(box(0.5, 0.5), planks + 0.5, 0, t.components.Static)
  const bars = Array.from({ length: planks }, (_, i) => t.add(box(0.5, PLANK / 2), 0.5 + i, 0))
  bars.forEach((bar, i) => t.joint(revoluteJoint(i === 0 ? left : bars[i - 1]!, bar, ends)))
  t.joint(revoluteJoint(bars.at(-1)!, right, ends))
  const boxes = [0.3, 0.5, 0.7].map((part) => t.add(box(0.5, 0.5), planks * part, 0.6 + drop))
  for (const one of boxes) addComponent(t.world, one, set(t.components.Mass, { mass: ratio * PLANK }))
  const balls = [0.2, 0.4, 0.6, 0.8].map((part) => t.add(circle(0.1), planks * part, 0.2))
  const fastest = (bodies: number[]) => Math.max(...bodies.map((one) => Math.hypot(t.components.Velocity.x[one]!, t.components.Velocity.y[one]!)))
  return { t, bars, boxes, balls, fastest }
}

describe('heavy boxes on a bridge of light planks', () => {
  test.each([[20, 100, 1, 0.2], [20, 1000, 1, 0.2], [6, 1000, 1, 0.7], [6, 1000, 0, 0.7]])('%i planks under %i times their mass, dropped from %i m, carry it with no more than %d m/s', (planks, ratio, drop, limit) => {
    const { t, bars, boxes, fastest } = loaded(planks, ratio, drop)
    t.seconds(4)
    let most = 0
    for (let i = 0; i < 120; i++) {
      t.step()
      most = Math.max(most, fastest(boxes))
    }
    // With no share in the load they hopped, at 0.3 m/s and more, or fell through at 58 m/s; few planks swing on.
    expect(most).toBeLessThan(limit)
    for (const one of boxes) expect(t.components.Position.y[one]!).toBeGreaterThan(Math.min(...bars.map((bar) => t.components.Position.y[bar]!)) + 0.4)
  })

  test.each([[20, 1000], [6, 100], [6, 1000]])('%i planks do not jump when %i times their mass is taken away', (planks, ratio) => {
    const { t, bars, boxes, balls, fastest } = loaded(planks, ratio, 0)
    t.seconds(4)
    for (const one of boxes) removeEntity(t.world, one)
    let most = 0
    for (let i = 0; i < 30; i++) {
      t.step()
      most = Math.max(most, fastest([...bars, ...balls]))
    }
    expect(most).toBeLessThan(3)
  })
})

test('a bridge with loads falls asleep where its hinges have friction', () => {
  const t = new JointWorld()
  const left = t.add(box(0.5, 0.5), -0.5, 0, t.components.Static)
  const right = t.add(box(0.5, 0.5), 20.3, 0, t.components.Static)
  const bars = Array.from({ length: 20 }, (_, i) => t.heavy(box(0.5, 0.1), 0.5 + i * 0.99, 0, 1))
  const hinge = { ...ends, motor: { speed: 0, maxTorque: 2 } }
  bars.forEach((bar, i) => t.joint(revoluteJoint(i === 0 ? left : bars[i - 1]!, bar, hinge)))
  t.joint(revoluteJoint(bars.at(-1)!, right, hinge))
  for (const x of [6, 10, 14]) t.heavy(box(0.4, 0.4), x, 0.7, 3)
  // Without friction it swings on at 0.2 m/s after a minute.
  t.seconds(12)
  expect(bars.every((bar) => hasComponent(t.world, bar, t.components.Sleeping))).toBe(true)
})
