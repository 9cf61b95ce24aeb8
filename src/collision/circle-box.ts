import type { FeatureIds } from './manifold.ts'

/** Up to this distance, a length, the way from a corner to the center of a circle gives no direction. */
export const NO_DIRECTION = 1e-12

/**
 * Box A against circle B. The box may be rounded. A center inside the box leaves
 * through the nearest side.
 */
export function collideBoxCircle(
  sizesA: Float64Array, a: number, sizesB: Float64Array, b: number, pair: Float64Array,
  out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const dx = pair[0]!
  const dy = pair[1]!
  const c = pair[2]!
  const s = pair[3]!
  const halfWidth = sizesA[a]!
  const halfHeight = sizesA[a + 1]!
  const rA = sizesA[a + 2]!
  const rB = sizesB[b + 2]!
  const reach = rA + rB + pair[6]!
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
  out[o] = c * nx - s * ny
  out[o + 1] = s * nx + c * ny
  out[o + 2] = c * x - s * y
  out[o + 3] = s * x + c * y
  out[o + 4] = distance - rA - rB
  ids[io] = 0
  return 1
}
