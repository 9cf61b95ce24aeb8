import { PairBuffer } from '../quadtree/buffers.ts'

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/**
 * Sorts pairs by `a`, then by `b`, so that the contacts they become have the same order whichever broad phase
 * found them, and whatever happened in it before.
 *
 * A least-significant-digit radix sort with digits of 11 bits: two passes a column at most, one while ids are below 2,048.
 */
export class PairSort {
  private readonly spare = new PairBuffer()
  private readonly counts = new Uint32Array(DIGITS)

  sort(pairs: PairBuffer): void {
    if (pairs.count < 2) return
    this.spare.reserve(pairs.count)
    let highest = 0
    for (let i = 0; i < pairs.count; i++) if (pairs.b[i]! > highest) highest = pairs.b[i]!
    for (let shift = 0; highest >>> shift > 0; shift += DIGIT_BITS) this.pass(pairs, pairs.b, shift)
    for (let shift = 0; highest >>> shift > 0; shift += DIGIT_BITS) this.pass(pairs, pairs.a, shift)
  }

  /** Moves the pairs to the spare columns in the order of one digit, and swaps the columns. */
  private pass(pairs: PairBuffer, key: Uint32Array, shift: number): void {
    const { counts, spare } = this
    const { a, b, count } = pairs
    const toA = spare.a
    const toB = spare.b
    counts.fill(0)
    for (let i = 0; i < count; i++) {
      const digit = (key[i]! >>> shift) & (DIGITS - 1)
      counts[digit] = counts[digit]! + 1
    }
    let sum = 0
    for (let d = 0; d < DIGITS; d++) {
      const n = counts[d]!
      counts[d] = sum
      sum += n
    }
    for (let i = 0; i < count; i++) {
      const digit = (key[i]! >>> shift) & (DIGITS - 1)
      const place = counts[digit]!
      counts[digit] = place + 1
      toA[place] = a[i]!
      toB[place] = b[i]!
    }
    spare.a = a
    spare.b = b
    pairs.a = toA
    pairs.b = toB
  }
}
