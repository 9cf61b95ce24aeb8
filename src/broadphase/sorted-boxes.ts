import type { PairBuffer } from '../stores/buffers.ts'
import type { FatBoxes, MoveList } from './broad-phase.ts'
import { enlarged, enlargedFloats, type ItemList } from './item-list.ts'

/** All boxes are read and sorted, and all are swept, when one of this many moved. */
const MANY = 2

/**
 * Tests of a box up to which a sweep is faster than a build and all pairs of a tree (30 ns and 4 a test, against 70).
 * Where few moved, each looks to both sides, but its search of a tree costs more than its place in one.
 */
const MOST_TESTS = 10
const MOST_TESTS_OF_FEW = 15

/** The same, with what it takes to stay in order, before the list is given up: more, or it would come and go. */
const MOST_WORK = 15
const MOST_WORK_OF_FEW = 40

/** Places in the order that a box may pass in a frame, on average, before all are sorted in another way. */
const MOST_PASSED = 16

/** Of a large world so many boxes tell which axis it has, and whether it suits a list. */
const SAMPLE = 512
const LARGE = 3072

/** Room for so many boxes is not given back. */
const ROOMY = 4096

/** Holes are closed when one of this many places is one. */
const MANY_HOLES = 8

/** Sorting from scratch compares at these distances first (Ciura, "Best Increments for the Average Case of Shellsort"). */
const GAPS = [1750, 701, 301, 132, 57, 23, 10, 4]

/** A few units in the last place. */
const ROUNDING = 2 ** -50

/**
 * Boxes in the order of their lower ends along one axis, kept from search to search: what moves a little stays where
 * it is or changes places with a neighbor. A sweep over them meets every pair that overlaps on that axis.
 *
 * How long it takes depends on how many do. In an even world that grows with the square root of the number, so it
 * suits small worlds, long ones, long thin boxes and scattered crowds (100 uniform boxes: 4.9 µs a frame instead of 8.5 with a tree; 316
 * in crowds: 15 instead of 28). `fill` looks at that before anything is sorted, `strained` after each search.
 */
export class SortedBoxes {
  /** Boxes that are in the list. */
  count = 0
  private readonly bounds: FatBoxes
  /** Places in use, holes included; those behind `sorted` are not in order yet. */
  private used = 0
  private sorted = 0
  private items = new Uint32Array(64)
  /** Four numbers a place, and an end that no sweep passes: lower and upper end on the axis, the same across. */
  private boxes = new Float64Array(65 * 4)
  /** By item: its place. */
  private placeOf = new Uint32Array(64)
  /** Items with another box, some perhaps twice or gone since, as many as the limit; and how many there were. */
  private changed = new Uint32Array(0)
  private changes = 0
  private mostChanges = 0
  /** The order is by the y axis. */
  private isUpright = false
  /** No box is longer along the axis. (−0 where a number is no whole one later, as in `Levels`.) */
  private longest = -0
  /** What the last search did, and could do at most before a tree is faster: tests, and places that boxes passed. */
  private work = 0
  private limit = -0
  /** Tests that a tree does for a box because boxes are long: it sorts them into squares. */
  private wasted = -0

  constructor(bounds: FatBoxes) {
    this.bounds = bounds
  }

  /**
   * Begins anew with the listed items; false, with an empty list, if too many of them overlap on either axis.
   * @param moves how many of them move
   */
  fill(one: ItemList, two: ItemList, moves: number): boolean {
    this.clear()
    // Before any memory is taken: most large worlds suit a tree.
    if (!this.chooseAxis(one, two, moves * MANY < one.count + two.count ? MOST_TESTS_OF_FEW : MOST_TESTS)) return false
    for (let i = 0; i < one.count; i++) this.add(one.items[i]!)
    for (let i = 0; i < two.count; i++) this.add(two.items[i]!)
    this.sortAnew()
    return true
  }

  add(item: number): void {
    if (item >= this.placeOf.length) this.placeOf = enlarged(this.placeOf, item + 1)
    if (this.used === this.items.length) {
      this.items = enlarged(this.items, this.used + 1)
      this.boxes = enlargedFloats(this.boxes, this.items.length * 4 + 4)
    }
    this.placeOf[item] = this.used
    this.items[this.used++] = item
    this.count++
  }

  remove(item: number): void {
    const place = this.placeOf[item]!
    this.items[place] = 0
    // No test hits it.
    this.boxes[place * 4 + 2] = Infinity
    this.count--
  }

  update(item: number): void {
    if (this.changes < this.mostChanges) this.changed[this.changes] = item
    this.changes++
  }

  clear(): void {
    this.changes = 0
    this.mostChanges = 0
    this.count = 0
    this.used = 0
    this.sorted = 0
    if (this.items.length <= ROOMY) return
    this.items = new Uint32Array(64)
    this.boxes = new Float64Array(65 * 4)
    this.placeOf = new Uint32Array(64)
    this.changed = new Uint32Array(0)
  }

  /** The last search did more than a tree would have had to. */
  get strained(): boolean {
    return this.work > this.limit
  }

  /** Most places are holes. */
  get isSparse(): boolean {
    return this.used > 2 * this.count
  }

  /**
   * Chooses the axis on which fewer boxes overlap; false if many do on both, more than a tree would have to test. Of a box
   * that is long a tree tests what lies in a square with its length.
   */
  private chooseAxis(one: ItemList, two: ItemList, most: number): boolean {
    const { bounds } = this
    const count = one.count + two.count
    const taken = count <= LARGE ? count : SAMPLE
    let left = Infinity, bottom = Infinity, right = -Infinity, top = -Infinity, width = 0, height = 0, length = 0
    for (let k = 0; k < taken; k++) {
      const i = taken === count ? k : Math.floor(((Math.imul(k, 0x9e3779b1) >>> 0) / 2 ** 32) * count)
      const item = i < one.count ? one.items[i]! : two.items[i - one.count]!
      const x = bounds.minX[item]!, y = bounds.minY[item]!
      const w = bounds.maxX[item]! - x, h = bounds.maxY[item]! - y
      if (x < left) left = x
      if (x > right) right = x
      if (y < bottom) bottom = y
      if (y > top) top = y
      width += w
      height += h
      length += w > h ? w : h
    }
    // Expected tests of a box: how many begin in its length.
    const scale = count / taken
    const alongX = (width * scale) / (right - left), alongY = (height * scale) / (top - bottom)
    const mean = length / taken
    const squares = (count * mean * mean) / ((right - left + mean) * (top - bottom + mean))
    this.wasted = squares <= count ? squares : 0
    this.isUpright = alongY < alongX
    return count < 16 || (this.isUpright ? alongY : alongX) < most + this.wasted
  }

  /**
   * Appends every pair with a moved item and at most one fixed one, the lower id first.
   * @param kind by item: 0 for what is in no world, `fixedKind` for fixed items
   */
  computePairs(kind: Uint8Array, fixedKind: number, fixedCount: number, moved: MoveList, out: PairBuffer): void {
    this.work = 0
    this.takeIn()
    const before = out.count
    if (moved.count * MANY < this.count) {
      this.limit = (moved.count + 4) * (MOST_WORK_OF_FEW + this.wasted)
      this.seek(kind, fixedKind, moved, out)
    } else {
      this.limit = (this.used + 8) * (MOST_WORK + this.wasted)
      this.sweep(out)
      if (moved.count < this.count || fixedCount > 0) keep(kind, fixedKind, moved.flag, before, out)
    }
  }

  private takeIn(): void {
    const { changed, changes, used, count } = this
    const fresh = used - this.sorted
    if (changes > this.mostChanges || fresh * MANY >= count || (used - count) * MANY_HOLES > used) {
      if (!this.sortAll()) this.sortAnew()
    } else {
      for (let i = 0; i < changes; i++) {
        const place = this.placeOf[changed[i]!]!
        // Not what is gone, or not among the sorted ones yet.
        if (place < this.sorted && this.items[place] === changed[i]) this.sortOne(changed[i]!)
      }
      for (; this.sorted < used; this.sorted++) this.sortLast(this.sorted)
    }
    this.changes = 0
    this.mostChanges = Math.floor(count / MANY)
    if (this.mostChanges > changed.length) this.changed = new Uint32Array(this.mostChanges * 2)
  }

  /** Sorts what may be in any order, in a time that grows little faster than the number. */
  private sortAnew(): void {
    const { items, isUpright, bounds } = this
    const low = isUpright ? bounds.minY : bounds.minX
    let count = 0
    for (let i = 0; i < this.used; i++) if (items[i] !== 0) items[count++] = items[i]!
    this.used = count
    for (let g = 0; g < GAPS.length; g++) {
      const gap = GAPS[g]!
      for (let i = gap; i < count; i++) {
        const item = items[i]!, from = low[item]!
        let at = i
        for (; at >= gap && low[items[at - gap]!]! > from; at -= gap) items[at] = items[at - gap]!
        items[at] = item
      }
    }
    this.sorted = count
    this.sortAll(Infinity)
    this.work = 0
  }

  /** Reads all boxes anew and sorts them by insertion; false if that takes too long. The items are all there then. */
  private sortAll(most = this.used * MOST_PASSED): boolean {
    const { items, boxes, placeOf, used, isUpright, bounds } = this
    const low = isUpright ? bounds.minY : bounds.minX, high = isUpright ? bounds.maxY : bounds.maxX
    const low2 = isUpright ? bounds.minX : bounds.minY, high2 = isUpright ? bounds.maxX : bounds.maxY
    let kept = 0, longest = 0, work = 0
    for (let i = 0; i < used; i++) {
      const item = items[i]!
      // A hole.
      if (item === 0) continue
      if (work > most) {
        for (; i < used; i++) items[kept++] = items[i]!
        this.used = kept
        return false
      }
      const from = low[item]!, to = high[item]!
      let at = kept * 4
      while (at > 0 && boxes[at - 4]! > from) {
        const other = items[(at >> 2) - 1]!
        boxes[at] = boxes[at - 4]!
        boxes[at + 1] = boxes[at - 3]!
        boxes[at + 2] = boxes[at - 2]!
        boxes[at + 3] = boxes[at - 1]!
        items[at >> 2] = other
        placeOf[other] = at >> 2
        at -= 4
        work++
      }
      boxes[at] = from
      boxes[at + 1] = to
      boxes[at + 2] = low2[item]!
      boxes[at + 3] = high2[item]!
      items[at >> 2] = item
      placeOf[item] = at >> 2
      if (to - from > longest) longest = to - from
      kept++
    }
    boxes[kept * 4] = Infinity
    this.used = kept
    this.sorted = kept
    this.longest = longest
    this.work += work
    return true
  }

  /** Takes in the item behind those that are sorted. */
  private sortLast(place: number): void {
    const { boxes, items } = this
    boxes[place * 4] = Infinity
    boxes[place * 4 + 4] = Infinity
    if (items[place] !== 0) this.sortOne(items[place]!)
  }

  /** Reads one box anew and moves it to its place. */
  private sortOne(item: number): void {
    const { items, boxes, placeOf, isUpright, bounds } = this
    const start = placeOf[item]!
    const from = isUpright ? bounds.minY[item]! : bounds.minX[item]!
    const to = isUpright ? bounds.maxY[item]! : bounds.maxX[item]!
    let place = start
    for (; place > 0 && boxes[place * 4 - 4]! > from; place--) this.pass(place - 1, place)
    for (; boxes[place * 4 + 4]! < from; place++) this.pass(place + 1, place)
    const at = place * 4
    boxes[at] = from
    boxes[at + 1] = to
    boxes[at + 2] = isUpright ? bounds.minX[item]! : bounds.minY[item]!
    boxes[at + 3] = isUpright ? bounds.maxX[item]! : bounds.maxY[item]!
    items[place] = item
    placeOf[item] = place
    if (to - from > this.longest) this.longest = to - from
    this.work += place > start ? place - start : start - place
  }

  /** Moves what is at one place to the one beside it. */
  private pass(from: number, to: number): void {
    const { items, boxes, placeOf } = this
    const f = from * 4, t = to * 4
    boxes[t] = boxes[f]!
    boxes[t + 1] = boxes[f + 1]!
    boxes[t + 2] = boxes[f + 2]!
    boxes[t + 3] = boxes[f + 3]!
    const item = items[from]!
    items[to] = item
    placeOf[item] = to
  }

  /** Every overlapping pair. */
  private sweep(out: PairBuffer): void {
    const { items, boxes, used } = this
    let outA = out.a, outB = out.b, total = out.count, work = 0
    for (let i = 0; i < used; i++) {
      if (total + used >= outA.length) {
        out.count = total
        out.reserve(total + used + 1)
        outA = out.a
        outB = out.b
      }
      const item = items[i]!
      const to = boxes[i * 4 + 1]!, low = boxes[i * 4 + 2]!, high = boxes[i * 4 + 3]!
      let at = i * 4 + 4, raw = total
      for (; boxes[at]! <= to; at += 4) {
        outB[raw] = at
        raw += +(boxes[at + 2]! <= high) & +(boxes[at + 3]! >= low)
      }
      work += at - i * 4
      for (; total < raw; total++) {
        const found = items[outB[total]! >> 2]!
        outA[total] = found < item ? found : item
        outB[total] = found < item ? item : found
      }
    }
    out.count = total
    this.work += work >> 2
  }

  /**
   * What each moved item meets on both sides; of two moved ones the lower id reports. With branches: few items meet the
   * same neighbors again, and the processor learns them (1.1 to 1.3 times as fast as counting up, in worlds of 200 to 400).
   */
  private seek(kind: Uint8Array, fixedKind: number, moved: MoveList, out: PairBuffer): void {
    const { items, boxes, placeOf, used, longest } = this
    const { items: seekers, flag, count: moves } = moved
    let outA = out.a, outB = out.b, total = out.count, work = 0
    for (let i = 0; i < moves; i++) {
      const item = seekers[i]!
      const seeking = item < kind.length ? kind[item]! : 0
      if (seeking === 0) continue
      if (total + used >= outA.length) {
        out.count = total
        out.reserve(total + used + 1)
        outA = out.a
        outB = out.b
      }
      const place = placeOf[item]!
      const m = place * 4
      const from = boxes[m]!, to = boxes[m + 1]!, low = boxes[m + 2]!, high = boxes[m + 3]!
      let raw = total
      let at = m + 4
      for (; boxes[at]! <= to; at += 4) {
        if (boxes[at + 2]! <= high && boxes[at + 3]! >= low) outB[raw++] = items[at >> 2]!
      }
      work += at
      // No box that is no longer than the longest, and reaches this one, begins before here, whatever was rounded.
      const bound = from - longest
      const first = bound - (Math.abs(bound) + longest) * ROUNDING
      at = m - 4
      for (; at >= 0 && boxes[at]! >= first; at -= 4) {
        if (boxes[at + 2]! <= high && boxes[at + 3]! >= low && boxes[at + 1]! >= from) outB[raw++] = items[at >> 2]!
      }
      work -= at
      for (let h = total; h < raw; h++) {
        const other = outB[h]!
        outA[total] = other < item ? other : item
        outB[total] = other < item ? item : other
        total += (+(other > item) | +(flag[other] === 0)) & (+(seeking !== fixedKind) | +(kind[other] !== fixedKind))
      }
    }
    out.count = total
    this.work += work >> 2
  }
}

/** Drops the pairs of which neither moved, or both are fixed. */
function keep(kind: Uint8Array, fixedKind: number, isMoved: Uint8Array, from: number, out: PairBuffer): void {
  const { a, b, count } = out
  let kept = from
  for (let i = from; i < count; i++) {
    const first = a[i]!, second = b[i]!
    a[kept] = first
    b[kept] = second
    kept += +((isMoved[first]! | isMoved[second]!) !== 0) & (+(kind[first] !== fixedKind) | +(kind[second] !== fixedKind))
  }
  out.count = kept
}
