import type { FeatureIds } from './manifold.ts'

/** Two circles on one spot: a direction in the half circle x >= 0, chosen by `tie` without trigonometry. */
export function tieDirection(tie: number, out: Float64Array, o: number): void {
  const spread = tie * 0.6180339887498949
  const t = (spread - Math.floor(spread)) * 2 - 1
  const d = 1 / (1 + t * t)
  out[o] = (1 - t * t) * d
  out[o + 1] = 2 * t * d
}

/** Circle against circle; records as in `manifold.ts` and `geometry.ts`. */
export function collideCircles(
  sizesA: Float64Array, a: number, sizesB: Float64Array, b: number, pair: Float64Array,
  out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const dx = pair[0]!
  const dy = pair[1]!
  const rA = sizesA[a + 2]!
  const rB = sizesB[b + 2]!
  const reach = rA + rB + pair[6]!
  const square = dx * dx + dy * dy
  if (square > reach * reach) return 0
  const distance = Math.sqrt(square)
  let nx: number
  let ny: number
  if (distance > 1e-12) {
    const inverse = 1 / distance
    nx = dx * inverse
    ny = dy * inverse
  } else {
    tieDirection(pair[7]!, out, o)
    nx = out[o]!
    ny = out[o + 1]!
  }
  const middle = 0.5 * (rA + distance - rB)
  out[o] = nx
  out[o + 1] = ny
  out[o + 2] = nx * middle
  out[o + 3] = ny * middle
  out[o + 4] = distance - rA - rB
  ids[io] = 0
  return 1
}
