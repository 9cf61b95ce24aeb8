import { expect, test } from 'vitest'
import { box, circle, createSnapshots, distanceJoint, hashWorld, revoluteJoint, setVelocity, stepPhysics } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const HALF = 0.3

/** Where a post goes: its velocity and its turn, by the time and by how far it is from the middle. */
type Motion = (time: number, from: number) => [vx: number, vy: number, angular: number]

const MOTIONS: Record<string, Motion> = {
  carriage: () => [0.5, 0, 0],
  lift: () => [0, 3, 0],
  sinking: () => [0, -1, 0],
  ship: (time, from) => {
    const angle = 0.2 * Math.sin(0.6 * Math.PI * time)
    const turn = 0.2 * 0.6 * Math.PI * Math.cos(0.6 * Math.PI * time)
    return [-turn * from * Math.sin(angle), turn * from * Math.cos(angle), turn]
  },
  drawbridge: (time, from) => [0, from < 0 ? 0.3 * Math.cos(0.5 * time) : 0, 0],
  closing: (_, from) => [from < 0 ? 0.3 : -0.3, 0, 0],
}

/** A bridge of planks on hinges between two kinematic posts that move, 30 steps a second, and boxes of a mass that fall on it at a speed. */
class Carried {
  readonly t: JointWorld
  readonly bridge: number[]
  private steps = 0

  /** @param unit All lengths are that many times as long, and so is `lengthUnit`. */
  constructor(private readonly planks: number, private readonly motion: Motion, speed: number, mass: number, private readonly unit = 1) {
    const t = this.t = new JointWorld({ gravity: { x: 0, y: -10 * unit }, lengthUnit: unit })
    const { Kinematic } = t.components
    this.bridge = Array.from({ length: planks + 2 }, (_, k) => t.add(box(0.28 * unit, 0.08 * unit), 2 * HALF * unit * k, 0, ...(k % (planks + 1) === 0 ? [Kinematic] : [])))
    this.bridge.slice(1).forEach((plank, k) => t.joint(revoluteJoint(this.bridge[k]!, plank, { x: (2 * HALF * k + HALF) * unit, y: 0 })))
    for (let i = 0; i < 5 * planks; i++) {
      const weight = mass * unit * unit
      const [x, y] = [this.span * (0.1 + 0.8 * ((i * 0.618) % 1)), 2 + 5.2 * i / planks]
      const falling = t.heavy(box(0.4 * unit, 0.4 * unit), x * unit, y * unit, weight, weight * unit * unit * 0.64 / 6)
      setVelocity(t.world, falling, 0, -speed * unit, 0)
    }
  }

  private get span(): number {
    return 2 * HALF * (this.planks + 1)
  }

  step(): void {
    for (const [post, side] of [[this.bridge[0]!, -0.5], [this.bridge.at(-1)!, 0.5]] as const) {
      const [vx, vy, angular] = this.motion(this.steps / 30, side * this.span)
      setVelocity(this.t.world, post, vx * this.unit, vy * this.unit, angular)
    }
    this.steps++
    stepPhysics(this.t.world, 1 / 30)
  }

  /** How far the ends of the hinge are apart that is torn most, in units. */
  get torn(): number {
    const { t, bridge, unit } = this
    const half = HALF * unit
    return Math.max(...bridge.slice(1).map((b, k) => {
      const a = bridge[k]!
      const [x, y] = [Math.cos(t.angle(a)) + Math.cos(t.angle(b)), Math.sin(t.angle(a)) + Math.sin(t.angle(b))]
      return Math.hypot(t.x(b) - t.x(a) - half * x, t.y(b) - t.y(a) - half * y) / unit
    }))
  }
}

// Only what hangs on walls that stand was solved at once where it is torn, and pulled as hard as it takes: 9 planks were drawn out by up to 2.5 m, or torn for long, 30 by 24 to 45 m.
test.each([
  ...Object.keys(MOTIONS).map((motion) => ({ motion, planks: 9, speed: 40, mass: 0.64 })),
  ...['carriage', 'sinking', 'ship', 'closing'].map((motion) => ({ motion, planks: 30, speed: 60, mass: 2.56 })),
])('a bridge of $planks planks between posts that move ($motion) holds boxes of $mass kg at $speed m/s', ({ motion, planks, speed, mass }) => {
  const carried = new Carried(planks, MOTIONS[motion]!, speed, mass)
  let worst = 0
  for (let i = 0; i < 60; i++) {
    carried.step()
    worst = Math.max(worst, carried.torn)
  }
  expect(worst).toBeLessThan(1.5)
  expect(carried.torn).toBeLessThan(0.05)
})

// A power of two, so that the same bits stand for all that is a length, or should be one.
test('a bridge between posts that move is drawn out as far in any unit of length', () => {
  const [small, large] = [1, 32].map((unit) => new Carried(9, MOTIONS.ship!, 40, 0.64, unit)) as [Carried, Carried]
  for (let step = 0; step < 30; step++) {
    small.step()
    large.step()
    expect([step, large.torn]).toEqual([step, small.torn])
  }
})

test('what is torn between posts that move goes on with the same bits from a file, whenever it was saved', () => {
  const hashes = (saved: number): number[] => {
    const carried = new Carried(9, MOTIONS.ship!, 40, 0.64)
    const { t } = carried
    const snapshots = createSnapshots(t.world)
    return Array.from({ length: 24 }, (_, step) => {
      if (step === saved) {
        snapshots.save()
        snapshots.fromBytes(0, snapshots.toBytes())
        snapshots.restore()
      }
      carried.step()
      return hashWorld(t.world)
    })
  }
  const whole = hashes(-1)
  for (let saved = 1; saved < 16; saved++) expect([saved, hashes(saved)]).toEqual([saved, whole])
})

// Each tree kept the velocity of the post while it began, and the second one what the first had put in its place: the post stood still for that step.
test.each([['rods', (a: number, b: number) => distanceJoint(a, b)], ['hinges', (a: number, b: number) => revoluteJoint(a, b, { localA: { x: 0, y: -0.2 }, localB: { x: 0, y: 0.2 } })]] as const)(
  'a post that moves moves in the step in which two trees of %s begin to hang on it', (_, join) => {
    const t = new JointWorld()
    const post = t.add(box(0.1, 0.1), 0, 0, t.components.Kinematic)
    t.components.Velocity.x[post] = 3
    for (const chain of [0, 1]) {
      let last = post
      for (let i = 1; i <= 16; i++) {
        const next = t.add(circle(0.05), chain, -0.4 * i, t.components.Sensor)
        t.joint(join(last, next))
        last = next
      }
    }
    for (let i = 1; i <= 3; i++) {
      t.step()
      expect(t.x(post)).toBeCloseTo((3 * i) / 60, 6)
    }
  },
)
