import type { ItemBuffer, PairBuffer } from '../stores/buffers.ts'
import type { FatBoxes, MoveList } from './broad-phase.ts'
import { ItemList, enlargedFloats } from './item-list.ts'
import { touchesSegment } from './segment-box.ts'

/**
 * Boxes without any order, copied into one array so that a search reads memory from front to back:
 * box `i` is minX, minY, maxX, maxY from `4 · i` on and belongs to `list.items[i]`.
 */
export class BoxList {
  readonly list = new ItemList()
  private boxes = new Float64Array(64)

  get count(): number {
    return this.list.count
  }

  has(item: number): boolean {
    return this.list.has(item)
  }

  /** Takes in an item, or its new box. */
  put(item: number, from: FatBoxes): void {
    this.list.add(item)
    if (this.list.count * 4 > this.boxes.length) this.boxes = enlargedFloats(this.boxes, this.list.count * 4)
    const o = this.list.place(item) * 4
    const { boxes } = this
    boxes[o] = from.minX[item]!
    boxes[o + 1] = from.minY[item]!
    boxes[o + 2] = from.maxX[item]!
    boxes[o + 3] = from.maxY[item]!
  }

  /** Drops an item; false when it was not in the list. */
  remove(item: number): boolean {
    const place = this.list.remove(item)
    if (place < 0) return false
    const last = this.list.count * 4
    this.boxes.copyWithin(place * 4, last, last + 4)
    return true
  }

  /** Appends every item whose box overlaps the region. */
  search(region: Float64Array, out: ItemBuffer): void {
    const { boxes } = this
    const minX = region[0]!, minY = region[1]!, maxX = region[2]!, maxY = region[3]!
    const { items, count } = this.list
    for (let i = 0, o = 0; i < count; i++, o += 4) {
      if (boxes[o]! <= maxX && boxes[o + 2]! >= minX && boxes[o + 1]! <= maxY && boxes[o + 3]! >= minY) {
        out.push(items[i]!)
      }
    }
  }

  /** Appends every item whose box the segment touches. */
  ray(ends: Float64Array, out: ItemBuffer): void {
    const { boxes } = this
    const { items, count } = this.list
    for (let i = 0, o = 0; i < count; i++, o += 4) {
      if (touchesSegment(ends, boxes, o)) out.push(items[i]!)
    }
  }

  /** Appends every overlapping pair of this list of which at least one is in the move list. */
  pairsOfMoved(moved: MoveList, out: PairBuffer): void {
    const { count } = this.list
    // With most of them moved, half of all pairs are looked at; else each moved one looks at all others.
    if (moved.count * 2 >= count) {
      for (let i = 0; i + 1 < count; i++) this.pairsFrom(i, i + 1, moved.flag, false, out)
      return
    }
    for (let i = 0; i < moved.count; i++) {
      const place = this.list.place(moved.items[i]!)
      if (place >= 0) this.pairsFrom(place, 0, moved.flag, true, out)
    }
  }

  /** Appends every overlapping pair of an item of this list and one of another, of which at least one moved. */
  pairsWith(other: BoxList, moved: MoveList, out: PairBuffer): void {
    const { items, count } = this.list
    const all = moved.count * 2 >= count
    for (let i = 0; i < (all ? count : moved.count); i++) {
      const place = all ? i : this.list.place(moved.items[i]!)
      if (place < 0 || moved.flag[items[place]!] === 0) continue
      this.pairsOfOne(place, other, null, out)
    }
    for (let i = 0; i < moved.count; i++) {
      const place = other.list.place(moved.items[i]!)
      if (place >= 0) other.pairsOfOne(place, this, moved.flag, out)
    }
  }

  /**
   * Pairs box `i` with those from `first` on. With `once`, box `i` moved, and of two that moved the lower id reports;
   * without it each pair is met once, and counts if one of the two moved.
   */
  private pairsFrom(i: number, first: number, isMoved: Uint8Array, once: boolean, out: PairBuffer): void {
    const { boxes } = this
    const { items, count } = this.list
    const item = items[i]!
    const minX = boxes[4 * i]!
    const minY = boxes[4 * i + 1]!
    const maxX = boxes[4 * i + 2]!
    const maxY = boxes[4 * i + 3]!
    const own = isMoved[item] !== 0
    for (let j = first, o = 4 * first; j < count; j++, o += 4) {
      if (!(boxes[o]! <= maxX && boxes[o + 2]! >= minX && boxes[o + 1]! <= maxY && boxes[o + 3]! >= minY)) continue
      const other = items[j]!
      if (once ? other === item || (other < item && isMoved[other] !== 0) : !own && isMoved[other] === 0) continue
      if (item < other) out.push(item, other)
      else out.push(other, item)
    }
  }

  /** Pairs box `i` with all of another list; with `skipped`, only with those whose flag there is 0. */
  private pairsOfOne(i: number, other: BoxList, skipped: Uint8Array | null, out: PairBuffer): void {
    const { boxes } = other
    const { items, count } = other.list
    const item = this.list.items[i]!
    const minX = this.boxes[4 * i]!
    const minY = this.boxes[4 * i + 1]!
    const maxX = this.boxes[4 * i + 2]!
    const maxY = this.boxes[4 * i + 3]!
    for (let j = 0, o = 0; j < count; j++, o += 4) {
      if (!(boxes[o]! <= maxX && boxes[o + 2]! >= minX && boxes[o + 1]! <= maxY && boxes[o + 3]! >= minY)) continue
      const found = items[j]!
      if (skipped !== null && skipped[found] !== 0) continue
      if (item < found) out.push(item, found)
      else out.push(found, item)
    }
  }
}
