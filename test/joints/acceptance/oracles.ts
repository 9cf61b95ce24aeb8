import {
  distanceJoint, gearJoint, getJointReaction, prismaticJoint, pulleyJoint, revoluteJoint, wheelJoint,
} from '../../../src/index.ts'
import { type Conditions, type Experiment, type Reading, UnitWorld } from './conditions.ts'

/** Issue 12, section 4: closed formulas. */
export const ORACLES: Readonly<Record<string, Experiment>> = {
  pendulum, physical, springs, motor, limits, sag, pulley, gear, linkage, momentum,
}

function pendulum(c: Conditions): Reading[] {
  return [[1, 0.1], [2, 0.5], [4, 0.2]].map(([length, radius]) => {
    const t = new UnitWorld(c, c.gravity, { allowSleep: false })
    const swing = 0.05
    const ball = t.body(t.circle(radius!), length! * Math.sin(swing), -length! * Math.cos(swing), 1, 0.5 * radius! * radius!)
    t.joint(revoluteJoint(t.fixed(0, 0), ball, { x: 0, y: 0 }))
    const wanted = 2 * Math.PI * Math.sqrt((length! * length! + 0.5 * radius! * radius!) / (c.gravity * length!))
    return { what: `period of ${length} m`, value: Math.abs(t.period(10 * wanted, () => t.x(ball)) / wanted - 1), bar: 0.01 }
  })
}

function physical(c: Conditions): Reading[] {
  const t = new UnitWorld(c, c.gravity, { allowSleep: false })
  const bar = t.body(t.box(1, 0.2), Math.sin(0.3), -Math.cos(0.3), 1, (2 * 2 + 0.4 * 0.4) / 12)
  t.components.Rotation.angle[bar] = 0.3 - Math.PI / 2
  t.joint(revoluteJoint(t.fixed(0, 0), bar, { x: 0, y: 0 }))
  const inertia = (2 * 2 + 0.4 * 0.4) / 12 + 1
  const wanted = 2 * Math.PI * Math.sqrt(inertia / c.gravity) * (1 + 0.3 ** 2 / 16 + (11 * 0.3 ** 4) / 3072)
  return [{ what: 'period', value: Math.abs(t.period(10 * wanted, () => t.x(bar)) / wanted - 1), bar: 0.01 }]
}

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

/** Of 1 hertz; how far it is off the formula, as a part of where it was let go. */
function springs(c: Conditions): Reading[] {
  return [0.1, 0.3, 0.7, 1, 2].flatMap((dampingRatio) => (['distance', 'distance by stiffness', 'prismatic', 'revolute'] as const).map((kind) => {
    const t = new UnitWorld(c, 0, { allowSleep: false })
    const ground = t.fixed(0, 0)
    const body = t.body(t.box(0.5, 0.5), 5, 0, 3, 0.5)
    const spring = { hertz: 1, dampingRatio }
    const w = 2 * Math.PI
    const byStiffness = { stiffness: 3 * w * w, damping: 2 * dampingRatio * w * 3 }
    if (kind === 'distance by stiffness') t.joint(distanceJoint(ground, body, { spring: { ...byStiffness, rest: 4 * c.unit } }))
    if (kind === 'distance') t.joint(distanceJoint(ground, body, { spring: { ...spring, rest: 4 * c.unit } }))
    if (kind === 'prismatic') t.joint(prismaticJoint(ground, body, { axis: { x: 1, y: 0 }, spring: { ...spring, rest: -c.unit } }))
    if (kind === 'revolute') t.joint(revoluteJoint(ground, body, { x: 5 * c.unit, y: 0, spring: { ...spring, rest: -1 } }))
    let worst = 0
    t.run(3, (time) => {
      const place = kind === 'revolute' ? t.angle(body) + 1 : t.mx(body) - 4
      worst = Math.max(worst, Math.abs(place - oscillator(1, dampingRatio, time)))
    })
    return { what: `${kind}, damping ratio ${dampingRatio}`, value: worst, bar: 0.03 }
  }))
}

function motor(c: Conditions): Reading[] {
  const t = new UnitWorld(c, c.gravity)
  const u2 = c.unit * c.unit
  const wheel = t.body(t.circle(1), 0, 0, 2, 4)
  const joint = t.joint(revoluteJoint(t.fixed(0, 0), wheel, { x: 0, y: 0, motor: { speed: 6, maxTorque: 8 * u2 } }))
  t.run(1)
  const speed = t.components.Velocity.angular[wheel]!
  const torque = getJointReaction(t.world, joint).torque / u2
  t.run(3)
  return [
    { what: 'speed after a second', value: Math.abs(speed - 2), bar: 1e-3 },
    { what: 'torque', value: Math.abs(torque - 8), bar: 1e-2 },
    { what: 'speed at the end', value: Math.abs(t.components.Velocity.angular[wheel]! - 6), bar: 1e-3 },
  ]
}

/** Radians and metres past a limit, and the speed that is left. */
function limits(c: Conditions): Reading[] {
  return [1, 10, 100].flatMap((speed) => {
    const t = new UnitWorld(c, 0, { allowSleep: false })
    const { Velocity } = t.components
    const ground = t.fixed(0, 0)
    const arm = t.body(t.capsule(0.5, 0.1), 0, 0, 1, 0.1)
    t.joint(revoluteJoint(ground, arm, { x: 0, y: 0, limit: { lower: -15, upper: 20 } }))
    Velocity.angular[arm] = speed
    const slider = t.body(t.box(0.3, 0.3), 2, 0)
    t.joint(prismaticJoint(ground, slider, { limit: { lower: -c.unit, upper: 3 * c.unit } }))
    Velocity.x[slider] = speed * c.unit
    let [turned, slid] = [-Infinity, -Infinity]
    // No body turns by more than an eighth of a turn in a substep.
    t.run(20 / Math.min(speed, c.hz * c.substeps * 0.75) + 0.5, () => {
      turned = Math.max(turned, t.angle(arm) - 20)
      slid = Math.max(slid, t.mx(slider) - 5)
    })
    return [
      { what: `hinge at ${speed} rad/s`, value: turned, bar: 0.01 },
      { what: `hinge at ${speed} rad/s: what is left`, value: Math.abs(Velocity.angular[arm]!), bar: 1e-3 },
      { what: `hinge at ${speed} rad/s: rests at the limit`, value: Math.abs(t.angle(arm) - 20), bar: 0.01 },
      { what: `slide at ${speed} m/s`, value: slid, bar: 0.01 },
      { what: `slide at ${speed} m/s: what is left`, value: Math.abs(Velocity.x[slider]! / c.unit), bar: 1e-3 },
      { what: `slide at ${speed} m/s: rests at the limit`, value: Math.abs(t.mx(slider) - 5), bar: 0.01 },
    ]
  })
}

function sag(c: Conditions): Reading[] {
  const t = new UnitWorld(c, c.gravity)
  const wheel = t.body(t.circle(0.5), 0, -3, 5)
  const joint = t.joint(wheelJoint(t.fixed(0, 0), wheel, { spring: { hertz: 2, dampingRatio: 1 } }))
  t.run(4)
  const wanted = c.gravity / (4 * Math.PI) ** 2
  return [
    { what: 'mg/k', value: Math.abs((-3 - t.my(wheel)) / wanted - 1), bar: 0.01 },
    { what: 'off its axis', value: Math.abs(t.mx(wheel)), bar: 0.001 },
    { what: 'force', value: Math.abs(getJointReaction(t.world, joint).y / (5 * c.gravity * c.unit) - 1), bar: 0.01 },
  ]
}

/** A machine of Atwood with a tackle. */
function pulley(c: Conditions): Reading[] {
  return [1, 2, 0.5].flatMap((ratio) => {
    const t = new UnitWorld(c, c.gravity)
    const one = t.body(t.box(0.2, 0.2), -1, 0, 3)
    const two = t.body(t.box(0.2, 0.2), 1, 0, 2)
    const joint = t.joint(pulleyJoint(one, two, { groundA: t.point(-1, 6), groundB: t.point(1, 6), ratio }))
    // 3 (g − a) = T, 2 (g + b) … with one's way down x: two goes up by x / ratio.
    const down = (c.gravity * (3 - 2 / ratio)) / (3 + 2 / (ratio * ratio))
    const seconds = 0.5 * Math.sqrt(10 / c.gravity)
    t.run(seconds)
    const time = Math.round(seconds * c.hz) / c.hz
    const { Velocity } = t.components
    const sum = 6 - t.my(one) + ratio * (6 - t.my(two))
    return [
      { what: `ratio ${ratio}: acceleration`, value: Math.abs(Velocity.y[one]! / c.unit / (-down * time) - 1), bar: 0.01 },
      { what: `ratio ${ratio}: the other side`, value: Math.abs((Velocity.y[two]! * ratio) / Velocity.y[one]! + 1), bar: 0.01 },
      { what: `ratio ${ratio}: tension`, value: Math.abs(getJointReaction(t.world, joint).y / (ratio * 3 * (c.gravity - down) * c.unit) - 1), bar: 0.02 },
      { what: `ratio ${ratio}: length`, value: Math.abs(sum / (6 + 6 * ratio) - 1), bar: 0.002 },
    ]
  })
}

function gear(c: Conditions): Reading[] {
  const wheels = [1, 2, -0.5].flatMap((ratio) => {
    const t = new UnitWorld(c, 0, { allowSleep: false })
    const u2 = c.unit * c.unit
    const ground = t.fixed(0, 5)
    const [one, two] = [t.body(t.circle(1), -2, 0, 1, 2), t.body(t.circle(1), 2, 0, 1, 3)]
    const a = t.joint(revoluteJoint(ground, one, { ...t.point(-2, 0), motor: { speed: 100, maxTorque: 4 * u2 } }))
    const b = t.joint(revoluteJoint(ground, two, t.point(2, 0)))
    t.joint(gearJoint(a, b, { ratio }))
    t.run(2)
    return [
      { what: `ratio ${ratio}: speed`, value: Math.abs(t.components.Velocity.angular[one]! / (8 / (2 + 3 / ratio ** 2)) - 1), bar: 0.01 },
      { what: `ratio ${ratio}: the other wheel`, value: Math.abs(t.angle(one) + ratio * t.angle(two)), bar: 0.01 },
    ]
  })
  const t = new UnitWorld(c, 0, { allowSleep: false })
  const ground = t.fixed(0, 5)
  const [wheel, rack] = [t.body(t.circle(1), -2, 0, 1, 0.5), t.body(t.box(2, 0.1), 2, 0)]
  const a = t.joint(revoluteJoint(ground, wheel, t.point(-2, 0)))
  const b = t.joint(prismaticJoint(ground, rack, { ...t.point(2, 0), axis: { x: 1, y: 0 } }))
  t.joint(gearJoint(a, b, { ratio: 4 / c.unit }))
  t.components.Velocity.angular[wheel] = 2
  t.run(2)
  return [...wheels, { what: 'rack and pinion', value: Math.abs((t.mx(rack) - 2) * 4 + t.angle(wheel)) + (t.angle(wheel) > 0.1 ? 0 : 1), bar: 0.01 }]
}

/** Bars of 1, 2.5 and 2 on pivots 2 apart: a crank that is driven, a coupler, a rocker. */
function linkage(c: Conditions): Reading[] {
  const [crank, coupler, rocker, base] = [1, 2.5, 2, 2]
  const t = new UnitWorld(c, 0, { allowSleep: false })
  const ground = t.fixed(0, -5)
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
    const length = Math.hypot(x2 - x1, y2 - y1)
    const body = t.body(t.box(0.5 * length, 0.05), 0.5 * (x1 + x2), 0.5 * (y1 + y2), 0.1 * length)
    t.components.CollisionFilter.mask[body] = 0
    t.components.Rotation.angle[body] = Math.atan2(y2 - y1, x2 - x1)
    return body
  }
  const { px, py, x, y } = meet(1)
  const [one, two, three] = [bar(0, 0, px, py), bar(px, py, x, y), bar(base, 0, x, y)]
  t.joint(revoluteJoint(ground, one, { x: 0, y: 0, motor: { speed: 1.5, maxTorque: 1e4 * c.unit * c.unit } }))
  t.joint(revoluteJoint(one, two, t.point(px, py)))
  t.joint(revoluteJoint(two, three, t.point(x, y)))
  t.joint(revoluteJoint(ground, three, t.point(base, 0)))
  let worst = 0
  t.run(10, () => {
    const wanted = meet(t.angle(one))
    const [tipX, tipY] = t.spot(three, 0.5 * rocker, 0)
    worst = Math.max(worst, Math.hypot(tipX - wanted.x, tipY - wanted.y))
  })
  return [
    { what: 'metres off', value: worst, bar: 0.002 },
    { what: 'angle of the crank', value: Math.abs(t.angle(one) - 16), bar: 0.005 },
  ]
}

/** A free row of links with limits and springs, for 10,000 steps. */
function momentum(c: Conditions): Reading[] {
  const t = new UnitWorld(c, 0, { allowSleep: false })
  const { Velocity } = t.components
  const inertia = (0.8 ** 2 + 0.2 ** 2) / 12
  const bodies = Array.from({ length: 8 }, (_, i) => t.body(t.box(0.4, 0.1), i, 0, 1, inertia))
  for (let i = 0; i < 7; i++) {
    t.joint(revoluteJoint(bodies[i]!, bodies[i + 1]!, { ...t.point(i + 0.5, 0), limit: { lower: -1, upper: 1 }, spring: { hertz: 1, dampingRatio: 0.1 } }))
  }
  Velocity.y[bodies[0]!] = 3 * c.unit
  Velocity.x[bodies[7]!] = -c.unit
  const sums = () => {
    let [px, py, l] = [0, 0, 0]
    const cx = bodies.reduce((sum, b) => sum + t.mx(b) / 8, 0)
    const cy = bodies.reduce((sum, b) => sum + t.my(b) / 8, 0)
    for (const b of bodies) {
      const [vx, vy] = [Velocity.x[b]! / c.unit, Velocity.y[b]! / c.unit]
      px += vx
      py += vy
      l += (t.mx(b) - cx) * vy - (t.my(b) - cy) * vx + inertia * Velocity.angular[b]!
    }
    return [px, py, l]
  }
  const before = sums()
  t.step(10_000)
  const after = sums()
  return [
    { what: 'momentum', value: Math.max(Math.abs(after[0]! - before[0]!), Math.abs(after[1]! - before[1]!)), bar: 2e-3 },
    { what: 'angular momentum', value: Math.abs(after[2]! / before[2]! - 1), bar: 0.01 },
  ]
}
