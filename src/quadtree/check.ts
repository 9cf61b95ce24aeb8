import { shown } from '../shown.ts'
import { ITEM_CEILING } from './layout.ts'
import type { Bounds, Store } from './store.ts'

/** Throws unless `item` is an id that a tree can hold. */
export function checkItem(doing: string, item: number): void {
  if (typeof item === 'number' && item > 0 && item < ITEM_CEILING && (item | 0) === item) return
  throw new RangeError(
    `Quadtree.${doing}: item ${shown(item)} is not an integer from 1 to ${ITEM_CEILING - 1}; give each box a positive integer id`,
  )
}

/** Throws unless the box is finite and its minimum is not above its maximum. */
export function checkBox(doing: string, item: number, box: Float64Array): void {
  const minX = box[0]!, minY = box[1]!, maxX = box[2]!, maxY = box[3]!
  if (minX <= maxX && minY <= maxY && minX > -Infinity && minY > -Infinity && maxX < Infinity && maxY < Infinity) return
  throw new RangeError(
    `Quadtree.${doing}: the box of item ${item} is (${minX}, ${minY}) to (${maxX}, ${maxY}); `
    + 'a box needs finite numbers with min ≤ max',
  )
}

/** Throws unless every listed item is an id that a tree can hold and has a good box. */
export function checkListed(doing: string, bounds: Bounds, items: Uint32Array, count: number): void {
  const bad = firstBad(bounds, items, count)
  if (bad === count) return
  const item = items[bad]!
  checkItem(doing, item)
  checkBox(doing, item, Float64Array.of(bounds.minX[item]!, bounds.minY[item]!, bounds.maxX[item]!, bounds.maxY[item]!))
}

/** The place of the first listed item without a good id or box, or the count. What lies behind the columns is NaN. */
function firstBad(bounds: Bounds, items: Uint32Array, count: number): number {
  const { minX, minY, maxX, maxY } = bounds
  for (let i = 0; i < count; i++) {
    const item = items[i]!
    const width = maxX[item]! - minX[item]!, height = maxY[item]! - minY[item]!
    // A difference of infinities is NaN or infinite. So is that of numbers near the largest: those are looked at closely.
    if (width >= 0 && height >= 0 && width < Infinity && height < Infinity && item > 0 && item < ITEM_CEILING) continue
    if (isGood(bounds, item)) continue
    return i
  }
  return count
}

function isGood(bounds: Bounds, item: number): boolean {
  const minX = bounds.minX[item]!, minY = bounds.minY[item]!, maxX = bounds.maxX[item]!, maxY = bounds.maxY[item]!
  return item > 0 && item < ITEM_CEILING
    && minX <= maxX && minY <= maxY && minX > -Infinity && minY > -Infinity && maxX < Infinity && maxY < Infinity
}

/** Regions of searches may be infinite ("everything to the left of …"), but not NaN or inverted. */
export function checkRegion(doing: string, box: Float64Array): void {
  if (box[0]! <= box[2]! && box[1]! <= box[3]!) return
  throw new RangeError(
    `Quadtree.${doing}: the region is (${box[0]}, ${box[1]}) to (${box[2]}, ${box[3]}); a region needs numbers with min ≤ max`,
  )
}

/** Throws unless the ends x1, y1, x2, y2 are finite. */
export function checkSegment(doing: string, ends: Float64Array): void {
  if (isFinite(ends[0]!) && isFinite(ends[1]!) && isFinite(ends[2]!) && isFinite(ends[3]!)) return
  throw new RangeError(
    `Quadtree.${doing}: the segment is (${ends[0]}, ${ends[1]}) to (${ends[2]}, ${ends[3]}); it needs finite numbers`,
  )
}

/** Throws unless x, y are finite and the squared radius is not negative. */
export function checkDisc(doing: string, disc: Float64Array): void {
  if (isFinite(disc[0]!) && isFinite(disc[1]!)) {
    if (disc[2]! >= 0) return
    throw new RangeError(`Quadtree.${doing}: maxDistance ${disc[2]} is not a number ≥ 0`)
  }
  throw new RangeError(`Quadtree.${doing}: the point is (${disc[0]}, ${disc[1]}); it needs finite numbers`)
}

/** The entry of an item, or an error that names it. */
export function checkPresent(doing: string, store: Store, item: number): number {
  const entry = typeof item === 'number' && item < store.entryOf.length && item > 0 ? store.entryOf[item] : 0
  if (entry) return entry - 1
  checkItem(doing, item)
  throw new Error(`Quadtree.${doing}: item ${item} is not in this tree; insert it first`)
}

/** Throws unless `count` items can be read from the list. */
export function checkList(doing: string, items: Uint32Array, count: number): void {
  if (!ArrayBuffer.isView(items)) throw new TypeError(`Quadtree.${doing}: the items must be a Uint32Array, got ${shown(items)}`)
  if (typeof count === 'number' && count >= 0 && count <= items.length && (count | 0) === count) return
  throw new RangeError(`Quadtree.${doing}: count ${shown(count)} does not fit a list of ${items.length} items`)
}

/** Throws unless results can be appended to it. */
export function checkOut(doing: string, out: { readonly push: unknown }): void {
  if (typeof out?.push === 'function' && !Array.isArray(out)) return
  throw new TypeError(`Quadtree.${doing}: out must be an ItemBuffer or a PairBuffer, got ${shown(out)}`)
}

/** Throws unless it can be called. */
export function checkVisitor(doing: string, visit: unknown): void {
  if (typeof visit === 'function') return
  throw new TypeError(`Quadtree.${doing}: the visitor must be a function, got ${shown(visit)}`)
}
