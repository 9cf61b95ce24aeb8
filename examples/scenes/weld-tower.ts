import { Blueprint } from '../builders/blueprint.ts'
import { EARTH_GRAVITY, boxShape, circleShape, floor, viewOf, wall } from './parts.ts'
import { between, createRandom } from './random.ts'
import { defineScene, type Drive } from './types.ts'

const HALF = 0.5
const SHOTS = 8
/** Seconds between shots. */
const PERIOD = 2.5
const FROM = -24

export const weldTower = defineScene({
  name: 'weld-tower',
  title: 'Tower of breaking welds',
  category: 'Joints',
  description: 'A tower of bricks that are welded to their neighbors. A weld breaks above 1,500 N or 600 N·m. A cannon shoots at it.',
  lookFor: 'Walls break along their weakest welds and fall as pieces. Layer 5 shows the welds by their load, red where they are about to break.',
}, ({ rows = 14, columns = 9 }) => {
  const made = new Blueprint([floor(0, 0, 32), wall(-31, 8, 1, 8), wall(31, 8, 1, 8)])
  const at = new Map<string, number>()
  const weld = (a: number | undefined, b: number, x: number, y: number): void => {
    if (a !== undefined) made.joint({ type: 'weld', a, b, x, y, breakForce: 1500, breakTorque: 600 })
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isWall(row, column, columns)) continue
      const [x, y] = [(column - (columns - 1) / 2) * 2 * HALF, HALF + row * 2 * HALF]
      const brick = made.body({ x, y, shape: boxShape(HALF) })
      at.set(`${row},${column}`, brick)
      weld(row === 0 ? 0 : at.get(`${row - 1},${column}`), brick, x, y - HALF)
      weld(at.get(`${row},${column - 1}`), brick, x - HALF, y)
    }
  }
  const first = made.bodies.length
  for (let i = 0; i < SHOTS; i++) made.body({ x: FROM, y: 4, shape: circleShape(0.6), density: 6, absent: true, bullet: true })
  return { gravity: EARTH_GRAVITY, ...made, view: viewOf(FROM - 1, -1, 22, rows + 3, 0.03), drive: shoots(first, rows) }
})

/** Outer walls, floors on every fourth row, and battlements. */
function isWall(row: number, column: number, columns: number): boolean {
  return column < 2 || column >= columns - 2 || row % 4 === 3
}

function shoots(first: number, rows: number): Drive {
  return (stepIndex, dt, api) => {
    const period = Math.round(PERIOD / dt)
    const shot = stepIndex / period - 1
    if (!Number.isInteger(shot) || shot < 0) return
    const random = createRandom(126 + shot)
    const body = first + (shot % SHOTS)
    if (shot >= SHOTS) api.despawn(body)
    api.spawn(body, FROM, between(random, 2, rows * 0.7), 32, between(random, 2, 5))
  }
}
