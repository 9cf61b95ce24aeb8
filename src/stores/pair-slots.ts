/**
 * The index of a table of pairs: open addressing with linear probing. A slot holds the number of a row, from 1 up, or
 * 0; the ids of a row are in the columns `a` and `b` of its table. The owner keeps the load at one half or below.
 *
 * Functions over arrays, not an object: the columns belong to tables of different kinds and are replaced at growth.
 */

/** The slot of the row with these ids, or the empty one where it would go. */
export function findSlot(slots: Uint32Array, a: Uint32Array, b: Uint32Array, one: number, two: number): number {
  const mask = slots.length - 1
  let slot = hashPair(one, two) & mask
  for (;;) {
    const row = slots[slot]!
    if (row === 0 || (a[row] === one && b[row] === two)) return slot
    slot = (slot + 1) & mask
  }
}

/** Fills in the rows from `first` to `end` that have ids, of which none is there: no other row is looked at for each. */
export function fillSlots(slots: Uint32Array, a: Uint32Array, b: Uint32Array, first: number, end: number): void {
  const mask = slots.length - 1
  for (let row = first; row < end; row++) {
    const two = b[row]!
    if (two === 0) continue
    let slot = hashPair(a[row]!, two) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = row
  }
}

/** Empties a slot, and shifts back what would no longer be found: no tombstones pile up. */
export function closeSlot(slots: Uint32Array, a: Uint32Array, b: Uint32Array, slot: number): void {
  const mask = slots.length - 1
  let hole = slot
  let scan = slot
  for (;;) {
    scan = (scan + 1) & mask
    const row = slots[scan]!
    if (row === 0) break
    const home = hashPair(a[row]!, b[row]!) & mask
    // It may fill the hole unless its home lies behind the hole on the way to where it is.
    if (((scan - home) & mask) >= ((scan - hole) & mask)) {
      slots[hole] = row
      hole = scan
    }
  }
  slots[hole] = 0
}

/** Twice as many slots, for the same rows. */
export function doubleSlots(slots: Uint32Array, a: Uint32Array, b: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(slots.length * 2)
  for (let i = 0; i < slots.length; i++) {
    const row = slots[i]!
    if (row !== 0) larger[findSlot(larger, a, b, a[row]!, b[row]!)] = row
  }
  return larger
}

/** Slots that rows with the same `a` and neighboring `b` share: half a cache line. */
const BLOCK = 8

/**
 * A multiplicative mix of both ids; high bits are folded down because the mask keeps the low ones. Neighbors lie beside
 * each other: the rows of a crowd, made in order, miss the cache once in eight times.
 */
function hashPair(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b >>> 3, 0x85ebca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 13
  return Math.imul(hash, BLOCK) + (b & (BLOCK - 1))
}
