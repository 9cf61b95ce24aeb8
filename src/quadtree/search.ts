import type { ItemBuffer } from './buffers.ts'
import { fold, meetsNoCellTwice, place, PLACE_SLACK } from './layout.ts'
import type { Store } from './store.ts'
import { beginOfLevel, endOfLevel } from './store.ts'

/**
 * Region search. Every level is asked for the cells whose loose bounds touch the region: one run
 * of entries for each row, two where a row runs over the end of the folded grid.
 */

/** Appends all items whose box touches the region; returns how many. */
export function searchStore(
  store: Store, minX: number, minY: number, maxX: number, maxY: number, out: ItemBuffer,
): number {
  const before = out.count
  const levels = store.levels
  for (let level = 0; level <= levels.count; level++) {
    if (levels.filled[level]! > 0) searchLevel(store, level, minX, minY, maxX, maxY, out)
  }
  return out.count - before
}

export function searchLevel(
  store: Store, level: number, minX: number, minY: number, maxX: number, maxY: number, out: ItemBuffer,
): void {
  const { levels, starts } = store
  const { bounds } = levels
  const at = level * 4
  const left = bounds[at]!, bottom = bounds[at + 1]!, right = bounds[at + 2]!, top = bounds[at + 3]!
  if (minX > right || maxX < left || minY > top || maxY < bottom) return
  // Cut to the bounds: finite from here on, so that no hole is touched.
  const x0 = minX > left ? minX : left, x1 = maxX < right ? maxX : right
  const y0 = minY > bottom ? minY : bottom, y1 = maxY < top ? maxY : top
  const size = levels.cells[level]!
  const scale = levels.inverse[level]!
  const reach = levels.reach[level]!
  const column = place((x0 - reach) * scale - PLACE_SLACK)
  const columns = place((x1 + reach) * scale + PLACE_SLACK) - column + 1
  const row = place((y0 - reach) * scale - PLACE_SLACK)
  const rows = place((y1 + reach) * scale + PLACE_SLACK) - row + 1
  if (size === 1 || rows > levels.filled[level]! || !meetsNoCellTwice(levels, level, columns, rows)) {
    searchRun(store, beginOfLevel(store, level), endOfLevel(store, level), x0, y0, x1, y1, out)
    return
  }
  const stride = levels.stride[level]!
  const first = levels.first[level]!
  let cell = fold(levels, level, column, row)
  for (let r = 0; r < rows; r++, cell += stride) {
    if (cell >= size) cell -= size
    const end = cell + columns
    if (end <= size) {
      searchRun(store, starts[first + cell]!, starts[first + end]!, x0, y0, x1, y1, out)
    } else {
      searchRun(store, starts[first + cell]!, starts[first + size]!, x0, y0, x1, y1, out)
      searchRun(store, starts[first]!, starts[first + end - size]!, x0, y0, x1, y1, out)
    }
  }
}

function searchRun(
  store: Store, begin: number, end: number,
  minX: number, minY: number, maxX: number, maxY: number, out: ItemBuffer,
): void {
  if (begin === end) return
  const { boxes, items } = store
  let count = out.count
  if (count + end - begin >= out.items.length) out.reserve(count + end - begin + 1)
  const found = out.items
  // Every item is written, and kept if it counts: no branch to mispredict (half the time of one).
  for (let entry = begin, at = begin * 4; entry < end; entry++, at += 4) {
    found[count] = items[entry]!
    count += +(boxes[at]! <= maxX) & +(boxes[at + 2]! >= minX) & +(boxes[at + 1]! <= maxY) & +(boxes[at + 3]! >= minY)
  }
  out.count = count
}
