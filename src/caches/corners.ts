import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { loadConvex } from '../collision/convex.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** Loads the corners and normals of a collider, in its own frame. Returns how many corners it has. */
export function loadCorners(collision: CollisionState, collider: number, corners: Float64Array, directions: Float64Array): number {
  const { shapeType, polygons } = collision
  return loadConvex(shapeType[collider] as ShapeType, collision.sizesOf(collider), collision.placeOf(collider), polygons, corners, directions)
}

/** The same in world axes, from its origin. */
export function loadTurned({ bodies: { pose }, collision }: PhysicsWorld, collider: number, corners: Float64Array, directions: Float64Array): number {
  const count = loadCorners(collision, collider, corners, directions)
  if (collision.shapeType[collider] === ShapeType.Aabb) return count
  const c = pose[collider * POSE_STRIDE + Pose.Cos]!
  const s = pose[collider * POSE_STRIDE + Pose.Sin]!
  turnAll(corners, count, c, s)
  turnAll(directions, count, c, s)
  return count
}

function turnAll(vectors: Float64Array, count: number, c: number, s: number): void {
  for (let i = 0; i < 2 * count; i += 2) {
    const x = vectors[i]!
    const y = vectors[i + 1]!
    vectors[i] = c * x - s * y
    vectors[i + 1] = s * x + c * y
  }
}

/** Whether two colliders, neither of which is a line, have the same corners in the same place: a part of a level that stands there twice. */
export function hasSameCorners({ bodies: { pose }, collision: { geometry, shapeType } }: PhysicsWorld, a: number, b: number): boolean {
  if (shapeType[a] !== shapeType[b] || shapeType[a] === ShapeType.Segment) return false
  const p = a * POSE_STRIDE, q = b * POSE_STRIDE
  for (let i = Pose.X; i <= Pose.Sin; i++) if (pose[p + i] !== pose[q + i]) return false
  for (let i = 0; i < GEOMETRY_STRIDE; i++) if (geometry[a * GEOMETRY_STRIDE + i] !== geometry[b * GEOMETRY_STRIDE + i]) return false
  return true
}
