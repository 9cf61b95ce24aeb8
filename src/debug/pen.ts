/**
 * Marks of which drawings are made. Their places are spots: numbered points in one array. So calls have whole numbers only,
 * and nothing is garbage, inlined or not.
 */
import { growLabels, growPrimitives } from './buffers.ts'
import { type Sheet, Size } from './sheet.ts'

/** x and y of each spot. Those from {@link SCRATCH} on are used by the marks themselves. */
export const spots = new Float64Array(2 * 32)

const SCRATCH = 24

/** Length of the head of an arrow, as a part of the size of marks; half its width, as a part of that. */
const HEAD = 0.5
const HEAD_WIDTH = 0.4
/** Teeth of a spring, and the part of its length at each end that is straight. */
const TEETH = 8

/** Nothing where a place is no number, as what was written between two steps may be. */
export function drawPoint({ out: { points }, palette: { colors }, sizes }: Sheet, at: number, paint: number): void {
  const sum = spots[2 * at]! + spots[2 * at + 1]!
  if (sum - sum !== 0) return
  if (points.count === points.colors.length) growPrimitives(points)
  const i = points.count++
  points.xy[2 * i] = spots[2 * at]! - sizes[Size.OriginX]!
  points.xy[2 * i + 1] = spots[2 * at + 1]! - sizes[Size.OriginY]!
  points.colors[i] = colors[paint]!
}

/** Nothing where a place is no number. */
export function drawLine({ out: { lines }, palette: { colors }, sizes }: Sheet, from: number, to: number, paint: number): void {
  const sum = spots[2 * from]! + spots[2 * from + 1]! + spots[2 * to]! + spots[2 * to + 1]!
  // Infinity less itself is no number, and neither is what is none.
  if (sum - sum !== 0) return
  if (2 * lines.count === lines.colors.length) growPrimitives(lines)
  const i = 2 * lines.count++
  const { xy } = lines
  const x = sizes[Size.OriginX]!
  const y = sizes[Size.OriginY]!
  xy[2 * i] = spots[2 * from]! - x
  xy[2 * i + 1] = spots[2 * from + 1]! - y
  xy[2 * i + 2] = spots[2 * to]! - x
  xy[2 * i + 3] = spots[2 * to + 1]! - y
  lines.colors[i] = colors[paint]!
  lines.colors[i + 1] = colors[paint]!
}

/** Writes a text; `values[index]` is what it tells of. */
export function drawLabel(
  { out: { labels }, palette: { colors }, sizes }: Sheet, at: number, code: number, values: Float64Array, index: number, paint: number,
): void {
  if (labels.count === labels.codes.length) growLabels(labels)
  const sum = spots[2 * at]! + spots[2 * at + 1]!
  if (sum - sum !== 0) return
  const i = labels.count++
  labels.xy[2 * i] = spots[2 * at]! - sizes[Size.OriginX]!
  labels.xy[2 * i + 1] = spots[2 * at + 1]! - sizes[Size.OriginY]!
  labels.codes[i] = code
  labels.values[i] = values[index]!
  labels.colors[i] = colors[paint]!
}

const told = new Float64Array(1)

/** Writes a text that tells of a whole number. */
export function drawNumber(sheet: Sheet, at: number, code: number, value: number, paint: number): void {
  told[0] = value
  drawLabel(sheet, at, code, told, 0, paint)
}

/** A line with a head; nothing where both ends are one. */
export function drawArrow(sheet: Sheet, from: number, to: number, paint: number): void {
  const dx = spots[2 * to]! - spots[2 * from]!
  const dy = spots[2 * to + 1]! - spots[2 * from + 1]!
  const length = Math.sqrt(dx * dx + dy * dy)
  if (!(length > 0 && length < Infinity)) return
  drawLine(sheet, from, to, paint)
  const head = Math.min(HEAD * sheet.sizes[Size.Mark]!, 0.5 * length) / length
  for (let side = -1; side <= 1; side += 2) {
    const across = side * head * HEAD_WIDTH
    spots[2 * SCRATCH] = spots[2 * to]! - head * dx - across * dy
    spots[2 * SCRATCH + 1] = spots[2 * to + 1]! - head * dy + across * dx
    drawLine(sheet, SCRATCH, to, paint)
  }
}

/** Two lines that cross, of the size of marks. */
export function drawCross(sheet: Sheet, at: number, paint: number): void {
  const half = 0.5 * sheet.sizes[Size.Mark]!
  const x = spots[2 * at]!
  const y = spots[2 * at + 1]!
  place(SCRATCH, x, y)
  place(SCRATCH + 1, x, y)
  spots[2 * SCRATCH] = x - half
  spots[2 * SCRATCH + 2] = x + half
  drawLine(sheet, SCRATCH, SCRATCH + 1, paint)
  place(SCRATCH, x, y)
  place(SCRATCH + 1, x, y)
  spots[2 * SCRATCH + 1] = y - half
  spots[2 * SCRATCH + 3] = y + half
  drawLine(sheet, SCRATCH, SCRATCH + 1, paint)
}

function place(spot: number, x: number, y: number): void {
  spots[2 * spot] = x
  spots[2 * spot + 1] = y
}

/** A ring of the size of marks, divided by `parts`. */
export function drawRing(sheet: Sheet, at: number, parts: number, paint: number): void {
  const { points: circle, arcs } = sheet.circle
  const radius = (0.5 * sheet.sizes[Size.Mark]!) / parts
  for (let i = 0; i < arcs; i++) {
    const next = i + 1 === arcs ? 0 : i + 1
    spots[2 * SCRATCH] = spots[2 * at]! + radius * circle[2 * i]!
    spots[2 * SCRATCH + 1] = spots[2 * at + 1]! + radius * circle[2 * i + 1]!
    spots[2 * SCRATCH + 2] = spots[2 * at]! + radius * circle[2 * next]!
    spots[2 * SCRATCH + 3] = spots[2 * at + 1]! + radius * circle[2 * next + 1]!
    drawLine(sheet, SCRATCH, SCRATCH + 1, paint)
  }
}

/** A box with corners at two spots, parallel to the axes. */
export function drawBox(sheet: Sheet, low: number, high: number, paint: number): void {
  spots[2 * SCRATCH] = spots[2 * high]!
  spots[2 * SCRATCH + 1] = spots[2 * low + 1]!
  spots[2 * SCRATCH + 2] = spots[2 * low]!
  spots[2 * SCRATCH + 3] = spots[2 * high + 1]!
  drawLine(sheet, low, SCRATCH, paint)
  drawLine(sheet, SCRATCH, high, paint)
  drawLine(sheet, high, SCRATCH + 1, paint)
  drawLine(sheet, SCRATCH + 1, low, paint)
}

/** A square of the size of marks, turned along a direction that is at the spot `along`, of length 1. */
export function drawSquare(sheet: Sheet, at: number, along: number, paint: number): void {
  const half = 0.5 * sheet.sizes[Size.Mark]!
  const x = half * spots[2 * along]!
  const y = half * spots[2 * along + 1]!
  for (let i = 0; i < 4; i++) {
    const u = i === 0 || i === 3 ? -1 : 1
    const v = i < 2 ? -1 : 1
    spots[2 * (SCRATCH + i)] = spots[2 * at]! + u * x - v * y
    spots[2 * (SCRATCH + i) + 1] = spots[2 * at + 1]! + u * y + v * x
  }
  for (let i = 0; i < 4; i++) drawLine(sheet, SCRATCH + i, SCRATCH + ((i + 1) & 3), paint)
}

/** A zigzag as wide as marks. */
export function drawSpring(sheet: Sheet, from: number, to: number, paint: number): void {
  const dx = spots[2 * to]! - spots[2 * from]!
  const dy = spots[2 * to + 1]! - spots[2 * from + 1]!
  const length = Math.sqrt(dx * dx + dy * dy)
  if (!(length > 0)) return
  const wide = (0.35 * sheet.sizes[Size.Mark]!) / length
  let last = from
  for (let i = 1; i <= TEETH; i++) {
    const side = i === TEETH ? 0 : (i & 1) === 0 ? -wide : wide
    const next = SCRATCH + (i & 1)
    spots[2 * next] = spots[2 * from]! + (dx * i) / TEETH - side * dy
    spots[2 * next + 1] = spots[2 * from + 1]! + (dy * i) / TEETH + side * dx
    drawLine(sheet, last, next, paint)
    last = next
  }
}

/** A line across the way from one spot to another, at the latter, as long as marks. */
export function drawTick(sheet: Sheet, from: number, to: number, paint: number): void {
  const dx = spots[2 * to]! - spots[2 * from]!
  const dy = spots[2 * to + 1]! - spots[2 * from + 1]!
  const length = Math.sqrt(dx * dx + dy * dy)
  if (!(length > 0)) return
  const half = (0.5 * sheet.sizes[Size.Mark]!) / length
  spots[2 * SCRATCH] = spots[2 * to]! - half * dy
  spots[2 * SCRATCH + 1] = spots[2 * to + 1]! + half * dx
  spots[2 * SCRATCH + 2] = spots[2 * to]! + half * dy
  spots[2 * SCRATCH + 3] = spots[2 * to + 1]! - half * dx
  drawLine(sheet, SCRATCH, SCRATCH + 1, paint)
}
