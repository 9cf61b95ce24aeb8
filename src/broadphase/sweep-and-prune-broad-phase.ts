import { type ItemBuffer, MOST_PAIRS, type PairBuffer } from '../stores/buffers.ts'
import type { BroadPhase, BroadPhaseFactory, FatBoxes, MoveList } from './broad-phase.ts'
import { EndpointAxis, type SwapListener } from './endpoint-axis.ts'
import { sound } from './guarded.ts'
import { ItemList } from './item-list.ts'
import { PairSet } from './pair-set.ts'
import { touchesSegment } from './segment-box.ts'

/** All endpoints are sorted in one pass, and not box by box, when one of this many boxes changed. */
const MANY_CHANGED = 8

/** Swaps an endpoint may take on average; beyond it what moved did not move a little, and all is sorted anew. */
const MOST_SWAPS = 64

/** A few units in the last place. */
const ROUNDING = 2 ** -50

/** Pairs of new items are found by a sweep over everything when one of this many items is new. */
const MANY_ADDED = 4

const around = new Float64Array(4)

/**
 * Sweep and prune on two axes: the ends of all boxes are kept in order along x and along y, by insertion sort, which
 * takes little where things move little between two steps. A swap of a minimum with a maximum is the only event: a
 * minimum that passes below a maximum may begin an overlap, the reverse ends one. The set of overlapping pairs is
 * changed by these events only and never built anew.
 *
 * Additions and updates wait until something is asked. Many additions are sorted once and merged. When insertion
 * would take far more swaps than there are ends (everything was teleported), all is sorted and swept anew.
 *
 * It suits a few hundred bodies, or more that move little and lie scattered on both axes. Piles are its weak spot:
 * in a row of bodies on a floor every one overlaps every other on the y axis.
 * Source of the method: Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992.
 */
export class SweepAndPruneBroadPhase implements BroadPhase, SwapListener {
  readonly name = 'sweep-and-prune'
  private readonly boxes: FatBoxes
  private readonly x = new EndpointAxis()
  private readonly y = new EndpointAxis()
  private readonly overlaps: PairSet
  /** Items whose ends are in the lists. */
  private readonly listed = new ItemList()
  /** Items that wait to be taken into the lists. */
  private readonly added = new ItemList()
  /** Listed items whose box is another one now. */
  private readonly changed = new ItemList()
  private isFixed = new Uint8Array(64)
  private holes = 0
  /** No listed box is wider, or higher. */
  private widest = 0
  private highest = 0
  /** There were too many pairs while changes were taken in: the lists and the set are not to be trusted. */
  private torn = false
  /** Scratch of the sweep. */
  private readonly open = new ItemList()

  /** @param most More pairs than that may not overlap. */
  constructor(boxes: FatBoxes, most = MOST_PAIRS) {
    this.boxes = boxes
    this.overlaps = new PairSet(most)
  }

  add(item: number, fixed: boolean): void {
    if (item >= this.isFixed.length) {
      const larger = new Uint8Array(Math.max(item + 1, this.isFixed.length * 2))
      larger.set(this.isFixed)
      this.isFixed = larger
    }
    this.isFixed[item] = fixed ? 1 : 0
    this.added.add(item)
  }

  remove(item: number): void {
    this.added.remove(item)
    this.changed.remove(item)
    if (this.listed.remove(item) < 0) return
    this.x.remove(item)
    this.y.remove(item)
    this.overlaps.removeAll(item)
    this.holes++
  }

  update(item: number): void {
    if (this.listed.has(item)) this.changed.add(item)
  }

  computePairs(moved: MoveList, out: PairBuffer): void {
    this.takeIn()
    const { overlaps } = this
    const { flag } = moved
    for (let i = 0; i < moved.count; i++) {
      const item = moved.items[i]!
      for (let edge = overlaps.first(item); edge !== 0; edge = overlaps.after(edge)) {
        const other = overlaps.other(edge)
        if (item < other) out.push(item, other)
        else if (flag[other] === 0) out.push(other, item)
      }
    }
  }

  region(box: Float64Array, out: ItemBuffer): void {
    this.takeIn()
    const minX = box[0]!
    const minY = box[1]!
    const maxX = box[2]!
    const maxY = box[3]!
    const boxes = this.boxes
    const first = this.x.lowerBound(reachBelow(minX, this.widest))
    const last = this.x.lowerBound(maxX)
    const firstY = this.y.lowerBound(reachBelow(minY, this.highest))
    const lastY = this.y.lowerBound(maxY)
    const flat = lastY - firstY < last - first
    const { keys, values, count } = flat ? this.y : this.x
    const bound = flat ? maxY : maxX
    for (let i = flat ? firstY : first; i <= count && values[i]! <= bound; i++) {
      if ((keys[i]! & 1) === 1 || keys[i] === 0) continue
      const item = keys[i]! >>> 1
      if (boxes.minX[item]! > maxX || boxes.maxX[item]! < minX) continue
      if (boxes.minY[item]! <= maxY && boxes.maxY[item]! >= minY) out.push(item)
    }
  }

  ray(ends: Float64Array, out: ItemBuffer): void {
    const before = out.count
    around[0] = Math.min(ends[0]!, ends[2]!)
    around[1] = Math.min(ends[1]!, ends[3]!)
    around[2] = Math.max(ends[0]!, ends[2]!)
    around[3] = Math.max(ends[1]!, ends[3]!)
    this.region(around, out)
    const { minX, minY, maxX, maxY } = this.boxes
    let kept = before
    for (let i = before; i < out.count; i++) {
      const item = out.items[i]!
      around[0] = minX[item]!
      around[1] = minY[item]!
      around[2] = maxX[item]!
      around[3] = maxY[item]!
      if (!touchesSegment(ends, around, 0)) continue
      out.items[kept++] = item
    }
    out.count = kept
  }

  /** A minimum passed below a maximum: the boxes overlap if they do so on the other axis too. */
  meet(one: number, two: number): void {
    if (this.isFixed[one] === 1 && this.isFixed[two] === 1) return
    const { minX, minY, maxX, maxY } = this.boxes
    if (minX[one]! > maxX[two]! || maxX[one]! < minX[two]!) return
    if (minY[one]! > maxY[two]! || maxY[one]! < minY[two]!) return
    this.overlaps.add(one, two)
  }

  /** A maximum passed below a minimum. */
  part(one: number, two: number): void {
    this.overlaps.remove(one, two)
  }

  private takeIn(): void {
    const { torn } = this
    this.torn = true
    if (torn) this.beginAnew()
    if (this.holes > 16 + this.listed.count) {
      this.x.compact()
      this.y.compact()
      this.holes = 0
    }
    if (this.changed.count > 0) this.takeInChanged()
    if (this.added.count > 0) this.takeInAdded()
    this.torn = false
  }

  /** Takes everything in as if it had just been added. */
  private beginAnew(): void {
    const { added, listed } = this
    for (let i = 0; i < listed.count; i++) if (!added.has(listed.items[i]!)) added.add(listed.items[i]!)
    this.overlaps.clear()
    listed.clear()
    this.changed.clear()
    this.x.count = 0
    this.y.count = 0
    this.holes = 0
  }

  private takeInChanged(): void {
    const { changed, listed, x, y } = this
    const { minX, minY, maxX, maxY } = this.boxes
    const most = MOST_SWAPS * (listed.count + 16)
    const many = changed.count * MANY_CHANGED > listed.count
    let swaps = 0
    for (let i = 0; i < changed.count; i++) {
      const item = changed.items[i]!
      this.noteSize(item)
      if (many) {
        x.values[x.places[2 * item]!] = minX[item]!
        x.values[x.places[2 * item + 1]!] = maxX[item]!
        y.values[y.places[2 * item]!] = minY[item]!
        y.values[y.places[2 * item + 1]!] = maxY[item]!
      } else if (swaps <= most) {
        swaps += x.move(item, minX[item]!, maxX[item]!, this)
        swaps += y.move(item, minY[item]!, maxY[item]!, this)
      }
    }
    changed.clear()
    if (many) swaps = x.sortByInsertion(this, most)
    if (many && swaps <= most) swaps += y.sortByInsertion(this, most)
    if (swaps > most) this.rebuild()
  }

  private takeInAdded(): void {
    const { added, listed, x, y } = this
    const { minX, minY, maxX, maxY } = this.boxes
    const fromX = x.count + 1
    const fromY = y.count + 1
    for (let i = 0; i < added.count; i++) {
      const item = added.items[i]!
      this.noteSize(item)
      x.append(item, minX[item]!, maxX[item]!)
      y.append(item, minY[item]!, maxY[item]!)
      listed.add(item)
    }
    if (added.count * MANY_ADDED > listed.count) {
      this.rebuild()
    } else {
      x.sortFrom(fromX)
      y.sortFrom(fromY)
      for (let i = 0; i < added.count; i++) this.pairOne(added.items[i]!)
    }
    added.clear()
  }

  /** Finds the pairs of one new item, among the other new ones too: the set takes each pair once. */
  private pairOne(item: number): void {
    const { boxes, x } = this
    const { keys, values, count } = x
    const left = boxes.minX[item]!
    const right = boxes.maxX[item]!
    for (let i = x.lowerBound(reachBelow(left, this.widest)); i <= count && values[i]! <= right; i++) {
      const other = keys[i]! >>> 1
      if ((keys[i]! & 1) === 0 && other !== 0 && other !== item) this.meet(item, other)
    }
  }

  /** Sorts all ends and sweeps along the axis on which the boxes lie farther apart, for every pair. */
  private rebuild(): void {
    const { x, y, listed, overlaps, open } = this
    const { minX, minY, maxX, maxY } = this.boxes
    overlaps.clear()
    x.count = 0
    y.count = 0
    this.holes = 0
    this.widest = 0
    this.highest = 0
    for (let i = 0; i < listed.count; i++) {
      const item = listed.items[i]!
      this.noteSize(item)
      x.append(item, minX[item]!, maxX[item]!)
      y.append(item, minY[item]!, maxY[item]!)
    }
    x.sortFrom(1)
    y.sortFrom(1)
    if (listed.count === 0) return
    const wide = x.values[x.count]! - x.values[1]! >= y.values[y.count]! - y.values[1]!
    const { keys, count } = wide ? x : y
    open.clear()
    for (let i = 1; i <= count; i++) {
      const item = keys[i]! >>> 1
      if ((keys[i]! & 1) === 1) {
        open.remove(item)
        continue
      }
      for (let k = 0; k < open.count; k++) this.meet(item, open.items[k]!)
      open.add(item)
    }
  }

  private noteSize(item: number): void {
    const { minX, minY, maxX, maxY } = this.boxes
    this.widest = Math.max(this.widest, maxX[item]! - minX[item]!)
    this.highest = Math.max(this.highest, maxY[item]! - minY[item]!)
  }
}

/** No box of at most this size that reaches `value` begins below the result, whatever was rounded. */
function reachBelow(value: number, size: number): number {
  const bound = value - size
  return bound - (Math.abs(bound) + size) * ROUNDING
}

/** A broad phase for up to some hundred bodies that move little and lie scattered. */
export const sweepAndPrune: BroadPhaseFactory = (boxes) => sound(new SweepAndPruneBroadPhase(boxes))
