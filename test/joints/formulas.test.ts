import { describe, expect, test } from 'vitest'
import {
  box, capsule, circle, distanceJoint, gearJoint, getJointReaction, motorJoint, prismaticJoint, pulleyJoint, revoluteJoint, weldJoint, wheelJoint,
} from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const G = 10

/** The mean time between the first and the last crossing. */
function period(times: readonly number[]): number {
  expect(times.length).toBeGreaterThan(3)
  return (times.at(-1)! - times[0]!) / (times.length - 1)
}

describe('pendulums', () => {
  test.each([[1, 0.1], [2, 0.5], [4, 0.2]])('a disc on a hinge of %d m, radius %d', (length, radius) => {
    const t = new JointWorld({ allowSleep: false })
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const swing = 0.05
    const ball = t.add(circle(radius), length * Math.sin(swing), -length * Math.cos(swing))
    t.joint(revoluteJoint(ground, ball, { x: 0, y: 0 }))
    // The disc turns with the pendulum.
    const wanted = 2 * Math.PI * Math.sqrt((length * length + 0.5 * radius * radius) / (G * length))
    const found = period(t.crossings(10 * wanted, () => t.x(ball)))
    expect(Math.abs(found / wanted - 1)).toBeLessThan(0.01)
  })

  test('a physical pendulum: a box on its corner, with the amplitude taken in', () => {
    const t = new JointWorld({ allowSleep: false })
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const bar = t.add(box(1, 0.2), 1 * Math.sin(0.3), -1 * Math.cos(0.3))
    t.components.Rotation.angle[bar] = 0.3 - Math.PI / 2
    t.joint(revoluteJoint(ground, bar, { x: 0, y: 0 }))
    // Inertia about the hinge for a mass of 1: (w² + h²) / 12 + d².
    const inertia = (2 * 2 + 0.4 * 0.4) / 12 + 1
    const wanted = 2 * Math.PI * Math.sqrt(inertia / G) * (1 + 0.3 ** 2 / 16 + (11 * 0.3 ** 4) / 3072)
    const found = period(t.crossings(10 * wanted, () => t.x(bar)))
    expect(Math.abs(found / wanted - 1)).toBeLessThan(0.01)
  })

  test.each([[1, 0.02], [Math.PI / 2, 0.03]])('a double pendulum let go at %d rad keeps its energy for 20 s and its rods their lengths', (swing, most) => {
    const t = new JointWorld({ allowSleep: false })
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static, t.components.Sensor)
    const bodies = [1, 2].map((n) => t.add(circle(0.1), n * Math.sin(swing), -n * Math.cos(swing)))
    t.joint(revoluteJoint(ground, bodies[0]!, { x: 0, y: 0 }))
    t.joint(revoluteJoint(bodies[0]!, bodies[1]!, { x: Math.sin(swing), y: -Math.cos(swing) }))
    const mass = Math.PI * 0.01
    const { Velocity } = t.components
    const energy = () => bodies.reduce((sum, b, i) => {
      const kinetic = Velocity.x[b]! ** 2 + Velocity.y[b]! ** 2 + 0.5 * 0.01 * Velocity.angular[b]! ** 2
      return sum + mass * (0.5 * kinetic + G * (t.y(b) + i + 1))
    }, 0)
    const before = energy()
    let drift = 0
    let stretch = 0
    for (let i = 0; i < 1200; i++) {
      t.step()
      drift = Math.max(drift, Math.abs(energy() / before - 1))
      stretch = Math.max(stretch, Math.abs(Math.hypot(t.x(bodies[0]!), t.y(bodies[0]!)) - 1))
    }
    expect(drift).toBeLessThan(most)
    expect(stretch).toBeLessThan(0.005)
  })
})

describe('springs', () => {
  /** The place of a damped oscillator that was let go at 1. */
  function oscillator(hertz: number, ratio: number, time: number): number {
    const w = 2 * Math.PI * hertz
    if (ratio === 1) return (1 + w * time) * Math.exp(-w * time)
    if (ratio > 1) {
      const root = w * Math.sqrt(ratio * ratio - 1)
      const [fast, slow] = [ratio * w + root, ratio * w - root]
      return (fast * Math.exp(-slow * time) - slow * Math.exp(-fast * time)) / (fast - slow)
    }
    const d = w * Math.sqrt(1 - ratio * ratio)
    return Math.exp(-ratio * w * time) * (Math.cos(d * time) + (ratio * w * Math.sin(d * time)) / d)
  }

  test.each([0.1, 0.3, 0.7, 1, 2])('swing and decay with damping ratio %d', (dampingRatio) => {
    for (const kind of ['distance', 'prismatic', 'revolute'] as const) {
      // Implicit integration damps by itself: substeps make it small.
      const t = new JointWorld({ gravity: { x: 0, y: 0 }, substeps: 32, allowSleep: false })
      const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
      const body = t.add(box(0.5, 0.5), 5, 0)
      const spring = { hertz: 1, dampingRatio }
      if (kind === 'distance') t.joint(distanceJoint(ground, body, { spring: { ...spring, rest: 4 } }))
      if (kind === 'prismatic') t.joint(prismaticJoint(ground, body, { axis: { x: 1, y: 0 }, spring: { ...spring, rest: -1 } }))
      if (kind === 'revolute') t.joint(revoluteJoint(ground, body, { x: 5, y: 0, spring: { ...spring, rest: -1 } }))
      let worst = 0
      for (let i = 1; i <= 180; i++) {
        t.step()
        const place = kind === 'revolute' ? t.angle(body) + 1 : t.x(body) - 4
        worst = Math.max(worst, Math.abs(place - oscillator(1, dampingRatio, i / 60)))
      }
      expect([kind, worst < 0.02]).toEqual([kind, true])
    }
  })

  test('by stiffness and damping it is the same spring, whatever the mass', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 }, substeps: 32, allowSleep: false })
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.heavy(box(0.5, 0.5), 5, 0, 3)
    const w = 2 * Math.PI
    t.joint(distanceJoint(ground, body, { spring: { stiffness: 3 * w * w, damping: 2 * 0.3 * w * 3, rest: 4 } }))
    let worst = 0
    for (let i = 1; i <= 180; i++) {
      t.step()
      worst = Math.max(worst, Math.abs(t.x(body) - 4 - oscillator(1, 0.3, i / 60)))
    }
    expect(worst).toBeLessThan(0.02)
  })

  test('a largest pull and push cap it', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 } })
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const body = t.heavy(box(0.5, 0.5), 5, 0, 2)
    const joint = t.joint(distanceJoint(ground, body, { spring: { hertz: 5, rest: 1, maxPull: 3 } }))
    t.seconds(0.5)
    expect(t.components.Velocity.x[body]).toBeCloseTo((-3 / 2) * 0.5, 5)
    expect(getJointReaction(t.world, joint).x).toBeCloseTo(-3, 4)
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
  test('torque against inertia, up to the speed', () => {
    const t = new JointWorld()
    const ground = t.add(box(0.1, 0.1), 0, 0, t.components.Static)
    const wheel = t.heavy(circle(1), 0, 0, 2, 4)
    const joint = t.joint(revoluteJoint(ground, wheel, { x: 0, y: 0, motor: { speed: 6, maxTorque: 8 } }))
    t.seconds(1)
    expect(t.components.Velocity.angular[wheel]).toBeCloseTo(2, 4)
    expect(getJointReaction(t.world, joint).torque).toBeCloseTo(8, 3)
    t.seconds(3)
    expect(t.components.Velocity.angular[wheel]).toBeCloseTo(6, 4)
    expect(getJointReaction(t.world, joint).torque).toBeCloseTo(0, 3)
  })

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
  test('a machine of Atwood: the acceleration, the tension, the length', () => {
    const t = new JointWorld()
    const heavy = t.heavy(box(0.2, 0.2), -1, 0, 3)
    const light = t.heavy(box(0.2, 0.2), 1, 0, 1)
    const joint = t.joint(pulleyJoint(heavy, light, { groundA: { x: -1, y: 5 }, groundB: { x: 1, y: 5 } }))
    t.seconds(0.5)
    // (m1 - m2) / (m1 + m2) g, and 2 m1 m2 / (m1 + m2) g.
    expect(t.components.Velocity.y[heavy]).toBeCloseTo(-5 * 0.5, 3)
    expect(t.components.Velocity.y[light]).toBeCloseTo(5 * 0.5, 3)
    expect(getJointReaction(t.world, joint).y).toBeCloseTo(15, 1)
    expect(5 - t.y(heavy) + (5 - t.y(light))).toBeCloseTo(10, 2)
  })

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

describe('gears', () => {
  test.each([1, 2, -0.5])('two wheels with a ratio of %d turn in it, with the inertia of both', (ratio) => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
    const ground = t.add(box(0.1, 0.1), 0, 5, t.components.Static)
    const one = t.heavy(circle(1), -2, 0, 1, 2)
    const two = t.heavy(circle(1), 2, 0, 1, 3)
    const a = t.joint(revoluteJoint(ground, one, { x: -2, y: 0, motor: { speed: 100, maxTorque: 4 } }))
    const b = t.joint(revoluteJoint(ground, two, { x: 2, y: 0 }))
    t.joint(gearJoint(a, b, { ratio }))
    t.seconds(2)
    const { angular } = t.components.Velocity
    // q1 + ratio q2 stays: 4 = (2 + 3 / ratio²) α.
    expect(angular[one]).toBeCloseTo((2 * 4) / (2 + 3 / ratio ** 2), 2)
    expect(t.angle(one) + ratio * t.angle(two)).toBeCloseTo(0, 2)
  })

  test('a rack and pinion', () => {
    const t = new JointWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
    const ground = t.add(box(0.1, 0.1), 0, 5, t.components.Static)
    const wheel = t.add(circle(1), -2, 0)
    const rack = t.add(box(2, 0.1), 2, 0)
    const a = t.joint(revoluteJoint(ground, wheel, { x: -2, y: 0 }))
    const b = t.joint(prismaticJoint(ground, rack, { axis: { x: 1, y: 0 } }))
    t.joint(gearJoint(a, b, { ratio: 4 }))
    t.components.Velocity.angular[wheel] = 2
    t.seconds(2)
    expect(t.angle(wheel)).toBeGreaterThan(0.1)
    expect((t.x(rack) - 2) * 4).toBeCloseTo(-t.angle(wheel), 2)
  })
})

test('a four-bar linkage goes where its closed formula says', () => {
  // Bars of 1, 2.5 and 2 on pivots 2 apart: a crank, a coupler, a rocker.
  const [crank, coupler, rocker, base] = [1, 2.5, 2, 2]
  const t = new JointWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
  const ground = t.add(box(0.1, 0.1), 0, -5, t.components.Static)
  /** Where coupler and rocker meet when the crank is at an angle: two circles. */
  const meet = (angle: number) => {
    const [px, py] = [crank * Math.cos(angle), crank * Math.sin(angle)]
    const [dx, dy] = [base - px, -py]
    const d = Math.hypot(dx, dy)
    const along = (coupler ** 2 - rocker ** 2 + d * d) / (2 * d)
    const up = Math.sqrt(coupler ** 2 - along * along)
    return { px, py, x: px + (along * dx - up * dy) / d, y: py + (along * dy + up * dx) / d }
  }
  const bar = (x1: number, y1: number, x2: number, y2: number) => {
    const body = t.add(box(0.5 * Math.hypot(x2 - x1, y2 - y1), 0.05), 0.5 * (x1 + x2), 0.5 * (y1 + y2), t.components.Sensor)
    t.components.Rotation.angle[body] = Math.atan2(y2 - y1, x2 - x1)
    return body
  }
  const { px, py, x, y } = meet(1)
  const [one, two, three] = [bar(0, 0, px, py), bar(px, py, x, y), bar(base, 0, x, y)]
  t.joint(revoluteJoint(ground, one, { x: 0, y: 0, motor: { speed: 1.5, maxTorque: 1e4 } }))
  t.joint(revoluteJoint(one, two, { x: px, y: py }))
  t.joint(revoluteJoint(two, three, { x, y }))
  t.joint(revoluteJoint(ground, three, { x: base, y: 0 }))
  let worst = 0
  for (let i = 0; i < 600; i++) {
    t.step()
    const wanted = meet(t.angle(one))
    const tipX = t.x(three) + 0.5 * rocker * Math.cos(t.angle(three))
    const tipY = t.y(three) + 0.5 * rocker * Math.sin(t.angle(three))
    worst = Math.max(worst, Math.hypot(tipX - wanted.x, tipY - wanted.y))
  }
  expect(t.angle(one)).toBeGreaterThan(14)
  expect(worst).toBeLessThan(0.02)
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

test('a free system of joints keeps its momentum for 10,000 steps', () => {
  const t = new JointWorld({ gravity: { x: 0, y: 0 }, allowSleep: false })
  const bodies: number[] = []
  for (let i = 0; i < 8; i++) bodies.push(t.add(box(0.4, 0.1), i, 0))
  for (let i = 0; i < 7; i++) {
    t.joint(revoluteJoint(bodies[i]!, bodies[i + 1]!, { x: i + 0.5, y: 0, limit: { lower: -1, upper: 1 }, spring: { hertz: 1, dampingRatio: 0.1 } }))
  }
  const { Velocity } = t.components
  Velocity.y[bodies[0]!] = 3
  Velocity.x[bodies[7]!] = -1
  const mass = 0.8 * 0.2
  const inertia = (mass * (0.8 ** 2 + 0.2 ** 2)) / 12
  const momentum = () => {
    let [px, py, l] = [0, 0, 0]
    const cx = bodies.reduce((sum, b) => sum + t.x(b) / 8, 0)
    const cy = bodies.reduce((sum, b) => sum + t.y(b) / 8, 0)
    for (const b of bodies) {
      px += mass * Velocity.x[b]!
      py += mass * Velocity.y[b]!
      l += mass * ((t.x(b) - cx) * Velocity.y[b]! - (t.y(b) - cy) * Velocity.x[b]!) + inertia * Velocity.angular[b]!
    }
    return [px, py, l]
  }
  const before = momentum()
  t.step(10000)
  const after = momentum()
  expect(Math.abs(after[0]! - before[0]!)).toBeLessThan(1e-3 * mass)
  expect(Math.abs(after[1]! - before[1]!)).toBeLessThan(1e-3 * mass)
  expect(Math.abs(after[2]! / before[2]! - 1)).toBeLessThan(0.01)
})
