import { digHole, rebuild } from './build.ts'
import { cellOfBox, widenLevel } from './layout.ts'
import type { Store } from './store.ts'
import { cellOfEntry, levelOfCell, overflowIsFull, overflowIsLong, overflowOf, reserveSorted } from './store.ts'

/**
 * Changes of single entries. The entries of a cell are one run, so a newcomer needs a free place
 * in exactly that run. The nearest hole further on is found, and each cell on the way passes it
 * back by moving its first entry to its own end: a few short moves, and no list of strays to search.
 * Only where no hole is near does an entry go to the overflow, a list at the end.
 *
 * Every search scans it. A rebuild waits until that has taken as long as one: with 200 boxes that fly over 10,000 at rest each
 * second step was a rebuild of all. Rejected: an overflow of up to 2 √count instead of √count / 4 however many search
 * (with 10,000 of 100,000 boxes leaving a frame, moving was slower than building anew).
 */

/** How many entries, and how many cells, further on a hole is looked for. */
const HOLE_REACH = 64
const CELL_REACH = 4096
/** Relocations between two searches after which a rebuild is cheaper (as a shift of the count). */
const RELOCATED_SHIFT = 2
/** Tests of boxes in the overflow that take as long as a rebuild, as multiples of the count. */
const MOST_STRAIN = 4
/** Relocations after which the plan may no longer suit the boxes, in multiples of the count. */
const WORN_OUT = 8

/** Adds an item with the box at `from[f]`. */
export function insertEntry(store: Store, item: number, from: Float64Array, f: number): void {
  const levels = store.levels
  store.count++
  let cell = levels.cellCount
  let entry = -1
  if (!store.stale) {
    cell = cellOfBox(levels, from, f)
    if (cell < levels.cellCount) {
      entry = freePlace(store, cell)
      if (entry < 0) store.elastic = true
    }
  }
  if (entry < 0) {
    cell = levels.cellCount
    entry = appendPlace(store)
    if (overflowIsFull(overflowOf(store), store.count)) store.stale = true
  }
  const level = levelOfCell(store, cell)
  levels.filled[level]!++
  widenLevel(levels, level, from, f)
  writeBox(store, entry, from, f)
  store.items[entry] = item
  store.entryOf[item] = entry + 1
}

/** Gives an entry the box at `from[f]`. */
export function moveEntry(store: Store, entry: number, from: Float64Array, f: number): void {
  const levels = store.levels
  if (!store.stale) {
    const cell = cellOfBox(levels, from, f)
    const old = cellOfEntry(store, entry)
    if (cell === old) {
      widenLevel(levels, levelOfCell(store, cell), from, f)
    } else if (store.relocated > store.count >> RELOCATED_SHIFT && store.count > 64) {
      // Past this point sorting everything once is cheaper than any further relocation.
      store.stale = true
    } else {
      const item = store.items[entry]!
      digHole(store, entry)
      levels.filled[levelOfCell(store, old)]!--
      store.count--
      store.relocated++
      store.worn++
      insertEntry(store, item, from, f)
      return
    }
  }
  writeBox(store, entry, from, f)
}

export function removeEntry(store: Store, entry: number): void {
  if (!store.stale) store.levels.filled[levelOfCell(store, cellOfEntry(store, entry))]!--
  store.entryOf[store.items[entry]!] = 0
  store.count--
  digHole(store, entry)
}

/**
 * Rebuilds if searches would be wrong without, or if it pays.
 * @param searches So many regions or rays will be looked for.
 */
export function refreshStore(store: Store, searches = 1): void {
  store.relocated = 0
  const overflow = overflowOf(store)
  const isLong = overflowIsLong(overflow, store.count)
  if (isLong) store.strain += overflow * searches
  if (isLong && store.strain > MOST_STRAIN * store.count || isDue(store)) rebuild(store)
}

/** Rebuilds where searches would sooner or later. It is none of them. */
export function sortStore(store: Store): void {
  store.relocated = 0
  if (overflowIsLong(overflowOf(store), store.count) || isDue(store)) rebuild(store)
}

function isDue({ stale, used, count, worn }: Store): boolean {
  return stale || used > 64 && used > 2 * count || worn > 64 + WORN_OUT * count
}

function writeBox(store: Store, entry: number, from: Float64Array, f: number): void {
  const boxes = store.boxes
  const at = entry * 4
  boxes[at] = from[f]!
  boxes[at + 1] = from[f + 1]!
  boxes[at + 2] = from[f + 2]!
  boxes[at + 3] = from[f + 3]!
}

/** A place at the end of the overflow. */
function appendPlace(store: Store): number {
  const entry = store.used
  reserveSorted(store, entry + 1)
  store.used = entry + 1
  store.starts[store.levels.cellCount + 1] = entry + 1
  return entry
}

/** A free place in the run of the cell, or -1 if no hole is near. */
function freePlace(store: Store, cell: number): number {
  const { starts, items } = store
  const begin = starts[cell]!
  const last = starts[store.levels.cellCount]!
  const limit = begin + HOLE_REACH < last ? begin + HOLE_REACH : last
  let hole = begin
  while (hole < limit && items[hole] !== 0) hole++
  if (hole === limit) return -1
  let owner = cell
  while (starts[owner + 1]! <= hole) owner++
  if (owner - cell > CELL_REACH) return -1
  for (; owner > cell; owner--) {
    const front = starts[owner]!
    if (front !== hole) copyEntry(store, front, hole)
    hole = front
    starts[owner] = front + 1
  }
  return hole
}

function copyEntry(store: Store, from: number, to: number): void {
  const { boxes, items } = store
  const a = from * 4, b = to * 4
  boxes[b] = boxes[a]!
  boxes[b + 1] = boxes[a + 1]!
  boxes[b + 2] = boxes[a + 2]!
  boxes[b + 3] = boxes[a + 3]!
  const item = items[from]!
  items[to] = item
  store.entryOf[item] = to + 1
}
