import { ShapeType } from '../../components/shape-type.ts'
import { Pose, START_STRIDE } from '../bodies/body-records.ts'
import { loadCorners } from '../caches/corners.ts'
import { MAX_VERTICES } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { Sweep } from '../collision/sweep-records.ts'
import { poseAt } from '../collision/sweep.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { BOUNDS, others, own } from './leg.ts'

/** Part of the reach of what is small by which it may be in what it goes along, if that is less than the slop. */
const REACH_PART = 0.25

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)
const core = new Float64Array(MAX_VERTICES * 2)
const unused = new Float64Array(MAX_VERTICES * 2)
/** Where the collider at hand begins and ends, and the other one. */
const ends = new Float64Array(3 * START_STRIDE)

/**
 * Whether the whole way of the collider at hand lies before one face of another that does not turn, but for the slop. Whatever it comes
 * near on it, it goes along that face and not through it: a box at 30 m/s that was pressed on a row of tiles and rocked by half a
 * millimeter stood before the corner of each third one for a step.
 */
export function goesAlongFace(physics: PhysicsWorld, collider: number, other: number): boolean {
  if (others[Sweep.Turn] !== 0) return false
  const { bodies: { bodyOf, extent, reach }, collision: { shapeType, geometry }, tolerances } = physics
  const body = bodyOf[collider]!
  const faces = loadCorners(physics.collision, other, vertices, normals)
  if (faces < 2) return false
  const corners = loadCorners(physics.collision, collider, core, unused)
  poseAt(own, 0, BOUNDS, 0, ends, 0)
  poseAt(own, 0, BOUNDS, 1, ends, START_STRIDE)
  poseAt(others, 0, BOUNDS, 0, ends, 2 * START_STRIDE)
  // Seen from the other one, which may move straight.
  ends[START_STRIDE + Pose.X] = ends[START_STRIDE + Pose.X]! - (others[Sweep.EndX]! - others[Sweep.StartX]!)
  ends[START_STRIDE + Pose.Y] = ends[START_STRIDE + Pose.Y]! - (others[Sweep.EndY]! - others[Sweep.StartY]!)
  const turns = shapeType[other] !== ShapeType.Aabb
  const c = turns ? ends[2 * START_STRIDE + Pose.Cos]! : 1, s = turns ? ends[2 * START_STRIDE + Pose.Sin]! : 0
  const radii = geometry[collider * GEOMETRY_STRIDE + Geometry.Radius]! + geometry[other * GEOMETRY_STRIDE + Geometry.Radius]!
  // Where it turns its points leave their chords by so much in between.
  const bulge = 0.125 * own[Sweep.Turn]! * own[Sweep.Turn]! * extent[body]!
  const least = radii + bulge - Math.min(tolerances.linearSlop, REACH_PART * reach[body]!)
  for (let i = 0; i < 2 * faces; i += 2) {
    const nx = c * normals[i]! - s * normals[i + 1]!, ny = s * normals[i]! + c * normals[i + 1]!
    const face = vertices[i]! * normals[i]! + vertices[i + 1]! * normals[i + 1]! + nx * ends[2 * START_STRIDE + Pose.X]! + ny * ends[2 * START_STRIDE + Pose.Y]!
    if (lowest(corners, nx, ny, 0) - face >= least && lowest(corners, nx, ny, START_STRIDE) - face >= least) return true
  }
  return false
}

/** How far along a direction the corners of the collider at hand reach against it, at the pose at `p`. */
function lowest(corners: number, nx: number, ny: number, p: number): number {
  const c = ends[p + Pose.Cos]!, s = ends[p + Pose.Sin]!
  const mx = c * nx + s * ny, my = c * ny - s * nx
  let least = Infinity
  for (let i = 0; i < 2 * corners; i += 2) least = Math.min(least, mx * core[i]! + my * core[i + 1]!)
  return least + nx * ends[p + Pose.X]! + ny * ends[p + Pose.Y]!
}
