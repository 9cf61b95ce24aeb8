import type { FeatureIds } from '../../../src/collision/manifold.ts'
import { Geometry } from '../../../src/collision/geometry.ts'
import { Manifold } from '../../../src/contacts/contact-record.ts'
import { Pair } from '../../../src/collision/manifold.ts'

/** Up to this distance, a length, the way from a corner to the center of a circle gives no direction. */
const NO_DIRECTION = 1e-12

/**
 * Box A against circle B. The box may be rounded. A center inside the box leaves
 * through the nearest side.
 */
export function collideBoxCircle(
  sizesA: Float64Array, a: number, sizesB: Float64Array, b: number, pair: Float64Array,
  out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const dx = pair[Pair.X]!
  const dy = pair[Pair.Y]!
  const c = pair[Pair.CosA]!
  const s = pair[Pair.SinA]!
  const halfWidth = sizesA[a + Geometry.HalfWidth]!
  const halfHeight = sizesA[a + Geometry.HalfHeight]!
  const rA = sizesA[a + Geometry.Radius]!
  const rB = sizesB[b + Geometry.Radius]!
  const reach = rA + rB + pair[Pair.Margin]!
  // The center in the frame of the box, and its mirror image in the first quadrant.
  const px = c * dx + s * dy
  const py = c * dy - s * dx
  const ax = px < 0 ? -px : px
  const ay = py < 0 ? -py : py
  const ex = ax - halfWidth
  const ey = ay - halfHeight
  if (ex > reach || ey > reach) return 0
  let nx: number
  let ny: number
  let distance: number
  if (ex > 0 && ey > 0) {
    const square = ex * ex + ey * ey
    if (square > reach * reach) return 0
    distance = Math.sqrt(square)
    nx = distance > NO_DIRECTION ? ex / distance : 1
    ny = distance > NO_DIRECTION ? ey / distance : 0
  } else if (ex > ey) {
    distance = ex
    nx = 1
    ny = 0
  } else {
    distance = ey
    nx = 0
    ny = 1
  }
  // Midway between the two surfaces: from the core point, half the sum of the two offsets along the normal.
  const shift = 0.5 * (rA + distance - rB) - distance
  let x = ax + nx * shift
  let y = ay + ny * shift
  if (px < 0) {
    x = -x
    nx = -nx
  }
  if (py < 0) {
    y = -y
    ny = -ny
  }
  out[o + Manifold.NormalX] = c * nx - s * ny
  out[o + Manifold.NormalY] = s * nx + c * ny
  out[o + Manifold.X0] = c * x - s * y
  out[o + Manifold.Y0] = s * x + c * y
  out[o + Manifold.Separation0] = distance - rA - rB
  ids[io] = 0
  return 1
}
