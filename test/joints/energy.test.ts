import { addComponent, addComponents, removeComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { type JointData, box, capsule, circle, distanceJoint, prismaticJoint, revoluteJoint, stepPhysics, weldJoint, wheelJoint } from '../../src/index.ts'
import { whole } from '../support/soak.ts'
import { JointWorld } from './joint-world.ts'

const GRAVITY = 10
const PITCH = 0.4

type Kind = 'rod' | 'hinge' | 'weld' | 'limited hinge' | 'slide' | 'wheel'

function link(kind: Kind, a: number, b: number, x: number, unit: number): JointData {
  const limit = { lower: -0.2, upper: 0.2 }
  const along = { x, y: 0, axis: { x: 0, y: 1 }, limit: { lower: -0.2 * unit, upper: 0.2 * unit } }
  switch (kind) {
    case 'rod': return distanceJoint(a, b)
    case 'hinge': return revoluteJoint(a, b, { x, y: 0 })
    case 'limited hinge': return revoluteJoint(a, b, { x, y: 0, limit })
    case 'weld': return weldJoint(a, b, { x, y: 0 })
    case 'slide': return prismaticJoint(a, b, along)
    default: return wheelJoint(a, b, { ...along, spring: { hertz: 4, dampingRatio: 0.7 } })
  }
}

/** Links in a row from a post, the last of which is as many times as heavy, that fall from the horizontal; and their energy. */
class Row {
  readonly t: JointWorld
  readonly bodies: number[] = []
  readonly joints: number[] = []
  readonly masses: number[] = []
  private readonly inertias: number[] = []
  private readonly unit: number

  constructor(kind: Kind, links: number, ratio: number, unit: number, substeps: number) {
    this.unit = unit
    const t = new JointWorld({ lengthUnit: unit, substeps, gravity: { x: 0, y: -GRAVITY * unit }, allowSleep: false })
    this.t = t
    let before = t.add(box(0.1 * unit, 0.1 * unit), 0, 0, t.components.Static)
    for (let i = 1; i <= links; i++) {
      const mass = (i === links ? ratio : 1) * 0.1
      const inertia = mass * unit * unit * (kind === 'rod' ? 0.5 * 0.15 ** 2 : (0.4 ** 2 + 0.2 ** 2) / 12)
      const shape = kind === 'rod' ? circle(0.15 * unit) : box(0.2 * unit, 0.1 * unit)
      const body = t.heavy(shape, PITCH * i * unit, 0, mass, inertia)
      this.joints.push(t.joint(link(kind, before, body, PITCH * (i - 0.5) * unit, unit)))
      this.bodies.push(body)
      this.masses.push(mass)
      this.inertias.push(inertia)
      before = body
    }
  }

  get fastest(): number {
    const { Velocity } = this.t.components
    return Math.max(...this.bodies.map((body) => Math.hypot(Velocity.x[body]!, Velocity.y[body]!)))
  }

  /** Of all bodies, as a part of what it takes to lift them all by their distances from the post. */
  get energy(): number {
    const { Velocity, Position } = this.t.components
    let [sum, scale] = [0, 0]
    this.bodies.forEach((body, i) => {
      const mass = this.masses[i]!
      const [x, y, w] = [Velocity.x[body]!, Velocity.y[body]!, Velocity.angular[body]!]
      sum += 0.5 * mass * (x * x + y * y) + 0.5 * this.inertias[i]! * w * w + mass * GRAVITY * this.unit * Position.y[body]!
      scale += mass * GRAVITY * this.unit * PITCH * this.unit * (i + 1)
    })
    return sum / scale
  }
}

interface Case {
  kind: Kind
  links: number
  ratio: number
  unit: number
  rate: number
  substeps: number
}

function* cases(): Generator<Case> {
  for (const kind of ['rod', 'hinge', 'weld', 'limited hinge', 'slide', 'wheel'] as const) {
    for (const links of [8, 14]) for (const ratio of [1, 100, 1000, 5000, 10000]) for (const unit of [1, 30]) {
      // What does not hold yet: see docs/joints.md.
      if (kind === 'wheel' && ratio > 1000) continue
      for (const [rate, substeps] of [[30, 4], [60, 1], [60, 4], [60, 8], [120, 4], [240, 1], [240, 4]] as const) {
        yield { kind, links, ratio, unit, rate, substeps }
      }
    }
  }
}

const part: Case[] = [
  { kind: 'rod', links: 8, ratio: 5000, unit: 1, rate: 60, substeps: 4 },
  { kind: 'rod', links: 14, ratio: 1000, unit: 30, rate: 240, substeps: 1 },
  { kind: 'rod', links: 8, ratio: 100, unit: 1, rate: 60, substeps: 1 },
  { kind: 'slide', links: 8, ratio: 1000, unit: 1, rate: 60, substeps: 4 },
  { kind: 'limited hinge', links: 8, ratio: 1000, unit: 1, rate: 60, substeps: 4 },
  { kind: 'weld', links: 14, ratio: 10000, unit: 1, rate: 30, substeps: 4 },
  { kind: 'wheel', links: 8, ratio: 1000, unit: 30, rate: 60, substeps: 4 },
]

const title = '$links times a $kind, and $ratio times their mass at the end, gain no energy: length unit $unit, $substeps substeps at $rate Hz'

test.each(whole([...cases()], part))(title, ({ kind, links, ratio, unit, rate, substeps }) => {
  const row = new Row(kind, links, ratio, unit, substeps)
  let [most, fastest] = [0, 0]
  for (let i = 0; i < 5 * rate; i++) {
    stepPhysics(row.t.world, 1 / rate)
    most = Math.max(most, row.energy)
    fastest = Math.max(fastest, row.fastest)
  }
  expect(most).toBeLessThan(0.02)
  // A light link that whips has little energy.
  expect(fastest / unit).toBeLessThan(45)
})

test.each([['limited hinge', 100], ['limited hinge', 5000], ['slide', 100], ['slide', 5000]] as const)('limits of a row of 8 times a %s hold %i times the mass of a link', (kind, ratio) => {
  const row = new Row(kind, 8, ratio, 1, 4)
  const { t, bodies } = row
  for (const body of bodies) addComponents(t.world, body, set(t.components.Motion, { linearDamping: 1, angularDamping: 1 }))
  let past = 0
  for (let i = 0; i < 300; i++) {
    t.step()
    bodies.forEach((body, k) => {
      const before = k === 0 ? undefined : bodies[k - 1]!
      const turned = t.angle(body) - (before === undefined ? 0 : t.angle(before))
      const [dy, limit] = kind === 'slide' ? [t.y(body) - (before === undefined ? 0 : t.y(before)), 0.2] : [turned, 0.2]
      past = Math.max(past, Math.abs(dy) - limit)
    })
  }
  expect(past).toBeLessThan(ratio > 1000 ? 0.1 : 0.03)
})

describe('what is changed while it runs', () => {
  test.each([['hinge', 2], ['hinge', 14], ['rod', 14], ['weld', 14]] as const)('%s joints of %i links that are switched on far apart pull their ends together without haste', (kind, links) => {
    const row = new Row(kind, links, 10, 1, 4)
    const { t, bodies } = row
    const { Joint, Position, Velocity } = t.components
    t.seconds(0.2)
    for (const joint of row.joints) Joint.enabled[joint] = 0
    t.step(2)
    bodies.forEach((body, i) => {
      Position.x[body] = (i % 2) * 3
      Position.y[body] = (i % 3) * 2
      Velocity.x[body] = 0
      Velocity.y[body] = 0
    })
    t.step(1)
    for (const joint of row.joints) Joint.enabled[joint] = 1
    let fastest = 0
    for (let i = 0; i < 120; i++) {
      t.step()
      fastest = Math.max(fastest, row.fastest)
    }
    expect(fastest).toBeLessThan(40)
  })

  test('a rope between two walls that is too short by far does not burst when a joint of it goes', () => {
    const t = new JointWorld({ allowSleep: false })
    const { Static, Velocity } = t.components
    const posts = [t.add(box(0.1, 0.1), 0, 0, Static), t.add(box(0.1, 0.1), 6, 0, Static)]
    const bodies = Array.from({ length: 14 }, (_, i) => t.heavy(box(0.2, 0.05), 0.4 * (i + 0.5), 0, 0.2))
    const joints = [posts[0]!, ...bodies].map((body, i) => t.joint(revoluteJoint(body, bodies[i] ?? posts[1]!, {
      localA: { x: i === 0 ? 0 : 0.2, y: 0 }, localB: { x: i === 14 ? 0 : -0.2, y: 0 },
    })))
    t.seconds(2)
    removeEntity(t.world, joints[7]!)
    let fastest = 0
    for (let i = 0; i < 60; i++) {
      t.step()
      for (const body of bodies) fastest = Math.max(fastest, Math.hypot(Velocity.x[body]!, Velocity.y[body]!))
    }
    // A fall from where it was held.
    expect(fastest).toBeLessThan(1.5 * Math.sqrt(2 * GRAVITY * 6))
  })

  test('a link that becomes static and dynamic again while a heavy ball swings brings no energy', () => {
    const row = new Row('hinge', 14, 200, 1, 4)
    const { t, bodies } = row
    const { Static, Velocity } = t.components
    for (let i = 0; i < 300; i++) {
      const body = bodies[(i * 5) % 13]!
      if (i % 20 === 10) addComponent(t.world, body, Static)
      if (i % 20 === 19) for (const other of bodies) removeComponent(t.world, other, Static)
      if (i % 50 === 49) addComponents(t.world, bodies[13]!, set(Velocity, { x: 0, y: 0, angular: 0 }))
      t.step()
      expect(row.energy).toBeLessThan(0.1)
    }
  })
})

const masses = [[1, 1], [1, 10], [10, 1], [1, 3]] as const

test.each((['hinge', 'rod'] as const).flatMap((kind) => masses.map((of) => [kind, ...of] as const)))('a double pendulum of %ss, masses %i and %i, keeps its energy for 20 s', (kind, first, second) => {
  const t = new JointWorld({ allowSleep: false })
  const { Static, Sensor, Position, Velocity } = t.components
  const post = t.add(box(0.1, 0.1), 0, 0, Static, Sensor)
  const at = (i: number) => (kind === 'rod' ? i + 1 : i + 0.5)
  const links = [first, second].map((mass, i) => {
    const inertia = mass * (kind === 'rod' ? 0.1 ** 2 / 2 : (1 + 0.1 ** 2) / 12)
    const body = t.heavy(kind === 'rod' ? circle(0.1) : box(0.5, 0.05), at(i), 0, mass, inertia)
    addComponent(t.world, body, Sensor)
    return { body, mass, inertia }
  })
  links.forEach(({ body }, i) => {
    const before = i === 0 ? post : links[0]!.body
    t.joint(kind === 'rod' ? distanceJoint(before, body) : revoluteJoint(before, body, { x: i, y: 0 }))
  })
  const energy = () => links.reduce((sum, { body, mass, inertia }) => {
    const square = Velocity.x[body]! ** 2 + Velocity.y[body]! ** 2
    return sum + 0.5 * mass * square + 0.5 * inertia * Velocity.angular[body]! ** 2 + mass * GRAVITY * Position.y[body]!
  }, 0)
  // Of what it has above where it hangs.
  const all = links.reduce((sum, { mass }, i) => sum + mass * GRAVITY * at(i), 0)
  let off = 0
  for (let i = 0; i < 20 * 60; i++) {
    t.step()
    off = Math.max(off, Math.abs(energy()) / all)
  }
  // A light ball between rods whips through the straight line: there its mass is raised for a moment.
  expect(off).toBeLessThan(kind === 'rod' && second > first ? 0.03 : 0.02)
})

test.each([['hinge', 100, 30], ['hinge', 1000, 30], ['wheel', 100, 30], ['wheel', 1000, 60]] as const)('three times a %s, and %i times their mass at the end, gain no energy at %i Hz', (kind, ratio, rate) => {
  const row = new Row(kind, 3, ratio, 1, 4)
  let most = 0
  for (let i = 0; i < 4 * rate; i++) {
    stepPhysics(row.t.world, 1 / rate)
    most = Math.max(most, row.energy)
  }
  expect(most).toBeLessThan(0.04)
})

test.each([['rod', 60, 4], ['rod', 120, 2], ['wheel', 30, 2], ['wheel', 60, 4], ['hinge', 30, 4]] as const)('three times a %s of which the middle is drawn away at 30 m/s do not fly off, at %i Hz with %i substeps', (kind, rate, substeps) => {
  const { t, bodies } = new Row(kind, 3, 1, 1, substeps)
  const { Kinematic, Velocity } = t.components
  const middle = bodies[1]!
  let fastest = 0
  for (let i = 0; i < 8 * rate; i++) {
    if (i === rate) {
      addComponent(t.world, middle, Kinematic)
      Velocity.x[middle] = 30
    }
    if (i === 4 * rate) {
      Velocity.x[middle] = 0
      removeComponent(t.world, middle, Kinematic)
    }
    stepPhysics(t.world, 1 / rate)
    for (const body of [bodies[0]!, bodies[2]!]) fastest = Math.max(fastest, Math.hypot(Velocity.x[body]!, Velocity.y[body]!))
  }
  // What is drawn along whips to a few times that; solved at once, wheels reached 4,000 m/s and rods 2,600.
  expect(fastest).toBeLessThan(150)
})

test('a ball of 1,000 times the mass of a link stays below where it was let go for 40 s, with many short substeps', () => {
  // Links whose masses were raised because the ball lay on its own chain threw it 18 m above that.
  const t = new JointWorld({ substeps: 16, allowSleep: false })
  const post = t.add(box(0.1, 0.1), 0, 0, t.components.Static, t.components.Sensor)
  const links = Array.from({ length: 30 }, (_, i) => t.heavy(capsule(0.2, 0.05), 0.25 + i * 0.5, 0, 1))
  links.forEach((piece, i) => t.joint(revoluteJoint(i === 0 ? post : links[i - 1]!, piece, { x: i * 0.5, y: 0 })))
  const ball = t.heavy(circle(1), 16.05, 0, 1000)
  t.joint(revoluteJoint(links[29]!, ball, { x: 15, y: 0 }))
  let top = -Infinity
  for (let i = 0; i < 40 * 60; i++) {
    t.step()
    top = Math.max(top, t.y(ball))
  }
  expect(top).toBeLessThan(0.1)
})
