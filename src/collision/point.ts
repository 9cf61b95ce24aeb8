/**
 * Points against shapes: what contains a point, and how far a point is from a
 * shape.
 */
import { measureDistance } from './distance.ts'
import { GEOMETRY_STRIDE } from './geometry.ts'
import { PAIR_STRIDE } from './manifold.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'

/** Point distance: signed distance, outward unit normal, closest point of the surface (world). */
export const POINT_DISTANCE_STRIDE = 5

/** A circle without radius. */
const dot = new Float64Array(GEOMETRY_STRIDE)
const pair = new Float64Array(PAIR_STRIDE)
const distance = new Float64Array(8)

/** Whether the world point x, y at `point[at]` lies in a shape or on its border. */
export function containsPoint(
  type: ShapeType, sizes: Float64Array, offset: number, poses: Float64Array, p: number,
  point: Float64Array, at: number, pool: PolygonPool | null,
): boolean {
  const dx = point[at]! - poses[p]!
  const dy = point[at + 1]! - poses[p + 1]!
  if (type === ShapeType.Circle) return dx * dx + dy * dy <= sizes[offset + 2]! * sizes[offset + 2]!
  if ((type === ShapeType.Box || type === ShapeType.Aabb) && sizes[offset + 2] === 0) {
    const turns = type === ShapeType.Box
    const c = turns ? poses[p + 2]! : 1
    const s = turns ? poses[p + 3]! : 0
    return Math.abs(c * dx + s * dy) <= sizes[offset]! && Math.abs(c * dy - s * dx) <= sizes[offset + 1]!
  }
  measurePoint(type, sizes, offset, poses, p, point, at, pool)
  return distance[0]! <= 0
}

/**
 * Writes the distance of the world point at `point[at]` from a shape to `out[o]`:
 * negative inside, then the outward normal and the closest surface point.
 */
export function measurePointDistance(
  type: ShapeType, sizes: Float64Array, offset: number, poses: Float64Array, p: number,
  point: Float64Array, at: number, pool: PolygonPool | null, out: Float64Array, o: number,
): void {
  measurePoint(type, sizes, offset, poses, p, point, at, pool)
  out[o] = distance[0]!
  out[o + 1] = distance[1]!
  out[o + 2] = distance[2]!
  out[o + 3] = poses[p]! + distance[3]!
  out[o + 4] = poses[p + 1]! + distance[4]!
}

function measurePoint(
  type: ShapeType, sizes: Float64Array, offset: number, poses: Float64Array, p: number,
  point: Float64Array, at: number, pool: PolygonPool | null,
): void {
  pair[0] = point[at]! - poses[p]!
  pair[1] = point[at + 1]! - poses[p + 1]!
  pair[2] = poses[p + 2]!
  pair[3] = poses[p + 3]!
  pair[4] = 1
  pair[5] = 0
  measureDistance(type, sizes, offset, ShapeType.Circle, dot, 0, pair, pool, distance, 0)
}
