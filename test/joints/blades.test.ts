import { set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, circle, createSnapshots, distanceJoint, hashWorld, motorJoint, prismaticJoint, revoluteJoint, setVelocity, stepPhysics, weldJoint } from '../../src/index.ts'
import { State, STATE_STRIDE } from '../../src/solver/motion-records.ts'
import { inner } from '../support/inner.ts'
import { JointWorld } from './joint-world.ts'

/** Half of the length of the blade. */
const REACH = 6

const LINKS = { hinges: revoluteJoint, welds: weldJoint } as const

interface Blade {
  readonly links: number
  readonly kind: keyof typeof LINKS
  /** Radians per second. */
  readonly turning: number
  /** How far its end comes above the post. */
  readonly over: number
  readonly hz: number
  readonly unit: number
}

/** Bars of 1 m that hang from a post, and a kinematic blade that turns past it, or lies on it. */
class Cut {
  readonly t: JointWorld
  private readonly row: number[]
  private readonly blade: number

  constructor(private readonly setting: Blade) {
    const { links, kind, over, unit } = setting
    const t = this.t = new JointWorld({ gravity: { x: 0, y: -10 * unit }, lengthUnit: unit })
    const { Kinematic, Static } = t.components
    this.row = [t.add(circle(0.1 * unit), 0, 0, Static)]
    for (let i = 0; i < links; i++) {
      this.row.push(t.add(box(0.15 * unit, 0.5 * unit), 0, (-0.5 - i) * unit))
      t.joint(LINKS[kind](this.row[i]!, this.row[i + 1]!, { x: 0, y: -i * unit }))
    }
    this.blade = t.add(box(REACH * unit, 0.4 * unit), 0.3 * unit, (over - REACH) * unit, Kinematic)
  }

  step(): void {
    setVelocity(this.t.world, this.blade, 0, 0, this.setting.turning)
    stepPhysics(this.t.world, 1 / this.setting.hz)
  }

  /** How far the ends of the joint are apart that is torn most, in meters. */
  get torn(): number {
    const { row, setting: { unit }, t: { components: { Position, Rotation } } } = this
    return Math.max(...row.slice(1).map((b, i) => {
      const a = row[i]!
      const half = 0.5 * unit
      const lower = i === 0 ? 0 : half
      const x = Position.x[b]! - half * Math.sin(Rotation.angle[b]!) - (Position.x[a]! + lower * Math.sin(Rotation.angle[a]!))
      const y = Position.y[b]! + half * Math.cos(Rotation.angle[b]!) - (Position.y[a]! - lower * Math.cos(Rotation.angle[a]!))
      return Math.hypot(x, y) / unit
    }))
  }
}

// The blade carried them along, or stood between them and their posts, and joints mend at 4 m/s: half of the time they were apart by 2 to 7 m.
test.each<Blade & { half: number, most: number }>([
  { links: 1, kind: 'hinges', turning: 4, over: 0.4, hz: 60, unit: 1, half: 0.1, most: 1.5 },
  { links: 1, kind: 'hinges', turning: 4, over: 3, hz: 60, unit: 30, half: 0.1, most: 2.5 },
  { links: 3, kind: 'hinges', turning: 4, over: 3, hz: 60, unit: 1, half: 0.5, most: 1.5 },
  { links: 10, kind: 'hinges', turning: 4, over: 0.4, hz: 60, unit: 1, half: 0.5, most: 1.2 },
  { links: 10, kind: 'hinges', turning: 4, over: 0.4, hz: 60, unit: 30, half: 0.5, most: 1.2 },
  { links: 10, kind: 'hinges', turning: 12, over: 3, hz: 60, unit: 1, half: 1, most: 2.5 },
  { links: 10, kind: 'hinges', turning: 4, over: -0.3, hz: 30, unit: 1, half: 1.2, most: 2 },
  { links: 30, kind: 'hinges', turning: 4, over: 3, hz: 30, unit: 1, half: 1, most: 2 },
  { links: 10, kind: 'hinges', turning: 12, over: 0.4, hz: 120, unit: 1, half: 1.2, most: 2 },
  { links: 10, kind: 'welds', turning: 4, over: 0.4, hz: 60, unit: 1, half: 0.5, most: 1.2 },
])('$links bars on $kind go past a blade that turns at $turning rad/s, $over m above their post, at $hz Hz, unit $unit', ({ half, most, ...setting }) => {
  const cut = new Cut(setting)
  const torn = Array.from({ length: 8 * setting.hz }, () => {
    cut.step()
    return cut.torn
  }).sort((a, b) => a - b)
  expect(torn[torn.length >> 1]).toBeLessThan(half)
  expect(torn.at(-1)).toBeLessThan(most)
})

test('what is torn goes on after a restored state as it did', () => {
  const cut = new Cut({ links: 10, kind: 'hinges', turning: 4, over: 0.4, hz: 60, unit: 1 })
  let steps = 0
  while (cut.torn < 0.3 && steps++ < 600) cut.step()
  expect(cut.torn).toBeGreaterThanOrEqual(0.3)
  const snapshots = createSnapshots(cut.t.world)
  snapshots.save()
  const go = (): number => {
    for (let i = 0; i < 60; i++) cut.step()
    return hashWorld(cut.t.world)
  }
  const before = go()
  snapshots.restore()
  expect(go()).toBe(before)
})

// A net whose rods are torn as boxes fall on it is drawn along the plate, and pressed into it, not drawn through it.
test.each([
  { hz: 30, rise: 0 },
  { hz: 30, rise: 5 },
  { hz: 60, rise: 0 },
])('a net under boxes of ten times its density stays on a lift that rises at $rise m/s, at $hz Hz', ({ hz, rise }) => {
  const t = new JointWorld({ gravity: { x: 0, y: -10 } })
  const { Kinematic, Position } = t.components
  const lift = t.add(box(40, 0.2), 0, 0, Kinematic)
  const net = Array.from({ length: 64 }, (_, i) => t.add(circle(0.3), (i % 8) - 4, 2 + (i >> 3)))
  const rod = (a: number, b: number): void => {
    const at = (i: number): { x: number, y: number } => ({ x: (i % 8) - 4, y: 2 + (i >> 3) })
    t.joint(distanceJoint(net[a]!, net[b]!, { from: at(a), to: at(b) }))
  }
  for (let i = 0; i < 64; i++) {
    if (i % 8 > 0) rod(i - 1, i)
    if (i > 7) rod(i - 8, i)
    if (i > 7 && i % 8 > 0) rod(i - 9, i)
  }
  const boxes = Array.from({ length: 6 }, (_, k) => t.heavy(box(0.8, 0.8), 2 * k - 5, 14, 25.6, 10.9))
  for (const body of [...net, ...boxes]) setVelocity(t.world, body, 0, -30, 0)
  let lowest = Infinity
  for (let i = 0; i < 4 * hz; i++) {
    setVelocity(t.world, lift, 0, rise, 0)
    stepPhysics(t.world, 1 / hz)
    lowest = Math.min(lowest, ...net.map((ball) => Position.y[ball]! - Position.y[lift]! - 0.2))
  }
  expect(lowest).toBeGreaterThan(-0.25)
})

// Where rows were made anew, as after a restored state, what hangs in a tree and has limits drew twice.
test.each([
  ['a rope', (t: JointWorld, post: number, ball: number) => t.joint(distanceJoint(post, ball, { limit: { lower: 0, upper: 1 } }))],
  ['a slide with limits', (t: JointWorld, post: number, ball: number) => t.joint(prismaticJoint(post, ball, { x: 0, y: -1, axis: { x: 1, y: 0 }, limit: { lower: -0.1, upper: 0.1 } }))],
] as const)('how %s that is torn draws its body is the same whether its rows are new or not', (_, join) => {
  const t = new JointWorld({ gravity: { x: 0, y: -10 }, allowSleep: false })
  const { Position, Static } = t.components
  const post = t.add(circle(0.1), 0, 0, Static)
  const ball = t.add(circle(0.1), 0, -1)
  const second = t.add(circle(0.1), 1, -1)
  join(t, post, ball)
  t.joint(revoluteJoint(ball, second, { x: 0, y: -1 }))
  t.step()
  let seen = 0
  const look = (): void => {
    const { bodies, solver: { states: { memory, state } } } = inner(t.physics)
    seen = memory.f32[(state.byteOffset >> 2) + 2 * (bodies.awakeIndex[ball]! * STATE_STRIDE + State.Drawn) + 1]!
  }
  t.physics.systems.splice(5, 0, { name: 'Look', run: look, perSubstep: true })
  const drawn = (): number => {
    Position.x[ball] = 0
    Position.x[second] = 1
    Position.y[ball] = Position.y[second] = -6
    t.step()
    return seen
  }
  expect([drawn(), drawn()]).toEqual([5, 5])
  const snapshots = createSnapshots(t.world)
  snapshots.save()
  snapshots.restore()
  expect([drawn(), drawn()]).toEqual([5, 5])
})

// What pulls with a spring is far away because it gives way, not because anything is torn.
test.each([10, 60])('what a hand of %i Hz pulls at stays on a lift', (hertz) => {
  const t = new JointWorld({ gravity: { x: 0, y: -10 } })
  const { CollisionFilter, Kinematic, Position } = t.components
  t.add(box(5, 0.2), 0, 0, Kinematic)
  const crate = t.add(box(0.5, 0.5), 0, 0.7)
  const hand = t.add(circle(0.1), 0, 0.7, Kinematic, set(CollisionFilter, { mask: 0 }))
  t.joint(motorJoint(hand, crate, { spring: { hertz, dampingRatio: 1, maxForce: 2000 } }))
  let lowest = Infinity
  for (let i = 0; i < 240; i++) {
    setVelocity(t.world, hand, 0, i < 60 ? -6 : 0, 0)
    t.step()
    lowest = Math.min(lowest, Position.y[crate]!)
  }
  expect(lowest).toBeGreaterThan(0.6)
})
