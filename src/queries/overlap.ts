import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { overlapShapes } from '../collision/distance.ts'
import { Geometry, GEOMETRY_STRIDE, LINE_STRIDE } from '../collision/geometry.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { containsPoint } from '../collision/point.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { isUpright } from '../caches/fat-box.ts'
import type { Probe } from './probe.ts'
import { Pose } from '../bodies/body-records.ts'

const pair = new Float64Array(PAIR_STRIDE)
const sizes = new Float64Array(LINE_STRIDE)
const corner = new Float64Array(2)
/** The region within the box of the collider at hand: minX, minY, width, height. */
const part = new Float64Array(4)
/** A pose that is not turned. */
const upright = Float64Array.of(0, 0, 1, 0)

/** Whether the shape of a collider holds the point at `point[0]` and `point[1]`. Its border counts. */
export function holdsPoint(physics: PhysicsWorld, collider: number, point: Float64Array): boolean {
  return containsPoint(
    physics.collision.shapeType[collider] as ShapeType,
    physics.collision.sizesOf(collider),
    physics.collision.placeOf(collider),
    physics.bodies.pose,
    collider * POSE_STRIDE,
    point,
    0,
    physics.collision.polygons,
  )
}

/** Whether the shape of a collider overlaps a part of a probe. */
export function overlapsProbe(physics: PhysicsWorld, collider: number, probe: Probe): boolean {
  setPair(physics, collider, probe.pose)
  for (let index = 0; index < probe.parts; index++) {
    probe.select(index)
    if (overlaps(physics.collision, collider, probe.type, probe.sizes)) return true
  }
  return false
}

/** Whether the shape of a collider that the broad phase found overlaps the box minX, minY, maxX, maxY in `region`, possibly infinite. */
export function overlapsRegion(physics: PhysicsWorld, collider: number, region: Float64Array): boolean {
  // What the broad phase found is all there is to ask: one byte, where every pose is a cache miss.
  if (physics.bodies.exact[collider] === 1) return true
  // The simple shapes first: they need two cache lines of the collider and no more.
  if (physics.collision.shapeType[collider] === ShapeType.Circle) return circleOverlaps(physics, collider, region)
  if (isUpright(physics, collider)) return boxOverlaps(physics, collider, region)
  const { minX: left, minY: bottom, maxX: right, maxY: top } = physics.stores.BroadphaseAABB
  // The shape lies in its fat box: a region that holds that holds it.
  if (region[0]! <= left[collider]! && region[1]! <= bottom[collider]! && region[2]! >= right[collider]! && region[3]! >= top[collider]!) return true
  // Only what is near the box counts, which also bounds the region. Not the box itself: that of a flat line has no height,
  // and a piece of the line would be asked whether it touches the line, which rounding decides.
  const around = right[collider]! - left[collider]! + (top[collider]! - bottom[collider]!)
  const minX = Math.max(region[0]!, left[collider]! - around)
  const minY = Math.max(region[1]!, bottom[collider]! - around)
  const maxX = Math.min(region[2]!, right[collider]! + around)
  const maxY = Math.min(region[3]!, top[collider]! + around)
  if (minX > maxX || minY > maxY) return false
  const width = maxX - minX
  const height = maxY - minY
  part[0] = minX
  part[1] = minY
  part[2] = width
  part[3] = height
  return partOverlaps(physics, collider)
}

function circleOverlaps(physics: PhysicsWorld, collider: number, region: Float64Array): boolean {
  const { pose } = physics.bodies
  const x = pose[collider * POSE_STRIDE + Pose.X]!
  const y = pose[collider * POSE_STRIDE + Pose.Y]!
  const radius = physics.collision.geometry[collider * GEOMETRY_STRIDE + Geometry.Radius]!
  const dx = x < region[0]! ? region[0]! - x : x > region[2]! ? x - region[2]! : 0
  const dy = y < region[1]! ? region[1]! - y : y > region[3]! ? y - region[3]! : 0
  return dx * dx + dy * dy <= radius * radius
}

function boxOverlaps(physics: PhysicsWorld, collider: number, region: Float64Array): boolean {
  const { geometry } = physics.collision
  const { pose } = physics.bodies
  const x = pose[collider * POSE_STRIDE + Pose.X]!
  const y = pose[collider * POSE_STRIDE + Pose.Y]!
  const halfX = geometry[collider * GEOMETRY_STRIDE + Geometry.HalfWidth]!
  const halfY = geometry[collider * GEOMETRY_STRIDE + Geometry.HalfHeight]!
  return x - halfX <= region[2]! && x + halfX >= region[0]! && y - halfY <= region[3]! && y + halfY >= region[1]!
}

/** Any shape against the box in `part`, which may be as thin as a line or a point. */
function partOverlaps(physics: PhysicsWorld, collider: number): boolean {
  const minX = part[0]!
  const minY = part[1]!
  const width = part[2]!
  const height = part[3]!
  if (width === 0 && height === 0) {
    corner[0] = minX
    corner[1] = minY
    return holdsPoint(physics, collider, corner)
  }
  upright[0] = minX + 0.5 * width
  upright[1] = minY + 0.5 * height
  setPair(physics, collider, upright)
  sizes.fill(0)
  if (width > 0 && height > 0) {
    sizes[Geometry.HalfWidth] = 0.5 * width
    sizes[Geometry.HalfHeight] = 0.5 * height
    return overlaps(physics.collision, collider, ShapeType.Aabb, sizes)
  }
  sizes[Geometry.HalfWidth] = -0.5 * width
  sizes[Geometry.HalfHeight] = -0.5 * height
  sizes[Geometry.X2] = 0.5 * width
  sizes[Geometry.Y2] = 0.5 * height
  return overlaps(physics.collision, collider, ShapeType.Segment, sizes)
}

/** Writes the pair of a collider and something at a pose: x, y, cosine, sine. */
function setPair(physics: PhysicsWorld, collider: number, other: Float64Array): void {
  const { pose } = physics.bodies
  const p = collider * POSE_STRIDE
  pair[Pair.X] = other[0]! - pose[p + Pose.X]!
  pair[Pair.Y] = other[1]! - pose[p + Pose.Y]!
  pair[Pair.CosA] = pose[p + Pose.Cos]!
  pair[Pair.SinA] = pose[p + Pose.Sin]!
  pair[Pair.CosB] = other[2]!
  pair[Pair.SinB] = other[3]!
}

function overlaps(collision: CollisionState, collider: number, type: ShapeType, other: Float64Array): boolean {
  return overlapShapes(
    collision.shapeType[collider] as ShapeType,
    collision.sizesOf(collider),
    collision.placeOf(collider),
    type,
    other,
    0,
    pair,
    collision.polygons,
  )
}
