import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { measurePointDistance } from '../collision/point.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Pose } from '../bodies/body-records.ts'

/**
 * Writes how far the point at `point[0]`, `point[1]` is from the shape of a collider to `out`: the distance, 0 or less
 * inside; the outward unit normal of the closest place; the closest place in the world, of no meaning inside.
 *
 * Circles and boxes have short forms: with the general measure the five nearest of 10,000 boxes took four times as long.
 */
export function measureFromPoint(physics: PhysicsWorld, collider: number, point: Float64Array, out: Float64Array): void {
  const type = physics.collision.shapeType[collider] as ShapeType
  if (type === ShapeType.Circle) measureCircle(physics, collider, point, out)
  else if (type === ShapeType.Box || type === ShapeType.Aabb) measureBox(physics, collider, point, out)
  else {
    const { collision } = physics
    const p = collider * POSE_STRIDE
    measurePointDistance(type, collision.sizesOf(collider), collision.placeOf(collider), physics.bodies.pose, p, point, 0, collision.polygons, out, 0)
  }
}

function measureCircle(physics: PhysicsWorld, collider: number, point: Float64Array, out: Float64Array): void {
  const { pose } = physics.bodies
  const p = collider * POSE_STRIDE
  const radius = physics.collision.geometry[collider * GEOMETRY_STRIDE + Geometry.Radius]!
  const dx = point[0]! - pose[p + Pose.X]!
  const dy = point[1]! - pose[p + Pose.Y]!
  const length = Math.sqrt(dx * dx + dy * dy)
  // The very center is as near to every place: one has to be named.
  const nx = length > 0 ? dx / length : 1
  const ny = length > 0 ? dy / length : 0
  out[0] = length - radius
  out[1] = nx
  out[2] = ny
  out[3] = pose[p + Pose.X]! + nx * radius
  out[4] = pose[p + Pose.Y]! + ny * radius
}

function measureBox(physics: PhysicsWorld, collider: number, point: Float64Array, out: Float64Array): void {
  const { geometry } = physics.collision
  const { pose } = physics.bodies
  const p = collider * POSE_STRIDE
  const g = collider * GEOMETRY_STRIDE
  const turns = physics.collision.shapeType[collider] === ShapeType.Box
  const c = turns ? pose[p + Pose.Cos]! : 1
  const s = turns ? pose[p + Pose.Sin]! : 0
  const dx = point[0]! - pose[p + Pose.X]!
  const dy = point[1]! - pose[p + Pose.Y]!
  const x = c * dx + s * dy
  const y = c * dy - s * dx
  const halfX = geometry[g + Geometry.HalfWidth]!
  const halfY = geometry[g + Geometry.HalfHeight]!
  const radius = geometry[g + Geometry.Radius]!
  const nearX = x < -halfX ? -halfX : x > halfX ? halfX : x
  const nearY = y < -halfY ? -halfY : y > halfY ? halfY : y
  const outX = x - nearX
  const outY = y - nearY
  let distance = Math.sqrt(outX * outX + outY * outY)
  let nx = 0
  let ny = 0
  if (distance > 0) {
    nx = outX / distance
    ny = outY / distance
  } else {
    // Inside of the core: through the nearest face.
    const depthX = halfX - Math.abs(x)
    const depthY = halfY - Math.abs(y)
    if (depthX < depthY) nx = x < 0 ? -1 : 1
    else ny = y < 0 ? -1 : 1
    distance = -Math.min(depthX, depthY)
  }
  const placeX = nearX + nx * radius
  const placeY = nearY + ny * radius
  out[0] = distance - radius
  out[1] = c * nx - s * ny
  out[2] = s * nx + c * ny
  out[3] = pose[p + Pose.X]! + c * placeX - s * placeY
  out[4] = pose[p + Pose.Y]! + s * placeX + c * placeY
}
