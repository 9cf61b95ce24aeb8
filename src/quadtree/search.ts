import type { ItemBuffer } from './buffers.ts'
import { fold, isPlain, meetsNoCellTwice, place, PLACE_SLACK } from './layout.ts'
import type { Store } from './store.ts'

/**
 * Region search. Every level is asked for the cells whose loose bounds touch the region: one run
 * of entries for each row, two where a row runs over the end of the folded grid.
 *
 * A region is an array of numbers, minX, minY, maxX, maxY, and what is computed for the loop is put into arrays: the
 * engine boxes numbers with fractions at calls that it does not inline, and it inlines nothing into a long function.
 */

/** Rows and columns of whole cells from which on their boxes are not looked at. Fewer: more runs cost more than tests. */
const MANY_WHOLE = 4

/** Rows and columns at the border of a plan whose cells are shared with what lies outside: one, and one for rounding. */
const SHARED = 2

/** The region cut to the bounds of the level at hand. Finite, so that no hole touches it. */
const cut = new Float64Array(4)

/**
 * The cells of the level at hand that can hold what touches the region: the first cell, columns and rows. Of these the
 * whole cells, whose boxes all touch it: the first column, how many, the first row, and the row after the last.
 */
const part = new Int32Array(7)
const CELL = 0, COLUMNS = 1, ROWS = 2, BEFORE = 3, INSIDE = 4, LOW = 5, HIGH = 6

/** Appends all items whose box touches the region; returns how many. */
export function searchStore(store: Store, region: Float64Array, out: ItemBuffer): number {
  const before = out.count
  const { count, filled } = store.levels
  for (let level = 0; level <= count; level++) {
    if (filled[level] === 0 || !cutToLevel(store, level, region)) continue
    chooseCells(store, level)
    searchCells(store, level, out)
  }
  return out.count - before
}

/** Cuts the region to the bounds of a level; false if nothing is left. */
function cutToLevel(store: Store, level: number, region: Float64Array): boolean {
  const { bounds } = store.levels
  const at = level * 4
  const left = bounds[at]!, bottom = bounds[at + 1]!, right = bounds[at + 2]!, top = bounds[at + 3]!
  const minX = region[0]!, minY = region[1]!, maxX = region[2]!, maxY = region[3]!
  if (minX > right || maxX < left || minY > top || maxY < bottom) return false
  cut[0] = minX > left ? minX : left
  cut[1] = minY > bottom ? minY : bottom
  cut[2] = maxX < right ? maxX : right
  cut[3] = maxY < top ? maxY : top
  return true
}

function chooseCells(store: Store, level: number): void {
  const { levels } = store
  part[CELL] = 0
  part[COLUMNS] = levels.cells[level]!
  part[ROWS] = 1
  part[INSIDE] = part[LOW] = part[HIGH] = 0
  if (levels.cells[level] === 1) return
  const scale = levels.inverse[level]!, reach = levels.reach[level]!
  const column = place((cut[0]! - reach) * scale - PLACE_SLACK)
  const row = place((cut[1]! - reach) * scale - PLACE_SLACK)
  const columns = place((cut[2]! + reach) * scale + PLACE_SLACK) - column + 1
  const rows = place((cut[3]! + reach) * scale + PLACE_SLACK) - row + 1
  // Where rows are more than entries, or a cell would be met twice, all are gone through.
  if (rows > levels.filled[level]! || !meetsNoCellTwice(levels, level, columns, rows)) return
  part[CELL] = fold(levels, level, column, row)
  part[COLUMNS] = columns
  part[ROWS] = rows
  if (columns > MANY_WHOLE && rows > MANY_WHOLE && isPlain(levels, level)) chooseWhole(store, level, column, row)
}

/** A box whose center is inside touches the region: where a cell is one place, its boxes need no test. */
function chooseWhole(store: Store, level: number, column: number, row: number): void {
  const { levels } = store
  const scale = levels.inverse[level]!
  const left = levels.column[level]! + SHARED, bottom = levels.row[level]! + SHARED
  const right = levels.column[level]! + levels.columns[level]! - SHARED
  const top = levels.row[level]! + levels.rows[level]! - SHARED
  const from = Math.max(place(cut[0]! * scale + PLACE_SLACK) + 1, left)
  const to = Math.min(place(cut[2]! * scale - PLACE_SLACK), right)
  if (to - from < MANY_WHOLE) return
  part[BEFORE] = from - column
  part[INSIDE] = to - from
  part[LOW] = Math.max(place(cut[1]! * scale + PLACE_SLACK) + 1, bottom) - row
  part[HIGH] = Math.min(place(cut[3]! * scale - PLACE_SLACK), top) - row
}

function searchCells(store: Store, level: number, out: ItemBuffer): void {
  const { levels, starts, boxes, items } = store
  const size = levels.cells[level]!, stride = levels.stride[level]!, first = levels.first[level]!
  const columns = part[COLUMNS]!, rows = part[ROWS]!
  const before = part[BEFORE]!, inside = part[INSIDE]!, low = part[LOW]!, high = part[HIGH]!
  const x0 = cut[0]!, y0 = cut[1]!, x1 = cut[2]!, y1 = cut[3]!
  let cell = part[CELL]!
  let found = out.items, count = out.count
  for (let r = 0; r < rows; r++, cell += stride) {
    if (cell >= size) cell -= size
    const whole = r >= low && r < high
    // One run of entries; two where the row runs over the end of the folded grid; and whole cells by themselves.
    for (let from = cell, done = 0; done < columns;) {
      const plain = whole && done === before
      const wanted = plain ? inside : whole && done < before ? before - done : columns - done
      const to = from + wanted < size ? from + wanted : size
      const end = starts[first + to]!
      let entry = starts[first + from]!
      done += to - from
      from = to === size ? 0 : to
      if (count + end - entry >= found.length) {
        out.count = count
        out.reserve(count + end - entry + 1)
        found = out.items
      }
      // Every item is written, and kept if it counts: no branch to mispredict (half the time of one).
      if (plain) {
        for (; entry < end; entry++) {
          found[count] = items[entry]!
          count += +(items[entry] !== 0)
        }
      } else {
        for (let o = entry * 4; entry < end; entry++, o += 4) {
          found[count] = items[entry]!
          count += +(boxes[o]! <= x1) & +(boxes[o + 2]! >= x0) & +(boxes[o + 1]! <= y1) & +(boxes[o + 3]! >= y0)
        }
      }
    }
  }
  out.count = count
}
