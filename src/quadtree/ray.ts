import type { ItemBuffer } from './buffers.ts'
import { fold, place, PLACE_SLACK, placeStart } from './layout.ts'
import type { Store } from './store.ts'
import { beginOfLevel, endOfLevel } from './store.ts'

/**
 * Segments. Each level is walked along the ray's longer axis in blocks of cells, nearest first;
 * a block holds every cell from which a box can reach the ray. Cells are contiguous along rows, so
 * a steep ray takes one row at a time and a flat one BLOCK columns of each row that it crosses.
 *
 * All state is in arguments: a visitor may cast another ray through the same tree.
 */

/** Called for each candidate with the current end of the ray; returns the new end. */
export type RayVisitor = (item: number, maxFraction: number) => number

/** Columns of a block of a flat ray. */
const BLOCK = 4

/** Walks all levels. With a visitor it returns the final fraction; otherwise it fills `out`. */
export function castStore(
  store: Store, x1: number, y1: number, x2: number, y2: number, maxFraction: number,
  visit: RayVisitor | null, out: ItemBuffer | null,
): number {
  const levels = store.levels
  let max = maxFraction
  // Coarse levels first: few boxes, whose hits shorten the walk through the fine ones.
  for (let level = levels.count; level >= 0 && max >= 0; level--) {
    if (levels.filled[level] === 0) continue
    max = castLevel(store, level, x1, y1, x2, y2, max, visit, out)
    if (max === 0) break
  }
  return max
}

function castLevel(
  store: Store, level: number, x1: number, y1: number, x2: number, y2: number, maxFraction: number,
  visit: RayVisitor | null, out: ItemBuffer | null,
): number {
  const { bounds, cells, inverse, filled } = store.levels
  const dx = x2 - x1, dy = y2 - y1
  const at = level * 4
  // The part of the ray inside the bounds of the level.
  let from = 0, to = maxFraction
  if (dx !== 0) {
    const a = (bounds[at]! - x1) / dx, b = (bounds[at + 2]! - x1) / dx
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  } else if (x1 < bounds[at]! || x1 > bounds[at + 2]!) return maxFraction
  if (dy !== 0) {
    const a = (bounds[at + 1]! - y1) / dy, b = (bounds[at + 3]! - y1) / dy
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  } else if (y1 < bounds[at + 1]! || y1 > bounds[at + 3]!) return maxFraction
  // The slack covers the rounding of the divisions: a ray may just touch the bounds.
  const slack = 1e-12 * (1 + maxFraction)
  if (from > to + slack) return maxFraction
  from = Math.max(0, from - slack)
  to = Math.min(maxFraction, to + slack)
  const flat = Math.abs(dx) >= Math.abs(dy)
  const steps = (to - from) * (flat ? Math.abs(dx) : Math.abs(dy)) * inverse[level]!
  if (cells[level] === 1 || steps > filled[level]!) {
    const begin = beginOfLevel(store, level), end = endOfLevel(store, level)
    return castRun(store, begin, end, x1, y1, x2, y2, maxFraction, visit, out, -1, 0, 0, 0)
  }
  if (flat) return castFlat(store, level, x1, y1, x2, y2, from, to, maxFraction, visit, out)
  return castSteep(store, level, x1, y1, x2, y2, from, to, maxFraction, visit, out)
}

/** A ray that is wider than high: blocks of columns. */
function castFlat(
  store: Store, level: number, x1: number, y1: number, x2: number, y2: number, from: number, to: number,
  maxFraction: number, visit: RayVisitor | null, out: ItemBuffer | null,
): number {
  const levels = store.levels
  const side = levels.side[level]!, scale = levels.inverse[level]!, reach = levels.reach[level]!
  const dx = x2 - x1, dy = y2 - y1
  const forward = dx >= 0
  const widened = reach + side * PLACE_SLACK
  const begin = x1 + dx * from, end = x1 + dx * to
  const first = place((forward ? begin - widened : begin + widened) * scale)
  const last = place((forward ? end + widened : end - widened) * scale)
  const slope = dx === 0 ? 0 : dy / dx
  const blocks = Math.floor(Math.abs(last - first) / BLOCK) + 1
  let max = maxFraction
  for (let block = 0; block < blocks; block++) {
    const near = forward ? first + block * BLOCK : first - block * BLOCK
    const low = forward ? near : Math.max(near - BLOCK + 1, last)
    const high = forward ? Math.min(near + BLOCK - 1, last) : near
    let left = Math.max(placeStart(low, side) - widened, Math.min(begin, end))
    let right = Math.min(placeStart(high + 1, side) + widened, Math.max(begin, end))
    if (dx !== 0 && ((forward ? left : right) - x1) / dx > max) break
    if (left > right) left = right = block === 0 ? begin : end
    const ya = y1 + (left - x1) * slope, yb = y1 + (right - x1) * slope
    const bottom = place(((ya < yb ? ya : yb) - widened) * scale)
    const top = place(((ya < yb ? yb : ya) + widened) * scale)
    for (let row = bottom; row <= top; row++) {
      max = castRow(store, level, row, low, high, x1, y1, x2, y2, max, visit, out)
      if (max <= 0) return max
    }
  }
  return max
}

/** A ray that is higher than wide: one row at a time. */
function castSteep(
  store: Store, level: number, x1: number, y1: number, x2: number, y2: number, from: number, to: number,
  maxFraction: number, visit: RayVisitor | null, out: ItemBuffer | null,
): number {
  const levels = store.levels
  const side = levels.side[level]!, scale = levels.inverse[level]!, reach = levels.reach[level]!
  const dx = x2 - x1, dy = y2 - y1
  const step = dy >= 0 ? 1 : -1
  const widened = reach + side * PLACE_SLACK
  const begin = y1 + dy * from, end = y1 + dy * to
  const first = place((begin - step * widened) * scale)
  const last = place((end + step * widened) * scale)
  const slope = dx / dy
  let max = maxFraction
  for (let row = first; step > 0 ? row <= last : row >= last; row += step) {
    let bottom = Math.max(placeStart(row, side) - widened, Math.min(begin, end))
    let top = Math.min(placeStart(row + 1, side) + widened, Math.max(begin, end))
    if (((step > 0 ? bottom : top) - y1) / dy > max) break
    if (bottom > top) bottom = top = row === first ? begin : end
    const xa = x1 + (bottom - y1) * slope, xb = x1 + (top - y1) * slope
    const low = place(((xa < xb ? xa : xb) - widened) * scale)
    const high = place(((xa < xb ? xb : xa) + widened) * scale)
    max = castRow(store, level, row, low, high, x1, y1, x2, y2, max, visit, out)
    if (max <= 0) return max
  }
  return max
}

/** The cells of one row, in one run, or two where the row runs over the end of the folded grid. */
function castRow(
  store: Store, level: number, row: number, low: number, high: number,
  x1: number, y1: number, x2: number, y2: number, maxFraction: number,
  visit: RayVisitor | null, out: ItemBuffer | null,
): number {
  const { starts, levels } = store
  const first = levels.first[level]!
  const size = levels.cells[level]!
  const cell = fold(levels, level, low, row)
  const end = cell + Math.min(high - low + 1, size)
  let begin = starts[first + cell]!
  let stop = starts[first + (end <= size ? end : size)]!
  let max = maxFraction
  if (begin < stop) max = castRun(store, begin, stop, x1, y1, x2, y2, max, visit, out, level, row, low, high)
  if (end > size && max > 0) {
    begin = starts[first]!
    stop = starts[first + end - size]!
    if (begin < stop) max = castRun(store, begin, stop, x1, y1, x2, y2, max, visit, out, level, row, low, high)
  }
  return max
}

/**
 * A run of entries. Unless `level` is -1, an entry counts only if its own cell is the one that was
 * asked for: on a long way, places far apart that fold onto one cell are visited more than once.
 */
function castRun(
  store: Store, begin: number, end: number,
  x1: number, y1: number, x2: number, y2: number, maxFraction: number,
  visit: RayVisitor | null, out: ItemBuffer | null, level: number, row: number, low: number, high: number,
): number {
  const { boxes, items } = store
  const dx = x2 - x1, dy = y2 - y1
  let max = maxFraction
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
    if (level >= 0 && !lies(store, level, row, low, high, minX, minY, maxX, maxY)) continue
    if (out !== null) out.push(items[entry]!)
    if (visit === null) continue
    const next = visit(items[entry]!, max)
    if (!(next < max)) continue
    max = next
    if (max <= 0) return max
    endX = x1 + dx * max
    endY = y1 + dy * max
    left = Math.min(x1, endX)
    right = Math.max(x1, endX)
    bottom = Math.min(y1, endY)
    top = Math.max(y1, endY)
  }
  return max
}

function lies(
  store: Store, level: number, row: number, low: number, high: number,
  minX: number, minY: number, maxX: number, maxY: number,
): boolean {
  const scale = 0.5 * store.levels.inverse[level]!
  const column = place((minX + maxX) * scale)
  return column >= low && column <= high && place((minY + maxY) * scale) === row
}
