import { Blueprint } from '../builders/blueprint.ts'
import { softBlob } from '../builders/soft-blob.ts'
import { EARTH_GRAVITY, bin, boxShape, circleShape, viewOf } from './parts.ts'
import { defineScene, type BodyData, type DriveApi } from './types.ts'

const RADIUS = 0.16
const PITCH = 0.36
const WIDTH = 20

export const cloth = defineScene({
  name: 'cloth',
  title: 'Tumbling cloth',
  category: 'Joints',
  description: 'A cloth of six hundred circles between rods falls on two crosses that turn, with three soft blobs: rings of '
    + 'rods with springs across.',
  lookFor: 'The cloth folds and is lifted again and again. The blobs give way and become round.',
}, ({ count = 600, columns: blobs = 3 }) => {
  const columns = Math.max(4, Math.round(Math.sqrt(count * 2)))
  const rows = Math.max(2, Math.round(count / columns))
  const made = new Blueprint([...cross(-4.4, 4.6), ...cross(4.4, 4.6), ...bin(WIDTH, 13, 1)])
  for (let i = 0; i < rows * columns; i++) {
    const column = i % columns
    const [x, y] = [(column - (columns - 1) / 2) * PITCH, 8 + Math.floor(i / columns) * PITCH]
    const body = made.body({ x, y, shape: circleShape(RADIUS), friction: 0.4 })
    if (i >= columns) made.joint({ type: 'distance', a: body - columns, b: body, from: { x, y: y - PITCH }, to: { x, y } })
    if (column > 0) made.joint({ type: 'distance', a: body - 1, b: body, from: { x: x - PITCH, y }, to: { x, y } })
  }
  const top = 8 + rows * PITCH + 2
  for (let i = 0; i < blobs; i++) softBlob(made, (i - (blobs - 1) / 2) * 4, top, { radius: 1 + 0.2 * i })
  return {
    gravity: EARTH_GRAVITY, ...made, view: viewOf(-WIDTH / 2 - 1, -1, WIDTH / 2 + 1, 15, 0.03),
    drive: turns,
  }
})

/** Two bars that turn alike. */
function cross(x: number, y: number): BodyData[] {
  const bar = { x, y, kind: 'kinematic', friction: 0.8 } as const
  return [{ ...bar, shape: boxShape(3, 0.2) }, { ...bar, shape: boxShape(0.2, 3) }]
}

/** The crosses are the first four bodies. */
function turns(_: number, __: number, api: DriveApi): void {
  for (let i = 0; i < 4; i++) api.setVelocity(i, 0, 0, i < 2 ? 0.9 : -0.9)
}
