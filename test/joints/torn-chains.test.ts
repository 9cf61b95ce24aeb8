import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, capsule, circle, createSnapshots, distanceJoint, hashWorld, revoluteJoint, stepPhysics } from '../../src/index.ts'
import { inner } from '../support/inner.ts'
import { JointWorld } from './joint-world.ts'

const HALF = 0.2

/** A chain of links, or of balls on rods, that hangs on a post and points aside, under a pile of boxes that comes down on it. */
class Struck {
  readonly t = new JointWorld({ gravity: { x: 0, y: -30 } })
  readonly links: number[] = []

  constructor(count: number, private readonly rods: boolean) {
    const { t, links } = this
    const { Static, Velocity } = t.components
    t.add(box(20, 1), 0, -9, Static)
    links.push(t.add(box(0.1, 0.1), 0, 0, Static))
    for (let i = 0; i < count; i++) {
      const x = 2 * i * HALF
      links.push(rods ? t.add(circle(0.1), x + 2 * HALF, 0) : t.add(capsule(HALF, 0.06), x + HALF, 0))
      t.joint(rods ? distanceJoint(links[i]!, links[i + 1]!) : revoluteJoint(links[i]!, links[i + 1]!, { x, y: 0 }))
    }
    for (let i = 0; i < 60; i++) {
      const falling = t.add(box(0.25, 0.25), 0.5 + (i % 6) * 0.55, 1 + Math.floor(i / 6) * 0.55)
      addComponents(t.world, falling, set(Velocity, { y: -50 }))
    }
  }

  /** How far the ends of the joint are apart that is drawn out most. */
  get torn(): number {
    const { t, links, rods } = this
    if (rods) return Math.max(...links.slice(1).map((link, i) => Math.abs(Math.hypot(t.x(link) - t.x(links[i]!), t.y(link) - t.y(links[i]!)) - 2 * HALF)))
    const end = (i: number, side: number): [number, number] => [
      t.x(links[i]!) + side * HALF * Math.cos(t.angle(links[i]!)), t.y(links[i]!) + side * HALF * Math.sin(t.angle(links[i]!)),
    ]
    return Math.max(...links.slice(1).map((_, i) => {
      const [ax, ay] = i === 0 ? [0, 0] : end(i, 1)
      const [bx, by] = end(i + 1, -1)
      return Math.hypot(bx - ax, by - ay)
    }))
  }
}

// Contacts come last in each pass: solved one by one for good such chains lost against the pile, and were drawn out by 0.85 and 1.01 m, for up to half a second;
// those of rods by 0.71 and 1.11.
test.each([
  { count: 8, rods: false }, { count: 10, rods: false }, { count: 8, rods: true }, { count: 10, rods: true },
])('a chain of $count links on a post that a pile strikes at 50 m/s holds as a tree once it is torn, rods: $rods', ({ count, rods }) => {
  const struck = new Struck(count, rods)
  let most = 0
  for (let i = 0; i < 240; i++) {
    struck.t.step()
    most = Math.max(most, struck.torn)
  }
  // What the first step lets through that finds them torn; 0.27 to 0.89 m where the pile was moved aside by up to 44 mm in 48 trials, of ten rods 0.39 to 1.13 (one by one for good 1.78 to 2.69).
  expect(most).toBeLessThan(rods && count === 10 ? 1.15 : 0.9)
})

/** Eleven links of 1 kg that swing from a post; how far apart the ends of a joint come, and by how many meters more than they fell all of them rise. */
function swing(substeps: number, hz: number, angle: number): { torn: number; rise: number } {
  const g = 100
  const t = new JointWorld({ gravity: { x: 0, y: -g }, substeps, allowSleep: false })
  const { CollisionFilter, Rotation, Static, Velocity } = t.components
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const links = [t.add(circle(0.05), 0, 0, Static)]
  for (let i = 0; i < 11; i++) {
    const at = (2 * i + 1) * HALF
    const link = t.heavy(capsule(0.15, 0.05), at * cos, at * sin, 1, 0.02)
    addComponents(t.world, link, set(CollisionFilter, { mask: 0 }), set(Rotation, { angle }))
    t.joint(revoluteJoint(links[i]!, link, { x: 2 * i * HALF * cos, y: 2 * i * HALF * sin }))
    links.push(link)
  }
  const energy = (): number => links.slice(1).reduce((sum, link) => (
    sum + 0.5 * (Velocity.x[link]! ** 2 + Velocity.y[link]! ** 2 + 0.02 * Velocity.angular[link]! ** 2) + g * t.y(link)
  ), 0)
  const before = energy()
  let [torn, most] = [0, before]
  for (let i = 0; i < 6 * hz; i++) {
    stepPhysics(t.world, 1 / hz)
    most = Math.max(most, energy())
    let [x, y] = [0, 0]
    for (const link of links.slice(1)) {
      const [dx, dy] = [HALF * Math.cos(t.angle(link)), HALF * Math.sin(t.angle(link))]
      torn = Math.max(torn, Math.hypot(t.x(link) - dx - x, t.y(link) - dy - y))
      x = t.x(link) + dx
      y = t.y(link) + dy
    }
  }
  return { torn, rise: (most - before) / (11 * g) }
}

// Solved one by one for good it was drawn out by 19 to 21 m, in each swing again.
test.each([0, 0.7, 1.2])('a chain that swings under 100 m/s², with one substep, from %s radians, is held as a tree once it is torn', (angle) => {
  expect(swing(1, 60, angle).torn).toBeLessThan(1.5)
})

// Taken for torn where it whips, by as little as is mended at the largest speed, it was drawn together at once and rose by 1.5 m.
test('a chain that whips is drawn out as a spring is, and rises no more than it fell', () => {
  expect(swing(8, 240, 0.7).rise).toBeLessThan(0.05)
})

test.each([false, true])('where a chain is torn a state that is put back goes on with the same bits, whenever it was saved, rods: %s', (rods) => {
  const hashes = (saved: number): number[] => {
    const { t } = new Struck(10, rods)
    const snapshots = createSnapshots(t.world)
    return Array.from({ length: 40 }, (_, step) => {
      if (step === saved) {
        // A file has no rows that could be gone on with.
        snapshots.save()
        snapshots.fromBytes(0, snapshots.toBytes())
        snapshots.restore()
      }
      t.step()
      return hashWorld(t.world)
    })
  }
  const whole = hashes(-1)
  for (let saved = 1; saved < 16; saved++) expect([saved, hashes(saved)]).toEqual([saved, whole])
})

test('ropes that are torn and stay so are packed no more', () => {
  const t = new JointWorld({ gravity: { x: 0, y: -30 } })
  const { Static, Velocity } = t.components
  t.add(box(20, 1), 0, -9, Static)
  let last = t.add(box(0.1, 0.1), 0, 0, Static)
  for (let i = 1; i <= 10; i++) {
    const ball = t.add(circle(0.1), 0.4 * i, 0)
    t.joint(distanceJoint(last, ball, { limit: { lower: 0, upper: 0.4 } }))
    last = ball
  }
  for (let i = 0; i < 60; i++) {
    addComponents(t.world, t.add(box(0.25, 0.25), 0.5 + (i % 6) * 0.55, 1 + Math.floor(i / 6) * 0.55), set(Velocity, { y: -50 }))
  }
  const rows = inner(t.physics).solver.joints
  for (let i = 0; i < 20; i++) t.step()
  const before = rows.packing
  expect(before).toBeGreaterThan(1)
  for (let i = 0; i < 90; i++) t.step()
  // Each of the steps packed them anew.
  expect(rows.packing - before).toBeLessThan(5)
})
