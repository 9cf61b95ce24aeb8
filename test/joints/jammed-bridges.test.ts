import { addComponents, set } from 'bitecs'
import { expect, test } from 'vitest'
import { box, revoluteJoint, setVelocity, stepPhysics } from '../../src/index.ts'
import { JointWorld } from './joint-world.ts'

const HALF = 0.3

// A chain that is nearly straight between two walls buckles faster the straighter it is, and something kinematic has all the energy that takes: blow
// after blow sent planks off at 970 m/s to 1.8e7, or meters away within a step. Now at 13 times its speed at most.
test.each([
  { planks: 9, speed: 15, restitution: 0.4, hz: 60 },
  { planks: 20, speed: 15, restitution: 0.4, hz: 60 },
  { planks: 40, speed: 15, restitution: 0.9, hz: 60 },
  { planks: 20, speed: 6, restitution: 0.9, hz: 30 },
  { planks: 40, speed: 15, restitution: 0.4, hz: 120 },
])('a box that runs along a bridge of $planks at $speed m/s does not shoot its planks away, e = $restitution, at $hz Hz', ({ planks, speed, restitution, hz }) => {
  const t = new JointWorld({ gravity: { x: 0, y: -10 } })
  const { Kinematic, Material, Position, Static } = t.components
  const width = 2 * HALF * (planks + 1)
  const row = Array.from({ length: planks + 2 }, (_, k) => t.add(box(0.28, 0.08), 2 * HALF * k, 0, ...(k % (planks + 1) === 0 ? [Static] : [])))
  row.slice(1).forEach((plank, k) => t.joint(revoluteJoint(row[k]!, plank, { x: 2 * HALF * k + HALF, y: 0 })))
  const runner = t.add(box(0.8, 0.8), -2, 0, Kinematic)
  for (const body of [...row, runner]) addComponents(t.world, body, set(Material, { friction: 0.3, restitution }))
  const [x, y] = [new Float64Array(row.length), new Float64Array(row.length)]
  let fastest = 0
  let along = 1
  for (let i = 0; i < 8 * hz; i++) {
    if (Position.x[runner]! > width + 2) along = -1
    if (Position.x[runner]! < -2) along = 1
    setVelocity(t.world, runner, along * speed, 0, 0)
    row.forEach((body, k) => { [x[k], y[k]] = [Position.x[body]!, Position.y[body]!] })
    stepPhysics(t.world, 1 / hz)
    row.forEach((body, k) => { fastest = Math.max(fastest, hz * Math.hypot(Position.x[body]! - x[k]!, Position.y[body]! - y[k]!)) })
  }
  expect(fastest).toBeLessThan(14 * speed)
})
