import type { PairBuffer } from '../stores/buffers.ts'
import { checkPresent } from './check.ts'
import { entriesFrom, entriesOf, EVERYTHING, seekLevel } from './seek.ts'
import type { Store } from './store.ts'
import { beginOfLevel, endOfLevel } from './store.ts'

/**
 * Pairs. Within a level an entry looks at the rest of its own cell and the next one (one run), and
 * at three cells of the next row (one run): every pair of neighboring cells is met once. Between
 * two levels, the entries of one search the other, whichever way round is cheaper.
 *
 * Rejected: a branch for each test instead of counting up by its outcome (45 ns an entry instead of
 * 31, in a bench of that loop alone), both runs in one loop (39 ns instead of 37 in place).
 */

/** Which of two found items goes to column `a`. */
const LOWER_FIRST = 0
const SEEKER_FIRST = 1
const FOUND_FIRST = 2
export type PairOrder = typeof LOWER_FIRST | typeof SEEKER_FIRST | typeof FOUND_FIRST

/** Cost of looking up a row, and of one cell, in box tests. */
const ROW_TESTS = 4

/** From this part of the items on (as count / moved), a pass over all pairs beats single searches. */
const MANY_MOVED = 5

export function pairsOfStore(store: Store, out: PairBuffer): number {
  return allPairs(store, EVERYTHING, out)
}

/** Pairs with at least one marked item, or all of them if there are no marks. */
function allPairs(store: Store, marks: Uint8Array, out: PairBuffer): number {
  const before = out.count
  const levels = store.levels
  for (let level = 0; level <= levels.count; level++) {
    if (levels.filled[level] === 0) continue
    if (levels.cells[level] === 1) pairsOfList(store, level, out)
    else pairsOfGrid(store, level, out)
    for (let coarser = level + 1; coarser <= levels.count; coarser++) {
      if (levels.filled[coarser] === 0) continue
      pairsBetween(store, level, store, coarser, LOWER_FIRST, LOWER_FIRST, out)
    }
  }
  if (marks.length > 0) keepMarked(marks, before, out)
  return out.count - before
}

/** Drops the pairs without a marked item. */
function keepMarked(marks: Uint8Array, from: number, out: PairBuffer): void {
  const { a, b, count } = out
  let kept = from
  for (let i = from; i < count; i++) {
    const first = a[i]!, second = b[i]!
    a[kept] = first
    b[kept] = second
    kept += +((marks[first]! | marks[second]!) !== 0)
  }
  out.count = kept
}

function pairsOfList(store: Store, level: number, out: PairBuffer): void {
  const end = endOfLevel(store, level)
  for (let entry = beginOfLevel(store, level); entry < end; entry++) {
    if (store.items[entry] !== 0) pairRun(store, entry, store, entry + 1, end, LOWER_FIRST, out)
  }
}

/** The hot loop: all pairs of one level. */
function pairsOfGrid(store: Store, level: number, out: PairBuffer): void {
  const { levels, starts, boxes, items } = store
  const size = levels.cells[level]!, stride = levels.stride[level]!
  const first = levels.first[level]!
  const last = first + size - 1
  const levelEnd = endOfLevel(store, level)
  let outA = out.a, outB = out.b, count = out.count
  let entry = beginOfLevel(store, level)
  let cell = first - 1
  while (entry < levelEnd) {
    // On to the cell that holds the entry.
    do cell++
    while (starts[cell + 1]! <= entry)
    const cellEnd = starts[cell + 1]!
    let row = cell + stride - 1
    if (row > last) row -= size
    if (cell === last || row + 2 > last) {
      out.count = count
      for (; entry < cellEnd; entry++) if (items[entry] !== 0) pairAtSeam(store, entry, cell, row, first, last, out)
      outA = out.a
      outB = out.b
      count = out.count
      continue
    }
    const nextEnd = starts[cell + 2]!
    const below = starts[row]!, belowEnd = starts[row + 3]!
    const candidates = nextEnd + belowEnd - below
    for (; entry < cellEnd; entry++) {
      const total = candidates - entry - 1
      if (count + total >= outA.length) {
        out.count = count
        out.reserve(count + total + 1)
        outA = out.a
        outB = out.b
      }
      const item = items[entry]!
      const at = entry * 4
      const minX = boxes[at]!, minY = boxes[at + 1]!, maxX = boxes[at + 2]!, maxY = boxes[at + 3]!
      for (let other = entry + 1; other < nextEnd; other++) {
        const o = other * 4
        const found = items[other]!, lower = (item - found) & ((item - found) >> 31)
        outA[count] = found + lower
        outB[count] = item - lower
        count += +(boxes[o]! <= maxX) & +(boxes[o + 2]! >= minX) & +(boxes[o + 1]! <= maxY) & +(boxes[o + 3]! >= minY)
      }
      for (let other = below; other < belowEnd; other++) {
        const o = other * 4
        const found = items[other]!, lower = (item - found) & ((item - found) >> 31)
        outA[count] = found + lower
        outB[count] = item - lower
        count += +(boxes[o]! <= maxX) & +(boxes[o + 2]! >= minX) & +(boxes[o + 1]! <= maxY) & +(boxes[o + 3]! >= minY)
      }
    }
  }
  out.count = count
}

/** The same for an entry whose neighbors lie across the end of the folded grid. */
function pairAtSeam(
  store: Store, entry: number, cell: number, row: number, first: number, last: number, out: PairBuffer,
): void {
  const starts = store.starts
  pairRun(store, entry, store, entry + 1, starts[cell + 1]!, LOWER_FIRST, out)
  const next = cell === last ? first : cell + 1
  pairRun(store, entry, store, starts[next]!, starts[next + 1]!, LOWER_FIRST, out)
  for (let step = 0; step < 3; step++) {
    const below = row + step > last ? row + step - (last - first + 1) : row + step
    pairRun(store, entry, store, starts[below]!, starts[below + 1]!, LOWER_FIRST, out)
  }
}

/** Pairs of one entry with a run of entries of the same or another tree. */
function pairRun(
  seekers: Store, entry: number, store: Store, begin: number, end: number, order: PairOrder, out: PairBuffer,
): void {
  if (begin >= end) return
  const { boxes, items } = store
  const mine = seekers.boxes
  const m = entry * 4
  const minX = mine[m]!, minY = mine[m + 1]!, maxX = mine[m + 2]!, maxY = mine[m + 3]!
  const item = seekers.items[entry]!
  for (let other = begin, o = begin * 4; other < end; other++, o += 4) {
    if (boxes[o]! <= maxX && boxes[o + 2]! >= minX && boxes[o + 1]! <= maxY && boxes[o + 3]! >= minY) {
      const found = items[other]!
      if (order === SEEKER_FIRST || order === LOWER_FIRST && item < found) out.push(item, found)
      else out.push(found, item)
    }
  }
}

/** Expected cost of letting the entries of one level search another. */
function costOfSeeking(seekers: Store, seeking: number, store: Store, level: number): number {
  const levels = store.levels
  const filled = levels.filled[level]!
  let tests = filled
  if (levels.cells[level] !== 1) {
    const rows = 2 + 2 * (seekers.levels.reach[seeking]! + levels.reach[level]! - 0.5 * levels.side[level]!) * levels.inverse[level]!
    const scanned = rows * rows * filled / levels.cells[level]!
    tests = Math.min(filled, rows * ROW_TESTS + scanned)
  }
  return seekers.levels.filled[seeking]! * (ROW_TESTS + tests)
}

/** Pairs between a level of one tree and a level of another, or of the same. */
function pairsBetween(
  one: Store, oneLevel: number, two: Store, twoLevel: number,
  order: PairOrder, reversed: PairOrder, out: PairBuffer,
): void {
  if (costOfSeeking(one, oneLevel, two, twoLevel) < costOfSeeking(two, twoLevel, one, oneLevel)) {
    seekPairs(one, oneLevel, two, twoLevel, order, out)
  } else {
    seekPairs(two, twoLevel, one, oneLevel, reversed, out)
  }
}

/** All entries of one level search another; holes are outside of everything. */
function seekPairs(
  seekers: Store, seeking: number, store: Store, level: number, order: PairOrder, out: PairBuffer,
): void {
  const begin = beginOfLevel(seekers, seeking), end = endOfLevel(seekers, seeking)
  const before = out.count
  seekLevel(seekers, entriesFrom(begin, end), end - begin, store, level, EVERYTHING, false, out)
  if (order === LOWER_FIRST) putLowerFirst(out, before)
  else if (order === FOUND_FIRST) swapColumns(out, before)
}

function putLowerFirst(out: PairBuffer, from: number): void {
  const { a, b, count } = out
  for (let i = from; i < count; i++) {
    const one = a[i]!, two = b[i]!
    a[i] = one < two ? one : two
    b[i] = one < two ? two : one
  }
}

function swapColumns(out: PairBuffer, from: number): void {
  const { a, b, count } = out
  for (let i = from; i < count; i++) {
    const one = a[i]!
    a[i] = b[i]!
    b[i] = one
  }
}

/** Pairs between two trees: `a` from the first, `b` from the second. */
export function pairsOfStores(one: Store, two: Store, out: PairBuffer): number {
  const before = out.count
  for (let i = 0; i <= one.levels.count; i++) {
    if (one.levels.filled[i] === 0) continue
    for (let j = 0; j <= two.levels.count; j++) {
      if (two.levels.filled[j] !== 0) pairsBetween(one, i, two, j, SEEKER_FIRST, FOUND_FIRST, out)
    }
  }
  return out.count - before
}

/**
 * Each listed entry with everything it touches in a store: `a` is the listed item. With marks of what is listed, a
 * level of few entries does the searching where the list is long (a gas of 10,000 beside four walls: 0.08 ms, not 0.34).
 */
export function pairsOfEntries(
  seekers: Store, list: Uint32Array, count: number, marks: Uint8Array, store: Store, out: PairBuffer,
): number {
  const before = out.count
  // All of them: then the other tree may do the searching, if it has fewer boxes.
  if (count === seekers.count && arePresent('pairsOfItemsWith', seekers, list, count)) return pairsOfStores(seekers, store, out)
  const levels = store.levels
  let waiting = 0
  for (let level = 0; level <= levels.count; level++) {
    if (levels.filled[level] === 0) continue
    if (searchesBack(seekers, count, marks, store, level)) pairsOfFew(store, level, seekers, marks, out)
    else waiting++
  }
  if (waiting === 0 && arePresent('pairsOfItemsWith', seekers, list, count)) return out.count - before
  const entries = entriesOf('pairsOfItemsWith', seekers, list, count)
  for (let level = 0; level <= levels.count; level++) {
    if (levels.filled[level] === 0 || searchesBack(seekers, count, marks, store, level)) continue
    seekLevel(seekers, entries, count, store, level, EVERYTHING, false, out)
  }
  return out.count - before
}

/** Listed boxes, that are in no tree, with everything they touch in a store: `a` is what the box is called. */
export function pairsOfBoxes(
  seekers: Pick<Store, 'boxes' | 'items'>, list: Uint32Array, count: number, store: Store, out: PairBuffer,
): void {
  const { levels } = store
  for (let level = 0; level <= levels.count; level++) {
    if (levels.filled[level] !== 0) seekLevel(seekers, list, count, store, level, EVERYTHING, false, out)
  }
}

/** Whether the entries of a level look for the listed ones: fewer tests, even if they looked at all of that tree. */
function searchesBack(seekers: Store, count: number, marks: Uint8Array, store: Store, level: number): boolean {
  const filled = store.levels.filled[level]!
  return marks.length > 0 && filled * seekers.count < count * (ROW_TESTS + Math.min(filled, ROW_TESTS))
}

/** The entries of a level search another tree; what they find counts if it is marked, and goes to `a`. */
function pairsOfFew(store: Store, level: number, found: Store, marks: Uint8Array, out: PairBuffer): void {
  const before = out.count
  for (let other = 0; other <= found.levels.count; other++) {
    if (found.levels.filled[other] !== 0) seekPairs(store, level, found, other, FOUND_FIRST, out)
  }
  const { a, b, count } = out
  let kept = before
  for (let i = before; i < count; i++) {
    const first = a[i]!
    a[kept] = first
    b[kept] = b[i]!
    kept += +(marks[first] !== 0)
  }
  out.count = kept
}

/** Each listed entry with every other entry of the same store that it touches: `a` is the listed item. */
export function pairsOfSeekers(store: Store, list: Uint32Array, count: number, out: PairBuffer): number {
  const before = out.count
  const entries = entriesOf('searchFrom', store, list, count)
  const levels = store.levels
  for (let level = 0; level <= levels.count; level++) {
    if (levels.filled[level] !== 0) seekLevel(store, entries, count, store, level, EVERYTHING, false, out)
  }
  dropSelves(before, out)
  return out.count - before
}

/** Every entry finds itself. */
function dropSelves(from: number, out: PairBuffer): void {
  const { a, b, count } = out
  let kept = from
  for (let i = from; i < count; i++) {
    const first = a[i]!, second = b[i]!
    a[kept] = first
    b[kept] = second
    kept += +(first !== second)
  }
  out.count = kept
}

/** Pairs with at least one moved item: of two moved ones the lower id reports. */
export function pairsOfMovedItems(
  store: Store, moved: Uint32Array, count: number, isMoved: Uint8Array, out: PairBuffer,
): number {
  if (count === store.count && arePresent('pairsOfMoved', store, moved, count)) return allPairs(store, EVERYTHING, out)
  if (count * MANY_MOVED > store.count && arePresent('pairsOfMoved', store, moved, count)) return allPairs(store, isMoved, out)
  const before = out.count
  const entries = entriesOf('pairsOfMoved', store, moved, count)
  const levels = store.levels
  for (let level = 0; level <= levels.count; level++) {
    if (levels.filled[level] !== 0) seekLevel(store, entries, count, store, level, isMoved, true, out)
  }
  return out.count - before
}

/** True; an error that names the first item that is not in the tree. Searches of single entries look as they go. */
function arePresent(doing: string, store: Store, list: Uint32Array, count: number): boolean {
  for (let i = 0; i < count; i++) checkPresent(doing, store, list[i]!)
  return true
}
