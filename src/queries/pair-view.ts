/** Pairs as two columns: the i-th pair is `a[i]` and `b[i]`, for i from 0 to `count` − 1. */
export interface PairView {
  readonly count: number
  readonly a: Uint32Array
  readonly b: Uint32Array
}
