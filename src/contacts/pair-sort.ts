import { PairBuffer } from '../stores/buffers.ts'

/** A digit has no more bits than that; but where there are more pairs than numbers that it can be, as many as an id has, up to the second. */
const MOST_BITS = 12
const MOST_BITS_OF_MANY = 16

/** So many are put in order one by one: going through the digits takes longer. */
const FEW = 24

/** Scratch of one pass, in which nobody else is called: 16 kB for all worlds, 256 after a crowd. */
let counts = new Uint32Array(1 << MOST_BITS)

/**
 * Sorts pairs by `a`, then by `b`, so that the contacts they become have the same order whichever broad phase
 * found them, and whatever happened in it before.
 *
 * A least-significant-digit radix sort: two passes a column at most, one while ids are below 4,096, or below the number of pairs.
 */
export class PairSort {
  private readonly spare = new PairBuffer()
  /** No id is the higher one of more of the pairs that were sorted last, as their digits told. Infinity where none was looked at. */
  mostBelow = Infinity

  sort(pairs: PairBuffer): void {
    this.mostBelow = Infinity
    if (pairs.count <= FEW) {
      insertPairs(pairs)
      return
    }
    if (isInOrder(pairs)) return
    this.spare.reserve(pairs.count)
    let highest = 0
    for (let i = 0; i < pairs.count; i++) if (pairs.b[i]! > highest) highest = pairs.b[i]!
    const bits = 32 - Math.clz32(highest)
    const most = 1 << bits <= pairs.count ? MOST_BITS_OF_MANY : MOST_BITS
    const digit = Math.ceil(bits / Math.ceil(bits / most))
    if (1 << digit > counts.length) counts = new Uint32Array(1 << digit)
    for (let shift = 0; shift < bits; shift += digit) this.mostBelow = Math.min(this.mostBelow, this.pass(pairs, pairs.b, shift, 1 << digit))
    for (let shift = 0; shift < bits; shift += digit) this.pass(pairs, pairs.a, shift, 1 << digit)
  }

  /** See {@link PairBuffer.giveBack}. */
  giveBack(needed: number): void {
    this.spare.giveBack(needed)
  }

  /** Moves the pairs to the spare columns in the order of one digit, and swaps the columns. Returns how many have the digit that most have. */
  private pass(pairs: PairBuffer, key: Uint32Array, shift: number, digits: number): number {
    const { spare } = this
    const { a, b, count } = pairs
    const toA = spare.a
    const toB = spare.b
    spare.a = a
    spare.b = b
    pairs.a = toA
    pairs.b = toB
    counts.fill(0, 0, digits)
    for (let i = 0; i < count; i++) {
      const digit = (key[i]! >>> shift) & (digits - 1)
      counts[digit] = counts[digit]! + 1
    }
    let sum = 0, most = 0
    for (let d = 0; d < digits; d++) {
      const n = counts[d]!
      counts[d] = sum
      sum += n
      if (n > most) most = n
    }
    for (let i = 0; i < count; i++) {
      const digit = (key[i]! >>> shift) & (digits - 1)
      const place = counts[digit]!
      counts[digit] = place + 1
      toA[place] = a[i]!
      toB[place] = b[i]!
    }
    return most
  }
}

/** The pairs of equal boxes on one spot are, be they millions; most others are not, which is seen soon. */
function isInOrder({ a, b, count }: PairBuffer): boolean {
  for (let i = 1; i < count; i++) if (a[i - 1]! > a[i]! || (a[i - 1] === a[i] && b[i - 1]! > b[i]!)) return false
  return true
}

function insertPairs({ a, b, count }: PairBuffer): void {
  for (let i = 1; i < count; i++) {
    const one = a[i]!
    const two = b[i]!
    let at = i
    for (; at > 0 && (a[at - 1]! > one || (a[at - 1] === one && b[at - 1]! > two)); at--) {
      a[at] = a[at - 1]!
      b[at] = b[at - 1]!
    }
    a[at] = one
    b[at] = two
  }
}
