import { checkNames } from '../check-names.ts'
import { shown } from '../shown.ts'
import { buildFrom } from './build.ts'
import type { ItemBuffer, PairBuffer } from '../stores/buffers.ts'
import {
  checkBox, checkDisc, checkItem, checkList, checkListed, checkOut, checkPresent, checkRegion, checkSegment, checkVisitor,
} from './check.ts'
import { nearestInStore } from './nearest.ts'
import { pairsOfEntries, pairsOfMovedItems, pairsOfStore, pairsOfStores, pairsOfSeekers } from './pairs.ts'
import { castStore } from './ray.ts'
import { searchStore } from './search.ts'
import { EVERYTHING } from './seek.ts'
import { loadStore, saveStore } from './serialize.ts'
import { shiftEntries } from './shift.ts'
import { reserveItem, Store } from './store.ts'
import type { Bounds } from './store.ts'
import { insertEntry, moveEntry, refreshStore, removeEntry, sortStore } from './update.ts'
import { visitStore } from './visit.ts'
import type { NodeVisitor } from './visit.ts'
import { beginVisits, endVisits, passEnd, passRadius } from './visits.ts'
import type { DiscVisitor, NearVisitor, RayVisitor, SegmentVisitor } from './visits.ts'

/** The numbers of a call, of a box or of a search that visits nothing of the caller's. */
const numbers = new Float64Array(5)

/**
 * A flat, pooled, loose quadtree of boxes.
 *
 * A box lives on the level whose cells are at least as large as its longer side, in the cell that
 * holds its center, and nowhere else. So a cell is loose: its boxes reach at most half a cell out
 * of it, and everything that overlaps a box of one cell lies in the cells around.
 *
 *   | array     | indexed by | holds                                                        |
 *   | --------- | ---------- | ------------------------------------------------------------ |
 *   | `starts`  | cell       | first entry; the next cell's first entry ends the run          |
 *   | `boxes`   | entry × 4  | minX, minY, maxX, maxY: copies, in the order of the cells      |
 *   | `items`   | entry      | item of the box, 0 for a hole                                 |
 *   | `cells`   | entry      | its cell                                                     |
 *   | `entryOf` | item       | its entry + 1, 0 if absent                                    |
 *
 * All levels share these arrays, finest first, then the overflow (see update.ts). A node's bounds
 * follow from its level and place and are not stored (see layout.ts); memory grows with the number
 * of boxes only, however far apart they are. Nothing is allocated but when an array must grow.
 *
 * Overlap is closed: boxes that touch overlap. The order of results is a function of the calls
 * made so far and is kept by `save` and `load`; sort where it must not depend on history.
 * The tree must not be changed from within a visitor.
 */
export class Quadtree {
  #store: Store

  /** @param options.capacity boxes to make room for at once; default 256. The tree grows by itself. */
  constructor(options: { readonly capacity?: number } = {}) {
    checkNames(options, ['capacity'], 'new Quadtree')
    const capacity = options.capacity ?? 256
    if (typeof capacity !== 'number' || !(capacity >= 0 && capacity <= 1 << 22)) {
      throw new RangeError(`new Quadtree: capacity must be from 0 to ${1 << 22}, got ${shown(capacity)}`)
    }
    this.#store = new Store(Math.ceil(capacity))
  }

  /** Boxes in the tree. */
  get count(): number {
    return this.#store.count
  }

  /**
   * Replaces all contents by the first `count` listed items, with boxes read from `bounds` by item.
   * @throws if a box is not finite or inverted, an item is no id or listed twice; nothing has changed then.
   */
  build(bounds: Bounds, items: Uint32Array, count: number): void {
    checkList('build', items, count)
    buildFrom(this.#store, bounds, items, count)
  }

  /** Adds a box. @throws if the item is in the tree already, or on a bad id or box. */
  insert(item: number, minX: number, minY: number, maxX: number, maxY: number): void {
    checkItem('insert', item)
    numbers[0] = typeof minX === 'number' ? minX : NaN
    numbers[1] = typeof minY === 'number' ? minY : NaN
    numbers[2] = typeof maxX === 'number' ? maxX : NaN
    numbers[3] = typeof maxY === 'number' ? maxY : NaN
    checkBox('insert', item, numbers)
    const store = this.#store
    reserveItem(store, item)
    if (store.entryOf[item] !== 0) {
      throw new Error(`Quadtree.insert: item ${item} is in this tree already; move it instead`)
    }
    insertEntry(store, item, numbers, 0)
  }

  /** Gives an item a new box. O(1) while it stays in its cell. @throws if it is absent, or on a bad box. */
  move(item: number, minX: number, minY: number, maxX: number, maxY: number): void {
    numbers[0] = typeof minX === 'number' ? minX : NaN
    numbers[1] = typeof minY === 'number' ? minY : NaN
    numbers[2] = typeof maxX === 'number' ? maxX : NaN
    numbers[3] = typeof maxY === 'number' ? maxY : NaN
    this.#move(item)
  }

  /** Moves an item to the box in `numbers`. */
  #move(item: number): void {
    checkBox('move', item, numbers)
    moveEntry(this.#store, checkPresent('move', this.#store, item), numbers, 0)
  }

  /**
   * Inserts or moves the first `count` listed items, with boxes read from `bounds` by item: faster than one by one.
   * @throws if a box is not finite or inverted, or an item is no id; nothing has changed then.
   */
  put(bounds: Bounds, items: Uint32Array, count: number): void {
    checkList('put', items, count)
    checkListed('put', bounds, items, count)
    shiftEntries(this.#store, bounds, items, count)
  }

  /** Takes an item out; false if it was not in the tree. */
  remove(item: number): boolean {
    checkItem('remove', item)
    if (!this.has(item)) return false
    removeEntry(this.#store, this.#store.entryOf[item]! - 1)
    return true
  }

  has(item: number): boolean {
    const entryOf = this.#store.entryOf
    return typeof item === 'number' && item < entryOf.length && entryOf[item]! > 0
  }

  /** Empties the tree and keeps its memory. */
  clear(): void {
    const store = this.#store
    for (let entry = 0; entry < store.used; entry++) store.entryOf[store.items[entry]!] = 0
    store.reset()
  }

  /**
   * Sorts the tree anew if so much has moved that searches are slower for it. They do so by themselves once that has
   * cost them as much; call it to choose the moment.
   */
  refresh(): void {
    sortStore(this.#store)
  }

  /** Appends all items whose box touches the region to `out`; returns how many. The region may be infinite. */
  search(minX: number, minY: number, maxX: number, maxY: number, out: ItemBuffer): number {
    numbers[0] = typeof minX === 'number' ? minX : NaN
    numbers[1] = typeof minY === 'number' ? minY : NaN
    numbers[2] = typeof maxX === 'number' ? maxX : NaN
    numbers[3] = typeof maxY === 'number' ? maxY : NaN
    return this.searchBox(numbers, out)
  }

  /** The same for a region as an array: minX, minY, maxX, maxY. */
  searchBox(box: Float64Array, out: ItemBuffer): number {
    checkOut('search', out)
    checkRegion('search', box)
    refreshStore(this.#store)
    return searchStore(this.#store, box, out)
  }

  /** For each listed item of this tree, all others that it touches: `a` is the listed one. */
  searchFrom(items: Uint32Array, count: number, out: PairBuffer): number {
    checkOut('searchFrom', out)
    checkList('searchFrom', items, count)
    refreshStore(this.#store, count)
    return pairsOfSeekers(this.#store, items, count, out)
  }

  /** Appends every overlapping pair once, the lower id in `a`; returns how many. */
  pairs(out: PairBuffer): number {
    checkOut('pairs', out)
    refreshStore(this.#store, this.#store.count)
    return pairsOfStore(this.#store, out)
  }

  /** Appends every overlapping pair of an item of this tree (`a`) and one of the other (`b`). */
  pairsWith(other: Quadtree, out: PairBuffer): number {
    checkOut('pairsWith', out)
    checkOther('pairsWith', other)
    if (other === this) throw new Error('Quadtree.pairsWith: the other tree is this tree; use pairs')
    refreshStore(this.#store, other.#store.count)
    refreshStore(other.#store, this.#store.count)
    return pairsOfStores(this.#store, other.#store, out)
  }

  /**
   * Appends every overlapping pair with at least one moved item, once, the lower id in `a`.
   * @param moved items of this tree, each once
   * @param isMoved by item: 1 if it is listed, else 0
   */
  pairsOfMoved(moved: Uint32Array, count: number, isMoved: Uint8Array, out: PairBuffer): number {
    checkOut('pairsOfMoved', out)
    checkList('pairsOfMoved', moved, count)
    refreshStore(this.#store, count)
    return pairsOfMovedItems(this.#store, moved, count, isMoved, out)
  }

  /**
   * Appends the overlapping pairs of the listed items of this tree (`a`) with items of another (`b`).
   * @param items items of this tree, each once
   * @param isListed by item: not 0 if it is listed. Optional: faster where the list is long and the other tree small
   */
  pairsOfItemsWith(
    other: Quadtree, items: Uint32Array, count: number, out: PairBuffer, isListed: Uint8Array = EVERYTHING,
  ): number {
    checkOut('pairsOfItemsWith', out)
    checkOther('pairsOfItemsWith', other)
    checkList('pairsOfItemsWith', items, count)
    refreshStore(this.#store)
    refreshStore(other.#store, count)
    return pairsOfEntries(this.#store, items, count, isListed, other.#store, out)
  }

  /** Appends all items whose box the segment touches, in no order; returns how many. */
  ray(x1: number, y1: number, x2: number, y2: number, out: ItemBuffer): number {
    numbers[0] = typeof x1 === 'number' ? x1 : NaN
    numbers[1] = typeof y1 === 'number' ? y1 : NaN
    numbers[2] = typeof x2 === 'number' ? x2 : NaN
    numbers[3] = typeof y2 === 'number' ? y2 : NaN
    return this.searchSegment(numbers, out)
  }

  /** The same for a segment as an array: x1, y1, x2, y2. */
  searchSegment(ends: Float64Array, out: ItemBuffer): number {
    checkOut('ray', out)
    checkSegment('ray', ends)
    refreshStore(this.#store)
    const before = out.count
    for (let i = 0; i < 4; i++) numbers[i] = ends[i]!
    numbers[4] = 1
    castStore(this.#store, numbers, null, out)
    return out.count - before
  }

  /**
   * Visits the items whose box the segment touches, roughly from near to far.
   * @param maxFraction end of the segment as a multiple of (x2 - x1, y2 - y1), ≥ 0
   * @param visit returns the new end: its hit's fraction to look only nearer from now on, the given
   *   one to go on, 0 to stop
   * @returns the last end
   */
  castRay(x1: number, y1: number, x2: number, y2: number, maxFraction: number, visit: RayVisitor): number {
    checkVisitor('castRay', visit)
    const ray = beginVisits(visit)
    try {
      ray[0] = typeof x1 === 'number' ? x1 : NaN
      ray[1] = typeof y1 === 'number' ? y1 : NaN
      ray[2] = typeof x2 === 'number' ? x2 : NaN
      ray[3] = typeof y2 === 'number' ? y2 : NaN
      ray[4] = typeof maxFraction === 'number' ? maxFraction : NaN
      this.castSegment(ray, passEnd)
      return ray[4]
    } finally {
      endVisits()
    }
  }

  /**
   * The same for a ray as an array: x1, y1, x2, y2, maxFraction. The visitor lowers `ray[4]` to look only nearer from
   * then on, to 0 to stop. It must not use the same array for a search of its own.
   */
  castSegment(ray: Float64Array, visit: SegmentVisitor): void {
    checkSegment('castRay', ray)
    if (!(ray[4]! >= 0 && ray[4]! < Infinity)) {
      throw new RangeError(`Quadtree.castRay: maxFraction ${ray[4]} is not a finite number ≥ 0`)
    }
    refreshStore(this.#store)
    castStore(this.#store, ray, visit, null)
  }

  /**
   * Visits the items whose box is at most `maxDistance` from the point, roughly from near to far.
   * @param maxDistance ≥ 0, may be Infinity
   * @param visit gets the squared radius and returns the new one: smaller to look only nearer from
   *   now on, negative to stop
   */
  nearest(x: number, y: number, maxDistance: number, visit: NearVisitor): void {
    checkVisitor('nearest', visit)
    const disc = beginVisits(visit)
    try {
      disc[0] = typeof x === 'number' ? x : NaN
      disc[1] = typeof y === 'number' ? y : NaN
      disc[2] = typeof maxDistance !== 'number' ? NaN : maxDistance >= 0 ? maxDistance * maxDistance : maxDistance
      this.visitDisc(disc, passRadius)
    } finally {
      endVisits()
    }
  }

  /**
   * The same for a point and a squared radius as an array: x, y, maxDistanceSquared. The visitor lowers `disc[2]` to
   * look only nearer from then on, below 0 to stop. It must not use the same array for a search of its own.
   */
  visitDisc(disc: Float64Array, visit: DiscVisitor): void {
    checkDisc('nearest', disc)
    refreshStore(this.#store)
    nearestInStore(this.#store, disc, visit)
  }

  /** Visits all nodes that hold a box, coarse ones first: for drawing. */
  visitNodes(visit: NodeVisitor): void {
    checkVisitor('visitNodes', visit)
    refreshStore(this.#store)
    visitStore(this.#store, visit)
  }

  /** The whole tree in one buffer, to store or to send. */
  save(): ArrayBuffer {
    return saveStore(this.#store)
  }

  /** The tree that was saved. @throws if the buffer is not a saved tree or was damaged. */
  static load(buffer: ArrayBuffer): Quadtree {
    const tree = new Quadtree({ capacity: 0 })
    tree.#store = loadStore(buffer)
    return tree
  }
}

function checkOther(doing: string, other: unknown): void {
  if (other instanceof Quadtree) return
  throw new TypeError(`Quadtree.${doing}: the other tree must be a Quadtree, got ${shown(other)}`)
}
