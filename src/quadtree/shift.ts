import { finest } from './count.ts'
import { PLACE_LIMIT, widenLevel } from './layout.ts'
import { reserveItem } from './store.ts'
import type { Bounds, Store } from './store.ts'
import { insertEntry, moveEntry } from './update.ts'

/**
 * Many entries get new boxes at once. Most stay in their cell of the finest level: for those the cells are computed
 * here, with numbers at hand and no calls (25 ns an entry in warm caches; one by one 120). The others go their way.
 */

/** Gives the listed items the boxes of `bounds`, and inserts those that are absent. The boxes must have been checked. */
export function shiftEntries(store: Store, bounds: Bounds, list: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    i = store.stale || store.levels.cells[0] === 1
      ? shiftWithoutCells(store, bounds, list, i, count)
      : shiftWithinCells(store, bounds, list, i, count)
    if (i < count) shiftOne(store, bounds, list[i]!)
  }
}

const box = new Float64Array(4)

/** The way for every case. */
function shiftOne(store: Store, bounds: Bounds, item: number): void {
  const entry = item < store.entryOf.length ? store.entryOf[item]! - 1 : -1
  box[0] = bounds.minX[item]!
  box[1] = bounds.minY[item]!
  box[2] = bounds.maxX[item]!
  box[3] = bounds.maxY[item]!
  if (entry < 0) {
    reserveItem(store, item)
    insertEntry(store, item, box, 0)
  } else moveEntry(store, entry, box, 0)
}

/** Moves entries as long as they stay in their cell of the finest level; returns the place of the first that does not. */
function shiftWithinCells(store: Store, bounds: Bounds, list: Uint32Array, begin: number, count: number): number {
  const { boxes, entryOf } = store
  const { minX: lowX, minY: lowY, maxX: highX, maxY: highY } = bounds
  // Entries of the finest level come first.
  const end = store.starts[store.levels.first[1]!]!
  finest.read(store)
  const { scale, fit, fromColumn, toColumn, fromRow, toRow } = finest
  for (let i = begin; i < count; i++) {
    const item = list[i]!
    const entry = (item < entryOf.length ? entryOf[item]! : 0) - 1
    // Absent, or on another level.
    if (entry < 0 || entry >= end) return i
    const minX = lowX[item]!, minY = lowY[item]!, maxX = highX[item]!, maxY = highY[item]!
    const at = entry * 4
    const oldX = boxes[at]!, oldY = boxes[at + 1]!, oldMaxX = boxes[at + 2]!, oldMaxY = boxes[at + 3]!
    const x = (minX + maxX) * scale + PLACE_LIMIT, y = (minY + maxY) * scale + PLACE_LIMIT
    if (!(maxX - minX < fit && maxY - minY < fit)) return i
    if (!(x >= fromColumn && x < toColumn && y >= fromRow && y < toRow)) return i
    // The same place, not only the same cell: an entry from outside of the plan comes in by the other way.
    if ((((oldX + oldMaxX) * scale + PLACE_LIMIT) | 0) !== (x | 0)) return i
    if ((((oldY + oldMaxY) * scale + PLACE_LIMIT) | 0) !== (y | 0)) return i
    boxes[at] = minX
    boxes[at + 1] = minY
    boxes[at + 2] = maxX
    boxes[at + 3] = maxY
  }
  return count
}

/** The same where everything is in one list, or will be sorted anew. */
function shiftWithoutCells(store: Store, bounds: Bounds, list: Uint32Array, begin: number, count: number): number {
  const { boxes, entryOf, levels, stale } = store
  const { minX: lowX, minY: lowY, maxX: highX, maxY: highY } = bounds
  const end = stale ? store.used : levels.cellCount === 1 ? store.starts[1]! : 0
  let left = Infinity, bottom = Infinity, right = -Infinity, top = -Infinity
  let i = begin
  for (; i < count; i++) {
    const item = list[i]!
    const entry = (item < entryOf.length ? entryOf[item]! : 0) - 1
    if (entry < 0 || entry >= end) break
    const minX = lowX[item]!, minY = lowY[item]!, maxX = highX[item]!, maxY = highY[item]!
    const at = entry * 4
    boxes[at] = minX
    boxes[at + 1] = minY
    boxes[at + 2] = maxX
    boxes[at + 3] = maxY
    if (minX < left) left = minX
    if (minY < bottom) bottom = minY
    if (maxX > right) right = maxX
    if (maxY > top) top = maxY
  }
  if (i === begin || stale) return i
  box[0] = left
  box[1] = bottom
  box[2] = right
  box[3] = top
  widenLevel(levels, 0, box, 0)
  return i
}
