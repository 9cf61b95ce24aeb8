import type { EntityQueue } from '../bodies/entity-queue.ts'
import { ItemBuffer, PairBuffer } from '../quadtree/buffers.ts'
import { Quadtree } from '../quadtree/quadtree.ts'
import type { BroadPhase, FatBoxes, NodeVisitor } from './broad-phase.ts'

/**
 * The default broad phase: one flat quadtree for what is static and one for everything else.
 *
 * The static tree is only touched when a static collider is. Sleeping colliders stay in the moving tree and are found,
 * but nothing is searched for them: a region without a moved collider is never visited.
 */
export class QuadtreeBroadPhase implements BroadPhase {
  readonly name = 'quadtree'
  private readonly boxes: FatBoxes
  private readonly fixed = new Quadtree()
  private readonly moving = new Quadtree()
  private readonly seekers = new ItemBuffer()
  private readonly found = new ItemBuffer()
  private readonly mixed = new PairBuffer()

  constructor(boxes: FatBoxes) {
    this.boxes = boxes
  }

  add(item: number, fixed: boolean): void {
    const { minX, minY, maxX, maxY } = this.boxes
    const tree = fixed ? this.fixed : this.moving
    tree.insert(item, minX[item]!, minY[item]!, maxX[item]!, maxY[item]!)
  }

  remove(item: number): void {
    if (!this.moving.remove(item)) this.fixed.remove(item)
  }

  update(item: number): void {
    const { minX, minY, maxX, maxY } = this.boxes
    const tree = this.moving.has(item) ? this.moving : this.fixed
    tree.move(item, minX[item]!, minY[item]!, maxX[item]!, maxY[item]!)
  }

  computePairs(moved: EntityQueue, out: PairBuffer): void {
    const { moving, fixed, seekers, mixed } = this
    seekers.clear()
    for (let i = 0; i < moved.count; i++) {
      const item = moved.items[i]!
      if (moving.has(item)) seekers.push(item)
      else this.pairsOfFixed(item, moved.flag, out)
    }
    moving.pairsOfMoved(seekers.items, seekers.count, moved.flag, out)
    mixed.clear()
    moving.pairsOfItemsWith(fixed, seekers.items, seekers.count, mixed)
    const { a, b, count } = mixed
    for (let i = 0; i < count; i++) {
      if (a[i]! < b[i]!) out.push(a[i]!, b[i]!)
      else out.push(b[i]!, a[i]!)
    }
  }

  region(minX: number, minY: number, maxX: number, maxY: number, out: ItemBuffer): void {
    this.moving.search(minX, minY, maxX, maxY, out)
    this.fixed.search(minX, minY, maxX, maxY, out)
  }

  ray(x1: number, y1: number, x2: number, y2: number, out: ItemBuffer): void {
    this.moving.ray(x1, y1, x2, y2, out)
    this.fixed.ray(x1, y1, x2, y2, out)
  }

  visitNodes(visit: NodeVisitor): void {
    this.moving.visitNodes(visit)
    this.fixed.visitNodes(visit)
  }

  /** A static collider was put somewhere: pairs it with what did not move; what did finds it by itself. */
  private pairsOfFixed(item: number, isMoved: Uint8Array, out: PairBuffer): void {
    const { minX, minY, maxX, maxY } = this.boxes
    const { found } = this
    found.clear()
    this.moving.search(minX[item]!, minY[item]!, maxX[item]!, maxY[item]!, found)
    for (let i = 0; i < found.count; i++) {
      const other = found.items[i]!
      if (isMoved[other] === 0) out.push(Math.min(item, other), Math.max(item, other))
    }
  }
}
