import { ItemBuffer, type PairBuffer } from '../stores/buffers.ts'
import type { nearestInStore } from '../quadtree/nearest.ts'
import { pairsOfBoxes, pairsOfEntries, pairsOfMovedItems, pairsOfStore, pairsOfStores } from '../quadtree/pairs.ts'
import type { castStore } from '../quadtree/ray.ts'
import { searchStore } from '../quadtree/search.ts'
import type { visitStore } from '../quadtree/visit.ts'
import type { BroadPhase, BroadPhaseFactory, FatBoxes, MoveList, NearVisitor, NodeVisitor, RayVisitor } from './broad-phase.ts'
import { sound } from './guarded.ts'
import { enlargedBytes } from './item-list.ts'
import { LazyTree } from './lazy-tree.ts'
import type { NearPairs } from './near-pairs.ts'
import { SortedBoxes } from './sorted-boxes.ts'

/** Values of `kind`. */
const MOVING = 1
const FIXED = 2

/** Up to so many colliders, pairs may be found by one list in order; beyond the second it is given up: it is sorted by insertion. */
const MOST_IN_LIST = 32768
const TOO_MANY_IN_LIST = 40960

/** Pair searches of a world that does not suit the list, before it is looked at again; twice as many each time. */
const REST = 32
const LONGEST_REST = 2048

const around = new Float64Array(4)
/** A segment to its end, as a ray. */
const whole = Float64Array.of(0, 0, 0, 0, 1)

/** What only some queries ask of trees, and bring along: see `tree-searches.ts`. */
export const searches: { cast?: typeof castStore, near?: typeof nearestInStore, nodes?: typeof visitStore } = {}

/**
 * The default broad phase: one flat quadtree for what is static and one for everything else.
 *
 * The static tree is only touched when a static collider is. Sleeping colliders stay in the moving tree and are found,
 * but nothing is searched for them: a region without a moved collider is never visited.
 *
 * Where few boxes overlap on one axis, because the world is small, long or scattered, pairs are found in one list in
 * order ({@link SortedBoxes}). The trees take in changes when they are asked, so there they cost nothing until the
 * first query.
 */
class QuadtreeBroadPhase implements SpedUp {
  readonly name = 'quadtree'
  private readonly boxes: FatBoxes
  private readonly fixed: LazyTree
  private readonly moving: LazyTree
  private readonly list: SortedBoxes
  private usesList = false
  /** Searches until the list is looked at again, and how many it will be the next time. */
  private wait = 0
  private rest = REST
  /** By item; 0 for none. */
  private kind = new Uint8Array(64)
  private readonly seekers = new ItemBuffer()
  private readonly found = new ItemBuffer()
  /** The search of the kernel, which leaves out what is in contact: who has it asks for new pairs alone. */
  near: NearPairs | null = null
  /** Whether what is fixed is left out of that search. */
  private apart = false

  constructor(boxes: FatBoxes) {
    this.boxes = boxes
    this.fixed = new LazyTree(boxes)
    this.moving = new LazyTree(boxes)
    this.list = new SortedBoxes(boxes)
  }

  add(item: number, fixed: boolean): void {
    if (item >= this.kind.length) this.kind = enlargedBytes(this.kind, item + 1)
    this.kind[item] = fixed ? FIXED : MOVING
    if (fixed) this.fixed.add(item)
    else this.moving.add(item)
    if (this.usesList) this.list.add(item)
    this.near?.doubts.add(item, 0)
  }

  remove(item: number): void {
    const kind = item < this.kind.length ? this.kind[item] : 0
    if (kind === 0) return
    this.kind[item] = 0
    if (kind === FIXED) this.fixed.remove(item)
    else this.moving.remove(item)
    if (this.usesList) this.list.remove(item)
  }

  update(item: number): void {
    const kind = item < this.kind.length ? this.kind[item] : 0
    if (kind === 0) return
    if (kind === FIXED) this.fixed.update(item)
    else this.moving.update(item)
    if (this.usesList) this.list.update(item)
  }

  computePairs(moved: MoveList, out: PairBuffer): void {
    if (moved.count === 0 || this.pairsOfKernel(moved, out)) return
    if (this.suitsList(moved.count)) this.pairsOfList(moved, out)
    else this.pairsOfTrees(moved, out)
  }

  region(box: Float64Array, out: ItemBuffer): void {
    const { moving, fixed } = this
    if (moving.count > 0) searchStore(moving.get(), box, out)
    if (fixed.count > 0) searchStore(fixed.get(), box, out)
  }

  fixedRegion(box: Float64Array, out: ItemBuffer): void {
    if (this.fixed.count > 0) searchStore(this.fixed.get(), box, out)
  }

  ray(ends: Float64Array, out: ItemBuffer): void {
    for (let i = 0; i < 4; i++) whole[i] = ends[i]!
    searches.cast!(this.moving.get(), whole, null, out)
    searches.cast!(this.fixed.get(), whole, null, out)
  }

  castRay(ray: Float64Array, visit: RayVisitor): void {
    const { moving, fixed } = this
    // Where the first search ends is where the second need not look beyond.
    if (moving.count > 0) searches.cast!(moving.get(), ray, visit, null)
    if (fixed.count > 0 && ray[4]! > 0) searches.cast!(fixed.get(), ray, visit, null)
  }

  nearest(disc: Float64Array, visit: NearVisitor): void {
    searches.near!(this.moving.get(), disc, visit)
    if (disc[2]! >= 0) searches.near!(this.fixed.get(), disc, visit)
  }

  visitNodes(visit: NodeVisitor): void {
    searches.nodes!(this.moving.get(), visit)
    searches.nodes!(this.fixed.get(), visit)
  }

  /** Whether pairs are found by the list; takes it up, or gives it up. */
  private suitsList(moves: number): boolean {
    const { list, moving, fixed } = this
    const count = moving.count + fixed.count
    if (this.usesList) {
      if (count > TOO_MANY_IN_LIST) this.giveUp()
      return this.usesList
    }
    if (count > MOST_IN_LIST || --this.wait > 0) return false
    this.usesList = list.fill(moving.list, fixed.list, moves)
    if (!this.usesList) this.giveUp()
    return this.usesList
  }

  private giveUp(): void {
    this.dropList()
    this.wait = this.rest
    this.rest = Math.min(this.rest * 2, LONGEST_REST)
  }

  private dropList(): void {
    this.usesList = false
    this.list.clear()
  }

  private pairsOfList(moved: MoveList, out: PairBuffer): void {
    const { list } = this
    list.computePairs(this.kind, FIXED, this.fixed.count, moved, out)
    if (list.strained) this.giveUp()
  }

  /** Has the kernel search, where much moved. Returns whether it did. */
  private pairsOfKernel(moved: MoveList, out: PairBuffer): boolean {
    const { near, moving, fixed, list, boxes, kind } = this
    if (near === null) return false
    // A level that is larger than what moves in it is searched in its tree, and one whose boxes are larger.
    const apart = this.apart || fixed.count > moving.count
    if (!near.begin(moved.count, apart ? moving.count : moving.count + fixed.count)) return false
    if (apart) for (let i = 0; i < moved.count; i++) if (kind[moved.items[i]!] === FIXED) return false
    near.take(moving.list, false, boxes, moved)
    if (!apart) near.take(fixed.list, true, boxes, moved)
    near.takeDoubts(moving.list, apart ? null : fixed.list)
    if (!near.search(out)) {
      this.apart = !apart
      return false
    }
    // Only its own searches close holes: what comes and goes meanwhile would make it ever longer.
    if (list.isSparse) this.dropList()
    if (!apart) return true
    const { found } = this
    near.listMoved(found)
    const before = out.count
    pairsOfBoxes(near, found.items, found.count, fixed.get(found.count), out)
    putInOrder(out, before)
    return true
  }

  private pairsOfTrees(moved: MoveList, out: PairBuffer): void {
    const moving = this.moving.get(moved.count)
    const fixed = this.fixed.get(moved.count)
    const { kind } = this
    let { items, count } = moved
    let same = 0
    while (same < count && kind[items[same]!] === MOVING) same++
    if (same < count) {
      this.chooseSeekers(moved, out)
      items = this.seekers.items
      count = this.seekers.count
      if (count === 0) return
    }
    const all = count === moving.count
    if (all) pairsOfStore(moving, out)
    else pairsOfMovedItems(moving, items, count, moved.flag, out)
    if (fixed.count === 0) return
    const before = out.count
    if (all) pairsOfStores(moving, fixed, out)
    else pairsOfEntries(moving, items, count, moved.flag, fixed, out)
    putInOrder(out, before)
  }

  /** Those of the move list that move, and the pairs of those that do not. */
  private chooseSeekers(moved: MoveList, out: PairBuffer): void {
    const { seekers, kind } = this
    const { items, flag, count } = moved
    seekers.clear()
    for (let i = 0; i < count; i++) {
      const item = items[i]!
      const itsKind = item < kind.length ? kind[item] : 0
      if (itsKind === MOVING) seekers.push(item)
      else if (itsKind === FIXED) this.pairsOfFixed(item, flag, out)
    }
  }

  /** A static collider was put somewhere: pairs it with what did not move; what did finds it by itself. */
  private pairsOfFixed(item: number, isMoved: Uint8Array, out: PairBuffer): void {
    const { minX, minY, maxX, maxY } = this.boxes
    const { found } = this
    found.clear()
    around[0] = minX[item]!
    around[1] = minY[item]!
    around[2] = maxX[item]!
    around[3] = maxY[item]!
    searchStore(this.moving.get(), around, found)
    for (let i = 0; i < found.count; i++) {
      const other = found.items[i]!
      if (isMoved[other] === 0) out.push(Math.min(item, other), Math.max(item, other))
    }
  }
}

/** The lower id of each pair first. */
function putInOrder(pairs: PairBuffer, from: number): void {
  const { a, b, count } = pairs
  for (let i = from; i < count; i++) {
    const one = a[i]!, two = b[i]!
    a[i] = one < two ? one : two
    b[i] = one < two ? two : one
  }
}

/** A broad phase that has the kernel search, where much moves. Only one of the engine's own: others are behind a guard. */
export interface SpedUp extends BroadPhase {
  near: NearPairs | null
}

export function canSpeedUp(broadPhase: BroadPhase): broadPhase is SpedUp {
  return 'near' in broadPhase
}

/**
 * Lets the kernel do the pair search of the default broad phase where much moves. It reports no pair then that is in the table of
 * contacts, as those know that are in the same memory. Other broad phases stay as they are.
 */
export function speedUp(broadPhase: BroadPhase, near: NearPairs): void {
  if (canSpeedUp(broadPhase)) broadPhase.near = near
}

/** The default broad phase, without what only some queries ask of it. */
export const trees: BroadPhaseFactory = (boxes) => sound(new QuadtreeBroadPhase(boxes))
