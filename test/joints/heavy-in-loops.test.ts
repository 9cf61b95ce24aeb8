import { addComponents, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { box, circle, distanceJoint, getJointReaction, revoluteJoint, weldJoint } from '../../src/index.ts'
import { type Conditions, UnitWorld } from './acceptance/conditions.ts'

const AT = { unit: 1, gravity: 10 } as const

/** A world in which light things, in loops of joints, hold something that is far heavier. */
class Loops extends UnitWorld {
  private readonly gaps: (() => number)[] = []

  constructor(conditions: Partial<Conditions>) {
    const whole = { hz: 60, substeps: 4, ...AT, ...conditions }
    super(whole, whole.gravity, { allowSleep: false })
  }

  /** A body that touches nothing. */
  ghost(shape: ReturnType<typeof box>, x: number, y: number, mass: number): number {
    const body = this.heavy(shape, x, y, mass)
    addComponents(this.world, body, set(this.components.CollisionFilter, { mask: 0 }))
    return body
  }

  post(x: number, y: number): number {
    return this.add(box(0.1, 0.1), x, y, this.components.Static, this.components.Sensor)
  }

  pin(kind: typeof revoluteJoint | typeof weldJoint, a: number, b: number, x: number, y: number): void {
    this.joint(kind(a, b, { x, y }))
    const on = (body: number): [number, number] => [x - this.x(body), y - this.y(body)]
    const [p, q] = [on(a), on(b)]
    this.gaps.push(() => {
      const [one, two] = [this.spot(a, ...p), this.spot(b, ...q)]
      return Math.hypot(one[0] - two[0], one[1] - two[1])
    })
  }

  /** The farthest that two anchors were apart. */
  worst(seconds: number): number {
    let worst = 0
    this.run(seconds, () => { for (const gap of this.gaps) worst = Math.max(worst, gap()) })
    return worst
  }
}

/** Four bars welded to a frame of 2 m, its middle at (0, y). */
function frame(t: Loops, y: number, top: number, bottom: number): { upper: number; lower: number; sides: number[] } {
  const upper = t.heavy(box(1, 0.1), 0, y + 1, top)
  const lower = t.heavy(box(1, 0.1), 0, y - 1, bottom)
  const sides = [-0.9, 0.9].map((x) => {
    const side = t.heavy(box(0.1, 0.9), x, y, 1)
    t.pin(weldJoint, upper, side, x, y + 0.95)
    t.pin(weldJoint, lower, side, x, y - 0.95)
    return side
  })
  return { upper, lower, sides }
}

describe('light things in loops of joints hold what is far heavier', () => {
  // They sank for good: by 24, 5 and 46 m in 6 s.
  test.each<[number, Partial<Conditions>]>([[100, { substeps: 1 }], [100, { gravity: 50 }], [1000, {}]])('a disc on a hinge, a beam of %i times its mass on two ropes: %j', (mass, conditions) => {
    const t = new Loops(conditions)
    const hook = t.ghost(circle(0.1), 0, -0.3, 1)
    t.pin(revoluteJoint, t.post(0, 0), hook, 0, 0)
    const beam = t.ghost(box(1, 0.2), 0, -2.5, mass)
    const ropes = [-1, 1].map((x) => t.joint(distanceJoint(hook, beam, { to: { x, y: -2.3 }, limit: { lower: 0, upper: Math.sqrt(5) } })))
    expect(t.worst(4)).toBeLessThan(0.03)
    expect(t.my(beam)).toBeGreaterThan(-2.6)
    // Forces are those of the masses that are.
    const pull = ropes.reduce((sum, rope) => sum + getJointReaction(t.world, rope).y, 0)
    expect(pull / (mass * (conditions.gravity ?? 10))).toBeCloseTo(1, 1)
  })

  // It gave way by 71 m in 6 s.
  test('a frame, its lower bar 1,000 times as heavy, with one substep', () => {
    const t = new Loops({ substeps: 1 })
    const { upper } = frame(t, -1, 1, 1000)
    t.pin(revoluteJoint, t.post(0, 0), upper, 0, 0)
    expect(t.worst(4)).toBeLessThan(0.12)
  })

  // By 30 m, at 30 steps a second.
  test('a net of discs, with 1,000 times the mass of one on a rope', () => {
    const t = new Loops({ hz: 30 })
    const discs = Array.from({ length: 25 }, (_, i) => t.ghost(circle(0.2), (i % 5) * 0.5, -0.5 * Math.floor(i / 5), 1))
    discs.forEach((disc, i) => {
      if (i % 5 > 0) t.pin(revoluteJoint, discs[i - 1]!, disc, t.x(disc) - 0.25, t.y(disc))
      if (i > 4) t.pin(revoluteJoint, discs[i - 5]!, disc, t.x(disc), t.y(disc) + 0.25)
    })
    for (const x of [0, 2]) t.pin(revoluteJoint, t.post(x, 0.25), discs[x * 2]!, x, 0.25)
    const load = t.ghost(box(0.5, 0.5), 1, -3.5, 1000)
    t.joint(distanceJoint(discs[22]!, load, { limit: { lower: 0, upper: 1.5 } }))
    expect(t.worst(4)).toBeLessThan(0.05)
  })

  // It fell through the lower bar.
  test('a frame on a rope, with a ball of 1,000 times the mass of a bar in it', () => {
    const t = new Loops({})
    const { upper, lower } = frame(t, 0, 1, 1)
    t.joint(distanceJoint(t.post(0, 5), upper, { limit: { lower: 0, upper: 4 } }))
    const ball = t.heavy(circle(0.3), 0, 0.3, 1000)
    t.components.Velocity.x[ball] = 3
    t.run(4)
    expect(Math.hypot(t.x(ball) - t.x(lower), t.y(ball) - t.y(lower))).toBeLessThan(1.5)
  })
})

test('a frame that hangs swings as its masses tell, and wins no energy', () => {
  const t = new Loops({})
  const { upper, lower, sides } = frame(t, -1, 1, 100)
  t.pin(revoluteJoint, t.post(0, 0), upper, 0, 0)
  let [sum, turn] = [0, 0]
  const { Velocity, Mass } = t.components
  for (const body of [upper, lower, ...sides]) {
    const { x, y } = { x: t.x(body), y: t.y(body) }
    ;[Velocity.x[body], Velocity.y[body], Velocity.angular[body]] = [-y * 0.3, x * 0.3, 0.3]
    const long = body === upper || body === lower
    sum -= Mass.mass[body]! * y
    turn += Mass.mass[body]! * (x * x + y * y + (long ? 4.04 / 12 : 3.28 / 12))
  }
  // (1 + θ² / 16) by the amplitude θ.
  const square = (0.09 * turn) / (10 * sum)
  let top = -9
  const period = t.period(12, () => {
    top = Math.max(top, t.y(lower))
    return t.x(lower)
  })
  expect(period / (2 * Math.PI * Math.sqrt(turn / (10 * sum)) * (1 + square / 16))).toBeCloseTo(1, 1.5)
  expect(top).toBeLessThan(-2 + 2 * (square / 2) * 1.1)
})
