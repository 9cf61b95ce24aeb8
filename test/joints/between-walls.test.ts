import { expect, test } from 'vitest'
import { box, distanceJoint, getJointReaction, type JointData, prismaticJoint, revoluteJoint, stepPhysics, weldJoint } from '../../src/index.ts'
import { random as numbersFrom } from '../support/bowl.ts'
import { JointWorld } from './joint-world.ts'

/** How far apart the anchors of a hinge are, in meters. */
function gapOf(t: JointWorld, hinge: number): number {
  const { a, b, ax, ay, bx, by } = t.components.Joint
  const place = (body: number, x: number, y: number): [number, number] => {
    const [cos, sin] = [Math.cos(t.angle(body)), Math.sin(t.angle(body))]
    return [t.x(body) + cos * x - sin * y, t.y(body) + sin * x + cos * y]
  }
  const one = place(a[hinge]!, ax[hinge]!, ay[hinge]!)
  const two = place(b[hinge]!, bx[hinge]!, by[hinge]!)
  return Math.hypot(two[0] - one[0], two[1] - one[1])
}

/** Bars of 1 kg in a row from a post to a foot on a slide whose motor draws it away. */
function drawn(bars: number, foot: number, speed: number, force: number, substeps: number): { t: JointWorld; hinges: number[]; rail: number } {
  const t = new JointWorld({ allowSleep: false, substeps })
  const { CollisionFilter, Static } = t.components
  const post = t.add(box(0.1, 0.1), 0, 0, Static)
  const row = [post]
  for (let i = 0; i < bars; i++) row.push(t.heavy(box(0.5, 0.05), i + 0.5, 0, 1))
  row.push(t.heavy(box(0.1, 0.1), bars, 0, foot))
  for (const body of row) CollisionFilter.mask[body] = 0
  const hinges = row.slice(1).map((body, i) => t.joint(revoluteJoint(row[i]!, body, { x: i, y: 0 })))
  const rail = t.joint(prismaticJoint(post, row.at(-1)!, { axis: { x: 1, y: 0 }, motor: { speed, maxForce: force } }))
  return { t, hinges, rail }
}

// It tore the foot off by 2 to 50 m, and drew it on at 3 to 20 m/s; box2d3-wasm gives way by 0.2 m to 10,000 N, and by 2 to 20 m to 100,000.
test.each([
  [1, 0.5, 10, 1e4, 60, 4], [1, 0.5, 60, 1e3, 60, 1], [1, 0.5, 60, 1e4, 30, 4], [1, 5, 60, 1e5, 60, 4], [3, 0.5, 60, 1e4, 60, 4], [3, 5, 300, 1e5, 60, 8],
])('%s bars hold a foot of %s kg that a motor draws away at %s m/s with %s N, at %s steps of %s substeps', (bars, foot, speed, force, rate, substeps) => {
  const { t, hinges, rail } = drawn(bars, foot, speed, force, substeps)
  let [far, pulled] = [0, 0]
  for (let i = 0; i < 2 * rate; i++) {
    stepPhysics(t.world, 1 / rate)
    far = Math.max(far, ...hinges.map((hinge) => gapOf(t, hinge)))
    const reaction = getJointReaction(t.world, hinges[0]!)
    if (i === 2 * rate - 1) pulled = Math.hypot(reaction.x, reaction.y)
  }
  expect(far).toBeLessThan(0.02)
  // All of the force arrives at the post.
  expect(pulled / force).toBeCloseTo(1, 1)
  expect(getJointReaction(t.world, rail).y).toBeLessThan(force)
})

/** Up to seven bars between two walls, by joints of random kinds. Returns how fast they are at most in the last of four seconds, and how far hinges are apart then. */
function hung(seed: number, kinds: readonly ('hinge' | 'slide' | 'weld')[], rate: number, substeps: number): { fastest: number; torn: number } {
  const random = numbersFrom(Math.imul(seed, 0x9e3779b1) >>> 1)
  const t = new JointWorld({ allowSleep: false, substeps })
  const { CollisionFilter, Static, Velocity } = t.components
  const count = 1 + Math.floor(random() * 7)
  const ratio = Math.exp(random() * 2)
  const bars = Array.from({ length: count }, (_, i) => t.heavy(box(0.5, 0.05 + 0.2 * random()), i + 0.5, 0, random() < 0.5 ? 1 : ratio))
  const row = [t.add(box(0.1, 0.1), 0, 0, Static), ...bars, t.add(box(0.1, 0.1), count, 0, Static)]
  for (const body of row) CollisionFilter.mask[body] = 0
  const hinges: number[] = []
  for (let i = 0; i <= count; i++) {
    const kind = kinds[Math.floor(random() * kinds.length)]!
    const axis = random() < 0.5 ? { x: 1, y: 0 } : { x: 0.6, y: 0.8 }
    const ends = [row[i]!, row[i + 1]!, { x: i, y: 0 }] as const
    const data: JointData = kind === 'hinge' ? revoluteJoint(...ends) : kind === 'weld' ? weldJoint(...ends) : prismaticJoint(ends[0], ends[1], { x: i, y: 0, axis })
    const joint = t.joint(data)
    if (kind !== 'slide') hinges.push(joint)
  }
  let fastest = 0
  for (let i = 0; i < 4 * rate; i++) {
    stepPhysics(t.world, 1 / rate)
    if (i >= 3 * rate) fastest = Math.max(fastest, ...bars.map((bar) => Math.hypot(Velocity.x[bar]!, Velocity.y[bar]!)))
  }
  return { fastest, torn: Math.max(0, ...hinges.map((hinge) => gapOf(t, hinge))) }
}

// What slides may fall all the time, and be at 40 m/s then. They were at up to 3,000 m/s, and torn by meters (box2d3-wasm by 0.4).
test.each([
  { kinds: ['slide', 'hinge'] as const, rate: 60, substeps: 4 },
  { kinds: ['slide', 'hinge', 'weld'] as const, rate: 30, substeps: 4 }, { kinds: ['slide', 'hinge'] as const, rate: 60, substeps: 1 },
])('what hangs between two walls by $kinds goes no faster than it falls, at $rate steps of $substeps substeps', ({ kinds, rate, substeps }) => {
  for (let seed = 1; seed <= 12; seed++) {
    const { fastest, torn } = hung(seed, kinds, rate, substeps)
    expect(fastest, `seed ${seed}`).toBeLessThan(1.2 * 10 * 4)
    expect(torn, `seed ${seed}`).toBeLessThan(0.1)
  }
})

/** A bar on a post, whose motor turns it or not, and a rod from its end to a foot that goes to and fro by 0.3 m: 0.3 m farther than both reach. Returns how fast it is at most. */
function whip(motor: boolean, substeps: number): number {
  const t = new JointWorld({ allowSleep: false, substeps })
  const { CollisionFilter, Kinematic, Static, Velocity } = t.components
  const post = t.add(box(0.1, 0.1), 0, 0, Static)
  const bar = t.heavy(box(0.5, 0.1), 0.5, 0, 1)
  const foot = t.add(box(0.1, 0.1), 1, 0, Kinematic, Velocity)
  for (const body of [post, bar, foot]) CollisionFilter.mask[body] = 0
  t.joint(revoluteJoint(post, bar, { x: 0, y: 0, ...(motor && { motor: { speed: 2, maxTorque: 0.1 } }) }))
  t.joint(distanceJoint(bar, foot, { from: { x: 0.7, y: 0 }, to: { x: 1.3, y: 0 } }))
  let fastest = 0
  for (let i = 0; i < 360; i++) {
    Velocity.x[foot] = 1.9 * Math.cos((6.5 * i) / 60)
    stepPhysics(t.world, 1 / 60)
    fastest = Math.max(fastest, Math.hypot(Velocity.x[bar]!, Velocity.y[bar]!))
  }
  return fastest
}

// With a motor of 0.1 newton-meters it whipped at 70 m/s, without one at 8.
test.each([1, 2, 4, 8])('a weak motor makes no whip of what a kinematic body draws farther than it reaches, with %i substeps', (substeps) => {
  expect(whip(true, substeps)).toBeLessThan(1.5 * whip(false, substeps) + 1)
})
