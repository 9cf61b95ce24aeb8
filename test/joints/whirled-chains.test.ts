import { expect, test } from 'vitest'
import { capsule, circle, revoluteJoint, stepPhysics } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

// Links that whirl part by the arcs that they go along in a substep, faster than at the 4 m/s of mending, and the farther they are apart the faster: they were
// drawn out by 3 to 5 m.
test.each([
  { hz: 30, links: 12, load: 5, speed: 30, unit: 1 },
  { hz: 60, links: 12, load: 20, speed: 30, unit: 1 },
  { hz: 60, links: 12, load: 20, speed: 30, unit: 50 },
  { hz: 120, links: 12, load: 5, speed: 40, unit: 1 },
  { hz: 120, links: 20, load: 20, speed: 40, unit: 1 },
  // Solved one by one: those were drawn out by 4 to 10 m.
  { hz: 30, links: 4, load: 0.5, speed: 50, unit: 1 },
  { hz: 60, links: 6, load: 0.5, speed: 30, unit: 50 },
  { hz: 60, links: 8, load: 4, speed: 30, unit: 1 },
  { hz: 120, links: 10, load: 0.5, speed: 20, unit: 1 },
  { hz: 120, links: 4, load: 0.5, speed: 50, unit: 1 },
])('a chain of $links with $load kg that a hand whirls at $speed m/s stays together, at $hz Hz, unit $unit', ({ hz, links, load, speed, unit }) => {
  const t = new JointWorld({ gravity: { x: 0, y: -10 * unit }, lengthUnit: unit })
  const { CollisionFilter, Kinematic, Velocity } = t.components
  const hand = t.add(circle(0.05 * unit), 0, 0, Kinematic)
  const row = [hand]
  for (let i = 0; i < links; i++) row.push(t.heavy(capsule(0.15 * unit, 0.05 * unit, 'y'), 0, (-0.2 - 0.4 * i) * unit, 0.5))
  row.push(t.heavy(circle(0.3 * unit), 0, -0.4 * links * unit, load))
  for (const body of row) CollisionFilter.mask[body] = 0
  const lower = (i: number): number => (i === 0 ? 0 : -0.2 * unit)
  const upper = (i: number): number => (i > links ? 0 : 0.2 * unit)
  for (let i = 0; i <= links; i++) t.joint(revoluteJoint(row[i]!, row[i + 1]!, { localA: { x: 0, y: lower(i) }, localB: { x: 0, y: upper(i + 1) } }))
  /** How far the ends of a joint are apart. */
  const torn = (i: number): number => {
    const [a, b] = [row[i]!, row[i + 1]!]
    const dx = t.x(b) - Math.sin(t.angle(b)) * upper(i + 1) - (t.x(a) - Math.sin(t.angle(a)) * lower(i))
    const dy = t.y(b) + Math.cos(t.angle(b)) * upper(i + 1) - (t.y(a) + Math.cos(t.angle(a)) * lower(i))
    return Math.hypot(dx, dy) / unit
  }
  let most = 0
  for (let step = 0; step < 3 * hz; step++) {
    const angle = (step / hz) * speed
    Velocity.x[hand] = speed * unit * Math.cos(angle)
    Velocity.y[hand] = speed * unit * Math.sin(angle)
    stepPhysics(t.world, 1 / hz)
    for (let i = 0; i <= links; i++) most = Math.max(most, torn(i))
  }
  expect(most).toBeLessThan(1.5)
  Velocity.x[hand] = Velocity.y[hand] = 0
  t.seconds(2, 1 / hz)
  for (let i = 0; i <= links; i++) expect(torn(i)).toBeLessThan(0.15)
})
