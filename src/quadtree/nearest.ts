import { fold, meetsNoCellTwice, place, placeStart } from './layout.ts'
import type { Store } from './store.ts'
import { beginOfLevel, endOfLevel } from './store.ts'

/**
 * What is near a point: rings of cells around it, level by level, until the ring is further away
 * than the radius. The fullest level goes first, so that the radius is short when the others come.
 */

/** Called for each candidate with the current squared radius; returns the new squared radius. */
export type NearVisitor = (item: number, maxDistanceSquared: number) => number

export function nearestInStore(
  store: Store, x: number, y: number, maxDistanceSquared: number, visit: NearVisitor,
): number {
  const { count, filled } = store.levels
  let fullest = 0
  for (let level = 1; level <= count; level++) if (filled[level]! > filled[fullest]!) fullest = level
  let max = nearestInLevel(store, fullest, x, y, maxDistanceSquared, visit)
  for (let level = 0; level <= count && max >= 0; level++) {
    if (level !== fullest && filled[level]! > 0) max = nearestInLevel(store, level, x, y, max, visit)
  }
  return max
}

function nearestInLevel(
  store: Store, level: number, x: number, y: number, maxDistanceSquared: number, visit: NearVisitor,
): number {
  const levels = store.levels
  const begin = beginOfLevel(store, level), end = endOfLevel(store, level)
  const at = level * 4
  const bounds = levels.bounds
  if (distanceSquared(bounds, at, x, y) > maxDistanceSquared) return maxDistanceSquared
  if (levels.cells[level] === 1) return visitRun(store, begin, end, x, y, maxDistanceSquared, visit, -1, 0, 0, 0)
  const side = levels.side[level]!, scale = levels.inverse[level]!, reach = levels.reach[level]!
  const column = place(x * scale), row = place(y * scale)
  // How far the point is from the nearest edge of its own cell: a ring is that much further away.
  const edge = Math.max(0, Math.min(
    x - placeStart(column, side), placeStart(column + 1, side) - x,
    y - placeStart(row, side), placeStart(row + 1, side) - y,
  ))
  const farthest = ringsToCover(store, level, column, row)
  let max = maxDistanceSquared
  for (let ring = ringsToReach(store, level, column, row); ring <= farthest; ring++) {
    const gap = (ring - 1) * side + edge - reach - side * 1e-6
    if (ring > 0 && gap > 0 && gap * gap > max) break
    const width = 2 * ring + 1
    if (width * width > 2 * levels.filled[level]! + 64 || !meetsNoCellTwice(levels, level, width, width)) {
      return visitRun(store, begin, end, x, y, max, visit, level, column, row, -ring)
    }
    max = visitRing(store, level, column, row, ring, x, y, max, visit)
    if (max < 0) break
  }
  return max
}

/** The first ring that meets the bounds of the level. */
function ringsToReach(store: Store, level: number, column: number, row: number): number {
  const { bounds, inverse } = store.levels
  const at = level * 4, scale = inverse[level]!
  return Math.max(
    0,
    place(bounds[at]! * scale) - column, column - place(bounds[at + 2]! * scale),
    place(bounds[at + 1]! * scale) - row, row - place(bounds[at + 3]! * scale),
  )
}

/** The last ring that meets the bounds of the level. */
function ringsToCover(store: Store, level: number, column: number, row: number): number {
  const { bounds, inverse } = store.levels
  const at = level * 4, scale = inverse[level]!
  return Math.max(
    column - place(bounds[at]! * scale), place(bounds[at + 2]! * scale) - column,
    row - place(bounds[at + 1]! * scale), place(bounds[at + 3]! * scale) - row,
  )
}

function visitRing(
  store: Store, level: number, column: number, row: number, ring: number,
  x: number, y: number, maxDistanceSquared: number, visit: NearVisitor,
): number {
  let max = maxDistanceSquared
  for (let y1 = row - ring; y1 <= row + ring && max >= 0; y1++) {
    if (y1 === row - ring || y1 === row + ring) {
      max = visitCells(store, level, column - ring, y1, 2 * ring + 1, x, y, max, visit, column, row, ring)
    } else {
      max = visitCells(store, level, column - ring, y1, 1, x, y, max, visit, column, row, ring)
      if (max >= 0) max = visitCells(store, level, column + ring, y1, 1, x, y, max, visit, column, row, ring)
    }
  }
  return max
}

function visitCells(
  store: Store, level: number, from: number, y1: number, columns: number,
  x: number, y: number, maxDistanceSquared: number, visit: NearVisitor,
  column: number, row: number, ring: number,
): number {
  const { starts, levels } = store
  const first = levels.first[level]!
  const size = levels.cells[level]!
  const cell = fold(levels, level, from, y1)
  const end = cell + columns
  let max = maxDistanceSquared
  const stop = starts[first + (end < size ? end : size)]!
  max = visitRun(store, starts[first + cell]!, stop, x, y, max, visit, level, column, row, ring)
  if (end > size && max >= 0) {
    max = visitRun(store, starts[first]!, starts[first + end - size]!, x, y, max, visit, level, column, row, ring)
  }
  return max
}

/**
 * A run of entries. With a level, only those of this ring count (others fold onto the same cells),
 * or with a negative ring all from that ring on.
 */
function visitRun(
  store: Store, begin: number, end: number, x: number, y: number, maxDistanceSquared: number,
  visit: NearVisitor, level: number, column: number, row: number, ring: number,
): number {
  const { boxes, items, levels } = store
  let max = maxDistanceSquared
  for (let entry = begin, at = begin * 4; entry < end; entry++, at += 4) {
    if (!(distanceSquared(boxes, at, x, y) <= max) || items[entry] === 0) continue
    if (level >= 0) {
      const scale = 0.5 * levels.inverse[level]!
      const away = Math.max(
        Math.abs(place((boxes[at]! + boxes[at + 2]!) * scale) - column),
        Math.abs(place((boxes[at + 1]! + boxes[at + 3]!) * scale) - row),
      )
      if (ring >= 0 ? away !== ring : away < -ring) continue
    }
    const next = visit(items[entry]!, max)
    if (next < max) max = next
    if (max < 0) return max
  }
  return max
}

/** Squared distance from a point to a box; 0 inside. */
function distanceSquared(boxes: Float64Array, at: number, x: number, y: number): number {
  const dx = Math.max(boxes[at]! - x, 0, x - boxes[at + 2]!)
  const dy = Math.max(boxes[at + 1]! - y, 0, y - boxes[at + 3]!)
  return dx * dx + dy * dy
}
