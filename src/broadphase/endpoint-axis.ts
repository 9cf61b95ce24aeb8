import { enlarged, enlargedFloats } from './item-list.ts'

/** Hears of the swaps of a minimum with a maximum: the only ones that mean something. */
export interface SwapListener {
  /** Two items began to overlap on this axis. */
  meet(one: number, two: number): void
  /** Two items ceased to overlap on this axis. */
  part(one: number, two: number): void
}

/** Runs up to this length are sorted by insertion before they are merged. */
const RUN = 16

/**
 * The ends of all boxes along one axis, in order. An endpoint is `2 · item` for the minimum and `2 · item + 1` for the
 * maximum; 0 is a hole that a removed item left. Where a minimum and a maximum are equal the minimum comes first, so
 * that boxes that touch overlap. Entries 1 to `count` are in use, between two sentinels that end every search.
 */
export class EndpointAxis {
  keys = new Uint32Array(64)
  values = new Float64Array(64)
  count = 0
  /** By endpoint: where it is. */
  places = new Uint32Array(64)
  private spareKeys = new Uint32Array(64)
  private spareValues = new Float64Array(64)

  constructor() {
    this.setSentinels()
  }

  /** Appends both ends of an item, out of order: {@link sortFrom} comes next. */
  append(item: number, min: number, max: number): void {
    const last = this.count + 2
    if (last + 1 >= this.keys.length) {
      this.keys = enlarged(this.keys, last + 2)
      this.values = enlargedFloats(this.values, last + 2)
    }
    if (2 * item + 1 >= this.places.length) this.places = enlarged(this.places, 2 * item + 2)
    this.keys[last - 1] = 2 * item
    this.values[last - 1] = min
    this.keys[last] = 2 * item + 1
    this.values[last] = max
    this.count = last
  }

  /** Turns both ends of an item into holes. */
  remove(item: number): void {
    this.keys[this.places[2 * item]!] = 0
    this.keys[this.places[2 * item + 1]!] = 0
  }

  /** Closes the holes. */
  compact(): void {
    const { keys, values, places } = this
    let kept = 0
    for (let i = 1; i <= this.count; i++) {
      const key = keys[i]!
      if (key === 0) continue
      kept++
      keys[kept] = key
      values[kept] = values[i]!
      places[key] = kept
    }
    this.count = kept
    this.setSentinels()
  }

  /**
   * Gives both ends of an item, which are in order, new values and moves them where they belong.
   * @returns the swaps that it took
   */
  move(item: number, min: number, max: number, listener: SwapListener): number {
    const { values, places } = this
    const low = 2 * item
    const high = low + 1
    // An end never passes the other end of its own box: the one that gives way goes first.
    const first = min < values[places[low]!]! ? this.shift(low, min, listener) : 0
    const second = this.shift(high, max, listener)
    return first + second + this.shift(low, min, listener)
  }

  /** Sorts everything by insertion after values were written, stopping when it takes more swaps than `most`. */
  sortByInsertion(listener: SwapListener, most: number): number {
    let swaps = 0
    for (let i = 2; i <= this.count && swaps <= most; i++) swaps += this.sink(i, listener)
    return swaps
  }

  /** Sorts the entries from `from` on, then merges them with those in front. No swap is reported. */
  sortFrom(from: number): void {
    const end = this.count + 1
    if (this.spareKeys.length < end) {
      this.spareKeys = enlarged(this.spareKeys, end)
      this.spareValues = enlargedFloats(this.spareValues, end)
    }
    for (let start = from; start < end; start += RUN) this.sortRun(start, Math.min(start + RUN, end))
    for (let width = RUN; width < end - from; width *= 2) {
      for (let start = from; start + width < end; start += 2 * width) {
        this.merge(start, start + width, Math.min(start + 2 * width, end))
      }
    }
    if (from > 1) this.merge(1, from, end)
    this.setSentinels()
    for (let i = 1; i < end; i++) this.places[this.keys[i]!] = i
  }

  /** The first entry whose value is at least `value`. */
  lowerBound(value: number): number {
    let low = 1
    let high = this.count + 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.values[middle]! < value) low = middle + 1
      else high = middle
    }
    return low
  }

  private setSentinels(): void {
    this.keys[0] = 0
    this.values[0] = -Infinity
    this.keys[this.count + 1] = 0
    this.values[this.count + 1] = Infinity
  }

  private shift(key: number, value: number, listener: SwapListener): number {
    const at = this.places[key]!
    this.values[at] = value
    const swaps = this.sink(at, listener)
    return swaps > 0 ? swaps : this.rise(at, listener)
  }

  /** Moves an entry down to its place. */
  private sink(from: number, listener: SwapListener): number {
    const { keys, values, places } = this
    const key = keys[from]!
    const value = values[from]!
    const isMax = key & 1
    let at = from
    for (;;) {
      const before = values[at - 1]!
      if (before < value) break
      const other = keys[at - 1]!
      if (before === value && (isMax === 1 || (other & 1) === 0)) break
      keys[at] = other
      values[at] = before
      places[other] = at
      at--
      if (((key ^ other) & 1) === 0 || key < 2 || other < 2) continue
      if (isMax === 1) listener.part(key >>> 1, other >>> 1)
      else listener.meet(key >>> 1, other >>> 1)
    }
    if (at === from) return 0
    keys[at] = key
    values[at] = value
    places[key] = at
    return from - at
  }

  /** Moves an entry up to its place. */
  private rise(from: number, listener: SwapListener): number {
    const { keys, values, places } = this
    const key = keys[from]!
    const value = values[from]!
    const isMax = key & 1
    let at = from
    for (;;) {
      const after = values[at + 1]!
      if (after > value) break
      const other = keys[at + 1]!
      if (after === value && (isMax === 0 || (other & 1) === 1)) break
      keys[at] = other
      values[at] = after
      places[other] = at
      at++
      if (((key ^ other) & 1) === 0 || key < 2 || other < 2) continue
      if (isMax === 1) listener.meet(key >>> 1, other >>> 1)
      else listener.part(key >>> 1, other >>> 1)
    }
    if (at === from) return 0
    keys[at] = key
    values[at] = value
    places[key] = at
    return at - from
  }

  private sortRun(start: number, end: number): void {
    const { keys, values } = this
    for (let i = start + 1; i < end; i++) {
      const key = keys[i]!
      const value = values[i]!
      let at = i
      while (at > start && isBefore(value, key, values[at - 1]!, keys[at - 1]!)) {
        keys[at] = keys[at - 1]!
        values[at] = values[at - 1]!
        at--
      }
      keys[at] = key
      values[at] = value
    }
  }

  /** Merges two sorted neighbors, [start, middle) and [middle, end); the first waits in the spare arrays. */
  private merge(start: number, middle: number, end: number): void {
    const { keys, values, spareKeys, spareValues } = this
    if (!isBefore(values[middle]!, keys[middle]!, values[middle - 1]!, keys[middle - 1]!)) return
    for (let i = start; i < middle; i++) {
      spareKeys[i] = keys[i]!
      spareValues[i] = values[i]!
    }
    let to = start
    let one = start
    let two = middle
    while (one < middle && two < end) {
      if (isBefore(values[two]!, keys[two]!, spareValues[one]!, spareKeys[one]!)) {
        keys[to] = keys[two]!
        values[to++] = values[two++]!
      } else {
        keys[to] = spareKeys[one]!
        values[to++] = spareValues[one++]!
      }
    }
    while (one < middle) {
      keys[to] = spareKeys[one]!
      values[to++] = spareValues[one++]!
    }
  }
}

/** Whether an endpoint belongs before another; of equal ones minima come first. */
function isBefore(value: number, key: number, otherValue: number, otherKey: number): boolean {
  return value < otherValue || (value === otherValue && (key & 1) < (otherKey & 1))
}
