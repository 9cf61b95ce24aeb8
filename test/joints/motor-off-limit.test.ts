import { addComponents, addEntity, createWorld } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { addPhysics, box, revoluteJoint, set, spawnBody, stepPhysics, weldJoint } from '../../src/index.ts'

/**
 * A bar of 20 kg lies on a limit of its hinge, level, and its motor turns it away from there. What acts is known: gravity by 20 · 10 · 2 N·m,
 * the torque of the motor, and an inertia of 20 (4² + 0.2²) / 12 + 20 · 2².
 */
const MASS = 20
const LOAD = MASS * 10 * 2
const INERTIA = (MASS * (4 ** 2 + 0.2 ** 2)) / 12 + MASS * 2 ** 2

interface Lift {
  readonly torque: number
  readonly speed: number
  /** The bar is the first body of the joint. */
  readonly flipped: boolean
  /** A weight of 1 g is welded to it, so that the tree has more than one joint. */
  readonly welded: boolean
  readonly hz: number
}

/** Returns how far it has turned within half a second, and how fast it does then. */
function lift({ torque, speed, flipped, welded, hz }: Lift): { turn: number, rate: number } {
  const world = createWorld()
  const { components: { Joint, Rotation, Velocity } } = addPhysics(world, { gravity: { x: 0, y: -10 } })
  const ground = spawnBody(world, { type: 'static', shape: box(1, 1), y: -20 })
  const bar = spawnBody(world, { shape: box(2, 0.1), x: 2, material: { density: MASS / (4 * 0.2) } })
  if (welded) {
    const weight = spawnBody(world, { shape: box(0.1, 0.1), x: 2, material: { density: 0.001 / 0.04 } })
    addComponents(world, addEntity(world), set(Joint, weldJoint(bar, weight, { x: 2, y: 0 })))
  }
  const hinge = addEntity(world)
  const limit = flipped ? { lower: -3, upper: 0 } : { lower: 0, upper: 3 }
  const [a, b] = flipped ? [bar, ground] : [ground, bar]
  addComponents(world, hinge, set(Joint, revoluteJoint(a, b, { x: 0, y: 0, limit, motor: { speed: 0, maxTorque: torque } })))
  for (let i = 0; i < hz; i++) stepPhysics(world, 1 / hz)
  expect(Math.abs(Rotation.angle[bar]!)).toBeLessThan(2e-3)
  Joint.speed[hinge] = flipped ? -speed : speed
  for (let i = 0; i < hz / 2; i++) stepPhysics(world, 1 / hz)
  return { turn: Rotation.angle[bar]!, rate: Velocity.angular[bar]! }
}

describe.each([30, 60, 240])('at %i Hz', (hz) => {
  for (const flipped of [false, true]) {
    for (const welded of [false, true]) {
      const name = `${welded ? ', with a weight' : ''}${flipped ? ', as the first body' : ''}`
      test(`a motor lifts a bar off its limit at its speed${name}`, () => {
        const { turn, rate } = lift({ torque: 100 * LOAD, speed: 1, flipped, welded, hz })
        expect(rate).toBeCloseTo(1, 3)
        expect(turn).toBeGreaterThan(0.5 - 2 / hz)
        expect(turn).toBeLessThan(0.5 + 2e-3)
      })

      test(`with hardly more torque than its load as fast as that lets it${name}`, () => {
        const { rate } = lift({ torque: 1.1 * LOAD, speed: 2, flipped, welded, hz })
        const formula = (0.1 * LOAD * 0.5) / INERTIA
        expect(rate).toBeGreaterThan(formula * (1 - 4 / hz))
        expect(rate).toBeLessThan(formula * 1.02)
      })

      test(`and with less it lies there${name}`, () => {
        const { turn, rate } = lift({ torque: 0.9 * LOAD, speed: 2, flipped, welded, hz })
        expect(Math.abs(turn)).toBeLessThan(2e-3)
        expect(Math.abs(rate)).toBeLessThan(1e-3)
      })
    }
  }
})

/** Bars of 2 m in a row, each level on the limit of its hinge. Returns how far the first has turned in the second after its motor was asked to by 0.5 rad/s. */
function liftRow(links: number, substeps: number, hz: number): number {
  const world = createWorld()
  const { components: { CollisionFilter, Joint, Rotation } } = addPhysics(world, { gravity: { x: 0, y: -10 }, substeps })
  let last = spawnBody(world, { type: 'static', shape: box(1, 1), y: -20 })
  const bars: number[] = []
  const hinges: number[] = []
  for (let i = 0; i < links; i++) {
    const bar = spawnBody(world, { shape: box(1, 0.1), x: 1 + 2 * i })
    addComponents(world, bar, set(CollisionFilter, { mask: 0 }))
    // The first bears a weight, as trees do from that on.
    if (i === 0) {
      const weight = spawnBody(world, { shape: box(0.1, 0.1), x: 1, material: { density: 0.01 } })
      addComponents(world, weight, set(CollisionFilter, { mask: 0 }))
      addComponents(world, addEntity(world), set(Joint, weldJoint(bar, weight, { x: 1, y: 0 })))
    }
    const hinge = addEntity(world)
    // 0.4 kg a bar: a hundred times what the first has to bear.
    addComponents(world, hinge, set(Joint, revoluteJoint(last, bar, {
      x: 2 * i, y: 0, limit: { lower: 0, upper: 3 }, motor: { speed: 0, maxTorque: 100 * 4 * links ** 2 },
    })))
    bars.push(bar)
    hinges.push(hinge)
    last = bar
  }
  for (let i = 0; i < 2 * hz; i++) stepPhysics(world, 1 / hz)
  expect(Math.abs(Rotation.angle[bars[0]!]!)).toBeLessThan(2e-3)
  Joint.speed[hinges[0]!] = 0.5
  for (let i = 0; i < hz; i++) stepPhysics(world, 1 / hz)
  return Rotation.angle[bars[0]!]!
}

// Before motors were rows two and three links did not rise with one substep at 30 Hz; while those of more than four limited hinges were none, five did not.
test.each([[2, 1, 30], [3, 1, 30], [3, 2, 30], [4, 1, 30], [4, 4, 60], [5, 1, 30], [5, 2, 60], [8, 1, 30], [12, 1, 60], [12, 4, 60]])('so does the first motor of a row of %i bars, %i substeps at %i Hz', (links, substeps, hz) => {
  const turn = liftRow(links, substeps, hz)
  expect(turn).toBeGreaterThan(0.5 - 2 / hz)
  expect(turn).toBeLessThan(0.5 + 5e-3)
})
