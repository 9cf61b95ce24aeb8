import type { ItemBuffer } from '../stores/buffers.ts'
import type { FatBoxes, NodeVisitor } from './broad-phase.ts'
import { beginSizes, chooseCellSize, countSize } from './cell-size.ts'
import { ItemList, enlarged, enlargedFloats } from './item-list.ts'
import { touchesSegment } from './segment-box.ts'

/** Buckets per item, so that few places share one. */
const BUCKETS_PER_ITEM = 2

/** The next row of cells begins this part of the buckets further on: rows come to lie far from each other. */
const ROW_STRIDE = 0.381966

/** Rows and columns end here, where doubles can still count. Farther boxes share the cells at the border. */
const LAST_CELL = 2 ** 50

/** Of a cell, and of its number: covers rounding where boxes touch. */
const SLACK = 2 ** -20
const ROUNDING = 2 ** -50

/** A search of more cells than this many for each item goes through the items instead. */
const CELLS_PER_ITEM = 1

/** Scratch: the box of a segment, and the cells that were chosen. (Cells as arguments would be boxed.) */
const box = new Float64Array(4)
const chosen = new Float64Array(4)

/**
 * A uniform grid over an unbounded plane. A box lies in the cell that holds its center, and reaches at most half a
 * cell out of it; boxes larger than a cell are kept in a list of their own. The plane is folded onto a power-of-two
 * number of buckets, so memory grows with the number of boxes only, however far apart they are. The items of a bucket
 * are a linked list.
 *
 * The cell size follows the sizes of the boxes, and is chosen anew when half of them changed.
 */
export class CellGrid {
  readonly list = new ItemList()
  /** Items larger than a cell. */
  private readonly large = new ItemList()
  /** By item: minX, minY, maxX, maxY. */
  private boxes = new Float64Array(256)
  private side = 1
  private inverse = 1
  private buckets = new Uint32Array(16)
  private stride = 6
  /** By item: the others of its bucket. */
  private next = new Uint32Array(64)
  private previous = new Uint32Array(64)
  /** Additions, removals and boxes that outgrew their cell since the cells were chosen. */
  private changes = 0

  has(item: number): boolean {
    return this.list.has(item)
  }

  /** Takes in an item. It is put into a cell with the next search when the cells are to be chosen anew. */
  add(item: number, from: FatBoxes): void {
    if (item >= this.next.length) {
      this.next = enlarged(this.next, item + 1)
      this.previous = enlarged(this.previous, item + 1)
      this.boxes = enlargedFloats(this.boxes, this.next.length * 4)
    }
    this.list.add(item)
    this.copyBox(item, from)
    this.insert(item)
    this.changes++
  }

  /** Drops an item; false when it is not in the grid. */
  remove(item: number): boolean {
    if (this.list.remove(item) < 0) return false
    this.takeOut(item)
    this.changes++
    return true
  }

  /** Takes in an item's new box. */
  update(item: number, from: FatBoxes): void {
    const wasLarge = this.large.has(item)
    const bucket = wasLarge ? -1 : this.bucketOf(item)
    this.copyBox(item, from)
    const isLarge = this.isLarge(item)
    if (isLarge !== wasLarge) this.changes++
    if (isLarge === wasLarge && (isLarge || this.bucketOf(item) === bucket)) return
    if (wasLarge) this.large.remove(item)
    else this.unlink(item, bucket)
    this.insert(item)
  }

  /** Appends every item whose box overlaps the region. */
  search(region: Float64Array, out: ItemBuffer): void {
    this.refresh()
    const minX = region[0]!, minY = region[1]!, maxX = region[2]!, maxY = region[3]!
    this.chooseCells(region)
    const column = chosen[0]!
    const columns = chosen[2]! - column + 1
    const row = chosen[1]!
    const rows = chosen[3]! - row + 1
    if (columns * rows > this.list.count * CELLS_PER_ITEM + CELL_FLOOR) {
      this.searchItems(this.list, region, out)
      return
    }
    this.searchItems(this.large, region, out)
    const { boxes, buckets, next, inverse } = this
    const mask = buckets.length - 1
    for (let r = 0; r < rows; r++) {
      const start = ((column | 0) + Math.imul((row + r) | 0, this.stride)) | 0
      for (let c = 0; c < columns; c++) {
        for (let item = buckets[(start + c) & mask]!; item !== 0; item = next[item]!) {
          const o = item * 4
          if (boxes[o]! > maxX || boxes[o + 2]! < minX || boxes[o + 1]! > maxY || boxes[o + 3]! < minY) continue
          // Other places fold onto this bucket: what lies there is found from there, or not at all.
          if (cellOf((0.5 * boxes[o]! + 0.5 * boxes[o + 2]!) * inverse) !== column + c) continue
          if (cellOf((0.5 * boxes[o + 1]! + 0.5 * boxes[o + 3]!) * inverse) === row + r) out.push(item)
        }
      }
    }
  }

  /** Appends every item whose box the segment touches: row by row, in the columns that the segment crosses there. */
  ray(ends: Float64Array, out: ItemBuffer): void {
    this.refresh()
    box[0] = Math.min(ends[0]!, ends[2]!)
    box[1] = Math.min(ends[1]!, ends[3]!)
    box[2] = Math.max(ends[0]!, ends[2]!)
    box[3] = Math.max(ends[1]!, ends[3]!)
    this.chooseCells(box)
    const row = chosen[1]!
    const rows = chosen[3]! - row + 1
    const columns = chosen[2]! - chosen[0]! + 1
    // The rows at the border hold what lies beyond it too.
    const beyond = row === -LAST_CELL || row + rows > LAST_CELL
    if (beyond || 3 * rows + columns > this.list.count * CELLS_PER_ITEM + CELL_FLOOR) {
      this.castItems(this.list, ends, out)
      return
    }
    this.castItems(this.large, ends, out)
    for (let r = row; r < row + rows; r++) if (this.chooseColumns(r, ends)) this.castRow(r, ends, out)
  }

  /** Visits the cells that hold something. */
  visitNodes(visit: NodeVisitor): void {
    this.refresh()
    const { side } = this
    for (let i = 0; i < this.list.count; i++) {
      const item = this.list.items[i]!
      if (this.large.has(item)) continue
      const x = this.columnOf(item)
      const y = this.rowOf(item)
      let count = 0
      let first = true
      for (let other = this.buckets[this.bucketOf(item)]!; other !== 0; other = this.next[other]!) {
        if (this.columnOf(other) !== x || this.rowOf(other) !== y) continue
        if (other < item) first = false
        count++
      }
      if (first) visit(x * side, y * side, (x + 1) * side, (y + 1) * side, 0, count)
    }
  }

  private castRow(row: number, ends: Float64Array, out: ItemBuffer): void {
    const from = chosen[0]!, to = chosen[2]!
    const { boxes, buckets, next } = this
    const mask = buckets.length - 1
    const start = ((from | 0) + Math.imul(row | 0, this.stride)) | 0
    for (let c = 0; c <= to - from; c++) {
      for (let item = buckets[(start + c) & mask]!; item !== 0; item = next[item]!) {
        const o = item * 4
        if (!touchesSegment(ends, boxes, o)) continue
        if (this.columnOf(item) === from + c && this.rowOf(item) === row) out.push(item)
      }
    }
  }

  private searchItems(list: ItemList, region: Float64Array, out: ItemBuffer): void {
    const { boxes } = this
    const minX = region[0]!, minY = region[1]!, maxX = region[2]!, maxY = region[3]!
    for (let i = 0; i < list.count; i++) {
      const o = list.items[i]! * 4
      if (boxes[o]! <= maxX && boxes[o + 2]! >= minX && boxes[o + 1]! <= maxY && boxes[o + 3]! >= minY) {
        out.push(list.items[i]!)
      }
    }
  }

  private castItems(list: ItemList, ends: Float64Array, out: ItemBuffer): void {
    const { boxes } = this
    for (let i = 0; i < list.count; i++) {
      const o = list.items[i]! * 4
      if (touchesSegment(ends, boxes, o)) out.push(list.items[i]!)
    }
  }

  /** Writes the cells whose boxes can reach a region: first column and row, last column and row. */
  private chooseCells(region: Float64Array): void {
    const { inverse } = this
    for (let i = 0; i < 4; i++) {
      const at = region[i]! * inverse
      const reach = 0.5 + SLACK + Math.abs(at) * ROUNDING
      const edge = i < 2 ? at - reach : at + reach
      chosen[i] = Math.floor(Math.max(-LAST_CELL, Math.min(LAST_CELL, edge)))
    }
  }

  /** Writes the first and last column that a segment crosses in a row; false if there is none. */
  private chooseColumns(row: number, ends: Float64Array): boolean {
    const x1 = ends[0]!, y1 = ends[1]!, x2 = ends[2]!, y2 = ends[3]!
    let from = Math.min(x1, x2)
    let to = Math.max(x1, x2)
    if (Math.abs(y2 - y1) > this.side * SLACK) {
      const slope = (x2 - x1) / (y2 - y1)
      // The boxes of a row reach half a cell out of it, above and below.
      const reach = 0.5 + SLACK + Math.abs(row) * ROUNDING
      const a = x1 + ((row - reach) * this.side - y1) * slope
      const b = x1 + ((row + 1 + reach) * this.side - y1) * slope
      from = Math.max(from, Math.min(a, b))
      to = Math.min(to, Math.max(a, b))
      if (from > to) return false
    }
    box[0] = from
    box[2] = to
    this.chooseCells(box)
    return true
  }

  /** The first cell whose boxes can reach a coordinate, and the last one. */
  private columnOf(item: number): number {
    return cellOf((0.5 * this.boxes[item * 4]! + 0.5 * this.boxes[item * 4 + 2]!) * this.inverse)
  }

  private rowOf(item: number): number {
    return cellOf((0.5 * this.boxes[item * 4 + 1]! + 0.5 * this.boxes[item * 4 + 3]!) * this.inverse)
  }

  private bucketOf(item: number): number {
    const cell = (this.columnOf(item) | 0) + Math.imul(this.rowOf(item) | 0, this.stride)
    return cell & (this.buckets.length - 1)
  }

  private isLarge(item: number): boolean {
    const o = item * 4
    return this.boxes[o + 2]! - this.boxes[o]! > this.side || this.boxes[o + 3]! - this.boxes[o + 1]! > this.side
  }

  private copyBox(item: number, from: FatBoxes): void {
    const { boxes } = this
    const o = item * 4
    boxes[o] = from.minX[item]!
    boxes[o + 1] = from.minY[item]!
    boxes[o + 2] = from.maxX[item]!
    boxes[o + 3] = from.maxY[item]!
  }

  private insert(item: number): void {
    if (this.isLarge(item)) {
      this.large.add(item)
      return
    }
    const bucket = this.bucketOf(item)
    const first = this.buckets[bucket]!
    this.next[item] = first
    this.previous[item] = 0
    if (first !== 0) this.previous[first] = item
    this.buckets[bucket] = item
  }

  private takeOut(item: number): void {
    if (this.large.remove(item) < 0) this.unlink(item, this.bucketOf(item))
  }

  private unlink(item: number, bucket: number): void {
    const next = this.next[item]!
    const previous = this.previous[item]!
    if (next !== 0) this.previous[next] = previous
    if (previous !== 0) this.next[previous] = next
    else this.buckets[bucket] = next
  }

  /** Chooses cells anew when half of the items came, went or outgrew them since the last time. */
  private refresh(): void {
    const { list, boxes } = this
    if (this.changes <= 16 + 0.5 * list.count) return
    this.changes = 0
    beginSizes()
    for (let i = 0; i < list.count; i++) {
      const o = list.items[i]! * 4
      countSize(Math.max(boxes[o + 2]! - boxes[o]!, boxes[o + 3]! - boxes[o + 1]!))
    }
    this.side = chooseCellSize()
    this.inverse = 1 / this.side
    let size = 16
    while (size < list.count * BUCKETS_PER_ITEM) size *= 2
    if (size > this.buckets.length) this.buckets = new Uint32Array(size)
    else this.buckets.fill(0)
    // Odd, so that every row begins at another bucket.
    this.stride = Math.floor(this.buckets.length * ROW_STRIDE) | 1
    this.large.clear()
    for (let i = 0; i < list.count; i++) this.insert(list.items[i]!)
  }
}

/** A few cells are looked into however few items there are. */
const CELL_FLOOR = 64

function cellOf(at: number): number {
  return Math.floor(Math.max(-LAST_CELL, Math.min(LAST_CELL, at)))
}
