const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/** Up to here insertion is faster than clearing the counters. */
const FEW = 64

const counts = new Uint32Array(DIGITS)
let spare = new Uint32Array(1024)

/**
 * Sorts the first `count` ids, so that what is done with them does not depend on the order in which a broad phase
 * found them. In place: by insertion when few, else by two radix passes of 11 bits, which is all that an id has.
 */
export function sortItems(items: Uint32Array, count: number): void {
  if (count <= FEW) {
    for (let i = 1; i < count; i++) {
      const item = items[i]!
      let at = i
      while (at > 0 && items[at - 1]! > item) {
        items[at] = items[at - 1]!
        at--
      }
      items[at] = item
    }
    return
  }
  if (spare.length < count) spare = new Uint32Array(Math.max(count, spare.length * 2))
  pass(items, spare, count, 0)
  pass(spare, items, count, DIGIT_BITS)
}

function pass(from: Uint32Array, to: Uint32Array, count: number, shift: number): void {
  counts.fill(0)
  for (let i = 0; i < count; i++) {
    const digit = (from[i]! >>> shift) & (DIGITS - 1)
    counts[digit] = counts[digit]! + 1
  }
  let sum = 0
  for (let d = 0; d < DIGITS; d++) {
    const n = counts[d]!
    counts[d] = sum
    sum += n
  }
  for (let i = 0; i < count; i++) {
    const item = from[i]!
    const digit = (item >>> shift) & (DIGITS - 1)
    const place = counts[digit]!
    counts[digit] = place + 1
    to[place] = item
  }
}
