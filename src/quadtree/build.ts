import { Census } from './census.ts'
import { checkBox, checkItem } from './check.ts'
import { countEntries, countListed, scatterEntries, scatterListed } from './count.ts'
import { clearBounds, MEASURED, placeStart, PLANNED, POPULATED, widenLevel } from './layout.ts'
import type { Levels } from './layout.ts'
import { planLevels, planList, SMALL_WORLD } from './plan.ts'
import type { Bounds, Store } from './store.ts'
import {
  beginOfLevel, endOfLevel, overflowIsLong, reserveCells, reserveItem, reserveSorted, reserveSpare, reserveSpareCells,
} from './store.ts'

/**
 * Builds, by counting sort: a sample of the boxes decides the levels, boxes are counted into cells,
 * the counts are summed up to starts, and every box is copied to its place.
 */

const census = new Census()
/** Bounds of the boxes outside of the places that were planned for. */
const outside = new Float64Array(4)

/** A plan whose cells turn out this many times fuller than expected is made again. */
const CROWDED = 3
const MAX_PLANS = 4
/** A plan is made again when more than this part of the boxes (as a shift) is too large for the finest cells, and then has so much room. */
const OUTGROWN_SHIFT = 6
const GROWING_ROOM = 1.15
/** Builds that share a plan. */
const MOST_USES = 32

/** Elastic builds leave one hole in this many entries (as a shift). */
const SLACK_SHIFT = 3

/** Replaces all contents by the listed items. An error leaves the contents as they were. */
export function buildFrom(store: Store, bounds: Bounds, list: Uint32Array, count: number): void {
  reserveListed(store, list, count)
  const known = countKnown(store, list, count)
  sortListed(store, bounds, list, count)
  if (known < store.count) forgetUnlisted(store)
  finish(store, count)
}

/**
 * The same without a look at the list: good items up to `highest`, each listed once, and everything that is in the tree
 * among them.
 */
export function buildKnown(store: Store, bounds: Bounds, list: Uint32Array, count: number, highest: number): void {
  reserveItem(store, highest)
  sortListed(store, bounds, list, count)
  finish(store, count)
}

function sortListed(store: Store, bounds: Bounds, list: Uint32Array, count: number): void {
  reserveSpareCells(store, count)
  store.elastic = false
  if (count === 0) {
    store.used = 0
    return
  }
  if (!countAgain(store, bounds, list, count)) countAnew(store, bounds, list, count)
  reserveSorted(store, count)
  scatterListed(store, bounds, list, count)
}

/** How many listed items are in the tree. */
function countKnown(store: Store, list: Uint32Array, count: number): number {
  const { entryOf } = store
  let known = 0
  for (let i = 0; i < count; i++) known += +(entryOf[list[i]!] !== 0)
  return known
}

/** Counts the listed items into the cells of the last plan; false if there is none or it does not suit them. */
function countAgain(store: Store, bounds: Bounds, list: Uint32Array, count: number): boolean {
  const { levels } = store
  if (levels.uses >= MOST_USES || Math.abs(count - levels.plannedFor) * 8 > count) return false
  levels.uses++
  prepareCells(store)
  if (countListed(store, bounds, list, count, outside) < count) return false
  if (overflowIsLong(store.starts[levels.cellCount]!, count)) return false
  sumUp(store)
  const outgrown = isOutgrown(store, count)
  levels.room = outgrown ? GROWING_ROOM : 1
  if (outgrown) return false
  const load = levels.crowding[MEASURED]!
  return load < 1.5 || load < CROWDED * Math.max(levels.crowding[PLANNED]!, 0.05)
}

/** Whether so many boxes grew over the finest cells that they crowd the coarser ones: those of bodies that fall grow with each step. */
function isOutgrown({ levels, starts }: Store, count: number): boolean {
  return count - starts[levels.first[1]! - 1]! > 2 * levels.plannedCoarse + (count >> OUTGROWN_SHIFT)
}

/** Makes plans until one suits the listed items, and counts them into its cells. */
function countAnew(store: Store, bounds: Bounds, list: Uint32Array, count: number): void {
  if (count > SMALL_WORLD) census.ofList(bounds, list, count, false)
  for (let plans = 1; ; plans++) {
    prepare(store, count)
    const read = countListed(store, bounds, list, count, outside)
    if (read < count) abandon(store, bounds, list[read]!)
    const stray = count > SMALL_WORLD && strays(store)
    sumUp(store)
    if (count <= SMALL_WORLD || plans === MAX_PLANS || !plansAgain(store, stray)) break
    if (stray) census.ofList(bounds, list, count, true)
  }
}

/** Sorts all entries anew, wherever they lie. */
export function rebuild(store: Store): void {
  const { count, used } = store
  if (count > 0) {
    const room = store.elastic ? count + (count >> 2) + 8 : count
    reserveSpareCells(store, used)
    reserveSpare(store, room)
    if (count > SMALL_WORLD) census.ofEntries(store.boxes, used, count, false)
    for (let plans = 1; ; plans++) {
      prepare(store, count)
      countEntries(store, used, outside)
      const stray = count > SMALL_WORLD && strays(store)
      // The old entries are read until they are scattered: the new holes go to the other half.
      swapHalves(store)
      if (store.elastic) sumUpWithHoles(store)
      else sumUp(store)
      if (count <= SMALL_WORLD || plans === MAX_PLANS || !plansAgain(store, stray)) break
      swapHalves(store)
      if (stray) census.ofEntries(store.boxes, used, count, true)
    }
    scatterEntries(store, used)
  }
  finish(store, count)
}

/** Plans, and clears what will be counted. */
function prepare(store: Store, count: number): void {
  if (count > SMALL_WORLD) planLevels(store.levels, census)
  else planList(store.levels)
  prepareCells(store)
}

function prepareCells(store: Store): void {
  reserveCells(store, store.levels.cellCount + 2)
  store.starts.fill(0, 0, store.levels.cellCount + 2)
  outside[0] = outside[1] = Infinity
  outside[2] = outside[3] = -Infinity
}

/** Whether the sample missed sizes that do occur; to be asked before the counts are summed up. */
function strays(store: Store): boolean {
  return census.sampled < census.count && overflowIsLong(store.starts[store.levels.cellCount]!, census.count)
}

/** True if the cells turned out much fuller than planned, because the boxes lie in clusters. */
function plansAgain(store: Store, stray: boolean): boolean {
  const { cells, crowding } = store.levels
  if (cells[0] === 1) return stray
  const load = crowding[MEASURED]!
  const excess = Math.max(load, 0.05) / Math.max(crowding[PLANNED]!, 0.05)
  if (excess < 1) crowding[POPULATED] = Math.min(1, crowding[POPULATED]! / Math.max(excess, 0.25))
  if (excess < CROWDED || load < 1.5) return stray
  crowding[POPULATED]! /= excess
  return true
}

function finish(store: Store, count: number): void {
  if (count === 0) store.reset()
  store.count = count
  store.relocated = 0
  store.worn = 0
  store.strain = 0
  store.stale = false
  if (count > 0) measureLevels(store)
}

function swapHalves(store: Store): void {
  const { boxes, items } = store
  store.boxes = store.spareBoxes
  store.items = store.spareItems
  store.spareBoxes = boxes
  store.spareItems = items
}

/** Checks the items of the list and makes room for them. */
function reserveListed(store: Store, list: Uint32Array, count: number): void {
  let highest = 0, ascending = true
  for (let i = 0; i < count; i++) {
    const item = list[i]!
    if (item <= highest) ascending = false
    if (item > highest) highest = item
    if (item === 0) checkItem('build', item)
  }
  if (count === 0) return
  checkItem('build', highest)
  reserveItem(store, highest)
  // Items that ascend are all different; others are marked to find one that is listed twice.
  if (!ascending) checkDifferent(store.entryOf, list, count)
}

/** Marks the items one after another with the complement of their entry, and takes all marks back. */
function checkDifferent(entryOf: Int32Array, list: Uint32Array, count: number): void {
  let marked = 0
  while (marked < count && entryOf[list[marked]!]! >= 0) {
    const item = list[marked++]!
    entryOf[item] = ~entryOf[item]!
  }
  for (let i = 0; i < marked; i++) entryOf[list[i]!] = ~entryOf[list[i]!]!
  if (marked < count) throw new Error(`Quadtree.build: item ${list[marked]} is listed twice; list each item once`)
}

/** Restores the tree and throws the error for the box that was refused. */
function abandon(store: Store, bounds: Bounds, item: number): never {
  if (store.count > 0) rebuild(store)
  else finish(store, 0)
  checkBox('build', item, Float64Array.of(bounds.minX[item]!, bounds.minY[item]!, bounds.maxX[item]!, bounds.maxY[item]!))
  throw new Error(`Quadtree.build: the box of item ${item} changed during the build`)
}

/** Zeroes the entries of items that were in the tree before and are no longer. */
function forgetUnlisted(store: Store): void {
  const { items, entryOf, used } = store
  for (let item = 1; item < entryOf.length; item++) {
    const entry = entryOf[item]!
    if (entry > 0 && (entry > used || items[entry - 1] !== item)) entryOf[item] = 0
  }
}

/**
 * Counts to ends of cells; the scatter loops count them down to starts. Measures how many others
 * share a cell with an entry of the finest level, on average and without those that only folding brings.
 */
function sumUp(store: Store): void {
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
  measureCrowding(store.levels, sum, squares)
  for (let cell = finest; cell <= cells; cell++) {
    sum += starts[cell]!
    starts[cell] = sum
  }
  starts[cells + 1] = sum
  store.used = sum
}

function measureCrowding(levels: Levels, filled: number, squares: number): void {
  const folded = levels.foldArea[0]! > 0 ? filled / levels.cells[0]! : 0
  levels.crowding[MEASURED] = filled > 0 ? squares / filled - 1 - folded : 0
}

/** The same with a hole after about every eighth entry, for those that will come. */
function sumUpWithHoles(store: Store): void {
  const { levels, starts } = store
  const cells = levels.cellCount
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
  measureCrowding(levels, filled, squares)
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
  measureFinest(levels)
  levels.filled[0] = store.count - others
}

/** A pass would cost more than exact bounds save: the planned places and what lies outside of them. */
function measureFinest(levels: Levels): void {
  const { side, bounds, column, row, columns, rows } = levels
  const list = levels.cells[0] === 1
  const size = side[0]!
  levels.reach[0] = list ? Infinity : size * 0.5
  bounds[0] = list ? outside[0]! : Math.min(outside[0]!, placeStart(column[0]! - 1, size))
  bounds[1] = list ? outside[1]! : Math.min(outside[1]!, placeStart(row[0]! - 1, size))
  bounds[2] = list ? outside[2]! : Math.max(outside[2]!, placeStart(column[0]! + columns[0]! + 1, size))
  bounds[3] = list ? outside[3]! : Math.max(outside[3]!, placeStart(row[0]! + rows[0]! + 1, size))
}

function measureLevel(store: Store, level: number): void {
  const { levels, boxes, items } = store
  const end = endOfLevel(store, level)
  for (let entry = beginOfLevel(store, level); entry < end; entry++) {
    if (items[entry] === 0) continue
    const at = entry * 4
    levels.filled[level]!++
    widenLevel(levels, level, boxes, at)
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
