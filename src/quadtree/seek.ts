import type { PairBuffer } from '../stores/buffers.ts'
import { checkPresent } from './check.ts'
import { chooseRange, fold, PLACE_LIMIT, PLACE_SLACK, range } from './layout.ts'
import { sortItems } from '../stores/sort-items.ts'
import type { Store } from './store.ts'

/**
 * Listed entries that search a level: the loop behind the pairs of what moved.
 *
 * Everything is in one function, from the box of the seeker to the pairs, so that no number with a fraction is an
 * argument (the engine boxes those at calls that it does not inline: a megabyte a step in a gas of 10,000). What
 * overlaps is first written down without a branch, then looked at: most of it is near, and little of it overlaps.
 * A few seekers are tested with branches: from frame to frame they meet the same neighbors, and the processor learns
 * them (100 of 10,000: 0.88 of the time; 1,000 of 10,000: 1.08).
 *
 * Rejected: filling a buffer of items by a region search for each seeker (0.7 µs a seeker instead of 0.3).
 */

/** No marks: every pair of a seeker counts. */
export const EVERYTHING = new Uint8Array(0)

/** From this many seekers on they go in the order of their entries, so that memory is read from front to back. */
const MANY_SEEKERS = 256

let entries = new Uint32Array(256)

/**
 * The entries of listed items. Scratch: valid until the next call. Sorted when many: of 100,000 boxes in no order,
 * 10,000 seekers take 11 ms as listed and 4 ms in the order of the cells, the sorting included.
 * @throws if an item is not in the tree; `doing` is the method that was called
 */
export function entriesOf(doing: string, store: Store, list: Uint32Array, count: number): Uint32Array {
  if (entries.length < count) entries = new Uint32Array(Math.max(count, entries.length * 2))
  const { entryOf } = store
  for (let i = 0; i < count; i++) {
    const item = list[i]!
    const entry = item < entryOf.length ? entryOf[item]! : 0
    if (entry === 0) checkPresent(doing, store, item)
    entries[i] = entry - 1
  }
  if (count >= MANY_SEEKERS) sortItems(entries, count)
  return entries
}

/** A run of entries as a list. Scratch: valid until the next call. */
export function entriesFrom(begin: number, end: number): Uint32Array {
  if (entries.length < end - begin) entries = new Uint32Array(Math.max(end - begin, entries.length * 2))
  for (let entry = begin; entry < end; entry++) entries[entry - begin] = entry
  return entries
}

/**
 * Appends the pairs of listed entries, see {@link entriesOf}, with one level of a store.
 * @param own true: the seekers are entries of the same store; the lower id goes to `a`, and of two marked ones the
 *   lower id reports. false: the seeker goes to `a`, and everything counts.
 */
export function seekLevel(
  seekers: Pick<Store, 'boxes' | 'items'>, list: Uint32Array, count: number, store: Store, level: number,
  marks: Uint8Array, own: boolean, out: PairBuffer,
): void {
  const { levels, starts, boxes, items } = store
  const { boxes: mine, items: names } = seekers
  const { bounds } = levels
  const size = levels.cells[level]!, stride = levels.stride[level]!, first = levels.first[level]!
  const filled = levels.filled[level]!, scale = levels.inverse[level]!
  const grid = size > 1 && isNear(store, level)
  const reach = grid ? levels.reach[level]! * scale + PLACE_SLACK : 0
  // The places of a plain grid, where cells need no folding. Empty for other levels.
  const plain = grid && levels.foldArea[level] === 0
  const fromColumn = levels.column[level]!, toColumn = plain ? fromColumn + levels.columns[level]! : fromColumn
  const fromRow = levels.row[level]!, toRow = fromRow + levels.rows[level]!
  const left = bounds[level * 4]!, bottom = bounds[level * 4 + 1]!
  const right = bounds[level * 4 + 2]!, top = bounds[level * 4 + 3]!
  const few = count < MANY_SEEKERS
  let outA = out.a, outB = out.b, room = outA.length, total = out.count
  for (let i = 0; i < count; i++) {
    const seeker = list[i]!
    const item = names[seeker]!
    const m = seeker * 4
    const minX = mine[m]!, minY = mine[m + 1]!, maxX = mine[m + 2]!, maxY = mine[m + 3]!
    if (minX > right || maxX < left || minY > top || maxY < bottom) continue
    let columns = size, rows = 1, cell = 0, last = size
    if (grid) {
      // Cut to the bounds of the level: so small that a place needs no clamping.
      const column = ((minX > left ? minX : left) * scale - reach + PLACE_LIMIT) | 0
      const row = ((minY > bottom ? minY : bottom) * scale - reach + PLACE_LIMIT) | 0
      const width = (((maxX < right ? maxX : right) * scale + reach + PLACE_LIMIT) | 0) - column + 1
      const height = (((maxY < top ? maxY : top) * scale + reach + PLACE_LIMIT) | 0) - row + 1
      if (height <= filled && column >= fromColumn && row >= fromRow && column + width <= toColumn && row + height <= toRow) {
        columns = width
        rows = height
        cell = column - fromColumn + Math.imul(row - fromRow, stride)
      } else if (chooseRange(levels, level, width, height)) {
        columns = range[0]!
        rows = range[1]!
        cell = fold(levels, level, column, row)
      }
    }
    let raw = total
    for (let r = 0; r < rows; r++, cell += stride) {
      if (cell >= size) cell -= size
      // One run of entries; two where the row runs over the end of the folded grid.
      const from = cell + columns
      last = from < size ? from : size
      let entry = starts[first + cell]!, end = starts[first + last]!
      for (;;) {
        if (raw + end - entry >= room) {
          out.count = raw
          out.reserve(raw + end - entry + 1)
          outA = out.a
          outB = out.b
          room = outA.length
        }
        if (few) {
          for (let at = entry * 4; entry < end; entry++, at += 4) {
            if (boxes[at]! > maxX || boxes[at + 2]! < minX || boxes[at + 1]! > maxY || boxes[at + 3]! < minY) continue
            outB[raw++] = items[entry]!
          }
        } else {
          for (let at = entry * 4; entry < end; entry++, at += 4) {
            outB[raw] = items[entry]!
            raw += +(boxes[at]! <= maxX) & +(boxes[at + 2]! >= minX) & +(boxes[at + 1]! <= maxY) & +(boxes[at + 3]! >= minY)
          }
        }
        if (from === last) break
        entry = starts[first]!
        end = starts[first + from - last]!
        last = from
      }
    }
    if (!own) {
      for (; total < raw; total++) outA[total] = item
      continue
    }
    for (let h = total; h < raw; h++) {
      const other = outB[h]!
      outA[total] = other < item ? other : item
      outB[total] = other < item ? item : other
      total += +(other > item) | (+(other < item) & +(marks[other] === 0))
    }
  }
  out.count = total
}

/** Whether all places of a level are far from where places end. */
function isNear(store: Store, level: number): boolean {
  const { bounds, inverse, reach } = store.levels
  const limit = PLACE_LIMIT * 0.5, scale = inverse[level]!
  for (let i = 0; i < 4; i++) if (!(Math.abs(bounds[level * 4 + i]! * scale) < limit)) return false
  return reach[level]! * scale < limit
}
