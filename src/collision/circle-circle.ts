import { Geometry } from './geometry.ts'
import { Manifold } from '../contacts/contact-record.ts'
import { Pair } from './manifold.ts'

/** Two circles on one spot: a direction in the half circle x >= 0, chosen by `tie` without trigonometry. */
function tieDirection(tie: number, out: Float64Array, o: number): void {
  const spread = tie * 0.6180339887498949
  const t = (spread - Math.floor(spread)) * 2 - 1
  const d = 1 / (1 + t * t)
  out[o + Manifold.NormalX] = (1 - t * t) * d
  out[o + Manifold.NormalY] = 2 * t * d
}

/** Circle against circle; records as in `manifold.ts` and `geometry.ts`. */
export function collideCircles(
  sizesA: Float64Array, a: number, sizesB: Float64Array, b: number, pair: Float64Array,
  out: Float64Array, o: number,
): number {
  const dx = pair[Pair.X]!
  const dy = pair[Pair.Y]!
  const rA = sizesA[a + Geometry.Radius]!
  const rB = sizesB[b + Geometry.Radius]!
  const reach = rA + rB + pair[Pair.Margin]!
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
    tieDirection(pair[Pair.Tie]!, out, o)
    nx = out[o + Manifold.NormalX]!
    ny = out[o + Manifold.NormalY]!
  }
  const middle = 0.5 * (rA + distance - rB)
  out[o + Manifold.NormalX] = nx
  out[o + Manifold.NormalY] = ny
  out[o + Manifold.X0] = nx * middle
  out[o + Manifold.Y0] = ny * middle
  out[o + Manifold.Separation0] = distance - rA - rB
  return 1
}
