/**
 * A set of items as a dense list: constant time to add, remove and look up, and a plain loop to go through it.
 * The order is that of adding, but the last item takes the place of one that is removed.
 */
export class ItemList {
  /** First `count` entries. Replaced by a larger array when it is full. */
  items = new Uint32Array(16)
  count = 0
  /** By item: its place + 1, 0 when it is not in the list. */
  private placeOf = new Uint32Array(16)

  /** No item of the list is higher. */
  get highest(): number {
    return this.placeOf.length - 1
  }

  has(item: number): boolean {
    return item < this.placeOf.length && this.placeOf[item] !== 0
  }

  /** The place of an item, or −1. */
  place(item: number): number {
    return item < this.placeOf.length ? this.placeOf[item]! - 1 : -1
  }

  /**
   * Adds an item unless it is in the list.
   * @param most That many items there may be, as far as is known: there need not be room for more.
   */
  add(item: number, most = Infinity): void {
    if (item >= this.placeOf.length) this.placeOf = enlarged(this.placeOf, item + 1, most)
    if (this.placeOf[item] !== 0) return
    if (this.count === this.items.length) this.items = enlarged(this.items, this.count + 1, most)
    this.items[this.count++] = item
    this.placeOf[item] = this.count
  }

  /** Removes an item. Returns the place that the last item took over, or −1 when the item was not in the list. */
  remove(item: number): number {
    const place = this.place(item)
    if (place < 0) return -1
    const last = this.items[--this.count]!
    this.items[place] = last
    this.placeOf[last] = place + 1
    this.placeOf[item] = 0
    return place
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.placeOf[this.items[i]!] = 0
    this.count = 0
  }
}

/** A larger array with the same contents in front; doubles as long as it is not above `most`, so that growth is rare. */
export function enlarged(array: Uint32Array, length: number, most = Infinity): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(length, Math.min(array.length * 2, most)))
  larger.set(array)
  return larger
}

/** The same for 64-bit floats. */
export function enlargedFloats(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(length, array.length * 2))
  larger.set(array)
  return larger
}

/** The same for bytes. */
export function enlargedBytes(array: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(length, array.length * 2))
  larger.set(array)
  return larger
}
