import {
  clearBounds, FIT_SLACK, FOLD_STRIDES, LEAST_COLUMNS, LEAST_ROWS, MAX_CELL_BITS, MIN_CELL_BITS, place, PLANNED, POPULATED,
} from './layout.ts'
import type { Census } from './census.ts'
import type { Levels } from './layout.ts'

/**
 * Chooses the levels: which cell sides, and how many cells each. A plan depends on nothing but
 * the boxes (and `populated`, which a saved tree keeps, and for one build `room`), so equal trees are planned equally.
 * Builds of about as many boxes use it again, as long as it fits: a plan costs as much as sorting 500 boxes.
 */

/** Up to this many entries, testing all of them beats any grid. */
const LIST_LIMIT = 10

/** Up to this many boxes in all, a tree is one list: it is never planned, and whatever moves in it stays there. */
export const SMALL_WORLD = 32

/** Up to so many places an entry, a level is a plain grid; beyond it folds. */
const PLACES_PER_ENTRY = 4
/** Cells are this much larger than the largest box of a sample. */
const SAMPLE_ROOM = 1 + 1 / 128
/** Sizes of 2^30 finest sides and more. */
const LAST_CLASS = 31
/** Beyond this the product of a side and a place could overflow. */
const LARGEST_SIDE = 1e290

/** Entries of a folded cell that come from other places. */
const STRANGERS = 0.4

/** Cost of one unit in nanoseconds; only their ratios matter. */
const COST_ENTRY = 14
const COST_TEST = 1.8
const COST_ROW = 7
const COST_CELL = 0.8

/** Area, and the side that is tried. Numbers with fractions go through here: as arguments they would be boxed. */
const trial = new Float64Array(2)

/** Expected cost of a build and all pairs if the finest cells had the side that is tried. */
function costOfTrial(census: Census): number {
  const area = trial[0]!, side = trial[1]!
  let fine = 0, s = 0
  while (s < census.sizeCount && census.sizes[s]! <= side) fine += census.sizeCounts[s++]!
  let load = area > 0 ? Math.min(fine, fine * side * side / area) : fine
  // With fewer cells than places, strangers meet.
  if (area > PLACES_PER_ENTRY * fine * side * side) load += STRANGERS
  const cells = area > 0 ? Math.min(PLACES_PER_ENTRY * fine, area / (side * side)) : 1
  let cost = fine * (COST_ENTRY + 4.5 * COST_TEST * load) + COST_CELL * cells
  let octave = side, coarse = 0, finer = fine, levels = 0
  for (; s < census.sizeCount; s++) {
    const size = census.sizes[s]!, count = census.sizeCounts[s]!
    if (size > octave) {
      while (octave < size) octave *= 2
      finer += coarse
      coarse = 0
      levels++
    }
    coarse += count
    const density = area > 0 ? octave * octave / area : 1
    const reach = size / side + 2
    const strangers = area > PLACES_PER_ENTRY * coarse * octave * octave ? STRANGERS : 0
    cost += count * (COST_ENTRY + 4.5 * COST_TEST * (Math.min(coarse, coarse * density) + strangers))
    cost += COST_CELL * Math.min(PLACES_PER_ENTRY * count, 1 / density)
    // Either the coarse boxes search all finer levels, or the finer boxes search this one.
    cost += Math.min(
      levels * count * (reach * COST_ROW + Math.min(finer, reach * reach * load) * COST_TEST),
      finer * (2.5 * COST_ROW + Math.min(count, 5 * count * density) * COST_TEST),
    )
  }
  return cost
}

/** The cheapest side for the finest cells: the size of some box, or coarser where boxes are sparse. */
function finestSide(census: Census): number {
  const area = trial[0]!
  let best = 0, bestCost = Infinity, fine = 0
  for (let s = 0; s < census.sizeCount; s++) {
    fine += census.sizeCounts[s]!
    // A sample hardly ever has the largest box: a little room, so that the rest fits as well.
    let side = census.sizes[s]! * (census.sampled < census.count ? SAMPLE_ROOM : FIT_SLACK * FIT_SLACK)
    // Boxes without size: cells of the finest side that still hold some.
    if (!(side > 1e-290)) side = area > 1e-290 ? Math.sqrt(area / census.count) * 0.5 : 1e-290
    const next = s + 1 < census.sizeCount ? census.sizes[s + 1]! : Infinity
    for (let tries = 0; tries < 24 && side < next; tries++, side *= 1.19) {
      trial[1] = side
      const cost = costOfTrial(census)
      if (cost < bestCost) {
        bestCost = cost
        best = side
      } else if (area > 0 && fine * side * side > 4 * area) break
    }
  }
  return best
}

/** Cells of one level: see the two kinds of stride in layout.ts. Returns N, or 1 for a list. */
function shapeLevel(levels: Levels, level: number, census: Census, count: number): number {
  const side = levels.side[level]!
  levels.inverse[level] = 1 / side
  levels.reach[level] = 0
  levels.filled[level] = 0
  clearBounds(levels, level)
  levels.cells[level] = 1
  levels.stride[level] = 0
  levels.foldArea[level] = 0
  if (count <= LIST_LIMIT || !(side < LARGEST_SIDE)) return 1
  const inverse = levels.inverse[level]!
  const margin = census.sampled < census.count ? 0.01 : 0
  const minX = census.bounds[0]!, minY = census.bounds[1]!, maxX = census.bounds[2]!, maxY = census.bounds[3]!
  const marginX = (maxX - minX) * margin, marginY = (maxY - minY) * margin
  const column = levels.column[level] = place((minX - marginX) * inverse)
  const row = levels.row[level] = place((minY - marginY) * inverse)
  const columns = Math.max(LEAST_COLUMNS, place((maxX + marginX) * inverse) - column + 2)
  const rows = Math.max(LEAST_ROWS, place((maxY + marginY) * inverse) - row + 2)
  levels.columns[level] = columns
  levels.rows[level] = rows
  if (columns * rows <= count * PLACES_PER_ENTRY + 64) {
    levels.stride[level] = columns
    levels.cells[level] = columns * rows
  } else {
    let bits = MIN_CELL_BITS
    while (bits < MAX_CELL_BITS && 1 << bits < count * 2) bits++
    levels.stride[level] = FOLD_STRIDES[bits]!
    levels.cells[level] = 1 << bits
    levels.foldArea[level] = (1 << bits) / 8
  }
  return levels.cells[level]!
}

const classCounts = new Int32Array(33)

/** Fills in the levels for these boxes, and `planned`. */
export function planLevels(levels: Levels, census: Census): void {
  const bounds = census.bounds
  const area = (bounds[2]! - bounds[0]!) * (bounds[3]! - bounds[1]!) * levels.crowding[POPULATED]!
  trial[0] = area
  const finest = (census.count <= LIST_LIMIT ? Math.max(census.sizes[census.sizeCount - 1]!, 1e-290) * 2 : finestSide(census)) * levels.room
  levels.classScale = FIT_SLACK / finest
  classCounts.fill(0)
  for (let s = 0; s < census.sizeCount; s++) {
    const scaled = census.sizes[s]! * levels.classScale
    classCounts[32 - Math.clz32(scaled < 1073741824 ? scaled : 1073741824)]! += census.sizeCounts[s]!
  }
  let highest = 32
  while (highest > 0 && classCounts[highest] === 0) highest--
  levels.plannedCoarse = 0
  let level = 0, cells = 0, waiting = 0, from = 0
  for (let size = 0; size <= highest; size++) {
    waiting += classCounts[size]!
    // Few boxes ride along in the next coarser level; the coarsest ones end in one list.
    if (waiting <= LIST_LIMIT && size < highest) continue
    levels.first[level] = cells
    // The last class has no upper limit, so it has no cell that is large enough.
    levels.side[level] = finest * doubled(size)
    cells += shapeLevel(levels, level, census, size < LAST_CLASS ? waiting : 0)
    levels.ofClass.fill(level, from, size + 1)
    from = size + 1
    if (level > 0) levels.plannedCoarse += waiting
    waiting = 0
    level++
  }
  levels.plannedFor = census.count
  levels.uses = 0
  levels.count = level
  levels.cellCount = cells
  levels.first[level] = cells
  levels.first[level + 1] = cells + 1
  levels.side[level] = finest * doubled(highest)
  shapeLevel(levels, level, census, 0)
  // A box larger than all of them goes to the coarsest level if that is a list, else to the overflow.
  const last = levels.cells[level - 1] === 1 ? level - 1 : level
  levels.ofClass.fill(last, from)
  const side = levels.side[0]!
  levels.crowding[PLANNED] = levels.cells[0] === 1 || !(area > 0) ? census.count : census.count * side * side / area
}

/** One list for everything. */
export function planList(levels: Levels): void {
  levels.classScale = 1
  levels.ofClass.fill(0)
  for (let level = 0; level < 2; level++) {
    levels.side[level] = 1
    levels.inverse[level] = 1
    levels.reach[level] = 0
    levels.cells[level] = 1
    levels.stride[level] = 0
    levels.foldArea[level] = 0
    levels.filled[level] = 0
    levels.first[level] = level
    clearBounds(levels, level)
  }
  levels.first[2] = 2
  levels.plannedFor = 0
  levels.uses = 0
  levels.count = 1
  levels.cellCount = 1
  levels.crowding[PLANNED] = 0
}

/** 2 to the power of a size class, exactly. */
function doubled(power: number): number {
  return power < 32 ? 1 << power >>> 0 : (1 << 30) * 4
}
