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
    this.items = enlarged(this.items, capacity)
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

  /** Makes room for `capacity` pairs in all. At least doubles, so that growth is rare. */
  reserve(capacity: number): void {
    if (capacity <= this.a.length) return
    this.a = enlarged(this.a, capacity)
    this.b = enlarged(this.b, capacity)
  }
}

function enlarged(array: Uint32Array, capacity: number): Uint32Array {
  const larger = new Uint32Array(Math.max(capacity, array.length * 2))
  larger.set(array)
  return larger
}
