import type { FeatureIds } from '../../../src/collision/manifold.ts'
import { POLYGON_NORMALS, POLYGON_STRIDE, POLYGON_VERTICES } from '../../../src/collision/polygon-pool.ts'
import type { PolygonPool } from '../../../src/collision/polygon-pool.ts'
import { Geometry } from '../../../src/collision/geometry.ts'
import { Manifold } from '../../../src/contacts/contact-record.ts'
import { Pair } from '../../../src/collision/manifold.ts'

/** From a vertex in a polygon record to the normal of the edge that starts there. */
const NORMALS = POLYGON_NORMALS - POLYGON_VERTICES

/**
 * Polygon A against circle B. A center outside is nearest to the edge it is
 * farthest in front of, or to one of that edge's ends; a center inside leaves
 * through the nearest edge.
 */
export function collidePolygonCircle(
  sizesA: Float64Array, a: number, sizesB: Float64Array, b: number, pair: Float64Array, pool: PolygonPool,
  out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const c = pair[Pair.CosA]!
  const s = pair[Pair.SinA]!
  const px = c * pair[Pair.X]! + s * pair[Pair.Y]!
  const py = c * pair[Pair.Y]! - s * pair[Pair.X]!
  const rA = sizesA[a + Geometry.Radius]!
  const rB = sizesB[b + Geometry.Radius]!
  const reach = rA + rB + pair[Pair.Margin]!
  const data = pool.data
  const record = sizesA[a + Geometry.Polygon]! * POLYGON_STRIDE
  const count = data[record]!

  let face = 0
  let best = -Infinity
  for (let i = 0; i < count; i++) {
    const v = record + POLYGON_VERTICES + i * 2
    const d = data[v + NORMALS]! * (px - data[v]!) + data[v + NORMALS + 1]! * (py - data[v + 1]!)
    if (d > reach) return 0
    if (d > best) {
      best = d
      face = i
    }
  }
  const v = record + POLYGON_VERTICES + face * 2
  const w = record + POLYGON_VERTICES + (face + 1 < count ? face + 1 : 0) * 2
  let nx = data[v + NORMALS]!
  let ny = data[v + NORMALS + 1]!
  let distance = best
  if (best > 0) {
    const along = nx * (py - data[v + 1]!) - ny * (px - data[v]!)
    const length = nx * (data[w + 1]! - data[v + 1]!) - ny * (data[w]! - data[v]!)
    if (along < 0 || along > length) {
      const corner = along < 0 ? v : w
      const ex = px - data[corner]!
      const ey = py - data[corner + 1]!
      distance = Math.sqrt(ex * ex + ey * ey)
      if (distance > reach) return 0
      if (distance > 1e-12) {
        nx = ex / distance
        ny = ey / distance
      }
    }
  }
  const back = 0.5 * (distance - rA + rB)
  const x = px - nx * back
  const y = py - ny * back
  out[o + Manifold.NormalX] = c * nx - s * ny
  out[o + Manifold.NormalY] = s * nx + c * ny
  out[o + Manifold.X0] = c * x - s * y
  out[o + Manifold.Y0] = s * x + c * y
  out[o + Manifold.Separation0] = distance - rA - rB
  ids[io] = 0
  return 1
}
