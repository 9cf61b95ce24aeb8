import { type ShapeType as ShapeTypeOf, ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { MAX_VERTICES, loadConvex } from '../collision/convex.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { ContactFlag, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../world.ts'
import { isSharp } from './seams.ts'

/** Cosine of the angle up to which a contact counts as one of a face. */
const FACE_COSINE = 0.99

/** By so much, as a cosine, must one normal lean from the face more than another to be told from it. */
const LEAN = 1e-9

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)
const others = new Float64Array(MAX_VERTICES * 2)
const unused = new Float64Array(MAX_VERTICES * 2)
/** The normals of the two contacts at hand, out of what is fixed, world axes, and then the face between them. */
const own = new Float64Array(2)
const covering = new Float64Array(2)
const face = new Float64Array(2)
const point = new Float64Array(2)

/**
 * Whether the corner at which a fixed shape is met lies in a seam, where another fixed shape goes on: tiles in a row are
 * one surface for what rolls or slides over them, and nothing is to be held back by a corner that is inside of it.
 *
 * Then the same collider has a contact with a face of a fixed shape, straighter than this one, that the shape of this
 * one does not rise above; and the points of this one are in, or within the slop of, another fixed shape. What rises above
 * the face is a step or a wall; a corner with nothing beside it is one at a gap.
 */
export function isInnerCorner(physics: PhysicsWorld, contact: number): boolean {
  const { contacts, bodies } = physics
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const dynamicA = bodies.kind[bodies.bodyOf[a]!] === BodyKind.Dynamic
  const mover = dynamicA ? a : b
  const fixed = dynamicA ? b : a
  writeNormal(physics, contact, dynamicA, own)
  for (let edge = contacts.head[mover]!; edge !== 0; edge = contacts.next[edge]!) {
    const other = contacts.otherOf(edge)
    const touch = edge >>> 1
    if (other === fixed || !isFirm(physics, touch) || !movesWith(physics, fixed, other)) continue
    writeNormal(physics, touch, contacts.b[touch] === other, covering)
    if (own[0]! * covering[0]! + own[1]! * covering[1]! > 1 - LEAN || !isSharp(physics, other)) continue
    if (isBehindFace(physics, fixed, other) && isCovered(physics, contact, mover, fixed)) return true
  }
  return false
}

/** Whether a contact holds back in this step. */
function isFirm({ contacts }: PhysicsWorld, contact: number): boolean {
  return contacts.pointCount[contact]! > 0 && (contacts.flags[contact]! & ContactFlag.Unsolved) === 0
}

/** Whether two colliders that cannot be pushed never move against each other. */
function movesWith({ bodies }: PhysicsWorld, a: number, b: number): boolean {
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  return bodyA === bodyB || (bodies.kind[bodyA] === BodyKind.Static && bodies.kind[bodyB] === BodyKind.Static)
}

/** The normal of a contact from the fixed side to the one that moves. */
function writeNormal({ contacts }: PhysicsWorld, contact: number, fixedIsB: boolean, out: Float64Array): void {
  const m = contact * MANIFOLD_STRIDE
  out[0] = fixedIsB ? -contacts.manifold[m]! : contacts.manifold[m]!
  out[1] = fixedIsB ? -contacts.manifold[m + 1]! : contacts.manifold[m + 1]!
}

/**
 * Whether the contact of `other`, with the normal `covering`, is one of a face, leans from it less than the normal `own`,
 * and `fixed` rises above that face by no more than the slop.
 */
function isBehindFace(physics: PhysicsWorld, fixed: number, other: number): boolean {
  const { bodies, tolerances } = physics
  const count = load(physics, other, vertices, normals)
  let best = FACE_COSINE
  let at = -1
  for (let i = 0; i < count; i++) {
    turnInto(physics, other, normals, i)
    const cosine = face[0]! * covering[0]! + face[1]! * covering[1]!
    if (cosine <= best) continue
    best = cosine
    at = i
  }
  if (at < 0) return false
  turnInto(physics, other, normals, at)
  if (face[0]! * own[0]! + face[1]! * own[1]! >= best - LEAN) return false
  turnInto(physics, other, vertices, at, point)
  const p = other * POSE_STRIDE
  const q = fixed * POSE_STRIDE
  // From the origin of the one to that of the other, so that nothing is lost far from the origin of the world.
  const dx = bodies.pose[q]! - bodies.pose[p]!
  const dy = bodies.pose[q + 1]! - bodies.pose[p + 1]!
  const height = face[0]! * (point[0]! - dx) + face[1]! * (point[1]! - dy) + tolerances.linearSlop
  const corners = load(physics, fixed, others, unused)
  for (let i = 0; i < corners; i++) {
    turnInto(physics, fixed, others, i, point)
    if (face[0]! * point[0]! + face[1]! * point[1]! > height) return false
  }
  return true
}

/** Whether all points of a contact, on the surface of `fixed`, are in other fixed shapes that the mover is near. */
function isCovered(physics: PhysicsWorld, contact: number, mover: number, fixed: number): boolean {
  const { contacts, bodies } = physics
  const { manifold, pointCount } = contacts
  const origin = contacts.a[contact]! * POSE_STRIDE
  for (let k = 0; k < pointCount[contact]!; k++) {
    const p = contact * MANIFOLD_STRIDE + 2 + 3 * k
    // The points of a hit to come are on the surface that is fixed.
    const half = contacts.foreseen[contact] === 1 ? 0 : 0.5 * manifold[p + 2]!
    point[0] = manifold[p]! - own[0]! * half + bodies.pose[origin]!
    point[1] = manifold[p + 1]! - own[1]! * half + bodies.pose[origin + 1]!
    let covered = false
    for (let edge = contacts.head[mover]!; edge !== 0 && !covered; edge = contacts.next[edge]!) {
      const other = contacts.otherOf(edge)
      if (other === fixed || (contacts.flags[edge >>> 1]! & ~ContactFlag.Grazing & ContactFlag.Unsolved) !== 0) continue
      covered = movesWith(physics, fixed, other) && isSharp(physics, other) && holdsPoint(physics, other)
    }
    if (!covered) return false
  }
  return true
}

/** Whether `point` is in a collider, or within the slop of one of its faces. */
function holdsPoint(physics: PhysicsWorld, collider: number): boolean {
  const { bodies, tolerances, shapeType } = physics
  const p = collider * POSE_STRIDE
  const dx = point[0]! - bodies.pose[p]!
  const dy = point[1]! - bodies.pose[p + 1]!
  const turns = shapeType[collider] !== ShapeType.Aabb
  const c = turns ? bodies.pose[p + 2]! : 1
  const s = turns ? bodies.pose[p + 3]! : 0
  const x = c * dx + s * dy
  const y = c * dy - s * dx
  const count = load(physics, collider, vertices, normals)
  for (let i = 0; i < 2 * count; i += 2) {
    const out = normals[i]! * (x - vertices[i]!) + normals[i + 1]! * (y - vertices[i + 1]!)
    if (out > tolerances.linearSlop) return false
  }
  return true
}

function load(physics: PhysicsWorld, collider: number, points: Float64Array, directions: Float64Array): number {
  const { shapeType, geometry, polygons } = physics
  return loadConvex(shapeType[collider] as ShapeTypeOf, geometry, collider * GEOMETRY_STRIDE, polygons, points, directions)
}

/** Writes vector `i` of a collider's own frame in world axes. */
function turnInto(
  { bodies, shapeType }: PhysicsWorld, collider: number, vectors: Float64Array, i: number, out: Float64Array = face,
): void {
  const p = collider * POSE_STRIDE
  const turns = shapeType[collider] !== ShapeType.Aabb
  const c = turns ? bodies.pose[p + 2]! : 1
  const s = turns ? bodies.pose[p + 3]! : 0
  const x = vectors[2 * i]!
  const y = vectors[2 * i + 1]!
  out[0] = c * x - s * y
  out[1] = s * x + c * y
}
