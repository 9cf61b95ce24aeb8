import { checkBox, checkItem } from './check.ts'
import { cellOfBox, clearBounds, ITEM_CEILING, PLACE_LIMIT, widenLevel } from './layout.ts'
import { Census, planLevels, takeCensus } from './plan.ts'
import type { Bounds, Store } from './store.ts'
import { beginOfLevel, endOfLevel, reserveCells, reserveItem, reserveSorted, reserveWaiting } from './store.ts'

/**
 * The counting sort. Boxes wait in the spare arrays in any order; they are counted into cells,
 * the counts are summed up to starts, and every box is copied to its place.
 */

const census = new Census()

/** A plan whose cells turn out this many times fuller than expected is made again. */
const CROWDED = 3
const MAX_PLANS = 4
/** Sizes are taken from about this many boxes, as a power of two (all of them cost 20 ns a box). */
const SAMPLE_BITS = 10

/** Elastic builds leave one hole in this many entries (as a shift). */
const SLACK_SHIFT = 3

/** Sorts the boxes and items that wait in the spare arrays, as counted by the census, into the tree. */
function sortEntries(store: Store): void {
  const count = census.count
  store.count = count
  store.relocated = 0
  store.worn = 0
  store.stale = false
  if (count === 0) {
    store.reset()
    return
  }
  const step = Math.max(1, count >> SAMPLE_BITS)
  takeCensus(census, store.spareBoxes, step)
  planAndCount(store)
  const strays = store.used - store.starts[store.levels.cellCount]!
  if (step > 1 && strays * strays > count) {
    // The sample missed sizes that do occur.
    takeCensus(census, store.spareBoxes, 1)
    planAndCount(store)
  }
  scatter(store, count)
  measureLevels(store)
}

/** Plans, counts and sums up; again if the cells turn out too full, because the boxes lie in clusters. */
function planAndCount(store: Store): void {
  for (let plans = 1; ; plans++) {
    const expected = planLevels(store.levels, census, store.populated)
    countCells(store, census.count)
    const load = store.elastic ? sumUpWithHoles(store) : sumUp(store)
    if (store.levels.cells[0] === 1 || plans === MAX_PLANS) return
    const excess = Math.max(load, 0.05) / Math.max(expected, 0.05)
    if (excess < 1) store.populated = Math.min(1, store.populated / Math.max(excess, 0.25))
    if (excess < CROWDED || load < 1.5) return
    store.populated /= excess
  }
}

/** Empties an entry, in a way that every test on its box fails. */
export function digHole(store: Store, entry: number): void {
  const boxes = store.boxes
  const at = entry * 4
  boxes[at] = Infinity
  boxes[at + 1] = Infinity
  boxes[at + 2] = -Infinity
  boxes[at + 3] = -Infinity
  store.items[entry] = 0
}

/** Cell of every waiting box, and entries per cell. */
function countCells(store: Store, count: number): void {
  const { levels, spareBoxes, spareCells } = store
  reserveCells(store, levels.cellCount + 2)
  const starts = store.starts
  starts.fill(0, 0, levels.cellCount + 2)
  // Most boxes are on the finest level: its numbers are kept at hand, and no place is out of limits.
  const stride = levels.stride[0]!, scale = 0.5 * levels.inverse[0]!
  const column = levels.column[0]!, row = levels.row[0]!
  const mask = levels.foldArea[0]! > 0 ? levels.cells[0]! - 1 : -1
  const farthest = Math.max(-census.minX, -census.minY, census.maxX, census.maxY)
  const near = levels.cells[0]! > 1 && farthest * levels.inverse[0]! < PLACE_LIMIT
  const classScale = near ? levels.classScale : Infinity
  for (let i = 0, at = 0; i < count; i++, at += 4) {
    const minX = spareBoxes[at]!, minY = spareBoxes[at + 1]!, maxX = spareBoxes[at + 2]!, maxY = spareBoxes[at + 3]!
    const width = maxX - minX, height = maxY - minY
    let cell = 0
    if ((width > height ? width : height) * classScale < 1) {
      const right = (((minX + maxX) * scale + PLACE_LIMIT) | 0) - column
      const down = (((minY + maxY) * scale + PLACE_LIMIT) | 0) - row
      cell = (right + Math.imul(down, stride)) & mask
    } else cell = cellOfBox(levels, minX, minY, maxX, maxY)
    spareCells[i] = cell
    starts[cell]!++
  }
}

/**
 * Counts to ends of cells; `scatter` counts them down to starts. Returns how many others share a
 * cell with an entry of the finest level, on average and without those that only folding brings.
 */
function sumUp(store: Store): number {
  const { levels, starts } = store
  const cells = levels.cellCount
  const finest = levels.first[1]!
  let sum = 0, squares = 0
  for (let cell = 0; cell < finest; cell++) {
    const count = starts[cell]!
    squares += count * count
    sum += count
    starts[cell] = sum
  }
  const load = neighbors(store, sum, squares)
  for (let cell = finest; cell <= cells; cell++) {
    sum += starts[cell]!
    starts[cell] = sum
  }
  starts[cells + 1] = sum
  store.used = sum
  return load
}

function neighbors(store: Store, filled: number, squares: number): number {
  if (filled === 0) return 0
  const levels = store.levels
  return squares / filled - 1 - (levels.foldArea[0]! > 0 ? filled / levels.cells[0]! : 0)
}

/** The same with a hole after about every eighth entry, for those that will come. */
function sumUpWithHoles(store: Store): number {
  const { levels, starts } = store
  const cells = levels.cellCount
  reserveSorted(store, census.count + (census.count >> SLACK_SHIFT) + 1)
  let sum = 0, squares = 0, filled = 0
  for (let cell = 0; cell < cells; cell++) {
    const before = sum, count = starts[cell]!
    if (cell < levels.first[1]!) {
      squares += count * count
      filled += count
    }
    sum += count
    starts[cell] = sum
    if (sum >> SLACK_SHIFT !== before >> SLACK_SHIFT) digHole(store, sum++)
  }
  sum += starts[cells]!
  starts[cells] = sum
  starts[cells + 1] = sum
  store.used = sum
  return neighbors(store, filled, squares)
}

/** Bounds, reach and entries of each level. */
function measureLevels(store: Store): void {
  const { levels } = store
  let others = 0
  for (let level = 1; level <= levels.count; level++) {
    clearBounds(levels, level)
    levels.reach[level] = 0
    levels.filled[level] = 0
    measureLevel(store, level)
    others += levels.filled[level]!
  }
  // For the finest level a pass would cost more than its exact numbers save.
  levels.filled[0] = store.count - others
  levels.reach[0] = levels.cells[0] === 1 ? Infinity : levels.side[0]! * 0.5
  levels.bounds[0] = census.minX
  levels.bounds[1] = census.minY
  levels.bounds[2] = census.maxX
  levels.bounds[3] = census.maxY
}

function measureLevel(store: Store, level: number): void {
  const { levels, boxes, items } = store
  const end = endOfLevel(store, level)
  for (let entry = beginOfLevel(store, level); entry < end; entry++) {
    if (items[entry] === 0) continue
    const at = entry * 4
    levels.filled[level]!++
    widenLevel(levels, level, boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!)
  }
}

function scatter(store: Store, count: number): void {
  const { boxes, items, spareBoxes, spareItems, spareCells, starts, entryOf } = store
  for (let i = count - 1; i >= 0; i--) {
    const cell = spareCells[i]!
    const entry = starts[cell]! - 1
    starts[cell] = entry
    const from = i * 4, to = entry * 4
    boxes[to] = spareBoxes[from]!
    boxes[to + 1] = spareBoxes[from + 1]!
    boxes[to + 2] = spareBoxes[from + 2]!
    boxes[to + 3] = spareBoxes[from + 3]!
    const item = spareItems[i]!
    items[entry] = item
    entryOf[item] = entry + 1
  }
}

/** Gathers all entries, wherever they lie, and sorts them anew. */
export function rebuild(store: Store): void {
  reserveWaiting(store, store.count)
  const { boxes, items, spareItems, spareBoxes } = store
  let left = Infinity, bottom = Infinity, right = -Infinity, top = -Infinity
  let count = 0
  for (let entry = 0, at = 0; entry < store.used; entry++, at += 4) {
    const item = items[entry]!
    if (item === 0) continue
    const minX = boxes[at]!, minY = boxes[at + 1]!, maxX = boxes[at + 2]!, maxY = boxes[at + 3]!
    if (minX < left) left = minX
    if (minY < bottom) bottom = minY
    if (maxX > right) right = maxX
    if (maxY > top) top = maxY
    const to = count * 4
    spareBoxes[to] = minX
    spareBoxes[to + 1] = minY
    spareBoxes[to + 2] = maxX
    spareBoxes[to + 3] = maxY
    spareItems[count++] = item
  }
  census.count = count
  census.minX = left
  census.minY = bottom
  census.maxX = right
  census.maxY = top
  sortEntries(store)
}

/** Replaces all contents by the listed items. An error leaves the tree as it was. */
export function buildFrom(store: Store, bounds: Bounds, list: Uint32Array, count: number): void {
  reserveWaiting(store, count)
  reserveSorted(store, count)
  census.minX = census.minY = Infinity
  census.maxX = census.maxY = -Infinity
  known = 0
  let read = readBoxes(store, bounds, list, 0, count)
  while (read < count && list[read]! >= store.entryOf.length && list[read]! < ITEM_CEILING) {
    reserveItem(store, list[read]!)
    read = readBoxes(store, bounds, list, read, count)
  }
  if (read === count && count > 0 && !boundsAreFinite()) read = firstInfinite(store)
  if (read < count) {
    for (let i = 0; i < count; i++) {
      const item = list[i]!
      if (item < store.entryOf.length && store.entryOf[item]! < 0) store.entryOf[item] = ~store.entryOf[item]!
    }
    explain(bounds, list[read]!)
  }
  if (known < store.count) forgetUnlisted(store)
  store.elastic = false
  census.count = count
  sortEntries(store)
}

/** Zeroes the entries of items that are not marked. */
function forgetUnlisted(store: Store): void {
  const { items, entryOf, used } = store
  for (let entry = 0; entry < used; entry++) {
    const item = items[entry]!
    if (entryOf[item]! > 0) entryOf[item] = 0
  }
}

/** How many of the items read were in the tree before. */
let known = 0

/**
 * Copies the boxes to where they wait, and marks their items with the complement of their entry,
 * which can be undone. Returns how many were read before one that may not be.
 */
function readBoxes(store: Store, bounds: Bounds, list: Uint32Array, from: number, count: number): number {
  const { spareBoxes, spareItems, entryOf } = store
  const fromX = bounds.minX, fromY = bounds.minY, toX = bounds.maxX, toY = bounds.maxY
  let left = census.minX, bottom = census.minY, right = census.maxX, top = census.maxY
  let i = from, old = 0
  for (let at = from * 4; i < count; i++, at += 4) {
    const item = list[i]!
    if (item === 0 || item >= entryOf.length) break
    const minX = fromX[item]!, minY = fromY[item]!, maxX = toX[item]!, maxY = toY[item]!
    const entry = entryOf[item]!
    if (!(minX <= maxX && minY <= maxY) || entry < 0) break
    if (minX < left) left = minX
    if (minY < bottom) bottom = minY
    if (maxX > right) right = maxX
    if (maxY > top) top = maxY
    spareBoxes[at] = minX
    spareBoxes[at + 1] = minY
    spareBoxes[at + 2] = maxX
    spareBoxes[at + 3] = maxY
    spareItems[i] = item
    entryOf[item] = ~entry
    old += entry > 0 ? 1 : 0
  }
  known += old
  census.minX = left
  census.minY = bottom
  census.maxX = right
  census.maxY = top
  return i
}

function boundsAreFinite(): boolean {
  return isFinite(census.minX) && isFinite(census.minY) && isFinite(census.maxX) && isFinite(census.maxY)
}

function firstInfinite(store: Store): number {
  const boxes = store.spareBoxes
  let at = 0
  while (isFinite(boxes[at]!)) at++
  return at >> 2
}

/** Throws the error for a box that was refused. */
function explain(bounds: Bounds, item: number): never {
  checkItem('build', item)
  checkBox('build', item, bounds.minX[item]!, bounds.minY[item]!, bounds.maxX[item]!, bounds.maxY[item]!)
  throw new Error(`Quadtree.build: item ${item} is listed twice; list each item once`)
}
