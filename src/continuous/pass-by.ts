import { ShapeType } from '../../components/shape-type.ts'
import { Pose, START_STRIDE } from '../bodies/body-records.ts'
import { loadCorners } from '../caches/corners.ts'
import { MAX_VERTICES } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE, LinkSides } from '../collision/geometry.ts'
import { Sweep } from '../collision/sweep-records.ts'
import { poseAt } from '../collision/sweep.ts'
import { Manifold, ManifoldPoint } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** Part of its reach by which a body may end behind the line of a link. */
const BEHIND_PART = 0.25

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)
const end = new Float64Array(START_STRIDE)
/** The end of a sweep, as a fraction of it. */
const END = new Float64Array([1])

/**
 * Whether a collider that comes to a touch with a link of a chain that stays where it is ends its way before the line between them all the
 * same, but for a part of its reach. The link is behind that line, and so not in the way: a box that slides in a bowl comes near each next
 * link in turn, and stood still in every other step.
 * @param touch The pose of the collider at the touch, from whose origin `manifold` is.
 * @param point Place of the nearest point in the manifold.
 */
export function passesBy(
  physics: PhysicsWorld, collider: number, link: number, own: Float64Array, others: Float64Array, touch: Float64Array, manifold: Float64Array,
  point: number,
): boolean {
  const { shapeType, geometry } = physics.collision
  if (shapeType[link] !== ShapeType.Segment || geometry[link * GEOMETRY_STRIDE + Geometry.Sides] === LinkSides.Free) return false
  if (others[Sweep.StartX] !== others[Sweep.EndX] || others[Sweep.StartY] !== others[Sweep.EndY] || others[Sweep.Turn] !== 0) return false
  const { bodyOf, extent, reach } = physics.bodies
  const body = bodyOf[collider]!
  const count = loadCorners(physics.collision, collider, vertices, normals)
  poseAt(own, 0, END, 0, end, 0)
  // Normals leave the collider, and points are midway between both surfaces.
  const nx = manifold[Manifold.NormalX]!, ny = manifold[Manifold.NormalY]!
  const c = end[Pose.Cos]!, s = end[Pose.Sin]!
  const mx = c * nx + s * ny, my = c * ny - s * nx
  let most = -Infinity
  for (let i = 0; i < count; i++) most = Math.max(most, mx * vertices[2 * i]! + my * vertices[2 * i + 1]!)
  const behind = most + geometry[collider * GEOMETRY_STRIDE + Geometry.Radius]! + nx * (end[Pose.X]! - touch[Pose.X]! - manifold[point + ManifoldPoint.X]!)
    + ny * (end[Pose.Y]! - touch[Pose.Y]! - manifold[point + ManifoldPoint.Y]!)
  // Where it turns its points leave their chords by so much in between.
  const turn = own[Sweep.Turn]!
  return behind + 0.125 * turn * turn * extent[body]! < BEHIND_PART * reach[body]!
}
