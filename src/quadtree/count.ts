import { cellOfBox, PLACE_LIMIT } from './layout.ts'
import type { Bounds, Store } from './store.ts'

/**
 * The two loops of the counting sort, for boxes that come from the columns of a caller and for
 * those that are entries already. Written out for both: they are most of the time of a build.
 *
 * Most boxes are on the finest level, in a place within its grid; their cell is computed here with
 * numbers at hand. The result is the same as that of `cellOfBox`, which finds all others.
 */

/** What the loops need of the finest level. */
class Finest {
  scale = 0
  stride = 0
  mask = 0
  /** Boxes narrower and lower than this are on this level. (Their longer side would be a mispredicted branch.) */
  fit = 0
  column = 0
  row = 0
  /** The places of the plan, `from` inclusive and `to` exclusive: no clamping, no folding back. */
  fromColumn = 0
  toColumn = 0
  fromRow = 0
  toRow = 0

  read(store: Store): void {
    const levels = store.levels
    const stride = levels.stride[0]!, cells = levels.cells[0]!
    const folded = levels.foldArea[0]! > 0
    this.scale = 0.5 * levels.inverse[0]!
    this.stride = stride
    this.mask = folded ? cells - 1 : -1
    this.fit = cells > 1 ? (1 - 1e-12) / levels.classScale : -1
    this.column = levels.column[0]!
    this.row = levels.row[0]!
    this.fromColumn = this.column
    this.toColumn = this.column + levels.columns[0]!
    this.fromRow = this.row
    this.toRow = this.row + levels.rows[0]!
  }
}

/** Scratch: read it anew before each use. */
export const finest = new Finest()

/**
 * Finds and counts the cells of listed boxes; `outside` becomes the bounds of those outside of the
 * plan's places. Returns how many there were before one that is no finite box.
 */
export function countListed(
  store: Store, bounds: Bounds, list: Uint32Array, count: number, outside: Float64Array,
): number {
  const { levels, starts, spareCells } = store
  const { minX: lowX, minY: lowY, maxX: highX, maxY: highY } = bounds
  finest.read(store)
  const { scale, stride, mask, fit, column, row, fromColumn, toColumn, fromRow, toRow } = finest
  for (let i = 0; i < count; i++) {
    const item = list[i]!
    const minX = lowX[item]!, minY = lowY[item]!, maxX = highX[item]!, maxY = highY[item]!
    const width = maxX - minX, height = maxY - minY
    const x = (minX + maxX) * scale + PLACE_LIMIT, y = (minY + maxY) * scale + PLACE_LIMIT
    let cell = 0
    if (width >= 0 && height >= 0 && width < fit && height < fit
      && x >= fromColumn && x < toColumn && y >= fromRow && y < toRow) {
      cell = ((x | 0) - column + Math.imul((y | 0) - row, stride)) & mask
    } else {
      box[0] = minX
      box[1] = minY
      box[2] = maxX
      box[3] = maxY
      if (!isBox(box)) return i
      widen(outside, box, 0)
      cell = cellOfBox(levels, box, 0)
    }
    spareCells[i] = cell
    starts[cell]!++
  }
  return count
}

const box = new Float64Array(4)

function isBox(boxes: Float64Array): boolean {
  return boxes[0]! <= boxes[2]! && boxes[1]! <= boxes[3]! && boxes[0]! > -Infinity && boxes[1]! > -Infinity
    && boxes[2]! < Infinity && boxes[3]! < Infinity
}

function widen(bounds: Float64Array, boxes: Float64Array, at: number): void {
  if (boxes[at]! < bounds[0]!) bounds[0] = boxes[at]!
  if (boxes[at + 1]! < bounds[1]!) bounds[1] = boxes[at + 1]!
  if (boxes[at + 2]! > bounds[2]!) bounds[2] = boxes[at + 2]!
  if (boxes[at + 3]! > bounds[3]!) bounds[3] = boxes[at + 3]!
}

/** Copies listed boxes to their places, from the ends of the cells down to the starts. */
export function scatterListed(store: Store, bounds: Bounds, list: Uint32Array, count: number): void {
  const { boxes, items, spareCells, starts, entryOf } = store
  const { minX, minY, maxX, maxY } = bounds
  for (let i = count - 1; i >= 0; i--) {
    const cell = spareCells[i]!, item = list[i]!
    const entry = starts[cell]! - 1
    const at = entry * 4
    starts[cell] = entry
    boxes[at] = minX[item]!
    boxes[at + 1] = minY[item]!
    boxes[at + 2] = maxX[item]!
    boxes[at + 3] = maxY[item]!
    items[entry] = item
    entryOf[item] = entry + 1
  }
}

/** Finds and counts the cells of the first `used` entries; holes get cell -1. */
export function countEntries(store: Store, used: number, outside: Float64Array): void {
  const { levels, starts, boxes, items, spareCells } = store
  finest.read(store)
  const { scale, stride, mask, fit, column, row, fromColumn, toColumn, fromRow, toRow } = finest
  for (let entry = 0, at = 0; entry < used; entry++, at += 4) {
    if (items[entry] === 0) {
      spareCells[entry] = -1
      continue
    }
    const minX = boxes[at]!, minY = boxes[at + 1]!, maxX = boxes[at + 2]!, maxY = boxes[at + 3]!
    const width = maxX - minX, height = maxY - minY
    const x = (minX + maxX) * scale + PLACE_LIMIT, y = (minY + maxY) * scale + PLACE_LIMIT
    let cell = 0
    if (width < fit && height < fit
      && x >= fromColumn && x < toColumn && y >= fromRow && y < toRow) {
      cell = ((x | 0) - column + Math.imul((y | 0) - row, stride)) & mask
    } else {
      widen(outside, boxes, at)
      cell = cellOfBox(levels, boxes, at)
    }
    spareCells[entry] = cell
    starts[cell]!++
  }
}

/** Copies the first `used` entries of the spare arrays to their places. */
export function scatterEntries(store: Store, used: number): void {
  const { boxes, items, spareBoxes, spareItems, spareCells, starts, entryOf } = store
  for (let i = used - 1; i >= 0; i--) {
    const cell = spareCells[i]!
    if (cell < 0) continue
    const entry = starts[cell]! - 1
    const from = i * 4, to = entry * 4
    starts[cell] = entry
    boxes[to] = spareBoxes[from]!
    boxes[to + 1] = spareBoxes[from + 1]!
    boxes[to + 2] = spareBoxes[from + 2]!
    boxes[to + 3] = spareBoxes[from + 3]!
    const item = spareItems[i]!
    items[entry] = item
    entryOf[item] = entry + 1
  }
}
