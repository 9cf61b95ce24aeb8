import type { PutBack } from '../stores/put-aside.ts'
import { ItemBuffer } from '../stores/buffers.ts'

/** Numbers of an overlap. */
export const OVERLAP_STRIDE = 3
/** Places in an overlap: how deep it is, and the direction out of it. */
export enum Overlap { Depth, X, Y }

/**
 * The landings of a step, body by body, and what the body at hand overlaps: it is measured once for all that it landed on. Measured for each
 * anew, a body that fell on 500 tiles at one spot was held against 250,000 of them, and a step with 400 such bodies took half a minute.
 */
class Landings {
  readonly contacts = new ItemBuffer()
  /** By landing: the dynamic body. */
  readonly bodies = new ItemBuffer()
  /** By place in the awake list: one more than the first landing of the body there. By landing: one more than the next of its body. 0 is none. */
  private first = new Uint32Array(64)
  private next = new Uint32Array(64)
  /** The body whose overlaps are at hand, as it lies now; or 0. */
  measured = 0
  /** The static colliders that it overlaps. */
  readonly others = new ItemBuffer()
  numbers = new Float64Array(64 * OVERLAP_STRIDE)

  clear(): void {
    this.contacts.clear()
    this.bodies.clear()
    this.measured = 0
  }

  push(contact: number, body: number): void {
    this.contacts.push(contact)
    this.bodies.push(body)
  }

  /** Links the landings of each body, in their order. */
  link(awakeIndex: Int32Array, awakeCount: number): void {
    const { bodies: { items, count } } = this
    if (this.first.length < awakeCount) this.first = new Uint32Array(awakeCount * 2)
    if (this.next.length < count) this.next = new Uint32Array(count * 2)
    const { first, next } = this
    first.fill(0, 0, awakeCount)
    for (let i = count; i > 0; i--) {
      const place = awakeIndex[items[i - 1]!]!
      next[i - 1] = first[place]!
      first[place] = i
    }
  }

  /** Takes the first landing of the body at a place of the awake list, which has none then; one more than its number, or 0. */
  takeFirst(place: number): number {
    const landing = this.first[place]!
    this.first[place] = 0
    return landing
  }

  /** The landing of the same body after one of these numbers, which are one more than that of the landing; or 0. */
  after(landing: number): number {
    return this.next[landing - 1]!
  }

  overlap(other: number, depth: number, x: number, y: number): void {
    const at = this.others.count * OVERLAP_STRIDE
    if (at === this.numbers.length) {
      const larger = new Float64Array(at * 2)
      larger.set(this.numbers)
      this.numbers = larger
    }
    this.others.push(other)
    this.numbers[at + Overlap.Depth] = depth
    this.numbers[at + Overlap.X] = x
    this.numbers[at + Overlap.Y] = y
  }
}

export let landings = new Landings()

export function putLandingsAside(): PutBack {
  const before = landings
  landings = new Landings()
  return () => {
    landings = before
  }
}
