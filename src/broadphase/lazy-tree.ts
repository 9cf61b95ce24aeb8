import { buildKnown } from '../quadtree/build.ts'
import { ITEM_CEILING } from '../quadtree/layout.ts'
import { shiftEntries } from '../quadtree/shift.ts'
import { Store } from '../quadtree/store.ts'
import { refreshStore, removeEntry } from '../quadtree/update.ts'
import type { FatBoxes } from './broad-phase.ts'
import { ItemList } from './item-list.ts'

/**
 * The tree is built anew when one of this many boxes changed: beyond it, sorting everything costs less than moving
 * what left its cell. In a large tree sooner: there the order in which memory is read decides (20 % of 100,000 boxes
 * moved: 18 ms with a build, 38 without; of 1,000 it is 75 µs and 60).
 */
const MANY_CHANGED = 4
const MANY_CHANGED_OF_LARGE = 8
const LARGE = 32768

/** Boxes that there is room for at first. */
const ROOM = 256

/**
 * The memory of a quadtree that takes in changes when it is asked, so that many at once are one build and few are moves.
 *
 * Items whose box is another one are only written down, some of them perhaps twice: nothing is looked up. From a limit
 * on not even that, because then all boxes will be read anew. (A flag for each item, so that none stands twice, and a
 * look at every box before it is taken in, were 0.03 to 0.1 of a frame.)
 */
export class LazyTree {
  private readonly store = new Store(ROOM)
  private readonly boxes: FatBoxes
  /** What is in the tree, or will be when it is asked. */
  readonly list = new ItemList()
  /** Changed items, as many as the limit; and how many there were. */
  private changed = new Uint32Array(0)
  private changes = 0
  private limit = 0
  /** Some of the changed items may be gone. */
  private hasGone = false

  constructor(boxes: FatBoxes) {
    this.boxes = boxes
  }

  get count(): number {
    return this.list.count
  }

  add(item: number): void {
    this.list.add(item, this.boxes.minX.length)
    this.update(item)
  }

  /** Notes that an item of this tree has another box. */
  update(item: number): void {
    if (this.changes < this.limit) this.changed[this.changes] = item
    this.changes++
  }

  /** Drops an item of this tree. */
  remove(item: number): void {
    const { entryOf } = this.store
    this.list.remove(item)
    if (item < entryOf.length && entryOf[item]! > 0) removeEntry(this.store, entryOf[item]! - 1)
    this.hasGone = true
  }

  /** The tree, up to date, for so many searches. */
  get(searches = 1): Store {
    if (this.changes > 0) this.takeIn()
    refreshStore(this.store, searches)
    return this.store
  }

  private takeIn(): void {
    const { store, list, boxes } = this
    if (this.changes > this.limit) {
      buildKnown(store, boxes, list.items, list.count, Math.min(list.highest, ITEM_CEILING - 1))
    } else {
      if (this.hasGone) this.dropGone()
      shiftEntries(store, boxes, this.changed, this.changes)
    }
    this.changes = 0
    this.hasGone = false
    this.limit = Math.floor(list.count / (list.count < LARGE ? MANY_CHANGED : MANY_CHANGED_OF_LARGE))
    if (this.limit > this.changed.length) this.changed = new Uint32Array(this.limit * 2)
  }

  /** Drops what is not in the list any more from what changed. */
  private dropGone(): void {
    const { changed, list } = this
    let kept = 0
    for (let i = 0; i < this.changes; i++) {
      changed[kept] = changed[i]!
      if (list.has(changed[i]!)) kept++
    }
    this.changes = kept
  }
}
