/**
 * Points against shapes: what contains a point, and how far a point is from a
 * shape.
 */
import { Gap, measureDistance } from './distance.ts'
import { Geometry, LINE_STRIDE } from './geometry.ts'
import { Pair, PAIR_STRIDE } from './manifold.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { HitPlace } from './convex-ray.ts'
import { Pose } from '../bodies/body-records.ts'

/** Point distance: signed distance, outward unit normal, closest point of the surface (world). */
export const POINT_DISTANCE_STRIDE = 5

/** A circle without radius. */
const dot = new Float64Array(LINE_STRIDE)
const pair = new Float64Array(PAIR_STRIDE)
const distance = new Float64Array(8)

/** Whether the world point x, y at `point[at]` lies in a shape or on its border. */
export function containsPoint(
  type: ShapeType, sizes: Float64Array, offset: number, poses: Float64Array, p: number,
  point: Float64Array, at: number, pool: PolygonPool | null,
): boolean {
  const dx = point[at]! - poses[p + Pose.X]!
  const dy = point[at + 1]! - poses[p + Pose.Y]!
  if (type === ShapeType.Circle) return dx * dx + dy * dy <= sizes[offset + Geometry.Radius]! * sizes[offset + Geometry.Radius]!
  if ((type === ShapeType.Box || type === ShapeType.Aabb) && sizes[offset + Geometry.Radius] === 0) {
    const turns = type === ShapeType.Box
    const c = turns ? poses[p + Pose.Cos]! : 1
    const s = turns ? poses[p + Pose.Sin]! : 0
    return Math.abs(c * dx + s * dy) <= sizes[offset + Geometry.HalfWidth]! && Math.abs(c * dy - s * dx) <= sizes[offset + Geometry.HalfHeight]!
  }
  measurePoint(type, sizes, offset, poses, p, point, at, pool)
  return distance[Gap.Distance]! <= 0
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
  out[o + HitPlace.Distance] = distance[Gap.Distance]!
  out[o + HitPlace.NormalX] = distance[Gap.NormalX]!
  out[o + HitPlace.NormalY] = distance[Gap.NormalY]!
  out[o + HitPlace.X] = poses[p + Pose.X]! + distance[Gap.AX]!
  out[o + HitPlace.Y] = poses[p + Pose.Y]! + distance[Gap.AY]!
}

function measurePoint(
  type: ShapeType, sizes: Float64Array, offset: number, poses: Float64Array, p: number,
  point: Float64Array, at: number, pool: PolygonPool | null,
): void {
  pair[Pair.X] = point[at]! - poses[p + Pose.X]!
  pair[Pair.Y] = point[at + 1]! - poses[p + Pose.Y]!
  pair[Pair.CosA] = poses[p + Pose.Cos]!
  pair[Pair.SinA] = poses[p + Pose.Sin]!
  pair[Pair.CosB] = 1
  pair[Pair.SinB] = 0
  measureDistance(type, sizes, offset, ShapeType.Circle, dot, 0, pair, pool, distance, 0)
}
