import { PI, cos, sin } from '../../src/math/rotation.ts'
import { Blueprint } from '../builders/blueprint.ts'
import { EARTH_GRAVITY, boxShape, circleShape, floor, viewOf } from './parts.ts'
import { defineScene, type Drive } from './types.ts'

const HALF = 3
const FLAT = 0.25
const STEEP = 0.8
/** Seconds up and down again. */
const PERIOD = 14
const CATEGORY = { bars: 2, rest: 1 }

export const scissorLift = defineScene({
  name: 'scissor-lift',
  title: 'Scissor lift',
  category: 'Machines',
  description: 'Pairs of crossed bars carry a platform with a load. One motor draws the lowest feet together and apart. '
    + 'Hinges in the middle and at the ends, feet that slide: loops of joints within loops.',
  lookFor: 'The platform stays level all the way and does not sink under its load.',
}, ({ rows = 4 }) => {
  const made = new Blueprint()
  const ground = made.body(floor(0, 0, 12, 1))
  const [wide, high] = [cos(FLAT) * HALF, sin(FLAT) * HALF]
  const hidden = { category: CATEGORY.bars, mask: 0 }
  const bar = (y: number, angle: number): number => (
    made.body({ x: 0, y, angle, shape: boxShape(HALF, 0.1), density: 2, filter: hidden })
  )
  const hinge = (a: number, b: number, x: number, y: number): number => made.joint({ type: 'revolute', a, b, x, y })
  const slot = (a: number, b: number, x: number, y: number): number => (
    made.joint({ type: 'wheel', a, b, x, y, axis: { x: 1, y: 0 } })
  )
  let [below, belowToo] = [ground, ground]
  let motor = 0
  for (let row = 0; row < rows; row++) {
    const y = 0.2 + (2 * row + 1) * high
    // One rises to the right, its fellow to the left; their feet are the heads of the bars below.
    const [rising, falling] = [bar(y, FLAT), bar(y, -FLAT)]
    // Without a stop a stage that is pressed flat could go on to the other side.
    made.joint({ type: 'revolute', a: rising, b: falling, x: 0, y, limit: { lower: 2 * (FLAT - STEEP) - 0.05, upper: FLAT } })
    hinge(below, rising, -wide, y - high)
    if (row === 0) {
      slot(ground, falling, wide, y - high)
      motor = made.joint({
        type: 'distance', a: ground, b: falling, from: { x: -wide, y: y - high }, to: { x: wide, y: y - high },
        motor: { speed: 0, maxForce: 8000 }, limit: { lower: 2 * cos(STEEP) * HALF, upper: 2 * wide },
      })
    } else {
      hinge(belowToo, falling, wide, y - high)
    }
    ;[below, belowToo] = [falling, rising]
  }
  const top = 0.2 + 2 * rows * high
  const platform = made.body({ x: 0, y: top + 0.2, shape: boxShape(HALF + 0.6, 0.2), filter: { category: CATEGORY.rest } })
  hinge(below, platform, -wide, top)
  slot(platform, belowToo, wide, top)
  for (let i = 0; i < 6; i++) {
    made.body({ x: (i % 3 - 1) * 1.5, y: top + 1 + Math.floor(i / 3) * 1.05, shape: i === 4 ? circleShape(0.5) : boxShape(0.5) })
  }
  return {
    gravity: EARTH_GRAVITY, ...made, view: viewOf(-9, -1, 9, 2 * rows * sin(STEEP) * HALF + 4, 0.03), drive: rises(motor),
  }
})

/** The feet come together and apart as the angle of the bars swings: slowly where they are flat. */
function rises(motor: number): Drive {
  return (stepIndex, dt, api) => {
    const width = (step: number): number => {
      const swing = (1 - cos((2 * PI * step * dt) / PERIOD)) / 2
      return 2 * HALF * cos(FLAT + (STEEP - FLAT) * swing)
    }
    api.setMotor(motor, (width(stepIndex + 1) - width(stepIndex)) / dt)
  }
}
