import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { loadCorners, loadTurned } from '../caches/corners.ts'
import { MAX_VERTICES } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE, LINE_STRIDE, LinkSides } from '../collision/geometry.ts'
import { ON_FACE } from '../collision/manifold.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Manifold } from '../contacts/contact-record.ts'
import { Pose } from '../bodies/body-records.ts'

/** Sine of the angle up to which the direction between two corners counts as that of a face. */
const ALONG_FACE = 0.1

/** Faces of small bodies may be narrower than the slop; this part of a body's reach is still a graze. */
const REACH_PART = 0.25

/** Tangent of the angle up to which the way of a corner is one past another corner. Gravity takes what slides that far down. */
const SLANT = 0.25

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)

/**
 * Whether two shapes with sharp corners, of which one cannot be pushed, only graze each other: their faces look at
 * each other over less than the slop, or two corners lie that much beside each other. A box that rests on a row of
 * tiles sinks in by less than that, and would run into the side of the next one.
 * @param m Where the manifold is, with `points` points.
 * @param motion How `b` moves, seen from `a`, x and y; only the direction matters.
 */
export function grazes(
  physics: PhysicsWorld,
  a: number,
  b: number,
  manifold: Float64Array,
  m: number,
  points: number,
  motion: Float64Array,
): boolean {
  const slop = physics.tolerances.linearSlop
  const separation = manifold[m + Manifold.Separation0]!
  if (points === 1 && separation > 0 && isRound(physics.collision, a) !== isRound(physics.collision, b)) {
    return passesCorner(physics, a, b, manifold, m, motion)
  }
  let width: number
  if (points === 2) {
    const dx = manifold[m + Manifold.X1]! - manifold[m + Manifold.X0]!
    const dy = manifold[m + Manifold.Y1]! - manifold[m + Manifold.Y0]!
    width = Math.sqrt(dx * dx + dy * dy)
  } else if (separation > 0) width = 0
  else return false
  if (width >= slop) return false
  const { kind, bodyOf, reach } = physics.bodies
  const bodyA = bodyOf[a]!
  const bodyB = bodyOf[b]!
  if (kind[bodyA] === BodyKind.Dynamic && kind[bodyB] === BodyKind.Dynamic) return false
  if (!isSharp(physics.collision, a) || !isSharp(physics.collision, b)) return false
  const smallest = Math.min(reach[bodyA]!, reach[bodyB]!)
  if (points === 2) return width < REACH_PART * smallest
  // Two corners: what lies between them, seen along the face that one of them ends.
  findAngleToFace(physics, a, manifold, m, 1)
  const sineA = sine[0]!
  face[0] = closest[0]!
  face[1] = closest[1]!
  findAngleToFace(physics, b, manifold, m, -1)
  const sineB = sine[0]!
  const least = Math.min(sineA, sineB)
  const most = Math.min(slop, REACH_PART * smallest)
  if (least === 0 || least >= ALONG_FACE || separation * least >= most) return false
  if (sineA >= sineB) face.set(closest)
  return isBeside(physics, a, b, manifold, m, separation * least, most) && !comesSlantwise(motion)
}

/**
 * Whether two shapes that meet with the corners of a manifold, `offset` apart along {@link face}, are beside each other there, but for
 * `most`. A box whose side leaned 10 degrees from that of a hexagon, corner before corner, came 14 mm into it.
 */
function isBeside(physics: PhysicsWorld, a: number, b: number, manifold: Float64Array, m: number, offset: number, most: number): boolean {
  const nx = manifold[m + Manifold.NormalX]!
  const ny = manifold[m + Manifold.NormalY]!
  const side = nx * face[1]! > ny * face[0]! ? 1 : -1
  along[0] = side * face[1]!
  along[1] = -side * face[0]!
  return reachPast(physics, a, manifold, m, 1) + reachPast(physics, b, manifold, m, -1) < offset + most
}

/** Whether what is beside a face comes in along it, and not past its end. {@link along} is the way out. */
function comesSlantwise(motion: Float64Array): boolean {
  const closing = -(motion[0]! * face[0]! + motion[1]! * face[1]!)
  return motion[0]! * along[0]! + motion[1]! * along[1]! < -SLANT * Math.max(closing, 0)
}

/**
 * How far a collider reaches past its corner that is farthest along the normal of a manifold, in the direction {@link along} the face;
 * or against both of them. Where it is does not matter: a hit to come is somewhere else.
 */
function reachPast(physics: PhysicsWorld, collider: number, manifold: Float64Array, m: number, sign: -1 | 1): number {
  const count = loadTurned(physics, collider, vertices, normals)
  const nx = manifold[m + Manifold.NormalX]!
  const ny = manifold[m + Manifold.NormalY]!
  let most = -Infinity
  let highest = -Infinity
  let atCorner = 0
  for (let i = 0; i < 2 * count; i += 2) {
    const x = sign * vertices[i]!
    const y = sign * vertices[i + 1]!
    const reach = x * along[0]! + y * along[1]!
    if (reach > most) most = reach
    const height = x * nx + y * ny
    if (height <= highest) continue
    highest = height
    atCorner = reach
  }
  return most - atCorner
}

/**
 * Whether a round shape will go past a corner of one that cannot be pushed: it comes no nearer to it on its way than
 * the radius less the slop. A contact ahead of the touch would hold it back along a normal that is wrong by then.
 */
function passesCorner(
  physics: PhysicsWorld,
  a: number,
  b: number,
  manifold: Float64Array,
  m: number,
  motion: Float64Array,
): boolean {
  const { kind, bodyOf, reach } = physics.bodies
  const roundFirst = isRound(physics.collision, a)
  const corner = roundFirst ? b : a
  if (kind[bodyOf[corner]!] === BodyKind.Dynamic || !isSharp(physics.collision, corner)) return false
  const nx = manifold[m + Manifold.NormalX]!
  const ny = manifold[m + Manifold.NormalY]!
  findAngleToFace(physics, corner, manifold, m, roundFirst ? -1 : 1)
  if (sine[0]! < ON_FACE) return false
  const vx = motion[0]!
  const vy = motion[1]!
  const speed = Math.sqrt(vx * vx + vy * vy)
  if (speed === 0) return false
  const round = roundFirst ? a : b
  const radius = physics.collision.geometry[round * GEOMETRY_STRIDE + Geometry.Radius]!
  const passes = ((radius + manifold[m + Manifold.Separation0]!) * Math.abs(vx * ny - vy * nx)) / speed
  return passes > radius - Math.min(physics.tolerances.linearSlop, REACH_PART * reach[bodyOf[round]!]!)
}

function isRound(collision: CollisionState, collider: number): boolean {
  return collision.geometry[collider * GEOMETRY_STRIDE + Geometry.Radius]! > 0
}

/** Whether a collider has corners that are not rounded. */
export function isSharp(collision: CollisionState, collider: number): boolean {
  const type = collision.shapeType[collider]
  const sharp = type === ShapeType.Box || type === ShapeType.Aabb || type === ShapeType.Polygon
  return sharp && collision.geometry[collider * GEOMETRY_STRIDE + Geometry.Radius] === 0
}

/** Whether a collider has ends or corners that may lie in seams: within a chain a link knows its neighbors. */
export function hasSeams(collision: CollisionState, collider: number): boolean {
  if (collision.shapeType[collider] !== ShapeType.Segment) return isSharp(collision, collider)
  const { lines } = collision
  const g = collider * LINE_STRIDE
  if (lines[g + Geometry.Sides] === LinkSides.Free) return lines[g + Geometry.Radius] === 0
  return (lines[g + Geometry.PreviousX] === lines[g + Geometry.X2] && lines[g + Geometry.PreviousY] === lines[g + Geometry.Y2])
    || (lines[g + Geometry.NextX] === lines[g + Geometry.X1] && lines[g + Geometry.NextY] === lines[g + Geometry.Y1])
}

/** Whether a collider is one along which others slide: one with corners that are not rounded, or a line, as where a chain ends at tiles. */
export function hasFaces(collision: CollisionState, collider: number): boolean {
  return collision.shapeType[collider] === ShapeType.Segment || isSharp(collision, collider)
}

/** Whether two colliders that cannot be pushed never move against each other. */
export function movesWith({ bodies: { bodyOf, kind } }: PhysicsWorld, a: number, b: number): boolean {
  return bodyOf[a] === bodyOf[b] || (kind[bodyOf[a]!] === BodyKind.Static && kind[bodyOf[b]!] === BodyKind.Static)
}

/** Where {@link findAngleToFace} leaves what it finds: the result of a call may become garbage. */
const sine = new Float64Array(1)
const closest = new Float64Array(2)
/** The normal of the face along which two corners may pass, from A to B, and the direction along it. */
const face = new Float64Array(2)
const along = new Float64Array(2)

/**
 * The sine of the angle between the normal of a manifold, or its opposite, and the closest face normal of a collider:
 * 0 along a normal, at most 1. And that face normal, or its opposite.
 */
function findAngleToFace(
  physics: PhysicsWorld,
  collider: number,
  manifold: Float64Array,
  m: number,
  sign: -1 | 1,
): void {
  const nx = sign * manifold[m + Manifold.NormalX]!
  const ny = sign * manifold[m + Manifold.NormalY]!
  const { bodies } = physics
  const count = loadCorners(physics.collision, collider, vertices, normals)
  const p = collider * POSE_STRIDE
  const turns = physics.collision.shapeType[collider] !== ShapeType.Aabb
  const c = turns ? bodies.pose[p + Pose.Cos]! : 1
  const s = turns ? bodies.pose[p + Pose.Sin]! : 0
  const x = c * nx + s * ny
  const y = c * ny - s * nx
  let least = 1
  for (let i = 0; i < count; i++) {
    const u = normals[2 * i]!
    const v = normals[2 * i + 1]!
    const leans = Math.abs(x * v - y * u)
    if (x * u + y * v <= 0 || leans >= least) continue
    least = leans
    closest[0] = sign * (c * u - s * v)
    closest[1] = sign * (s * u + c * v)
  }
  sine[0] = least
}
