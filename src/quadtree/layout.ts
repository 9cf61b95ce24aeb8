/**
 * The maths of the nodes. A node is a level and a place: level l cuts the endless plane into
 * square cells of side `side[l]`, and nothing about a node is stored but where its entries start.
 *
 * There is no root square. Each level folds its endless grid onto N cells:
 *
 *     cell(column, row) = (column + stride · row) mod N
 *
 * so a run of cells in one row is a run of memory, the row below is `stride` cells further on,
 * and memory follows the number of entries, whatever the extent of the world. Two places that
 * fold onto the same cell cost box tests, never a wrong answer.
 *
 * - Compact worlds get the stride and N of a plain row-major grid: nothing folds until a box leaves.
 * - Worlds with more places than their entries deserve get N = 2^m and a stride near N / golden
 *   ratio. Such a lattice is badly approximable: the product of the row and column distance of two
 *   places in one cell is at least N / 8, see FOLD_STRIDES, so that clusters, rows and columns of
 *   boxes spread evenly.
 *
 * Rejected: a root square with clamped outliers (a box 1e6 m away makes one cell of 10,000
 * others), a torus (a floor of 100,000 tiles lands on one row of 316 cells).
 */

/** Items are smaller than this (22 bits). */
export const ITEM_CEILING = 1 << 22

/** 33 size classes, the overflow, and the end. */
export const MAX_LEVELS = 35

/** Cells further out than this belong to the last one: keeps a place an exact integer. */
export const PLACE_LIMIT = 1 << 28

/** A box fits a level if it is this much smaller than a cell: covers the rounding of places. */
export const FIT_SLACK = 1 + 1 / (1 << 19)

/** Searches widen by this part of a cell, for the same reason. */
export const PLACE_SLACK = 1e-6

/** Sides of the smallest folded grid; below it a level is one list. */
export const MIN_CELL_BITS = 6
export const MAX_CELL_BITS = 23

/** The smallest grid: neighbors to the right and below must differ from those to the left and above. */
export const LEAST_COLUMNS = 5
export const LEAST_ROWS = 3

/**
 * Stride by log2 N, found by search near N / 1.618: odd (so that a column visits all cells) and
 * with |rows · columns| ≥ N / 8 between any two places of one cell. test/quadtree proves the bound.
 */
export const FOLD_STRIDES: readonly number[] = [
  0, 0, 0, 0, 0, 0, 27, 79, 157, 323, 625, 1257, 2539, 5065, 10127, 20263, 40509, 81003, 162009,
  324019, 648053, 1296101, 2592211, 5184431,
]

/** Places in `crowding`. */
export const POPULATED = 0
export const PLANNED = 1
export const MEASURED = 2

/** The levels of one tree, finest first; level `count` is the overflow list, `count + 1` the end. */
export class Levels {
  // −0 where a number is no whole one later: V8 keeps those apart, and all searches were compiled anew when the first plan was made.
  /** Planned levels, without the overflow. */
  count = 0
  /** Cells of all planned levels; also the cell of the overflow. */
  cellCount = 0
  /** Boxes that the plan was made for, 0 without a plan; and how many builds have used it. */
  plannedFor = 0
  uses = 0
  /** How many of them were to go to coarser levels than the finest. */
  plannedCoarse = 0
  /** Boxes were seen to outgrow the finest cells: the next plan gives those this much room more. */
  room = -0
  /**
   * The part of the bounding area that is truly populated, as measured: a first guess for the next
   * plan; and the neighbors of an entry in its finest cell, as planned and as measured.
   */
  readonly crowding = new Float64Array([1, 0, 0])
  /** Turns the longer side of a box into its size class. */
  classScale = -0
  /** Level of each size class: class 0 is up to the finest side, each next one doubles. */
  readonly ofClass = new Uint8Array(33)
  readonly side = new Float64Array(MAX_LEVELS)
  readonly inverse = new Float64Array(MAX_LEVELS)
  /** Half of the longest side of an entry: how far a box reaches out of its cell. */
  readonly reach = new Float64Array(MAX_LEVELS)
  /** N; 1 marks a level that is one list. */
  readonly cells = new Int32Array(MAX_LEVELS)
  readonly stride = new Int32Array(MAX_LEVELS)
  /** The place of cell 0, and how many columns and rows were planned for. */
  readonly column = new Int32Array(MAX_LEVELS)
  readonly row = new Int32Array(MAX_LEVELS)
  readonly columns = new Int32Array(MAX_LEVELS)
  readonly rows = new Int32Array(MAX_LEVELS)
  /** N / 8 in a folded level: a search over at most so many cells meets none twice. Else 0. */
  readonly foldArea = new Float64Array(MAX_LEVELS)
  /** Index of the first cell of the level in `starts`. */
  readonly first = new Int32Array(MAX_LEVELS)
  /** Entries that are not holes. */
  readonly filled = new Int32Array(MAX_LEVELS)
  /** Bounds of all entries, four numbers a level; shrink only when rebuilt. */
  readonly bounds = new Float64Array(MAX_LEVELS * 4)
}

/**
 * Column or row of a coordinate that was already divided by the side; exact and monotone. (Choosing between the number
 * and the limit by a condition would box the number: a bundler makes the limit a variable, of which V8 knows no type.)
 */
export function place(coordinate: number): number {
  return (Math.max(-PLACE_LIMIT, Math.min(PLACE_LIMIT, coordinate)) + PLACE_LIMIT) | 0
}

/** Coordinates, already divided by the side, and the columns or rows that {@link placeAll} finds for them. Scratch. */
export const scaled = new Float64Array(6)
export const places = new Int32Array(6)

/** `place` of the first `count` coordinates in `scaled`: through arrays, where a search would box them as arguments. */
export function placeAll(count: number): void {
  for (let i = 0; i < count; i++) {
    places[i] = (Math.max(-PLACE_LIMIT, Math.min(PLACE_LIMIT, scaled[i]!)) + PLACE_LIMIT) | 0
  }
}

/** The coordinate at which a column or row begins. */
export function placeStart(index: number, side: number): number {
  return (index - PLACE_LIMIT) * side
}

/** The cell of a place, counted within its level. */
export function fold(levels: Levels, level: number, column: number, row: number): number {
  const right = column - levels.column[level]!, down = row - levels.row[level]!
  const cells = levels.cells[level]!
  if (levels.foldArea[level]! > 0) return (right + Math.imul(down, levels.stride[level]!)) & (cells - 1)
  const cell = right + down * levels.stride[level]!
  if (cell >= 0 && cell < cells) return cell
  // At most 2^53, so the remainder is exact.
  const rest = cell % cells
  return rest < 0 ? rest + cells : rest
}

/** The level of a box with this longer side. */
function levelOfSize(levels: Levels, size: number): number {
  return levels.ofClass[32 - Math.clz32(Math.min(size * levels.classScale, 1073741824))]!
}

/**
 * The cell of the box at `boxes[at]`, counted through all levels. Boxes are handed on in arrays: numbers with fractions
 * become garbage as arguments of calls that are not inlined.
 */
export function cellOfBox(levels: Levels, boxes: Float64Array, at: number): number {
  const minX = boxes[at]!, minY = boxes[at + 1]!, maxX = boxes[at + 2]!, maxY = boxes[at + 3]!
  const level = levelOfSize(levels, Math.max(maxX - minX, maxY - minY))
  const first = levels.first[level]!
  if (levels.cells[level] === 1) return first
  const scale = 0.5 * levels.inverse[level]!
  return first + fold(levels, level, place((minX + maxX) * scale), place((minY + maxY) * scale))
}

/** Columns and rows that {@link chooseRange} leaves of a range. Scratch. */
export const range = new Int32Array(2)

/**
 * Finds the cells of a range of columns and rows, each once: `range` rows of `range` columns of memory, from the cell of the
 * first place on. False where a cell would be met twice, or where rows are more than entries: all are to be gone through.
 *
 * The cells of a plain grid are those of the row below where a row ends, and the first ones again below the last row. So what
 * reaches over a side of a flat or a narrow world takes as long as within it: a box on a floor of 24,000 tiles, higher than
 * three rows of them, went through all tiles.
 */
export function chooseRange(levels: Levels, level: number, columns: number, rows: number): boolean {
  const cells = levels.cells[level]!, stride = levels.stride[level]!, foldArea = levels.foldArea[level]!
  if (foldArea === 0) {
    if (columns < stride) rows = Math.min(rows, cells / stride)
    else {
      columns = Math.min(cells, (rows - 1) * stride + columns)
      rows = 1
    }
  } else if ((columns > stride || rows * stride > cells) && columns * rows > foldArea) return false
  if (rows > levels.filled[level]!) return false
  range[0] = columns
  range[1] = rows
  return true
}

export function clearBounds(levels: Levels, level: number): void {
  const at = level * 4
  levels.bounds[at] = Infinity
  levels.bounds[at + 1] = Infinity
  levels.bounds[at + 2] = -Infinity
  levels.bounds[at + 3] = -Infinity
}

/** Widens the bounds and the reach of a level by the box at `boxes[at]`. */
export function widenLevel(levels: Levels, level: number, boxes: Float64Array, at: number): void {
  const minX = boxes[at]!, minY = boxes[at + 1]!, maxX = boxes[at + 2]!, maxY = boxes[at + 3]!
  const b = level * 4
  const bounds = levels.bounds
  if (minX < bounds[b]!) bounds[b] = minX
  if (minY < bounds[b + 1]!) bounds[b + 1] = minY
  if (maxX > bounds[b + 2]!) bounds[b + 2] = maxX
  if (maxY > bounds[b + 3]!) bounds[b + 3] = maxY
  const half = 0.5 * (maxX - minX > maxY - minY ? maxX - minX : maxY - minY)
  if (half > levels.reach[level]!) levels.reach[level] = half
}
