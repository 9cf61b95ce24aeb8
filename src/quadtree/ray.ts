import type { ItemBuffer } from '../stores/buffers.ts'
import { fold, place, PLACE_LIMIT, PLACE_SLACK, placeAll, places, placeStart, scaled } from './layout.ts'
import type { Store } from './store.ts'
import { beginOfLevel, endOfLevel } from './store.ts'
import type { SegmentVisitor } from './visits.ts'

/**
 * Segments. Each level is walked along the ray's longer axis in blocks of cells, nearest first;
 * a block holds every cell from which a box can reach the ray. Cells are contiguous along rows, so
 * a steep ray takes one row at a time and a flat one BLOCK columns of each row that it crosses.
 *
 * A ray is an array of numbers that the caller keeps: x1, y1, x2, y2, and the fraction up to which boxes count, which a
 * visitor may lower. Numbers with fractions as arguments and results would be boxed (600 bytes a ray).
 */

/** Columns of a block of a flat ray. */
const BLOCK = 4

/** Places in a ray. */
const X1 = 0, Y1 = 1, X2 = 2, Y2 = 3, MAX = 4

/** How far points on a ray may be off by rounding, as a part of its largest coordinate. */
const RAY_ROUNDING = 2 ** -48

/**
 * Of the level at hand: the part of the ray inside its bounds, and how far the boxes of a cell can be from it, rounding
 * included. Scratch: a visitor may cast another ray through the same tree, so it is read before the first visit.
 */
const part = new Float64Array(3)
const FROM = 0, TO = 1, WIDENED = 2

/** Walks all levels: calls the visitor, or fills `out`. */
export function castStore(
  store: Store, ray: Float64Array, visit: SegmentVisitor | null, out: ItemBuffer | null,
): void {
  const { count, filled } = store.levels
  // Coarse levels first: few boxes, whose hits shorten the walk through the fine ones.
  for (let level = count; level >= 0; level--) {
    if (filled[level]! > 0) castLevel(store, level, ray, visit, out)
    if (ray[MAX]! <= 0) return
  }
}

function castLevel(
  store: Store, level: number, ray: Float64Array, visit: SegmentVisitor | null, out: ItemBuffer | null,
): void {
  const { cells, inverse, side, reach, filled } = store.levels
  if (!cutToLevel(store, level, ray)) return
  const dx = ray[X2]! - ray[X1]!, dy = ray[Y2]! - ray[Y1]!
  const flat = Math.abs(dx) >= Math.abs(dy)
  const steps = (part[TO]! - part[FROM]!) * (flat ? Math.abs(dx) : Math.abs(dy)) * inverse[level]!
  if (cells[level] === 1 || steps > filled[level]! || leavesPlaces(store, level, ray)) {
    castRun(store, beginOfLevel(store, level), endOfLevel(store, level), ray, visit, out, -1, 0, 0, 0)
    return
  }
  const far = Math.max(Math.abs(ray[X1]!), Math.abs(ray[Y1]!), Math.abs(ray[X2]!), Math.abs(ray[Y2]!))
  part[WIDENED] = reach[level]! + side[level]! * PLACE_SLACK + far * RAY_ROUNDING
  if (flat) castFlat(store, level, ray, visit, out)
  else castSteep(store, level, ray, visit, out)
}

/** Finds the part of the ray inside the bounds of the level; false if there is none. */
function cutToLevel(store: Store, level: number, ray: Float64Array): boolean {
  const { bounds } = store.levels
  const at = level * 4
  const max = ray[MAX]!
  let from = 0, to = max
  for (let axis = 0; axis < 2; axis++) {
    const low = bounds[at + axis]!, high = bounds[at + 2 + axis]!
    const start = ray[X1 + axis]!, d = ray[X2 + axis]! - start
    if (d === 0) {
      if (start < low || start > high) return false
      continue
    }
    const a = (low - start) / d, b = (high - start) / d
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  }
  // The slack covers the rounding of the divisions: a ray may just touch the bounds.
  const slack = 1e-12 * (1 + max)
  part[FROM] = Math.max(0, from - slack)
  part[TO] = Math.min(max, to + slack)
  return from <= to + slack
}

/** Whether the ray comes where a border cell stands for all that is further out: cells tell nothing there. */
function leavesPlaces(store: Store, level: number, ray: Float64Array): boolean {
  const { bounds, inverse, side } = store.levels
  const limit = (PLACE_LIMIT - 4) * side[level]!, at = level * 4
  if (!(inverse[level]! > 0)) return true
  return bounds[at]! < -limit || bounds[at + 1]! < -limit || bounds[at + 2]! > limit || bounds[at + 3]! > limit
    ? !(isWithin(ray, X1, limit) && isWithin(ray, Y1, limit))
    : false
}

/** Whether both ends of the part inside the level are near the origin, along one axis. */
function isWithin(ray: Float64Array, axis: number, limit: number): boolean {
  const start = ray[axis]!, d = ray[X2 + axis]! - start
  return Math.abs(start + d * part[FROM]!) < limit && Math.abs(start + d * part[TO]!) < limit
}

/** A ray that is wider than high: blocks of columns. */
function castFlat(
  store: Store, level: number, ray: Float64Array, visit: SegmentVisitor | null, out: ItemBuffer | null,
): void {
  const { levels } = store
  const side = levels.side[level]!, scale = levels.inverse[level]!, widened = part[WIDENED]!
  const x1 = ray[X1]!, y1 = ray[Y1]!, dx = ray[X2]! - x1, dy = ray[Y2]! - y1
  const forward = dx >= 0
  const begin = x1 + dx * part[FROM]!, end = x1 + dx * part[TO]!
  scaled[0] = (forward ? begin - widened : begin + widened) * scale
  scaled[1] = (forward ? end + widened : end - widened) * scale
  placeAll(2)
  const first = places[0]!, last = places[1]!
  const slope = dx === 0 ? 0 : dy / dx
  const blocks = Math.floor(Math.abs(last - first) / BLOCK) + 1
  for (let block = 0; block < blocks; block++) {
    const near = forward ? first + block * BLOCK : first - block * BLOCK
    const low = forward ? near : Math.max(near - BLOCK + 1, last)
    const high = forward ? Math.min(near + BLOCK - 1, last) : near
    let left = Math.max(placeStart(low, side) - widened, Math.min(begin, end))
    let right = Math.min(placeStart(high + 1, side) + widened, Math.max(begin, end))
    if (dx !== 0 && ((forward ? left : right) - x1) / dx > ray[MAX]!) return
    if (left > right) left = right = block === 0 ? begin : end
    const ya = y1 + (left - x1) * slope, yb = y1 + (right - x1) * slope
    scaled[0] = (Math.min(ya, yb) - widened) * scale
    scaled[1] = (Math.max(ya, yb) + widened) * scale
    placeAll(2)
    const bottom = places[0]!, top = places[1]!
    for (let row = bottom; row <= top; row++) {
      castRow(store, level, row, low, high, ray, visit, out)
      if (ray[MAX]! <= 0) return
    }
  }
}

/** A ray that is higher than wide: one row at a time. */
function castSteep(
  store: Store, level: number, ray: Float64Array, visit: SegmentVisitor | null, out: ItemBuffer | null,
): void {
  const { levels } = store
  const side = levels.side[level]!, scale = levels.inverse[level]!, widened = part[WIDENED]!
  const x1 = ray[X1]!, y1 = ray[Y1]!, dx = ray[X2]! - x1, dy = ray[Y2]! - y1
  const step = dy >= 0 ? 1 : -1
  const begin = y1 + dy * part[FROM]!, end = y1 + dy * part[TO]!
  scaled[0] = (begin - step * widened) * scale
  scaled[1] = (end + step * widened) * scale
  placeAll(2)
  const first = places[0]!, last = places[1]!
  const slope = dx / dy
  for (let row = first; step > 0 ? row <= last : row >= last; row += step) {
    let bottom = Math.max(placeStart(row, side) - widened, Math.min(begin, end))
    let top = Math.min(placeStart(row + 1, side) + widened, Math.max(begin, end))
    if (((step > 0 ? bottom : top) - y1) / dy > ray[MAX]!) return
    if (bottom > top) bottom = top = row === first ? begin : end
    const xa = x1 + (bottom - y1) * slope, xb = x1 + (top - y1) * slope
    scaled[0] = (Math.min(xa, xb) - widened) * scale
    scaled[1] = (Math.max(xa, xb) + widened) * scale
    placeAll(2)
    const low = places[0]!, high = places[1]!
    castRow(store, level, row, low, high, ray, visit, out)
    if (ray[MAX]! <= 0) return
  }
}

/** The cells of one row, in one run, or two where the row runs over the end of the folded grid. */
function castRow(
  store: Store, level: number, row: number, low: number, high: number,
  ray: Float64Array, visit: SegmentVisitor | null, out: ItemBuffer | null,
): void {
  const { starts, levels } = store
  const first = levels.first[level]!
  const size = levels.cells[level]!
  const cell = fold(levels, level, low, row)
  const end = cell + Math.min(high - low + 1, size)
  let begin = starts[first + cell]!
  let stop = starts[first + (end <= size ? end : size)]!
  if (begin < stop) castRun(store, begin, stop, ray, visit, out, level, row, low, high)
  if (end <= size || ray[MAX]! <= 0) return
  begin = starts[first]!
  stop = starts[first + end - size]!
  if (begin < stop) castRun(store, begin, stop, ray, visit, out, level, row, low, high)
}

/**
 * A run of entries. Unless `level` is -1, an entry counts only if its own cell is the one that was
 * asked for: on a long way, places far apart that fold onto one cell are visited more than once.
 */
function castRun(
  store: Store, begin: number, end: number, ray: Float64Array,
  visit: SegmentVisitor | null, out: ItemBuffer | null, level: number, row: number, low: number, high: number,
): void {
  const { boxes, items } = store
  const x1 = ray[X1]!, y1 = ray[Y1]!, x2 = ray[X2]!, y2 = ray[Y2]!
  const dx = x2 - x1, dy = y2 - y1
  let max = ray[MAX]!
  let endX = max === 1 ? x2 : x1 + dx * max
  let endY = max === 1 ? y2 : y1 + dy * max
  let left = Math.min(x1, endX), right = Math.max(x1, endX)
  let bottom = Math.min(y1, endY), top = Math.max(y1, endY)
  for (let entry = begin, at = begin * 4; entry < end; entry++, at += 4) {
    const minX = boxes[at]!, minY = boxes[at + 1]!, maxX = boxes[at + 2]!, maxY = boxes[at + 3]!
    if (minX > right || maxX < left || minY > top || maxY < bottom) continue
    // The box touches the line if its extreme corners across the line lie on both sides of it.
    const over = dx * ((dx > 0 ? maxY : minY) - y1) - dy * ((dy > 0 ? minX : maxX) - x1)
    const under = dx * ((dx > 0 ? minY : maxY) - y1) - dy * ((dy > 0 ? maxX : minX) - x1)
    if (over < 0 || under > 0) continue
    if (level >= 0 && !lies(store, level, row, low, high, at)) continue
    if (out !== null) out.push(items[entry]!)
    if (visit === null) continue
    visit(items[entry]!, ray)
    if (ray[MAX] === max) continue
    max = ray[MAX]!
    if (max <= 0) return
    endX = x1 + dx * max
    endY = y1 + dy * max
    left = Math.min(x1, endX)
    right = Math.max(x1, endX)
    bottom = Math.min(y1, endY)
    top = Math.max(y1, endY)
  }
}

/** Whether the box at a place in `boxes` belongs to the row and one of the columns. */
function lies(store: Store, level: number, row: number, low: number, high: number, at: number): boolean {
  const { boxes, levels } = store
  const scale = 0.5 * levels.inverse[level]!
  const column = place((boxes[at]! + boxes[at + 2]!) * scale)
  return column >= low && column <= high && place((boxes[at + 1]! + boxes[at + 3]!) * scale) === row
}
