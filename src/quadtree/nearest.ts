import { chooseRange, fold, place, placeAll, places, placeStart, range, scaled } from './layout.ts'
import type { Store } from './store.ts'
import { beginOfLevel, endOfLevel } from './store.ts'
import type { DiscVisitor } from './visits.ts'

/**
 * What is near a point: rings of cells around it, level by level, until the ring is further away
 * than the radius. The fullest level goes first, so that the radius is short when the others come.
 */

/** Places in a disc. */
const X = 0, Y = 1, RADIUS = 2

/** What {@link choosePlace} found: to be read before the next visit. */
const chosen = new Int32Array(4)
const inset = new Float64Array(1)

/**
 * Visits what is at most as far from a point as the root of the third number of `disc` says: x, y, squared radius.
 * Numbers with fractions as arguments and results would be boxed (a kilobyte a search).
 */
export function nearestInStore(store: Store, disc: Float64Array, visit: DiscVisitor): void {
  const { count, filled } = store.levels
  let fullest = 0
  for (let level = 1; level <= count; level++) if (filled[level]! > filled[fullest]!) fullest = level
  nearestInLevel(store, fullest, disc, visit)
  for (let level = 0; level <= count && disc[RADIUS]! >= 0; level++) {
    if (level !== fullest && filled[level]! > 0) nearestInLevel(store, level, disc, visit)
  }
}

function nearestInLevel(store: Store, level: number, disc: Float64Array, visit: DiscVisitor): void {
  const levels = store.levels
  const begin = beginOfLevel(store, level), end = endOfLevel(store, level)
  const { bounds } = levels
  const at = level * 4
  const x = disc[X]!, y = disc[Y]!
  const outX = Math.max(bounds[at]! - x, 0, x - bounds[at + 2]!), outY = Math.max(bounds[at + 1]! - y, 0, y - bounds[at + 3]!)
  if (outX * outX + outY * outY > disc[RADIUS]!) return
  if (levels.cells[level] === 1) {
    visitRun(store, begin, end, disc, visit, -1, 0, 0, 0)
    return
  }
  choosePlace(store, level, disc)
  const column = chosen[0]!, row = chosen[1]!, farthest = chosen[3]!
  const side = levels.side[level]!, edge = inset[0]!, reach = levels.reach[level]!
  for (let ring = chosen[2]!; ring <= farthest; ring++) {
    const gap = (ring - 1) * side + edge - reach - side * 1e-6
    if (ring > 0 && gap > 0 && gap * gap > disc[RADIUS]!) return
    const width = 2 * ring + 1
    const most = 2 * levels.filled[level]! + 64
    // What was cut is gone through anew for each ring.
    if (width * width > most || !chooseRange(levels, level, width, width)
      || (range[0]! * range[1]! < width * width && range[0]! * range[1]! * ring > 2 * most)) {
      visitRun(store, begin, end, disc, visit, level, column, row, -ring)
      return
    }
    if (range[0] === width && range[1] === width) visitRing(store, level, column, row, ring, disc, visit)
    else visitRange(store, level, column, row, ring, disc, visit)
    if (disc[RADIUS]! < 0) return
  }
}

/**
 * Writes the place of the point, the first and the last ring that meets the bounds of the level, and how far the point
 * is from the nearest edge of its place: a ring is that much further away.
 */
function choosePlace(store: Store, level: number, disc: Float64Array): void {
  const x = disc[X]!, y = disc[Y]!
  const { bounds, side: sides, inverse } = store.levels
  const at = level * 4, side = sides[level]!, scale = inverse[level]!
  scaled[0] = x * scale
  scaled[1] = y * scale
  for (let i = 0; i < 4; i++) scaled[2 + i] = bounds[at + i]! * scale
  placeAll(6)
  const column = places[0]!, row = places[1]!
  const left = places[2]! - column, right = places[4]! - column
  const below = places[3]! - row, above = places[5]! - row
  chosen[0] = column
  chosen[1] = row
  chosen[2] = Math.max(0, left, -right, below, -above)
  chosen[3] = Math.max(-left, right, -below, above)
  inset[0] = Math.max(0, Math.min(
    x - placeStart(column, side), placeStart(column + 1, side) - x,
    y - placeStart(row, side), placeStart(row + 1, side) - y,
  ))
}

function visitRing(
  store: Store, level: number, column: number, row: number, ring: number, disc: Float64Array, visit: DiscVisitor,
): void {
  for (let y1 = row - ring; y1 <= row + ring && disc[RADIUS]! >= 0; y1++) {
    if (y1 === row - ring || y1 === row + ring) {
      visitCells(store, level, column - ring, y1, 2 * ring + 1, disc, visit, column, row, ring)
    } else {
      visitCells(store, level, column - ring, y1, 1, disc, visit, column, row, ring)
      if (disc[RADIUS]! >= 0) visitCells(store, level, column + ring, y1, 1, disc, visit, column, row, ring)
    }
  }
}

/** A ring that is higher or wider than a plain grid, where it would meet cells twice: all that is within, once. */
function visitRange(
  store: Store, level: number, column: number, row: number, ring: number, disc: Float64Array, visit: DiscVisitor,
): void {
  const columns = range[0]!, rows = range[1]!
  for (let r = 0; r < rows && disc[RADIUS]! >= 0; r++) {
    visitCells(store, level, column - ring, row - ring + r, columns, disc, visit, column, row, ring)
  }
}

function visitCells(
  store: Store, level: number, from: number, y1: number, columns: number,
  disc: Float64Array, visit: DiscVisitor, column: number, row: number, ring: number,
): void {
  const { starts, levels } = store
  const first = levels.first[level]!
  const size = levels.cells[level]!
  const begin = fold(levels, level, from, y1)
  const end = begin + columns
  const stop = starts[first + (end < size ? end : size)]!
  visitRun(store, starts[first + begin]!, stop, disc, visit, level, column, row, ring)
  if (end > size && disc[RADIUS]! >= 0) {
    visitRun(store, starts[first]!, starts[first + end - size]!, disc, visit, level, column, row, ring)
  }
}

/**
 * A run of entries. With a level, only those of this ring count (others fold onto the same cells),
 * or with a negative ring all from that ring on.
 */
function visitRun(
  store: Store, begin: number, end: number, disc: Float64Array,
  visit: DiscVisitor, level: number, column: number, row: number, ring: number,
): void {
  const { boxes, items, levels } = store
  const x = disc[X]!, y = disc[Y]!
  for (let entry = begin, at = begin * 4; entry < end; entry++, at += 4) {
    const minX = boxes[at]!, minY = boxes[at + 1]!, maxX = boxes[at + 2]!, maxY = boxes[at + 3]!
    const dx = Math.max(minX - x, 0, x - maxX), dy = Math.max(minY - y, 0, y - maxY)
    if (!(dx * dx + dy * dy <= disc[RADIUS]!) || items[entry] === 0) continue
    if (level >= 0) {
      const scale = 0.5 * levels.inverse[level]!
      const away = Math.max(Math.abs(place((minX + maxX) * scale) - column), Math.abs(place((minY + maxY) * scale) - row))
      if (ring >= 0 ? away !== ring : away < -ring) continue
    }
    visit(items[entry]!, disc)
    if (disc[RADIUS]! < 0) return
  }
}
