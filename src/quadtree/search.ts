import type { ItemBuffer } from './buffers.ts'
import { fold, meetsNoCellTwice, PLACE_LIMIT, PLACE_SLACK } from './layout.ts'
import type { Store } from './store.ts'

/**
 * Region search. Every level is asked for the cells whose loose bounds touch the region: one run
 * of entries for each row, two where a row runs over the end of the folded grid.
 */

/** Appends all items whose box touches the region (minX, minY, maxX, maxY); returns how many. */
export function searchStore(store: Store, region: Float64Array, out: ItemBuffer): number {
  const before = out.count
  const levels = store.levels
  for (let level = 0; level <= levels.count; level++) {
    if (levels.filled[level]! > 0) searchLevel(store, level, region, out)
  }
  return out.count - before
}

/**
 * One level. The runs are gone through in here, so that no computed number is an argument: the engine boxes those at
 * calls that it does not inline.
 */
function searchLevel(store: Store, level: number, region: Float64Array, out: ItemBuffer): void {
  const minX = region[0]!, minY = region[1]!, maxX = region[2]!, maxY = region[3]!
  const { levels, starts, boxes, items } = store
  const { bounds } = levels
  const at = level * 4
  const left = bounds[at]!, bottom = bounds[at + 1]!, right = bounds[at + 2]!, top = bounds[at + 3]!
  if (minX > right || maxX < left || minY > top || maxY < bottom) return
  // Cut to the bounds: finite from here on, so that no hole is touched.
  const x0 = minX > left ? minX : left, x1 = maxX < right ? maxX : right
  const y0 = minY > bottom ? minY : bottom, y1 = maxY < top ? maxY : top
  const size = levels.cells[level]!, stride = levels.stride[level]!, first = levels.first[level]!
  let columns = size, rows = 1, cell = 0
  if (size > 1) {
    const scale = levels.inverse[level]!
    const reach = levels.reach[level]!
    // `place` of the four sides.
    const column = (Math.max(-PLACE_LIMIT, Math.min(PLACE_LIMIT, (x0 - reach) * scale - PLACE_SLACK)) + PLACE_LIMIT) | 0
    const width = ((Math.max(-PLACE_LIMIT, Math.min(PLACE_LIMIT, (x1 + reach) * scale + PLACE_SLACK)) + PLACE_LIMIT) | 0) - column + 1
    const row = (Math.max(-PLACE_LIMIT, Math.min(PLACE_LIMIT, (y0 - reach) * scale - PLACE_SLACK)) + PLACE_LIMIT) | 0
    const height = ((Math.max(-PLACE_LIMIT, Math.min(PLACE_LIMIT, (y1 + reach) * scale + PLACE_SLACK)) + PLACE_LIMIT) | 0) - row + 1
    if (height <= levels.filled[level]! && meetsNoCellTwice(levels, level, width, height)) {
      columns = width
      rows = height
      cell = fold(levels, level, column, row)
    }
  }
  let found = out.items, count = out.count
  for (let r = 0; r < rows; r++, cell += stride) {
    if (cell >= size) cell -= size
    // One run of entries; two where the row runs over the end of the folded grid.
    for (let from = cell, rest = columns; rest > 0; from = 0) {
      const to = from + rest < size ? from + rest : size
      const end = starts[first + to]!
      let entry = starts[first + from]!
      rest -= to - from
      if (count + end - entry >= found.length) {
        out.count = count
        out.reserve(count + end - entry + 1)
        found = out.items
      }
      // Every item is written, and kept if it counts: no branch to mispredict (half the time of one).
      for (let o = entry * 4; entry < end; entry++, o += 4) {
        found[count] = items[entry]!
        count += +(boxes[o]! <= x1) & +(boxes[o + 2]! >= x0) & +(boxes[o + 1]! <= y1) & +(boxes[o + 3]! >= y0)
      }
    }
  }
  out.count = count
}
