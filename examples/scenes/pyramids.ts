import { EARTH_GRAVITY, boxShape, floor, viewOf } from './parts.ts'
import { defineScene, type BodyData } from './types.ts'

const HALF = 0.5

/** Boxes that touch exactly: row `i` holds `base - i` of them, the lowest stands on `bottom`. */
function pushPyramid(bodies: BodyData[], x: number, bottom: number, base: number): void {
  const shape = boxShape(HALF)
  for (let row = 0; row < base; row++) {
    const left = x - (base - row - 1) * HALF
    for (let column = 0; column < base - row; column++) {
      bodies.push({ x: left + column * 2 * HALF, y: bottom + (2 * row + 1) * HALF, shape })
    }
  }
}

export const largePyramid = defineScene({
  name: 'large-pyramid',
  title: 'Large pyramid',
  category: 'Stacks',
  description: 'One pyramid of 5,050 boxes, a hundred wide at the base. Each box leans on the two '
    + 'below it, so every error of the solver has a hundred rows in which to add up.',
  lookFor: 'It should just stand there. Then pull a box out of the lowest row, or throw one at the top: '
    + 'only what is touched wakes up, the rest stays dimmed and costs nothing.',
  opening: { base: 60 },
}, ({ base = 100 }) => {
  const bodies: BodyData[] = [floor(0, 0, base * 1.5, 2)]
  pushPyramid(bodies, 0, 0, base)
  return {
    gravity: EARTH_GRAVITY,
    bodies,
    view: viewOf(-base * 0.62, -base * 0.03, base * 0.62, base),
  }
})

export const manyPyramids = defineScene({
  name: 'many-pyramids',
  title: 'Many pyramids',
  category: 'Stacks',
  description: 'Four hundred small pyramids of 55 boxes each, on sixteen shelves: 22,000 boxes in islands '
    + 'that know nothing of each other.',
  lookFor: 'All of them are busy for half a second, then they fall asleep, one island after another. '
    + 'Knock one over and watch the counter of awake bodies: its neighbors keep sleeping.',
  opening: { rows: 6, columns: 9 },
}, ({ base = 10, rows = 16, columns = 25 }) => {
  const bodies: BodyData[] = []
  const pitch = base * 2 * HALF + 2
  const rise = base * 2 * HALF + 3
  const halfWidth = (columns * pitch) / 2 + 1
  for (let row = 0; row < rows; row++) bodies.push(floor(0, row * rise, halfWidth, 0.5))
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      pushPyramid(bodies, (column - (columns - 1) / 2) * pitch, row * rise, base)
    }
  }
  return {
    gravity: EARTH_GRAVITY,
    bodies,
    view: viewOf(-halfWidth, -1, halfWidth, rows * rise),
  }
})
