import type { Growable } from '../stores/columns.ts'

/**
 * Views are made for this part more than is in use, so that they need not be made anew for each contact that comes. All of it is
 * copied each time.
 */
const SPARE = 1 / 32
const LEAST = 16
/** The same of what has grown since: two views of each array by contact took a quarter of the time that saves take while a pile falls together. */
const GROWING = 1 / 8

/** A view that is longer by this part and by so many may stay: few events, and then many, would be a view for each. */
const LONGER_PART = 1 / 6
const LONGER = 64

/**
 * A copy of the front of an array, which may be another one each time. As long as the array is the same, and of a similar
 * length in use, nothing is allocated: the views through which it is copied are kept.
 */
export class KeptArray {
  /** Numbers that are valid. */
  count = 0
  /** What the last copy was of, and how many numbers of it {@link from} and {@link to} are. */
  private source: Growable | null = null
  private viewed = 0
  private room: Growable | null = null
  private from: Growable = NOTHING
  private to: Growable = NOTHING
  /** Where the array is a plain one. */
  private readonly plain: unknown[] = []
  isPlain = false

  /** Bytes held. */
  get bytes(): number {
    return (this.room?.byteLength ?? 0) + this.plain.length * 8
  }

  /** The numbers that are kept; of a plain array a list. */
  get values(): Growable | unknown[] {
    return this.isPlain ? this.plain : this.room!
  }

  /** @param count Numbers in front that are in use: there are as many. */
  save(array: Growable | unknown[], count: number): void {
    this.count = count
    this.isPlain = Array.isArray(array)
    if (Array.isArray(array)) {
      copyPlain(array, this.plain, count)
      return
    }
    if (count === 0 && this.room?.constructor === array.constructor) return
    this.look(array, count)
    this.to.set(this.from)
  }

  /** Copies what is kept into the front of an array that has room for it. */
  restore(array: Growable | unknown[]): void {
    if (Array.isArray(array)) {
      copyPlain(this.plain, array, this.count)
      return
    }
    if (this.count === 0) return
    // What lies behind was in the array when it was saved, too; another array may have something else there.
    if (array === this.source) this.from.set(this.to)
    else array.set(this.room!.subarray(0, this.count))
  }

  /** Takes what a file has. */
  take(values: Growable | unknown[]): void {
    this.count = values.length
    this.isPlain = Array.isArray(values)
    this.source = null
    if (Array.isArray(values)) copyPlain(values, this.plain, values.length)
    else this.room = values
  }

  private look(array: Growable, count: number): void {
    const { viewed } = this
    if (array === this.source && viewed >= count && viewed <= count + count * LONGER_PART + LONGER) return
    const spare = array === this.source && count > viewed ? GROWING : SPARE
    const length = Math.min(array.length, Math.ceil(count * (1 + spare)) + LEAST)
    if (this.room === null || this.room.length < length || this.room.constructor !== array.constructor) {
      this.room = new (array.constructor as new (length: number) => Growable)(length)
    }
    this.source = array
    this.viewed = length
    this.from = array.subarray(0, length)
    this.to = this.room.subarray(0, length)
  }
}

const NOTHING = new Uint8Array(0)

function copyPlain(from: readonly unknown[], to: unknown[], count: number): void {
  if (to.length > count) to.length = count
  for (let i = 0; i < count; i++) to[i] = from[i]
}
