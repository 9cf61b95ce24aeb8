import { PairBuffer } from './buffers.ts'

/** Of more it is not noted which they are. */
const MOST = 4096

/**
 * Pairs that may be in no contact though their boxes overlap: they were removed, or never taken in. The kernel's pair search must know of them, see
 * `NearPairs`.
 */
export class Doubts {
  /** Where `b` is 0 all pairs of `a` are meant. */
  readonly pairs = new PairBuffer()
  /** Whether all pairs that there are are meant. None is noted then: most worlds are small, and nobody ever asks. */
  ofAll = true

  add(a: number, b: number): void {
    if (this.ofAll) return
    if (this.pairs.count === MOST) this.addAll()
    else this.pairs.push(a, b)
  }

  /** Of all pairs something may be wrong: they were put back from a snapshot, or their search has failed. */
  addAll(): void {
    this.ofAll = true
    this.pairs.clear()
  }

  clear(): void {
    this.ofAll = false
    this.pairs.clear()
  }
}
