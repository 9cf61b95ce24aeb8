import { POLYGON_STRIDE, POLYGON_VERTICES } from './polygon-pool.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { Geometry } from './geometry.ts'
import { Pose } from '../bodies/body-records.ts'

/**
 * Writes the tight world bounds of a shape to `out[o]`: minX, minY, maxX, maxY.
 * The pose is x, y, cosine, sine at `poses[p]`. The bounds of a turned box are its
 * half sizes times the absolute values of its rotation matrix. A shape without
 * geometry has its position as bounds.
 */
export function computeBounds(
  type: ShapeType, sizes: Float64Array, offset: number, poses: Float64Array, p: number,
  pool: PolygonPool | null, out: Float64Array, o: number,
): void {
  const x = poses[p + Pose.X]!
  const y = poses[p + Pose.Y]!
  const c = poses[p + Pose.Cos]!
  const s = poses[p + Pose.Sin]!
  const radius = sizes[offset + Geometry.Radius]!
  let halfX = 0
  let halfY = 0
  switch (type) {
    case ShapeType.Circle:
      halfX = radius
      halfY = radius
      break
    case ShapeType.Box: {
      const ac = c < 0 ? -c : c
      const as = s < 0 ? -s : s
      halfX = ac * sizes[offset + Geometry.HalfWidth]! + as * sizes[offset + Geometry.HalfHeight]! + radius
      halfY = as * sizes[offset + Geometry.HalfWidth]! + ac * sizes[offset + Geometry.HalfHeight]! + radius
      break
    }
    case ShapeType.Aabb:
      halfX = sizes[offset + Geometry.HalfWidth]! + radius
      halfY = sizes[offset + Geometry.HalfHeight]! + radius
      break
    case ShapeType.Capsule: {
      const ac = c < 0 ? -c : c
      const as = s < 0 ? -s : s
      const length = sizes[offset + Geometry.HalfLength]!
      const upright = length === 0
      const along = upright ? sizes[offset + Geometry.HalfHeight]! : length
      halfX = (upright ? as : ac) * along + radius
      halfY = (upright ? ac : as) * along + radius
      break
    }
    case ShapeType.Segment: {
      const x1 = c * sizes[offset + Geometry.X1]! - s * sizes[offset + Geometry.Y1]!
      const y1 = s * sizes[offset + Geometry.X1]! + c * sizes[offset + Geometry.Y1]!
      const x2 = c * sizes[offset + Geometry.X2]! - s * sizes[offset + Geometry.Y2]!
      const y2 = s * sizes[offset + Geometry.X2]! + c * sizes[offset + Geometry.Y2]!
      out[o] = x + (x1 < x2 ? x1 : x2) - radius
      out[o + 1] = y + (y1 < y2 ? y1 : y2) - radius
      out[o + 2] = x + (x1 > x2 ? x1 : x2) + radius
      out[o + 3] = y + (y1 > y2 ? y1 : y2) + radius
      return
    }
    case ShapeType.Polygon:
      if (pool !== null) {
        boundPolygon(pool, sizes, offset, poses, p, out, o)
        return
      }
      break
    default:
  }
  out[o] = x - halfX
  out[o + 1] = y - halfY
  out[o + 2] = x + halfX
  out[o + 3] = y + halfY
}

function boundPolygon(
  pool: PolygonPool, sizes: Float64Array, offset: number, poses: Float64Array, p: number, out: Float64Array, o: number,
): void {
  const data = pool.data
  const record = sizes[offset + Geometry.Polygon]! * POLYGON_STRIDE
  const radius = sizes[offset + Geometry.Radius]!
  const c = poses[p + Pose.Cos]!
  const s = poses[p + Pose.Sin]!
  const end = record + POLYGON_VERTICES + data[record]! * 2
  let minX = Infinity
  let minY = Infinity
  let maxX = -Infinity
  let maxY = -Infinity
  for (let v = record + POLYGON_VERTICES; v < end; v += 2) {
    const vx = c * data[v]! - s * data[v + 1]!
    const vy = s * data[v]! + c * data[v + 1]!
    if (vx < minX) minX = vx
    if (vx > maxX) maxX = vx
    if (vy < minY) minY = vy
    if (vy > maxY) maxY = vy
  }
  out[o] = poses[p + Pose.X]! + minX - radius
  out[o + 1] = poses[p + Pose.Y]! + minY - radius
  out[o + 2] = poses[p + Pose.X]! + maxX + radius
  out[o + 3] = poses[p + Pose.Y]! + maxY + radius
}
