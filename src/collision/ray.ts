/**
 * Rays against shapes: where a straight line from a point first enters one.
 */
import { edgeCount, loadConvex, MAX_VERTICES } from './convex.ts'
import { castConvex, CONVEX_RAY_STRIDE, HitPlace, Ray } from './convex-ray.ts'
import { Geometry, LinkSides } from './geometry.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { Pose } from '../bodies/body-records.ts'

/**
 * Ray: origin x, y, translation dx, dy (to the end of the ray), and the fraction
 * of the translation up to which hits count (usually 1).
 */
export const RAY_STRIDE = 5
/** Hit: fraction of the translation, then the outward unit normal of the surface. */
export const RAY_HIT_STRIDE = 3

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)
const local = new Float64Array(CONVEX_RAY_STRIDE)

/**
 * Casts the ray at `ray[r]` (world axes) against a shape at the pose x, y,
 * cosine, sine at `poses[p]`. Writes the hit to `out[o]` and returns 1, or
 * returns 0 and leaves `out` alone.
 *
 * A ray that starts inside or on the border hits at fraction 0 with the normal
 * (0, 0). A ray without length hits what contains its origin. A one-sided segment
 * is hit from its left side only.
 */
export function castRayAtShape(
  type: ShapeType, sizes: Float64Array, offset: number, poses: Float64Array, p: number,
  ray: Float64Array, r: number, pool: PolygonPool | null, out: Float64Array, o: number,
): number {
  const turns = type !== ShapeType.Aabb
  const c = turns ? poses[p + Pose.Cos]! : 1
  const s = turns ? poses[p + Pose.Sin]! : 0
  const x = ray[r + Ray.X]! - poses[p + Pose.X]!
  const y = ray[r + Ray.Y]! - poses[p + Pose.Y]!
  const dx = ray[r + Ray.DX]!
  const dy = ray[r + Ray.DY]!
  local[Ray.X] = c * x + s * y
  local[Ray.Y] = c * y - s * x
  local[Ray.DX] = c * dx + s * dy
  local[Ray.DY] = c * dy - s * dx
  local[Ray.Most] = ray[r + Ray.Most]!
  const radius = sizes[offset + Geometry.Radius]!
  local[Ray.Radius] = radius
  let hit: number
  if ((type === ShapeType.Box || type === ShapeType.Aabb) && radius === 0) {
    hit = castBox(sizes, offset, out, o)
  } else {
    const count = loadConvex(type, sizes, offset, pool, vertices, normals)
    if (count === 0) return 0
    // Normal 1 of a segment is its front.
    const link = type === ShapeType.Segment && sizes[offset + Geometry.Sides] === LinkSides.Left
    if (link && local[Ray.DX]! * normals[2]! + local[Ray.DY]! * normals[3]! >= 0) return 0
    hit = castConvex(vertices, normals, count, edgeCount(count), local, out, o)
  }
  if (hit === 0) return 0
  const nx = out[o + HitPlace.NormalX]!
  const ny = out[o + HitPlace.NormalY]!
  out[o + HitPlace.NormalX] = c * nx - s * ny
  out[o + HitPlace.NormalY] = s * nx + c * ny
  return 1
}

/** The ray in `local` against a box around the origin: the latest entry over both axes before the earliest exit. */
function castBox(sizes: Float64Array, offset: number, out: Float64Array, o: number): number {
  const halfX = sizes[offset + Geometry.HalfWidth]!
  const halfY = sizes[offset + Geometry.HalfHeight]!
  const x = local[Ray.X]!
  const y = local[Ray.Y]!
  const dx = local[Ray.DX]!
  const dy = local[Ray.DY]!
  if (x >= -halfX && x <= halfX && y >= -halfY && y <= halfY) {
    out[o + HitPlace.Fraction] = 0
    out[o + HitPlace.NormalX] = 0
    out[o + HitPlace.NormalY] = 0
    return 1
  }
  let enter = 0
  let leave = local[Ray.Most]!
  let nx = 0
  let ny = 0
  if (dx !== 0) {
    const side = dx > 0 ? -1 : 1
    const near = (side * halfX - x) / dx
    const far = (-side * halfX - x) / dx
    if (near >= enter) {
      enter = near
      nx = side
    }
    if (far < leave) leave = far
  } else if (x < -halfX || x > halfX) return 0
  if (dy !== 0) {
    const side = dy > 0 ? -1 : 1
    const near = (side * halfY - y) / dy
    const far = (-side * halfY - y) / dy
    if (near >= enter && (near > enter || nx === 0)) {
      enter = near
      nx = 0
      ny = side
    }
    if (far < leave) leave = far
  } else if (y < -halfY || y > halfY) return 0
  if (enter > leave || (nx === 0 && ny === 0)) return 0
  out[o + HitPlace.Fraction] = enter
  out[o + HitPlace.NormalX] = nx
  out[o + HitPlace.NormalY] = ny
  return 1
}
