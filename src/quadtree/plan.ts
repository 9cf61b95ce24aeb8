import { clearBounds, FIT_SLACK, FOLD_STRIDES, MAX_CELL_BITS, MIN_CELL_BITS, place } from './layout.ts'
import type { Levels } from './layout.ts'

/**
 * Chooses the levels: which cell sides, and how many cells each. A plan depends on nothing but
 * the boxes (and `populated`, which a saved tree keeps), so equal trees are planned equally.
 */

/** Bins of sizes: the exponent and two mantissa bits of a 32-bit float, four bins an octave. */
const BINS = 1024
/** The finest side is looked for among at most this many sizes. */
const MAX_SIZES = 32
/** Up to this many entries, testing all of them beats any grid. */
const LIST_LIMIT = 10

/** Up to so many places an entry, a level is a plain grid; beyond it folds. */
const PLACES_PER_ENTRY = 4
/** Sizes of 2^30 finest sides and more. */
const LAST_CLASS = 31
/** Beyond this the product of a side and a place could overflow. */
const LARGEST_SIDE = 1e290

/** Cost of one unit in nanoseconds; only their ratios matter. */
const COST_ENTRY = 14
const COST_TEST = 1.8
const COST_ROW = 7
const COST_CELL = 0.8
/** A level of its own costs every finer entry a look-up, in entries. */
const COST_LEVEL = 40

export class Census {
  count = 0
  minX = 0
  minY = 0
  maxX = 0
  maxY = 0
  lowestBin = BINS
  highestBin = -1
  readonly counts = new Int32Array(BINS)
  readonly largest = new Float64Array(BINS)
  /** Sizes and counts of the bins in use, ascending. */
  readonly sizes = new Float64Array(MAX_SIZES)
  readonly sizeCounts = new Int32Array(MAX_SIZES)
  sizeCount = 0
}

const float = new Float32Array(1)
const floatBits = new Int32Array(float.buffer)

/** How many of which size there are, from every `step`-th box; bounds and count are given before. */
export function takeCensus(census: Census, boxes: Float64Array, step: number): void {
  const { counts, largest, count } = census
  if (census.highestBin >= 0) {
    counts.fill(0, census.lowestBin, census.highestBin + 1)
    largest.fill(0, census.lowestBin, census.highestBin + 1)
  }
  let lowest = BINS, highest = -1
  for (let at = 0, end = count * 4; at < end; at += 4 * step) {
    const width = boxes[at + 2]! - boxes[at]!, height = boxes[at + 3]! - boxes[at + 1]!
    const size = width > height ? width : height
    float[0] = size
    const bin = floatBits[0]! >>> 21
    counts[bin]! += step
    if (size > largest[bin]!) largest[bin] = size
    if (bin < lowest) lowest = bin
    if (bin > highest) highest = bin
  }
  census.lowestBin = lowest
  census.highestBin = highest
  listSizes(census)
}

/** Bins to a short list; when there are too many, neighbors are joined. */
function listSizes(census: Census): void {
  let used = 0
  for (let bin = census.lowestBin; bin <= census.highestBin; bin++) if (census.counts[bin]! > 0) used++
  const joined = Math.ceil(used / MAX_SIZES)
  let n = 0, waiting = 0
  for (let bin = census.lowestBin; bin <= census.highestBin; bin++) {
    if (census.counts[bin] === 0) continue
    if (waiting === 0) {
      census.sizeCounts[n] = 0
      n++
      waiting = joined
    }
    waiting--
    census.sizeCounts[n - 1]! += census.counts[bin]!
    census.sizes[n - 1] = census.largest[bin]!
  }
  census.sizeCount = n
}

/** The area over which the entries are spread, as far as it is known. */
function populatedArea(census: Census, populated: number): number {
  return (census.maxX - census.minX) * (census.maxY - census.minY) * populated
}

/** Expected cost of a build and all pairs if the finest cells had this side. */
function costOfSide(census: Census, area: number, side: number): number {
  let fine = 0, s = 0
  while (s < census.sizeCount && census.sizes[s]! <= side) fine += census.sizeCounts[s++]!
  let load = area > 0 ? Math.min(fine, fine * side * side / area) : fine
  // With fewer cells than places, strangers meet.
  if (area > PLACES_PER_ENTRY * fine * side * side) load += 0.4
  const cells = area > 0 ? Math.min(PLACES_PER_ENTRY * fine, area / (side * side)) : 1
  let cost = fine * (COST_ENTRY + 4.5 * COST_TEST * load) + COST_CELL * cells
  let octave = side, coarse = 0
  for (; s < census.sizeCount; s++) {
    const size = census.sizes[s]!, count = census.sizeCounts[s]!
    if (size > octave) {
      while (octave < size) octave *= 2
      coarse = 0
      cost += COST_LEVEL
    }
    coarse += count
    const density = area > 0 ? octave * octave / area : 1
    const reach = size / side + 2
    cost += count * (COST_ENTRY + 4.5 * COST_TEST * Math.min(coarse, coarse * density))
    cost += Math.min(
      count * (reach * COST_ROW + Math.min(fine, reach * reach * load) * COST_TEST),
      fine * (2.5 * COST_ROW + Math.min(count, 5 * count * density) * COST_TEST),
    )
  }
  return cost
}

/** The cheapest side for the finest cells: the size of some box, or coarser where boxes are sparse. */
function finestSide(census: Census, area: number): number {
  let best = 0, bestCost = Infinity, fine = 0
  for (let s = 0; s < census.sizeCount; s++) {
    fine += census.sizeCounts[s]!
    let side = census.sizes[s]! * FIT_SLACK * FIT_SLACK
    // Boxes without size: cells of the finest side that still hold some.
    if (!(side > 1e-290)) side = area > 1e-290 ? Math.sqrt(area / census.count) * 0.5 : 1e-290
    const next = s + 1 < census.sizeCount ? census.sizes[s + 1]! : Infinity
    for (let tries = 0; tries < 24 && side < next; tries++, side *= 1.4) {
      const cost = costOfSide(census, area, side)
      if (cost < bestCost) {
        bestCost = cost
        best = side
      } else if (area > 0 && fine * side * side > 4 * area) break
    }
  }
  return best
}

/** Cells of one level: see the two kinds of stride in layout.ts. Returns N, or 1 for a list. */
function shapeLevel(levels: Levels, level: number, census: Census, count: number, side: number): number {
  levels.side[level] = side
  levels.inverse[level] = 1 / side
  levels.reach[level] = 0
  levels.filled[level] = 0
  clearBounds(levels, level)
  levels.cells[level] = 1
  levels.stride[level] = 0
  levels.foldArea[level] = 0
  if (count <= LIST_LIMIT || !(side < LARGEST_SIDE)) return 1
  const inverse = levels.inverse[level]!
  const column = levels.column[level] = place(census.minX * inverse)
  const row = levels.row[level] = place(census.minY * inverse)
  const columns = Math.max(4, place(census.maxX * inverse) - column + 2)
  const rows = place(census.maxY * inverse) - row + 2
  if (columns * rows <= count * PLACES_PER_ENTRY + 64) {
    levels.stride[level] = columns
    // Neighbors to the right and below must differ from those to the left and above.
    levels.cells[level] = Math.max(columns * rows, 2 * columns + 5)
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

/** Fills in the levels for these boxes; returns the expected number of neighbors in a finest cell. */
export function planLevels(levels: Levels, census: Census, populated: number): number {
  const area = populatedArea(census, populated)
  const finest = census.count <= LIST_LIMIT ? Math.max(census.sizes[census.sizeCount - 1]!, 1e-290) * 2 : finestSide(census, area)
  levels.classScale = FIT_SLACK / finest
  classCounts.fill(0)
  for (let s = 0; s < census.sizeCount; s++) {
    const scaled = census.sizes[s]! * levels.classScale
    classCounts[32 - Math.clz32(scaled < 1073741824 ? scaled : 1073741824)]! += census.sizeCounts[s]!
  }
  let highest = 32
  while (highest > 0 && classCounts[highest] === 0) highest--
  let level = 0, cells = 0, waiting = 0, from = 0
  for (let size = 0; size <= highest; size++) {
    waiting += classCounts[size]!
    // Few boxes ride along in the next coarser level; the coarsest ones end in one list.
    if (waiting <= LIST_LIMIT && size < highest) continue
    levels.first[level] = cells
    // The last class has no upper limit, so it has no cell that is large enough.
    cells += shapeLevel(levels, level, census, size < LAST_CLASS ? waiting : 0, finest * doubled(size))
    levels.ofClass.fill(level, from, size + 1)
    from = size + 1
    waiting = 0
    level++
  }
  levels.count = level
  levels.cellCount = cells
  levels.first[level] = cells
  levels.first[level + 1] = cells + 1
  shapeLevel(levels, level, census, 0, finest * doubled(highest))
  // A box larger than all of them goes to the coarsest level if that is a list, else to the overflow.
  const last = levels.cells[level - 1] === 1 ? level - 1 : level
  levels.ofClass.fill(last, from)
  const side = levels.side[0]!
  return levels.cells[0] === 1 || !(area > 0) ? census.count : census.count * side * side / area
}

/** 2 to the power of a size class, exactly. */
function doubled(power: number): number {
  return power < 32 ? 1 << power >>> 0 : (1 << 30) * 4
}
