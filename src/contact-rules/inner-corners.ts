import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE, WAY_STRIDE } from '../bodies/bodies.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { isRoundBody } from '../caches/round-body.ts'
import { loadCorners, loadTurned } from '../caches/corners.ts'
import { MAX_VERTICES } from '../collision/convex.ts'
import { ContactFlag, Impulse, IMPULSE_STRIDE, Manifold, MANIFOLD_STRIDE, ManifoldPoint } from '../contacts/contact-record.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { hasFaces, movesWith } from './seams.ts'
import { Pose, Way } from '../bodies/body-records.ts'

/** Cosine of the angle up to which a contact counts as one of a face. */
const FACE_COSINE = 0.99

/** By so much, as a cosine, must one normal lean from the face more than another to be told from it. */
const LEAN = 1e-13

/**
 * Cosine up to which a corner pushes a body that lands beside it to the side. One that pushes up holds the other end of the
 * body, which comes down when the landing turns it: a box of 1 m came 6.7 cm deep into tiles without it.
 */
const BESIDE = 0.5

/** Cosine down to which a corner in a seam may push toward the face: what pushes more comes from the other side of a wall. */
const AGAINST_FACE = -0.1

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)
const others = new Float64Array(MAX_VERTICES * 2)
const unused = new Float64Array(MAX_VERTICES * 2)
/** The normals of the two contacts at hand, out of what is fixed, world axes, and then the face between them. */
const own = new Float64Array(2)
const covering = new Float64Array(2)
const face = new Float64Array(2)
const held = new Float64Array(2)
const point = new Float64Array(2)

/**
 * Whether the corner at which a fixed shape is met lies in a seam, where another fixed shape goes on: tiles in a row are
 * one surface for what rolls or slides over them, and nothing is to be held back by a corner that is inside of it.
 *
 * Then the same collider has a contact with a face of a fixed shape, or with a line, straighter than this one, that the shape of this
 * one does not rise above; and the points of this one are in, or within the slop of, another fixed shape. What rises above
 * the face is a step or a wall; a corner with nothing beside it is one at a gap. And the face itself must not lie inside of
 * the shape of this one, as the ends of walls do that cross in a corner of a room.
 */
export function isInnerCorner(physics: PhysicsWorld, contact: number): boolean {
  const { bodies } = physics
  const { contacts } = physics.collision
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const dynamicA = bodies.kind[bodies.bodyOf[a]!] === BodyKind.Dynamic
  const mover = dynamicA ? a : b
  const fixed = dynamicA ? b : a
  writeNormal(physics.collision, contact, dynamicA, own)
  for (let edge = contacts.head[mover]!; edge !== 0; edge = contacts.next[edge]!) {
    const other = contacts.otherOf(edge)
    const touch = edge >>> 1
    if (other === fixed || !isFirm(physics.collision, touch) || !movesWith(physics, fixed, other)) continue
    writeNormal(physics.collision, touch, contacts.b[touch] === other, covering)
    if (own[0]! * covering[0]! + own[1]! * covering[1]! > 1 - LEAN || !hasFaces(physics.collision, other)) continue
    if (lands(physics, mover, other, contact, touch) || isFaceBelow(physics, contact, touch) || tipsWithout(physics, mover, contact)) continue
    if (!leansFromFace(physics, other) || risesAboveFace(physics, fixed, other) || !isOutside(physics, touch, fixed)) continue
    if (isCovered(physics, contact, mover, fixed)) return true
  }
  return false
}

/** The place of the face of a collider whose normal is nearest to the one given. That is left in {@link face}, and the corners in {@link vertices}. */
function nearestFace(physics: PhysicsWorld, collider: number, normal: Float64Array): number {
  const count = loadTurned(physics, collider, vertices, normals)
  let best = -Infinity
  let at = 0
  for (let i = 0; i < 2 * count; i += 2) {
    const cosine = normals[i]! * normal[0]! + normals[i + 1]! * normal[1]!
    if (cosine <= best) continue
    best = cosine
    at = i
  }
  face[0] = normals[at]!
  face[1] = normals[at + 1]!
  return at
}

/**
 * Whether a body may hit the corner in earnest before it lies on the face at hand: it turns over the face by more than it may be
 * ahead of a touch, or comes down on it by more than that, and reaches the corner first.
 */
function lands(physics: PhysicsWorld, mover: number, fixed: number, contact: number, touch: number): boolean {
  const { bodies: { way, bodyOf, extent }, tolerances, collision } = physics
  const body = bodyOf[mover]!
  const w = body * WAY_STRIDE
  const f = bodyOf[fixed]! * WAY_STRIDE
  const dx = way[f + Way.X]! - way[w + Way.X]!
  const dy = way[f + Way.Y]! - way[w + Way.Y]!
  const down = dx * covering[0]! + dy * covering[1]!
  const round = isRoundBody(physics, body)
  const turned = round ? 0 : Math.abs(way[w + Way.Turn]! - way[f + Way.Turn]!) * extent[body]!
  if (down + turned <= tolerances.speculativeDistance) return false
  if (turned > tolerances.speculativeDistance) return true
  const cosine = own[0]! * covering[0]! + own[1]! * covering[1]!
  // No landing turns a disc, or what lies. What holds up nearly as the face does is under the other end.
  if (cosine > BESIDE && !round && !(cosine < FACE_COSINE && lies(physics, touch))) return true
  const toward = dx * own[0]! + dy * own[1]!
  // Both as parts of the step: separation over way.
  return Math.max(leastSeparation(collision, contact), 0) * down < Math.max(leastSeparation(collision, touch), 0) * toward
}

/** Whether a contact held its bodies in the step before, and still does. */
function lies({ collision, tolerances }: PhysicsWorld, touch: number): boolean {
  const { impulse, foreseen, pointCount } = collision.contacts
  const i = touch * IMPULSE_STRIDE
  if (foreseen[touch] === 1 || leastSeparation(collision, touch) > tolerances.linearSlop) return false
  return impulse[i + Impulse.Normal0]! > 0 || (pointCount[touch] === 2 && impulse[i + Impulse.Normal1]! > 0)
}

/**
 * Whether a contact holds up what the one at hand does not: it looks nearly the same way and is deeper. A triangle that lay over a whole
 * tile from the one before to the one after was held by the first alone, and tipped 12 cm into the floor again and again.
 */
function isFaceBelow({ collision, tolerances }: PhysicsWorld, contact: number, touch: number): boolean {
  if (own[0]! * covering[0]! + own[1]! * covering[1]! <= FACE_COSINE) return false
  return leastSeparation(collision, contact) < leastSeparation(collision, touch) - tolerances.linearSlop
}

/**
 * Whether a body would tip over the other contacts without the one at hand, along a face of the body and over two corners: none that leans less holds it on
 * that side of its center of mass. What lay over three tiles of 0.3 m and rocked by two thousandths was let go by the one, and came 18 mm deep at 30 Hz.
 */
function tipsWithout({ bodies: { bodyOf, pose }, collision }: PhysicsWorld, mover: number, contact: number): boolean {
  const { contacts } = collision
  const cosine = own[0]! * covering[0]! + own[1]! * covering[1]!
  if (contacts.pointCount[contact] !== 2 || cosine <= FACE_COSINE) return false
  const p = bodyOf[mover]! * POSE_STRIDE
  const x = pose[p + Pose.X]! - pose[p + Pose.FromCenterX]!
  const y = pose[p + Pose.Y]! - pose[p + Pose.FromCenterY]!
  let least = Infinity
  let most = -Infinity
  for (let edge = contacts.head[mover]!; edge !== 0; edge = contacts.next[edge]!) {
    const touch = edge >>> 1
    if (touch === contact || !isFirm(collision, touch)) continue
    writeNormal(collision, touch, contacts.b[touch] === contacts.otherOf(edge), held)
    if (held[0]! * covering[0]! + held[1]! * covering[1]! <= cosine) continue
    const origin = contacts.a[touch]! * POSE_STRIDE
    for (let k = 0; k < contacts.pointCount[touch]!; k++) {
      const m = touch * MANIFOLD_STRIDE + Manifold.X0 + 3 * k
      const dx = contacts.manifold[m + ManifoldPoint.X]! + pose[origin + Pose.X]! - x
      const dy = contacts.manifold[m + ManifoldPoint.Y]! + pose[origin + Pose.Y]! - y
      const along = dx * covering[1]! - dy * covering[0]!
      least = Math.min(least, along)
      most = Math.max(most, along)
    }
  }
  return least > 0 || most < 0
}

/** The separation of the nearest point of a contact. */
function leastSeparation({ contacts }: CollisionState, contact: number): number {
  const m = contact * MANIFOLD_STRIDE
  const { manifold } = contacts
  return contacts.pointCount[contact] === 2 ? Math.min(manifold[m + Manifold.Separation0]!, manifold[m + Manifold.Separation1]!) : manifold[m + Manifold.Separation0]!
}

/** Whether a contact holds back in this step. */
function isFirm({ contacts }: CollisionState, contact: number): boolean {
  return contacts.pointCount[contact]! > 0 && (contacts.flags[contact]! & ContactFlag.Unsolved) === 0
}

/** The normal of a contact from the fixed side to the one that moves. */
function writeNormal({ contacts }: CollisionState, contact: number, fixedIsB: boolean, out: Float64Array): void {
  const m = contact * MANIFOLD_STRIDE
  out[0] = fixedIsB ? -contacts.manifold[m + Manifold.NormalX]! : contacts.manifold[m + Manifold.NormalX]!
  out[1] = fixedIsB ? -contacts.manifold[m + Manifold.NormalY]! : contacts.manifold[m + Manifold.NormalY]!
}

/** Whether the contact of `other`, with the normal `covering`, is one of a face, which is left in {@link face}, and leans from it less than `own`. */
function leansFromFace(physics: PhysicsWorld, other: number): boolean {
  const at = nearestFace(physics, other, covering)
  const best = face[0]! * covering[0]! + face[1]! * covering[1]!
  const cosine = face[0]! * own[0]! + face[1]! * own[1]!
  point[0] = vertices[at]!
  point[1] = vertices[at + 1]!
  return best > FACE_COSINE && cosine < best - LEAN && cosine >= AGAINST_FACE
}

/** Whether `fixed` rises above the {@link face} of `other`, of which {@link point} is an end, by more than the slop. */
function risesAboveFace(physics: PhysicsWorld, fixed: number, other: number): boolean {
  const { bodies, tolerances } = physics
  const p = other * POSE_STRIDE
  const q = fixed * POSE_STRIDE
  // From the origin of the one to that of the other, so that nothing is lost far from the origin of the world.
  const dx = bodies.pose[q + Pose.X]! - bodies.pose[p + Pose.X]!
  const dy = bodies.pose[q + Pose.Y]! - bodies.pose[p + Pose.Y]!
  const height = face[0]! * (point[0]! - dx) + face[1]! * (point[1]! - dy) + tolerances.linearSlop
  const corners = loadTurned(physics, fixed, others, unused)
  for (let i = 0; i < 2 * corners; i += 2) if (face[0]! * others[i]! + face[1]! * others[i + 1]! > height) return true
  return false
}

/** Whether all points of a contact, on the surface of `fixed`, are in other fixed shapes that the mover is near. */
function isCovered(physics: PhysicsWorld, contact: number, mover: number, fixed: number): boolean {
  const { tolerances } = physics
  const { contacts } = physics.collision
  const { manifold, pointCount } = contacts
  const m = contact * MANIFOLD_STRIDE
  const count = pointCount[contact]!
  const least = leastSeparation(physics.collision, contact)
  for (let k = 0; k < count; k++) {
    // The other end of a face may be far ahead of a touch yet.
    if (manifold[m + Manifold.Separation0 + 3 * k]! > least + tolerances.speculativeDistance) continue
    writePoint(physics, contact, k, own)
    let covered = false
    for (let edge = contacts.head[mover]!; edge !== 0 && !covered; edge = contacts.next[edge]!) {
      const other = contacts.otherOf(edge)
      if (other === fixed || (contacts.flags[edge >>> 1]! & ~ContactFlag.Grazing & ContactFlag.Unsolved) !== 0) continue
      covered = movesWith(physics, fixed, other) && hasFaces(physics.collision, other) && heightOver(physics, other) <= tolerances.linearSlop
    }
    if (!covered) return false
  }
  return true
}

/** Whether no point of a contact, on its fixed side, is inside of `fixed` by more than the slop. */
function isOutside(physics: PhysicsWorld, contact: number, fixed: number): boolean {
  for (let k = 0; k < physics.collision.contacts.pointCount[contact]!; k++) {
    writePoint(physics, contact, k, covering)
    if (heightOver(physics, fixed) < -physics.tolerances.linearSlop) return false
  }
  return true
}

/** Writes point `k` of a contact, on the surface of its fixed side, whose normal is given, to `point`. */
function writePoint({ bodies, collision: { contacts } }: PhysicsWorld, contact: number, k: number, normal: Float64Array): void {
  const { manifold } = contacts
  const origin = contacts.a[contact]! * POSE_STRIDE
  const p = contact * MANIFOLD_STRIDE + 2 + 3 * k
  // The points of a hit to come are on the surface that is fixed.
  const half = contacts.foreseen[contact] === 1 ? 0 : 0.5 * manifold[p + ManifoldPoint.Separation]!
  point[0] = manifold[p + ManifoldPoint.X]! - normal[0]! * half + bodies.pose[origin + Pose.X]!
  point[1] = manifold[p + ManifoldPoint.Y]! - normal[1]! * half + bodies.pose[origin + Pose.Y]!
}

/** How far `point` is in front of the faces of a collider, at most, or beyond the ends of a line: below 0 inside. */
function heightOver(physics: PhysicsWorld, collider: number): number {
  const { bodies } = physics
  const { shapeType } = physics.collision
  const p = collider * POSE_STRIDE
  const dx = point[0]! - bodies.pose[p + Pose.X]!
  const dy = point[1]! - bodies.pose[p + Pose.Y]!
  const turns = shapeType[collider] !== ShapeType.Aabb
  const c = turns ? bodies.pose[p + Pose.Cos]! : 1
  const s = turns ? bodies.pose[p + Pose.Sin]! : 0
  const x = c * dx + s * dy
  const y = c * dy - s * dx
  const count = loadCorners(physics.collision, collider, vertices, normals)
  let most = -Infinity
  for (let i = 0; i < 2 * count; i += 2) {
    most = Math.max(most, normals[i]! * (x - vertices[i]!) + normals[i + 1]! * (y - vertices[i + 1]!))
  }
  if (count !== 2) return most
  const alongX = -normals[1]!
  const alongY = normals[0]!
  const one = alongX * (x - vertices[0]!) + alongY * (y - vertices[1]!)
  const end = alongX * (vertices[2]! - vertices[0]!) + alongY * (vertices[3]! - vertices[1]!)
  return Math.max(most, one - Math.max(end, 0), Math.min(end, 0) - one)
}
