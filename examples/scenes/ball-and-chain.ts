import { cos, sin } from '../../src/math/rotation.ts'
import { Blueprint } from '../builders/blueprint.ts'
import { rope } from '../builders/rope.ts'
import { EARTH_GRAVITY, boxShape, circleShape, floor, viewOf, wall } from './parts.ts'
import { defineScene } from './types.ts'

const LINKS = 30
const LENGTH = 12
const HEIGHT = 18
const PITCH = 30
/** From the vertical, radians. */
const DRAWN = 1.1
const BALL = 1.4
const THICKNESS = 0.1

export const ballAndChain = defineScene({
  name: 'ball-and-chain',
  title: 'Ball and chain',
  category: 'Joints',
  description: 'A chain of thirty links swings a ball of a thousand times the mass of a link into a wall.',
  lookFor: 'The chain is stretched by nothing that can be seen, neither while it swings nor when it hangs still.',
}, ({ columns = 1, rows = 11 }) => {
  const made = new Blueprint()
  for (let column = 0; column < columns; column++) {
    const x = column * PITCH
    const ground = made.body(floor(x, 0, PITCH / 2))
    const start = { body: ground, x, y: HEIGHT }
    const away = (length: number) => ({ x: x - sin(DRAWN) * length, y: HEIGHT - cos(DRAWN) * length })
    const linkMass = 2 * THICKNESS * (LENGTH / LINKS)
    const ball = made.body({
      ...away(LENGTH + BALL), shape: circleShape(BALL), density: 1000 * linkMass / (Math.PI * BALL * BALL), friction: 0.6,
    })
    rope(made, start, { body: ball, ...away(LENGTH) }, { links: LINKS, radius: THICKNESS, square: true })
    for (let row = 0; row < rows; row++) {
      for (let i = 0; i < 4; i++) made.body({ x: x + 3 + i * 1.02, y: 0.5 + row, shape: boxShape(0.5), density: 0.5 })
    }
  }
  for (const x of [0.5 - PITCH / 2, (columns - 0.5) * PITCH - 0.5]) made.body(wall(x, 4, 0.5, 4))
  return { gravity: EARTH_GRAVITY, ...made, view: viewOf(-15, -1, PITCH * (columns - 1) + 15, HEIGHT + 1, 0.03) }
})
