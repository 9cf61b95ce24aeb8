import { cos, sin } from '../../src/math/rotation.ts'
import { Blueprint } from '../builders/blueprint.ts'
import { EARTH_GRAVITY, circleShape, viewOf, wall } from './parts.ts'
import { defineScene } from './types.ts'

const BALLS = 5
const RADIUS = 0.5
const ROD = 5

export const rodCradle = defineScene({
  name: 'rod-cradle',
  title: 'Newton\u2019s cradle',
  category: 'Joints',
  description: 'Elastic balls on rods, hung a hair apart. One, two and three of five are let go.',
  lookFor: 'As many balls swing out on the other side as came in, as high as they were let go, and the others hang still.',
}, ({ rows = 3 }) => {
  const made = new Blueprint()
  for (let row = 0; row < rows; row++) {
    const middle = (row - (rows - 1) / 2) * 12
    const beam = made.body(wall(middle, 0.25, 3.2, 0.25))
    for (let i = 0; i < BALLS; i++) {
      const x = middle + (i - (BALLS - 1) / 2) * (2 * RADIUS + 0.004)
      const swung = i <= row ? -0.9 : 0
      const to = { x: x + sin(swung) * ROD, y: -cos(swung) * ROD }
      const ball = made.body({ ...to, shape: circleShape(RADIUS), friction: 0, restitution: 1 })
      made.joint({ type: 'distance', a: beam, b: ball, from: { x, y: 0 }, to })
    }
  }
  const half = (rows - 1) * 6 + 6.5
  return {
    gravity: EARTH_GRAVITY, ...made, view: viewOf(-half, -ROD - 2, half, 2, 0.03),
    settings: { allowSleep: false, restitutionThreshold: 0 },
  }
})
