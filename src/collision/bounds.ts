import { POLYGON_STRIDE, POLYGON_VERTICES } from './polygon-pool.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'

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
  const x = poses[p]!
  const y = poses[p + 1]!
  const c = poses[p + 2]!
  const s = poses[p + 3]!
  const radius = sizes[offset + 2]!
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
      halfX = ac * sizes[offset]! + as * sizes[offset + 1]! + radius
      halfY = as * sizes[offset]! + ac * sizes[offset + 1]! + radius
      break
    }
    case ShapeType.Aabb:
      halfX = sizes[offset]! + radius
      halfY = sizes[offset + 1]! + radius
      break
    case ShapeType.Capsule:
      halfX = (c < 0 ? -c : c) * sizes[offset]! + radius
      halfY = (s < 0 ? -s : s) * sizes[offset]! + radius
      break
    case ShapeType.Segment: {
      const x1 = c * sizes[offset]! - s * sizes[offset + 1]!
      const y1 = s * sizes[offset]! + c * sizes[offset + 1]!
      const x2 = c * sizes[offset + 4]! - s * sizes[offset + 5]!
      const y2 = s * sizes[offset + 4]! + c * sizes[offset + 5]!
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
  const record = sizes[offset + 3]! * POLYGON_STRIDE
  const radius = sizes[offset + 2]!
  const c = poses[p + 2]!
  const s = poses[p + 3]!
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
  out[o] = poses[p]! + minX - radius
  out[o + 1] = poses[p + 1]! + minY - radius
  out[o + 2] = poses[p]! + maxX + radius
  out[o + 3] = poses[p + 1]! + maxY + radius
}
