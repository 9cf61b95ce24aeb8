import { expect, test } from 'vitest'
import { box, getJointReaction, prismaticJoint, revoluteJoint, setVelocity, stepPhysics, weldJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'
import { letFall } from './random-structures.ts'

// Heavy bodies tear these off by up to 60 m; what was torn followed arcs as long as that, and won 153 and 23 times the energy of its fall.
test.each([
  { seed: 976, kinds: undefined, hz: 240, substeps: 1, unit: 1 },
  { seed: 125, kinds: ['wheel'] as const, hz: 30, substeps: 4, unit: 30 },
])('what is torn off by its load drives nothing, seed $seed', ({ seed, kinds, ...conditions }) => {
  const { gain, fastest } = letFall({ seed, bodies: 20, loops: true, ratio: 1000, ...(kinds ? { kinds } : {}) }, conditions, 4)
  expect(gain).toBeLessThan(0.01)
  expect(fastest).toBeLessThan(60)
})

// They were turned back, by 8 rad/s for all that time, and a ring of bodies in which they cannot be turned back spun itself up to 110 m/s.
test.each(['weld', 'slide', 'weld in a tree'])('whole turns made while a %s is off are not turned back', (kind) => {
  const t = new JointWorld({ gravity: { x: 0, y: 0 } })
  const { Joint, Static } = t.components
  const tree = kind === 'weld in a tree'
  const base = tree ? t.add(box(0.1, 0.1), 0, 0) : t.add(box(0.1, 0.1), 0, 0, Static)
  for (let i = 0, last = base; tree && i < 12; i++) {
    const next = t.add(box(0.1, 0.1), 1 + i, 0)
    t.joint(weldJoint(last, next))
    last = next
  }
  const body = t.add(box(0.5, 0.1), 0, 0)
  t.components.CollisionFilter.mask[body] = 0
  const held = t.joint(kind === 'slide' ? prismaticJoint(base, body, { axis: { x: 1, y: 0 } }) : weldJoint(base, body))
  Joint.enabled[held] = 0
  setVelocity(t.world, body, 0, 0, 12)
  t.step(65)
  expect(Math.abs(t.angle(body) - 13)).toBeLessThan(0.1)
  Joint.enabled[held] = 1
  t.step(60)
  expect(Math.abs(t.angle(body) - t.angle(base) - 4 * Math.PI)).toBeLessThan(0.01)
})

// It was drawn by 2e8 newtons, which rounding turned aside until its links swung at 118 m/s.
test('a chain that two walls hold torn is drawn as by springs, and swings no more', () => {
  const t = new JointWorld({ allowSleep: false })
  const { CollisionFilter, Static, Velocity } = t.components
  const [count, far] = [30, 90]
  const walls = [0, far].map((x) => t.add(box(0.1, 0.1), x, 0, Static))
  const links = Array.from({ length: count }, (_, i) => t.heavy(box(0.5, 0.1), (i < count / 2 ? i : far - count + i) + 0.5, 0, 1))
  const row = [walls[0]!, ...links, walls[1]!]
  for (const body of row) CollisionFilter.mask[body] = 0
  const joints = row.slice(1).map((b, i) => t.joint(revoluteJoint(row[i]!, b, { localA: { x: i === 0 ? 0 : 0.5, y: 0 }, localB: { x: i === count ? 0 : -0.5, y: 0 } })))
  let fastest = 0
  for (let i = 0; i < 4 * 240; i++) {
    stepPhysics(t.world, 1 / 240)
    fastest = Math.max(fastest, ...links.map((link) => Math.abs(Velocity.y[link]!)))
  }
  const { x, y } = getJointReaction(t.world, joints[0]!)
  expect(Math.hypot(x, y)).toBeLessThan(1e5)
  expect(fastest).toBeLessThan(20)
})

/** Planks between two walls, under a pile that falls on them. Returns how far hinges are apart after so many seconds. */
function gapUnderPile(planks: number, speed: number, mass: number, hz: number, seconds: number): number {
  const t = new JointWorld()
  const { Static } = t.components
  const pitch = 0.6
  const row = Array.from({ length: planks + 2 }, (_, k) => t.add(box(0.28, 0.08), pitch * k, 0, ...(k === 0 || k === planks + 1 ? [Static] : [])))
  const half = pitch / 2
  for (let k = 0; k <= planks; k++) t.joint(revoluteJoint(row[k]!, row[k + 1]!, { localA: { x: half, y: 0 }, localB: { x: -half, y: 0 } }))
  const span = pitch * (planks + 1)
  for (let i = 0; i < 5 * planks; i++) {
    const falling = t.heavy(box(0.5, 0.5), span * (0.1 + 0.8 * ((i * 0.618) % 1)), 2 + 5.2 * i / planks, mass, mass / 6)
    setVelocity(t.world, falling, 0, -speed, 0)
  }
  t.seconds(seconds, 1 / hz)
  const gaps = row.slice(1).map((b, k) => {
    const [a, turnA, turnB] = [row[k]!, t.angle(row[k]!), t.angle(b)]
    return Math.hypot(t.x(a) - t.x(b) + half * (Math.cos(turnA) + Math.cos(turnB)), t.y(a) - t.y(b) + half * (Math.sin(turnA) + Math.sin(turnB)))
  })
  return Math.max(...gaps)
}

// They were 1.8 to 42 m apart: between two walls what was torn gave way as if it could never come together, and short rows were not solved at once.
test.each([
  { planks: 9, speed: 15, mass: 1 },
  { planks: 9, speed: 40, mass: 10 },
  { planks: 9, speed: 25, mass: 100 },
  { planks: 40, speed: 40, mass: 1 },
  { planks: 40, speed: 40, mass: 10 },
])('a bridge of $planks planks that a pile of $mass kg boxes falls on at $speed m/s comes together again', ({ planks, speed, mass }) => {
  expect(gapUnderPile(planks, speed, mass, 30, 2)).toBeLessThan(0.005)
})
