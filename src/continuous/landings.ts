import type { PutBack } from '../stores/put-aside.ts'
import { ItemBuffer } from '../stores/buffers.ts'

/** Room for so many of anything may stay whatever happens; and for that many times what was needed. */
const ROOMY = 4096
const SPARE = 16
/** Steps. Worlds that are stepped in turn may need much and little: room that one of them needs again and again stays. */
const IDLE = 600

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
  /** How many bodies, landings or overlaps there were since the last {@link clear}; and how many steps in a row needed hardly any of the room. */
  private needed = 0
  private idle = 0

  /** Room for so many of what most is kept of. */
  get room(): number {
    return Math.max(this.first.length, this.next.length, this.bodies.items.length, this.others.items.length)
  }

  /** To be called once a step. Returns whether its room is to be given back: nobody has needed so much for long. */
  clear(): boolean {
    const { room } = this
    this.idle = room > ROOMY && this.needed * SPARE < room ? this.idle + 1 : 0
    this.contacts.clear()
    this.bodies.clear()
    this.measured = this.needed = 0
    return this.idle > IDLE
  }

  push(contact: number, body: number): void {
    this.contacts.push(contact)
    this.bodies.push(body)
  }

  /** Links the landings of each body, in their order. */
  link(awakeIndex: Int32Array, awakeCount: number): void {
    const { bodies: { items, count } } = this
    this.needed = Math.max(this.needed, awakeCount, count)
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
    this.needed = Math.max(this.needed, this.others.count)
    this.numbers[at + Overlap.Depth] = depth
    this.numbers[at + Overlap.X] = x
    this.numbers[at + Overlap.Y] = y
  }
}

export let landings = new Landings()

/** Begins a step without landings. */
export function beginLandings(): Landings {
  if (landings.clear()) landings = new Landings()
  return landings
}

export function putLandingsAside(): PutBack {
  const before = landings
  landings = new Landings()
  return () => {
    landings = before
  }
}
