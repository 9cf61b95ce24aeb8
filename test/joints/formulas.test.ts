import { describe, expect, test } from 'vitest'
import {
  box, capsule, circle, distanceJoint, getJointReaction, motorJoint, prismaticJoint, pulleyJoint, revoluteJoint, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const G = 10

/** How far out a spring to 2 swings next, between steps, and goes on to where it is slower again. */
function farthest(t: JointWorld, body: number, hertz: number): number {
  let [before, last, most] = [0, t.x(body) - 2, 0]
  for (let i = 0; i < 240 / hertz && most === 0; i++) {
    t.step()
    const now = t.x(body) - 2
    const rise = 0.5 * (now - before)
    if (i > 1 && last > 0 && last >= before && last > now) most = last + 0.25 * rise * (now - before) / (2 * last - now - before)
    ;[before, last] = [last, now]
  }
  return most
}

describe('springs', () => {
  test('a largest pull and push cap it', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.heavy(box(0.5, 0.5), 5, 0, 2)
    const joint = t.joint(distanceJoint(ground, body, { spring: { hertz: 5, rest: 1, maxPull: 3 } }))
    t.seconds(0.5)
    expect(t.components.Velocity.x[body]).toBeCloseTo((-3 / 2) * 0.5, 5)
    expect(getJointReaction(t.world, joint).x).toBeCloseTo(-3, 4)
  })

  test.each([
    [0.5, 4], [2, 4], [5, 4], [5, 8], [10, 12],
  ])('of %f Hz at %i substeps are damped as asked, but for the least that acts', (hertz, substeps) => {
    for (const ratio of [0, 0.2, 0.4]) {
      const t = new JointWorld({ gravity: { x: 0, y: 0 }, allowSleep: false, substeps })
      const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
      const body = t.heavy(circle(0.1), 3, 0, 1)
      t.joint(distanceJoint(ground, body, { spring: { hertz, dampingRatio: ratio, rest: 2 } }))
      const [first, second] = [farthest(t, body, hertz), farthest(t, body, hertz)]
      const lost = Math.log(first / second)
      const least = 2 * Math.PI * hertz / (60 * substeps)
      const part = lost / Math.hypot(2 * Math.PI, lost) / Math.max(ratio, least)
      expect(part).toBeGreaterThan(0.93)
      expect(part).toBeLessThan(1.07)
    }
  })

  test('a suspension sags by mg/k and holds the weight', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const hertz = 2
    const wheel = t.heavy(circle(0.5), 0, -3, 5)
    const joint = t.joint(wheelJoint(ground, wheel, { spring: { hertz, dampingRatio: 1 } }))
    t.seconds(4)
    expect(-3 - t.y(wheel)).toBeCloseTo(G / (2 * Math.PI * hertz) ** 2, 3)
    expect(t.x(wheel)).toBeCloseTo(0, 5)
    expect(getJointReaction(t.world, joint).y).toBeCloseTo(5 * G, 1)
  })

  test('a soft weld is a spring in both', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.heavy(box(0.5, 0.5), 0, 3, 2)
    t.joint(weldJoint(ground, body, { spring: { hertz: 1, dampingRatio: 1 }, angularSpring: { hertz: 1, dampingRatio: 1 } }))
    t.seconds(5)
    expect(3 - t.y(body)).toBeCloseTo(G / (2 * Math.PI) ** 2, 2)
    expect(t.angle(body)).toBeCloseTo(0, 4)
  })
})

describe('motors', () => {
  test('force against mass on a slide, and against gravity', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const lift = t.heavy(box(0.5, 0.5), 3, 0, 2)
    const joint = t.joint(prismaticJoint(ground, lift, { axis: { x: 0, y: 1 }, motor: { speed: 5, maxForce: 30 } }))
    t.seconds(0.5)
    // 30 N up less 20 N of weight.
    expect(t.components.Velocity.y[lift]).toBeCloseTo(2.5, 3)
    t.seconds(2)
    expect(t.components.Velocity.y[lift]).toBeCloseTo(5, 3)
    expect(getJointReaction(t.world, joint).y).toBeCloseTo(20, 1)
    expect(t.x(lift)).toBeCloseTo(3, 4)
  })

  test('a plain write to the speed acts in the next step, and wakes what sleeps', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const wheel = t.add(circle(1), 0, 0)
    const joint = t.joint(revoluteJoint(ground, wheel, { x: 0, y: 0, motor: { speed: 0, maxTorque: 1000 } }))
    t.seconds(2)
    expect(t.physics.stats.awake).toBe(0)
    t.components.Joint.speed[joint] = -3
    t.step()
    expect(t.components.Velocity.angular[wheel]).toBeCloseTo(-3, 3)
  })

  test('a motor joint drags with no more than its force, and pulls to its place', () => {
    const t = new JointWorld()
    const hand = t.add(box(0.1, 0.1), 0, 5, t.components.Kinematic)
    const body = t.heavy(box(0.5, 0.5), 0, 5, 2)
    t.joint(motorJoint(hand, body, { spring: { hertz: 4, dampingRatio: 1, maxForce: 15 } }))
    // It has sagged until the spring pulls with all it may.
    t.seconds(1)
    const before = t.components.Velocity.y[body]!
    t.seconds(1)
    // 20 N of weight, 15 N of pull.
    expect(t.components.Velocity.y[body]! - before).toBeCloseTo(-2.5, 3)
    const strong = new JointWorld()
    const anchor = strong.add(box(0.1, 0.1), 0, 5, strong.components.Kinematic)
    const held = strong.heavy(box(0.5, 0.5), 3, 5, 2)
    strong.joint(motorJoint(anchor, held, { x: 3, y: 5, spring: { hertz: 4, dampingRatio: 1, maxForce: 1000 } }))
    strong.components.Position.x[anchor] = 2
    strong.seconds(2)
    expect(strong.x(held)).toBeCloseTo(5, 2)
  })

  test('its angular spring pulls with no more than its torque', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static, t.components.Sensor)
    const wheel = t.heavy(circle(0.5), 0, 0, 2, 3)
    t.components.Velocity.angular[wheel] = 10
    t.joint(motorJoint(ground, wheel, { angularSpring: { hertz: 10, dampingRatio: 1, maxTorque: 6 } }))
    t.seconds(0.5)
    // 6 N·m slow down an inertia of 3 by 2 rad/s².
    expect(t.components.Velocity.angular[wheel]).toBeCloseTo(9, 5)
  })

  test('a motor joint with speed 0 is friction', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    const ground = t.add(box(0.1, 0.1), 0, 9, t.components.Static)
    const body = t.heavy(box(0.5, 0.5), 0, 0, 2, 1)
    t.components.Velocity.x[body] = 4
    t.components.Velocity.angular[body] = 3
    t.joint(motorJoint(ground, body, { motor: { maxForce: 4, maxTorque: 2 } }))
    t.seconds(1)
    expect(t.components.Velocity.x[body]).toBeCloseTo(2, 3)
    expect(t.components.Velocity.angular[body]).toBeCloseTo(1, 3)
    t.seconds(2)
    expect(t.components.Velocity.x[body]).toBeCloseTo(0, 5)
  })
})

describe('limits', () => {
  test.each([1, 10, 100])('of an angle over several turns hold without bouncing at %d rad/s', (speed) => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const arm = t.add(capsule(0.5, 0.1), 0, 0)
    t.joint(revoluteJoint(ground, arm, { x: 0, y: 0, limit: { lower: -15, upper: 20 } }))
    for (const [sign, end] of [[1, 20], [-1, -15]] as const) {
      t.components.Velocity.angular[arm] = sign * speed
      let most = -Infinity
      for (let i = 0; i < (60 * 40) / speed + 30; i++) {
        t.step()
        most = Math.max(most, sign * t.angle(arm))
      }
      expect(most).toBeLessThan(sign * end + 0.01)
      expect(t.angle(arm)).toBeCloseTo(end, 2)
      expect(t.components.Velocity.angular[arm]).toBeCloseTo(0, 4)
    }
  })

  test.each([1, 10, 100])('of a slide at %d m/s', (speed) => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.add(box(0.3, 0.3), 2, 0)
    t.joint(prismaticJoint(ground, body, { limit: { lower: -1, upper: 3 } }))
    t.components.Velocity.x[body] = speed
    t.seconds(4 / speed + 0.5)
    expect(t.x(body)).toBeCloseTo(5, 2)
    expect(t.components.Velocity.x[body]).toBeCloseTo(0, 4)
  })

  test('a rope is slack until it is taut', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.heavy(box(0.3, 0.3), 0, -1, 2)
    const joint = t.joint(distanceJoint(ground, body, { limit: { lower: 0, upper: 3 } }))
    t.seconds(0.5)
    expect(t.y(body)).toBeCloseTo(-1 - 0.5 * G * 0.25, 1)
    expect(getJointReaction(t.world, joint).y).toBe(0)
    t.seconds(2)
    expect(t.y(body)).toBeCloseTo(-3, 2)
    expect(getJointReaction(t.world, joint).y).toBeCloseTo(20, 2)
  })
})

describe('pulleys', () => {
  test('a ratio of 2 balances twice the weight on the side of B', () => {
    const t = new JointWorld()
    const one = t.heavy(box(0.2, 0.2), -1, 0, 1)
    const two = t.heavy(box(0.2, 0.2), 1, 0, 2)
    t.joint(pulleyJoint(one, two, { groundA: { x: -1, y: 5 }, groundB: { x: 1, y: 5 }, ratio: 2 }))
    t.seconds(1)
    expect([t.y(one), t.y(two)].map((y) => Math.abs(y) < 1e-2)).toEqual([true, true])
    t.components.Velocity.y[two] = 1
    t.seconds(0.5)
    expect(t.components.Velocity.y[one]! / t.components.Velocity.y[two]!).toBeCloseTo(-2, 2)
  })

  test('goes slack where nothing pulls', () => {
    const t = new JointWorld()
    const falls = t.heavy(box(0.2, 0.2), -1, 0, 1)
    const lies = t.heavy(box(0.2, 0.2), 1, 0, 1)
    t.add(box(1, 0.1), 2, -0.3, t.components.Static)
    const joint = t.joint(pulleyJoint(falls, lies, { groundA: { x: -1, y: 5 }, groundB: { x: 1, y: 5 }, length: 14 }))
    t.seconds(0.5)
    expect(getJointReaction(t.world, joint).y).toBe(0)
    expect(t.y(falls)).toBeCloseTo(-0.5 * G * 0.25, 1)
  })
})

describe('reactions', () => {
  test('force and torque upon B, in newtons and newton-meters', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const beam = t.heavy(box(1, 0.1), 1, 0, 3)
    const weld = t.joint(weldJoint(ground, beam, { x: 0, y: 0 }))
    t.seconds(1)
    const { x, y, torque } = getJointReaction(t.world, weld)
    expect(x).toBeCloseTo(0, 2)
    expect(y).toBeCloseTo(30, 1)
    // About its anchor: the weight turns the beam down by 3 · 10 · 1.
    expect(torque).toBeCloseTo(30, 0)
  })

  test('of a rod under a weight, and the other way round', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.heavy(box(0.1, 0.1), 0, -2, 4)
    const rod = t.joint(distanceJoint(body, ground))
    t.seconds(1)
    // Upon B, the ground: down.
    expect(getJointReaction(t.world, rod).y).toBeCloseTo(-40, 2)
  })
})
