import { sin } from '../../src/math/rotation.ts'
import { Blueprint } from '../builders/blueprint.ts'
import { rope } from '../builders/rope.ts'
import { EARTH_GRAVITY, boxShape, circleShape, floor, viewOf, wall } from './parts.ts'
import { defineScene, type Drive } from './types.ts'

const JIB = 15
/** Radians a second of the trolley's way to and fro, and how far it goes. */
const RATE = 0.35
const REACH = 4.5
const PULLEY_X = 8

export const crane = defineScene({
  name: 'crane',
  title: 'Rope and pulley crane',
  category: 'Machines',
  description: 'A trolley slides along a jib by its motor; from it a rope of twenty-four links carries a block of two hundred times '
    + 'the mass of a link. Beside it a pulley holds a cage against a counterweight on rails.',
  lookFor: 'The rope does not stretch while the load swings. Throw blocks into the cage: the counterweight rises as far as the cage sinks.',
}, () => {
  const made = new Blueprint()
  const ground = made.body(floor(0, 0, 18, 1))
  made.body(wall(-14, JIB / 2, 0.4, JIB / 2))
  const jib = made.body(wall(-6, JIB, 8.5, 0.3))
  const trolley = made.body({ x: -6, y: JIB - 0.6, shape: boxShape(0.8, 0.25), density: 4 })
  const slide = made.joint({
    type: 'prismatic', a: jib, b: trolley, x: -6, y: JIB - 0.6, axis: { x: 1, y: 0 },
    limit: { lower: -REACH - 1, upper: REACH + 1 }, motor: { speed: 0, maxForce: 600 },
  })
  const load = made.body({ x: -6, y: 4.2, shape: boxShape(1, 0.9), density: 2.2 })
  rope(made, { body: trolley, x: -6, y: JIB - 0.8 }, { body: load, x: -6, y: 5.1 }, { links: 24, radius: 0.06, density: 0.4 })
  for (let i = 0; i < 18; i++) {
    made.body({ x: -8 + (i % 6) * 0.84, y: 0.4 + Math.floor(i / 6) * 0.8, shape: boxShape(0.4), density: 0.5 })
  }
  hoist(made, ground)
  return { gravity: EARTH_GRAVITY, ...made, view: viewOf(-16, -1, 16, JIB + 1, 0.03), drive: travels(slide) }
})

/** A cage and its counterweight on a rope over two pulleys, each on a rail. */
function hoist(made: Blueprint, ground: number): void {
  const [left, right, over] = [PULLEY_X - 2.5, PULLEY_X + 3.5, 14.4]
  for (const x of [left, right]) {
    made.body({ x, y: over, shape: circleShape(0.35), kind: 'static', filter: { category: 1, mask: 0 } })
  }
  const thin = { shape: boxShape(0.12, 0.9), density: 2 }
  const cage = made.body({
    x: left, y: 5, shape: boxShape(2, 0.15), density: 2, parts: [{ ...thin, x: -1.9, y: 0.7 }, { ...thin, x: 1.9, y: 0.7 }],
  })
  const weight = made.body({ x: right, y: 8, shape: boxShape(0.7, 0.85), density: 1.25 })
  const rail = { type: 'prismatic', a: ground, axis: { x: 0, y: 1 } } as const
  made.joint({ ...rail, b: cage, x: left, y: 5, limit: { lower: -4.5, upper: 4.5 } })
  made.joint({ ...rail, b: weight, x: right, y: 8, limit: { lower: -6.5, upper: 4.5 } })
  made.joint({
    type: 'pulley', a: cage, b: weight, from: { x: left, y: 5.1 }, to: { x: right, y: 8.85 },
    groundA: { x: left, y: over }, groundB: { x: right, y: over },
  })
  for (let i = 0; i < 8; i++) {
    const shape = i % 2 === 0 ? boxShape(0.35) : circleShape(0.35)
    made.body({ x: left - 1.2 + (i % 3) * 1.1, y: 15 + i * 2, shape, density: 0.6 })
  }
}

/** The speed of a trolley that goes to and fro like a pendulum. */
function travels(slide: number): Drive {
  return (stepIndex, dt, api) => {
    const way = (step: number): number => sin(RATE * step * dt) * REACH
    api.setMotor(slide, (way(stepIndex + 1) - way(stepIndex)) / dt)
  }
}
