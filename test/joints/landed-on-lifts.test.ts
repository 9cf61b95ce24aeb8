import { expect, test } from 'vitest'
import { box, circle, revoluteJoint, setVelocity, stepPhysics } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const HALF = 0.025

/** Figures that fall from a height upon a plate that rises: how far below its top the middle of a limb is in the end, and how many are. */
function land(hz: number, height: number, rise: number): { under: number, lowest: number } {
  const t = new JointWorld({ gravity: { x: 0, y: -10 } })
  const { Kinematic, Position } = t.components
  const lift = t.add(box(60, HALF), 0, 0, Kinematic)
  const limbs: number[] = []
  const limb = (shape: ReturnType<typeof box>, x: number, y: number): number => {
    const body = t.add(shape, x, y)
    setVelocity(t.world, body, 0, -Math.sqrt(20 * height), 0)
    limbs.push(body)
    return body
  }
  const hinge = (a: number, b: number, x: number, y: number, most: number): void => {
    t.joint(revoluteJoint(a, b, { x, y, limit: { lower: -most, upper: most } }))
  }
  for (let k = 0; k < 5; k++) {
    const [x, y] = [3 * k - 6, 3 + 0.7 * k]
    const trunk = limb(box(0.3, 0.6), x, y)
    hinge(trunk, limb(circle(0.25), x, y + 0.9), x, y + 0.6, 0.5)
    for (const side of [-1, 1]) {
      const thigh = limb(box(0.12, 0.4), x + 0.2 * side, y - 1)
      const shin = limb(box(0.1, 0.4), x + 0.2 * side, y - 1.8)
      hinge(trunk, thigh, x + 0.2 * side, y - 0.6, 0.8)
      hinge(thigh, shin, x + 0.2 * side, y - 1.4, 1)
      hinge(trunk, limb(box(0.4, 0.1), x + 0.7 * side, y + 0.4), x + 0.3 * side, y + 0.4, 1)
    }
  }
  for (let i = 0; i < 5 * hz; i++) {
    setVelocity(t.world, lift, 0, rise, 0)
    stepPhysics(t.world, 1 / hz)
  }
  const depths = limbs.map((body) => Position.y[lift]! + HALF - Position.y[body]!)
  return { under: depths.filter((depth) => depth > 0).length, lowest: Math.max(...depths) }
}

// What tore as they landed drew feet through the plate, and left them hanging there: 2 to 3 limbs of 40.
test.each([
  { hz: 30, height: 100, rise: 0 },
  { hz: 30, height: 100, rise: 3 },
  { hz: 60, height: 100, rise: 10 },
])('figures that fall $height m stay on a thin plate that rises at $rise m/s, at $hz Hz', ({ hz, height, rise }) => {
  expect(land(hz, height, rise).under).toBe(0)
})
