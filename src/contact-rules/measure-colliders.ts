import type { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { measureDistance } from '../collision/distance.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import type { PhysicsWorld } from '../state/world.ts'

const pair = new Float64Array(PAIR_STRIDE)

/** Measures the gap of two colliders as they are; see `measureDistance`. @param out Where the result is written, from its start. */
export function measureColliders(physics: PhysicsWorld, one: number, two: number, out: Float64Array): void {
  const { pose } = physics.bodies
  const a = one * POSE_STRIDE
  const b = two * POSE_STRIDE
  pair[Pair.X] = pose[b + Pose.X]! - pose[a + Pose.X]!
  pair[Pair.Y] = pose[b + Pose.Y]! - pose[a + Pose.Y]!
  pair[Pair.CosA] = pose[a + Pose.Cos]!
  pair[Pair.SinA] = pose[a + Pose.Sin]!
  pair[Pair.CosB] = pose[b + Pose.Cos]!
  pair[Pair.SinB] = pose[b + Pose.Sin]!
  pair[Pair.Tie] = one + two
  measureDistance(
    physics.collision.shapeType[one] as ShapeType,
    physics.collision.geometry,
    one * GEOMETRY_STRIDE,
    physics.collision.shapeType[two] as ShapeType,
    physics.collision.geometry,
    two * GEOMETRY_STRIDE,
    pair,
    physics.collision.polygons,
    out,
    0,
  )
}
