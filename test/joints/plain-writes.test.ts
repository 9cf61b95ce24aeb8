import { addComponent, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import {
  type JointData, box, circle, distanceJoint, isSleeping, motorJoint, prismaticJoint, pulleyJoint, revoluteJoint, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { JointWorld } from './joint-world.ts'

const spring = { hertz: 3, dampingRatio: 1 }
const up = { axis: { x: 0, y: 1 } }

const springy: readonly [string, (a: number, b: number) => JointData][] = [
  ['soft weld', (a, b) => weldJoint(a, b, { spring, angularSpring: spring })],
  ['weld with a soft angle', (a, b) => weldJoint(a, b, { angularSpring: spring })],
  ['weld that only damps', (a, b) => weldJoint(a, b, { spring: { stiffness: 0, damping: 1e4 }, angularSpring: spring })],
  ['spring', (a, b) => distanceJoint(a, b, { spring: { ...spring, maxPull: 500, maxPush: 400 } })],
  ['sprung slide', (a, b) => prismaticJoint(a, b, { ...up, spring, limit: { lower: -1, upper: 1 } })],
  ['sprung hinge', (a, b) => revoluteJoint(a, b, { spring })],
  ['wheel', (a, b) => wheelJoint(a, b, { spring, motor: { speed: 0, maxTorque: 5 } })],
  ['drag', (a, b) => motorJoint(a, b, { spring: { ...spring, maxForce: 500 }, angularSpring: { ...spring, maxTorque: 100 } })],
]

describe('what is driven', () => {
  test.each(springy)('a %s falls asleep, and is not taken in anew while nobody writes to it', (name, make) => {
    const t = new JointWorld()
    const post = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.heavy(box(0.5, 0.5), 0, -3, 2)
    t.joint(make(post, body))
    t.step(2)
    let taken = 0
    const { islands } = inner(t.physics).sleep
    const markStale = islands.markStale.bind(islands)
    islands.markStale = () => {
      taken++
      markStale()
    }
    t.step(5)
    expect(taken).toBe(0)
    // That one sinks on.
    if (name === 'weld that only damps') return
    t.seconds(8)
    expect(isSleeping(t.world, body)).toBe(true)
  })

  test('plain writes to the springs of a weld, and to the forces that cap a spring, act in the next step', () => {
    const t = new JointWorld()
    const { Joint } = t.components
    const post = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.heavy(box(0.5, 0.5), 0, 3, 2)
    const weld = t.joint(weldJoint(post, body, { spring, angularSpring: spring }))
    const hung = t.heavy(box(0.5, 0.5), 5, -3, 2)
    const hook = t.add(box(0.1, 0.1), 5, 0, t.components.Static)
    const line = t.joint(distanceJoint(hook, hung, { spring: { hertz: 5, dampingRatio: 1, maxPull: 1000 } }))
    t.seconds(5)
    expect([isSleeping(t.world, body), isSleeping(t.world, hung)]).toEqual([true, true])
    const before = t.y(hung)
    Joint.springHertz[weld] = 1
    Joint.angularHertz[weld] = 1
    Joint.maxPull[line] = 10
    t.seconds(1)
    expect(t.y(hung)).toBeLessThan(before - 1)
    t.seconds(4)
    expect(3 - t.y(body)).toBeCloseTo(10 / (2 * Math.PI) ** 2, 2)
  })

  test('a limit that is switched off plainly holds no more', () => {
    const t = new JointWorld()
    const post = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.heavy(box(0.5, 0.5), 0, -3, 2)
    const rail = t.joint(prismaticJoint(post, body, { ...up, limit: { lower: -1, upper: 1 } }))
    t.seconds(3)
    expect(t.y(body)).toBeCloseTo(-4, 2)
    t.components.Joint.limited[rail] = 0
    t.seconds(1)
    expect(t.y(body)).toBeLessThan(-7)
  })
})

describe('a joint that becomes one of another kind', () => {
  test.each<[string, (a: number, b: number) => JointData]>([
    ['pulley', (a, b) => pulleyJoint(a, b, { groundA: { x: 1, y: 9 }, groundB: { x: 3, y: 9 } })],
    ['hinge with a spring', (a, b) => revoluteJoint(a, b, { spring: { hertz: 2, rest: 0.7 } })],
    ['drag of little force', (a, b) => motorJoint(a, b, { spring: { hertz: 2, maxForce: 3 } })],
  ])('from a %s to a weld, keeps nothing of what it was', (_name, make) => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    const [a, b] = [t.heavy(box(0.5, 0.5), 0, 0, 1e6), t.heavy(circle(0.5), 3, 0, 2)]
    const joint = t.joint(make(a, b))
    t.step(1)
    const { x, y } = { x: t.x(b), y: t.y(b) }
    const angle = t.angle(b) - t.angle(a)
    const { Joint } = t.components
    addComponent(t.world, joint, set(Joint, { ...weldJoint(a, b), springHertz: 0 }))
    t.seconds(2)
    expect(t.angle(b) - t.angle(a)).toBeCloseTo(angle, 2)
    expect(Math.hypot(t.x(b) - x, t.y(b) - y)).toBeLessThan(0.05)
    addComponent(t.world, joint, set(Joint, { ...weldJoint(a, b, { spring: { hertz: 4 } }), maxPush: 0 }))
    t.components.Velocity.y[b] = -10
    t.seconds(3)
    expect(Math.hypot(t.x(b) - x, t.y(b) - y)).toBeLessThan(0.05)
  })
})

test('the springs of a weld pull with no more than their force and torque, which may be written plainly', () => {
  const t = new JointWorld({ gravity: { x: 0, y: 0 }, substeps: 4 })
  const { Joint, Velocity } = t.components
  const post = t.add(box(0.1, 0.1), 0, 9, t.components.Static)
  const body = t.heavy(circle(0.5), 0, 0, 2, 3)
  const weld = t.joint(weldJoint(post, body, { spring: { hertz: 5, maxForce: 4 }, angularSpring: { hertz: 5, maxTorque: 6 } }))
  Velocity.x[body] = 10
  Velocity.angular[body] = 10
  t.seconds(0.5)
  // 4 N slow down 2 kg by 2 m/s², 6 N·m an inertia of 3 by 2 rad/s².
  expect([Velocity.x[body], Velocity.angular[body]].map((v) => Math.abs(v! - 9) < 0.2)).toEqual([true, true])
  Joint.maxPush[weld] = 0
  Joint.maxPull[weld] = 0
  t.seconds(0.05)
  expect(Velocity.x[body]!).toBeLessThan(-100)
})
