import { closeSlot, doubleSlots, findSlot } from '../stores/pair-slots.ts'
import { TooManyPairs } from '../stores/buffers.ts'
import { enlarged } from './item-list.ts'

/**
 * A set of pairs of items that is changed bit by bit: found by their two ids, and listed by item.
 *
 * A pair is a small integer from 1 up. An edge is `pair * 2 + side` and links the pairs of one item.
 */
export class PairSet {
  /** The lower id of each pair. */
  a = new Uint32Array(64)
  /** The higher id of each pair; 0 for a freed one. */
  b = new Uint32Array(64)
  count = 0
  /** By edge: its neighbors in the list of its item. */
  private next = new Uint32Array(128)
  private previous = new Uint32Array(128)
  /** By item: its first edge. */
  private head = new Uint32Array(64)
  private slots = new Uint32Array(128)
  private highest = 0
  private firstFree = 0
  private readonly most: number

  /** @param most The set takes no more pairs. */
  constructor(most: number) {
    this.most = most
  }

  /** The first edge of an item, or 0. */
  first(item: number): number {
    return item < this.head.length ? this.head[item]! : 0
  }

  /** The edge of the same item after `edge`, or 0. */
  after(edge: number): number {
    return this.next[edge]!
  }

  /** The item at the other end. */
  other(edge: number): number {
    return (edge & 1) === 0 ? this.b[edge >>> 1]! : this.a[edge >>> 1]!
  }

  /**
   * Adds a pair unless it is in the set.
   * @throws TooManyPairs when it is full.
   */
  add(one: number, two: number): void {
    const a = one < two ? one : two
    const b = one < two ? two : one
    if (this.slots[this.findSlot(a, b)] !== 0) return
    const pair = this.takeId()
    this.a[pair] = a
    this.b[pair] = b
    this.count++
    if (b >= this.head.length) this.head = enlarged(this.head, b + 1)
    this.link(pair * 2, a)
    this.link(pair * 2 + 1, b)
    if (this.count * 2 > this.slots.length) this.slots = doubleSlots(this.slots, this.a, this.b)
    this.slots[this.findSlot(a, b)] = pair
  }

  /** Drops a pair, if it is in the set. */
  remove(one: number, two: number): void {
    const a = one < two ? one : two
    const b = one < two ? two : one
    const slot = this.findSlot(a, b)
    if (this.slots[slot] !== 0) this.removeAt(slot)
  }

  /** Drops every pair of an item. */
  removeAll(item: number): void {
    for (let edge = this.first(item); edge !== 0; edge = this.first(item)) {
      this.removeAt(this.findSlot(this.a[edge >>> 1]!, this.b[edge >>> 1]!))
    }
  }

  clear(): void {
    if (this.highest === 0) return
    this.head.fill(0)
    this.slots.fill(0)
    this.highest = 0
    this.firstFree = 0
    this.count = 0
  }

  /** The slot that holds a pair, or the empty one where it would go. */
  private findSlot(a: number, b: number): number {
    return findSlot(this.slots, this.a, this.b, a, b)
  }

  private takeId(): number {
    const free = this.firstFree
    if (free !== 0) {
      this.firstFree = this.a[free]!
      return free
    }
    if (this.highest === this.most) throw new TooManyPairs()
    const id = ++this.highest
    if (id === this.a.length) {
      this.a = enlarged(this.a, 2 * id)
      this.b = enlarged(this.b, 2 * id)
      this.next = enlarged(this.next, 4 * id)
      this.previous = enlarged(this.previous, 4 * id)
    }
    return id
  }

  private link(edge: number, item: number): void {
    const first = this.head[item]!
    this.next[edge] = first
    this.previous[edge] = 0
    if (first !== 0) this.previous[first] = edge
    this.head[item] = edge
  }

  private unlink(edge: number, item: number): void {
    const next = this.next[edge]!
    const previous = this.previous[edge]!
    if (next !== 0) this.previous[next] = previous
    if (previous !== 0) this.next[previous] = next
    else this.head[item] = next
  }

  private removeAt(slot: number): void {
    const pair = this.slots[slot]!
    this.unlink(pair * 2, this.a[pair]!)
    this.unlink(pair * 2 + 1, this.b[pair]!)
    closeSlot(this.slots, this.a, this.b, slot)
    this.a[pair] = this.firstFree
    this.b[pair] = 0
    this.firstFree = pair
    this.count--
  }
}
