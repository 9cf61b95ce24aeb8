import { Pose } from '../bodies/body-records.ts'
import { ShapeType, type ShapeType as ShapeTypeOf } from '../../components/shape-type.ts'
import { MAX_VERTICES, loadConvex } from './convex.ts'
import { Geometry } from './geometry.ts'
import type { PolygonPool } from './polygon-pool.ts'

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)

/** Places in the extent of a shape: its middle from its origin, and how wide and high it is, along the axes of the world. */
export enum ShapeExtent {
  X = 0,
  Y = 1,
  Width = 2,
  Height = 3,
}

/** Writes how far a shape reaches along world x and y, exactly, whose pose begins at `p`. */
export function findExtent(
  type: ShapeTypeOf, sizes: Float64Array, offset: number, pool: PolygonPool, pose: Float64Array, p: number, out: Float64Array,
): void {
  const c = pose[p + Pose.Cos]!
  const s = pose[p + Pose.Sin]!
  const radius = sizes[offset + Geometry.Radius]!
  out[ShapeExtent.X] = 0
  out[ShapeExtent.Y] = 0
  if (type === ShapeType.Box || type === ShapeType.Aabb) {
    const w = sizes[offset + Geometry.HalfWidth]!
    const h = sizes[offset + Geometry.HalfHeight]!
    out[ShapeExtent.Width] = 2 * (Math.abs(c) * w + Math.abs(s) * h + radius)
    out[ShapeExtent.Height] = 2 * (Math.abs(s) * w + Math.abs(c) * h + radius)
    return
  }
  const count = loadConvex(type, sizes, offset, pool, vertices, normals)
  let minX = count > 0 ? Infinity : 0
  let maxX = count > 0 ? -Infinity : 0
  let minY = minX
  let maxY = maxX
  for (let i = 0; i < count * 2; i += 2) {
    const x = c * vertices[i]! - s * vertices[i + 1]!
    const y = s * vertices[i]! + c * vertices[i + 1]!
    if (x < minX) minX = x
    if (x > maxX) maxX = x
    if (y < minY) minY = y
    if (y > maxY) maxY = y
  }
  out[ShapeExtent.X] = 0.5 * (minX + maxX)
  out[ShapeExtent.Y] = 0.5 * (minY + maxY)
  out[ShapeExtent.Width] = maxX - minX + 2 * radius
  out[ShapeExtent.Height] = maxY - minY + 2 * radius
}
