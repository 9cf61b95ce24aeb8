import { Quadtree } from '../quadtree/quadtree.ts'
import type { FatBoxes } from './broad-phase.ts'
import { ItemList } from './item-list.ts'

/**
 * The tree is built anew when one of this many boxes changed: of 10,000 boxes in cold caches, a build and a move of
 * one in eight cost about the same (Node 20). All of them moved: 2.7 ms instead of 12.
 */
const MANY_CHANGED = 8

/** A quadtree that takes in changes when it is asked, so that many at once are one build and few are moves. */
export class LazyTree {
  private readonly tree = new Quadtree()
  private readonly boxes: FatBoxes
  private readonly list = new ItemList()
  private readonly changed = new ItemList()

  constructor(boxes: FatBoxes) {
    this.boxes = boxes
  }

  has(item: number): boolean {
    return this.list.has(item)
  }

  add(item: number): void {
    this.list.add(item)
    this.changed.add(item)
  }

  /** Notes that an item has another box; false when it is not in the tree. */
  update(item: number): boolean {
    if (!this.list.has(item)) return false
    this.changed.add(item)
    return true
  }

  /** Drops an item; false when it was not in the tree. */
  remove(item: number): boolean {
    if (this.list.remove(item) < 0) return false
    this.changed.remove(item)
    this.tree.remove(item)
    return true
  }

  /** The tree, up to date. */
  get(): Quadtree {
    if (this.changed.count > 0) this.takeIn()
    return this.tree
  }

  private takeIn(): void {
    const { tree, list, changed } = this
    const { minX, minY, maxX, maxY } = this.boxes
    if (changed.count * MANY_CHANGED >= list.count) {
      tree.build(this.boxes, list.items, list.count)
      changed.clear()
      return
    }
    for (let i = 0; i < changed.count; i++) {
      const item = changed.items[i]!
      if (tree.has(item)) tree.move(item, minX[item]!, minY[item]!, maxX[item]!, maxY[item]!)
      else tree.insert(item, minX[item]!, minY[item]!, maxX[item]!, maxY[item]!)
    }
    changed.clear()
  }
}
