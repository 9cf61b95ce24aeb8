import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, prismaticJoint, revoluteJoint } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const CRANK = 0.5
const ROD = 1.5

/** A crank of 1 kg with a motor, a rod, and a piston on a rail. Returns the spin of the crank, least and most, after a second, as parts of what is asked for. */
function turn(mass: number, speed: number, rate: number, substeps: number): { least: number; most: number; off: number } {
  const t = new JointWorld({ substeps })
  const { CollisionFilter, Material, Static, Velocity } = t.components
  const post = t.add(box(0.1, 0.1), 0, 0, Static)
  const crank = t.add(box(CRANK / 2, 0.05), CRANK / 2, 0)
  const rod = t.add(box(ROD / 2, 0.05), CRANK + ROD / 2, 0)
  const piston = t.add(box(0.2, 0.2), CRANK + ROD, 0)
  for (const [body, density] of [[crank, 20], [rod, 7], [piston, mass / 0.16]] as const) {
    addComponents(t.world, body, set(CollisionFilter, { mask: 0 }), set(Material, { density }))
  }
  t.joint(revoluteJoint(post, crank, { x: 0, y: 0, motor: { speed, maxTorque: 1e6 } }))
  t.joint(revoluteJoint(crank, rod, { x: CRANK, y: 0 }))
  t.joint(revoluteJoint(rod, piston, { x: CRANK + ROD, y: 0 }))
  t.joint(prismaticJoint(post, piston, { x: CRANK + ROD, y: 0, axis: { x: 1, y: 0 } }))
  let [least, most, off] = [Infinity, -Infinity, 0]
  for (let i = 0; i < 5 * rate; i++) {
    t.seconds(1 / rate, 1 / rate)
    if (i < rate) continue
    const spin = Velocity.angular[crank]! / speed
    least = Math.min(least, spin)
    most = Math.max(most, spin)
    const angle = t.angle(crank)
    off = Math.max(off, Math.abs(t.x(piston) - CRANK * Math.cos(angle) - Math.sqrt(ROD ** 2 - (CRANK * Math.sin(angle)) ** 2)))
  }
  return { least, most, off }
}

// Near dead center a crank hardly moves its piston. As hard as it pushed before, the motor drove it to -24 to 12 times its speed.
test.each([
  [30, 5, 30, 4], [100, 5, 60, 4], [100, 5, 60, 8], [300, 5, 60, 1], [300, 5, 60, 16], [1000, 5, 240, 1], [30, 20, 60, 16],
])('a motor turns a crank with a piston of %s kg at %s radians a second, with %s steps of %s substeps', (mass, speed, rate, substeps) => {
  const { least, most, off } = turn(mass, speed, rate, substeps)
  expect(least).toBeGreaterThan(0.83)
  expect(most).toBeLessThan(1.05)
  expect(off).toBeLessThan(0.012)
})
