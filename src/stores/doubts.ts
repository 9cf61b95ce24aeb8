/** Of more it is not noted which they are. */
const MOST = 4096

/**
 * Pairs that may be in no contact though their boxes overlap: they were removed, or never taken in. The kernel's pair search must know of them, see
 * `NearPairs`.
 */
export class Doubts {
  /** First `count` pairs. Where `b` is 0 all pairs of `a` are meant. */
  readonly a = new Uint32Array(MOST)
  readonly b = new Uint32Array(MOST)
  count = 0
  /** Whether all pairs that there are are meant. */
  ofAll = true

  add(a: number, b: number): void {
    if (this.count === MOST) this.ofAll = true
    else {
      this.a[this.count] = a
      this.b[this.count++] = b
    }
  }

  /** Of all pairs something may be wrong: they were put back from a snapshot, or their search has failed. */
  addAll(): void {
    this.ofAll = true
  }

  clear(): void {
    this.count = 0
    this.ofAll = false
  }
}
