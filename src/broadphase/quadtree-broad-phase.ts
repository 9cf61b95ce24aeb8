import { ItemBuffer, type PairBuffer } from '../quadtree/buffers.ts'
import type { BroadPhase, FatBoxes, MoveList, NearVisitor, NodeVisitor, RayVisitor } from './broad-phase.ts'
import { LazyTree } from './lazy-tree.ts'

/**
 * The default broad phase: one flat quadtree for what is static and one for everything else.
 *
 * The static tree is only touched when a static collider is. Sleeping colliders stay in the moving tree and are found,
 * but nothing is searched for them: a region without a moved collider is never visited.
 */
export class QuadtreeBroadPhase implements BroadPhase {
  readonly name = 'quadtree'
  private readonly boxes: FatBoxes
  private readonly fixed: LazyTree
  private readonly moving: LazyTree
  private readonly seekers = new ItemBuffer()
  private readonly found = new ItemBuffer()

  constructor(boxes: FatBoxes) {
    this.boxes = boxes
    this.fixed = new LazyTree(boxes)
    this.moving = new LazyTree(boxes)
  }

  add(item: number, fixed: boolean): void {
    if (fixed) this.fixed.add(item)
    else this.moving.add(item)
  }

  remove(item: number): void {
    if (!this.moving.remove(item)) this.fixed.remove(item)
  }

  update(item: number): void {
    if (!this.moving.update(item)) this.fixed.update(item)
  }

  computePairs(moved: MoveList, out: PairBuffer): void {
    const { seekers } = this
    const moving = this.moving.get()
    const fixed = this.fixed.get()
    this.chooseSeekers(moved, out)
    if (seekers.count === 0) return
    moving.pairsOfMoved(seekers.items, seekers.count, moved.flag, out)
    if (fixed.count === 0) return
    const before = out.count
    moving.pairsOfItemsWith(fixed, seekers.items, seekers.count, out)
    putInOrder(out, before)
  }

  region(minX: number, minY: number, maxX: number, maxY: number, out: ItemBuffer): void {
    this.moving.get().search(minX, minY, maxX, maxY, out)
    this.fixed.get().search(minX, minY, maxX, maxY, out)
  }

  fixedRegion(box: Float64Array, out: ItemBuffer): void {
    const fixed = this.fixed.get()
    if (fixed.count > 0) fixed.searchBox(box, out)
  }

  regionOf(box: Float64Array, out: ItemBuffer): void {
    this.moving.get().searchBox(box, out)
    this.fixed.get().searchBox(box, out)
  }

  ray(x1: number, y1: number, x2: number, y2: number, out: ItemBuffer): void {
    this.moving.get().ray(x1, y1, x2, y2, out)
    this.fixed.get().ray(x1, y1, x2, y2, out)
  }

  castRay(x1: number, y1: number, x2: number, y2: number, visit: RayVisitor): void {
    // Where the first search ends is where the second need not look beyond.
    const end = this.moving.get().castRay(x1, y1, x2, y2, 1, visit)
    if (end > 0) this.fixed.get().castRay(x1, y1, x2, y2, end, visit)
  }

  nearest(x: number, y: number, maxDistance: number, visit: NearVisitor): void {
    this.moving.get().nearest(x, y, maxDistance, visit)
    this.fixed.get().nearest(x, y, maxDistance, visit)
  }

  visitNodes(visit: NodeVisitor): void {
    this.moving.get().visitNodes(visit)
    this.fixed.get().visitNodes(visit)
  }

  /** Those of the move list that move, and the pairs of those that do not. */
  private chooseSeekers(moved: MoveList, out: PairBuffer): void {
    const { seekers, moving, fixed } = this
    const { items, flag, count } = moved
    seekers.clear()
    for (let i = 0; i < count; i++) {
      const item = items[i]!
      if (moving.has(item)) seekers.push(item)
      else if (fixed.has(item)) this.pairsOfFixed(item, flag, out)
    }
  }

  /** A static collider was put somewhere: pairs it with what did not move; what did finds it by itself. */
  private pairsOfFixed(item: number, isMoved: Uint8Array, out: PairBuffer): void {
    const { minX, minY, maxX, maxY } = this.boxes
    const { found } = this
    found.clear()
    this.moving.get().search(minX[item]!, minY[item]!, maxX[item]!, maxY[item]!, found)
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
