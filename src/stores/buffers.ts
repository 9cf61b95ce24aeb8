/** Grows by itself; `items[0 .. count)` are valid, and `items` is replaced when it grows. */
export class ItemBuffer {
  items: Uint32Array
  count = 0

  constructor(capacity = 64) {
    this.items = new Uint32Array(capacity > 1 ? capacity : 1)
  }

  clear(): void {
    this.count = 0
  }

  push(item: number): void {
    if (this.count === this.items.length) this.reserve(this.count + 1)
    this.items[this.count++] = item
  }

  /** Makes room for `capacity` items in all. At least doubles, so that growth is rare. */
  reserve(capacity: number): void {
    if (capacity <= this.items.length) return
    this.items = enlarged(this.items, Math.max(capacity, this.items.length * 2))
  }
}

/** Room for so many pairs may stay whatever happens, and for that many times what was needed. */
const ROOMY = 4096
const SPARE = 16

/** No list of pairs is longer: 134 MB, and the contacts of so many would take more than a world can have. */
export const MOST_PAIRS = 2 ** 24

/** Thrown where more pairs overlap than {@link MOST_PAIRS}. */
export class TooManyPairs extends RangeError {
  constructor() {
    super(`more than ${MOST_PAIRS} pairs of boxes overlap`)
  }
}

/** Pairs as two columns; `a` and `b` are replaced when the buffer grows. */
export class PairBuffer {
  a: Uint32Array
  b: Uint32Array
  count = 0

  constructor(capacity = 64) {
    this.a = new Uint32Array(capacity > 1 ? capacity : 1)
    this.b = new Uint32Array(capacity > 1 ? capacity : 1)
  }

  clear(): void {
    this.count = 0
  }

  push(a: number, b: number): void {
    if (this.count === this.a.length) this.reserve(this.count + 1)
    this.a[this.count] = a
    this.b[this.count++] = b
  }

  /**
   * Gives the room back where it is much more than a use has needed.
   * @param needed How many pairs that were.
   */
  giveBack(needed: number): void {
    if (this.a.length > ROOMY && needed * SPARE < this.a.length) this.release()
  }

  /** Drops all pairs, and the room for them. */
  release(): void {
    this.count = 0
    this.a = new Uint32Array(64)
    this.b = new Uint32Array(64)
  }

  /**
   * Makes room for `capacity` pairs in all. At least doubles, so that growth is rare.
   * @throws TooManyPairs beyond {@link MOST_PAIRS}.
   */
  reserve(capacity: number): void {
    if (capacity <= this.a.length) return
    if (capacity > MOST_PAIRS) throw new TooManyPairs()
    const length = Math.min(Math.max(capacity, this.a.length * 2), MOST_PAIRS)
    this.a = enlarged(this.a, length)
    this.b = enlarged(this.b, length)
  }
}

function enlarged(array: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(length)
  larger.set(array)
  return larger
}
