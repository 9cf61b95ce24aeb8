import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE, WAY_STRIDE } from '../bodies/bodies.ts'
import { Pose, Way } from '../bodies/body-records.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { hasSameCorners, loadTurned } from '../caches/corners.ts'
import { forgetManifold } from '../caches/kept-manifolds.ts'
import { collidePair } from '../collision/collide.ts'
import { MAX_VERTICES } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE, LINE_STRIDE, LinkSides } from '../collision/geometry.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { ContactFlag, MANIFOLD_STRIDE, Manifold, ManifoldPoint } from '../contacts/contact-record.ts'
import { hasFaces, hasSeams, movesWith } from '../contact-rules/seams.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { farthest, findReach } from './approach.ts'
import { followFromNow } from './foreseen.ts'

/** Sine of the angle up to which the normal of a contact is that of the face. */
const ALONG_NORMAL = 1e-3

/** Cosine down to which a face goes on from the one before it: what falls away more is an edge. */
const GOES_ON = 0.1

/** Sine of the angle by which a face may fall away from the one before it and still go straight on. */
const STRAIGHT = 0.01

/** Cosine down to which a side inside of a seam may push toward the face over it. */
const AGAINST_FACE = -0.1

/** Times the slop that a contact may be deep. What rests or lands is less deep. With 2 one of 40 piles under a piston lost a body by 2 cm. */
const DEEP = 1

/**
 * Part of the way of the step that a contact may be deep: at 30 Hz a part of a compound comes 3 cm into the floor at 20 m/s. What is squeezed
 * goes at 3 m/s: so much of that is the slop, and with twice as much 3 of 40 piles under a piston lost a body.
 */
const PASSING = 0.05

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)
const others = new Float64Array(MAX_VERTICES * 2)
const faces = new Float64Array(MAX_VERTICES * 2)
/** The normal of the contact at hand, out of what is fixed. */
const own = new Float64Array(2)
/** Where the contact at hand is, on the surface of what is fixed, from the origin of that. */
const spot = new Float64Array(2)
/** The normal of the neighbor's face that ends there or goes past it, and then that of the face that goes on from there. */
const before = new Float64Array(4)
/** The normal of the face that goes on at the other end, if there is one. */
const after = new Float64Array(2)
const link = new Float64Array(LINE_STRIDE)
const pair = new Float64Array(PAIR_STRIDE)
/** The manifold of the face and its features: those of the contact stay as they are where it has no point. */
const laid = new Float64Array(MANIFOLD_STRIDE)
const features = new Int32Array(2)

/**
 * Gives a contact at a corner of a fixed shape, from which the face of another fixed shape goes on, the manifold of the face as a
 * link of a chain: two tiles beside each other are one surface, and no corner of it can be met from the side. Unlike taking
 * the contact out this holds what comes down on the tile later in the step.
 * @returns How many points there are, or -1 where the contact is none of those.
 */
export function layOnFace(physics: PhysicsWorld, contact: number): number {
  const { bodies, collision } = physics
  const { contacts } = collision
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const fixedIsB = bodies.kind[bodies.bodyOf[a]!] === BodyKind.Dynamic
  const mover = fixedIsB ? a : b
  const fixed = fixedIsB ? b : a
  if (contacts.pointCount[contact] === 0 || !hasSeams(collision, fixed) || isPressedIn(physics, contact, mover)) return -1
  let count = 0
  let corner = -1
  let last = 0
  for (let edge = contacts.head[mover]!; edge !== 0; edge = contacts.next[edge]!) {
    const other = contacts.otherOf(edge)
    if (other === fixed || (contacts.flags[edge >>> 1]! & ~ContactFlag.Grazing & ContactFlag.Unsolved) !== 0) continue
    if (!movesWith(physics, fixed, other) || !hasFaces(collision, other)) continue
    if (count === 0) {
      // Most corners have no neighbor at all.
      count = loadTurned(physics, fixed, vertices, normals)
      findSpot(physics, contact, fixedIsB, count)
      corner = findCorner(physics, contact, count)
      findReach(physics, bodies.bodyOf[mover]!, bodies.bodyOf[fixed]!)
      // Most that lie on a face do so far from its ends.
      if (corner < 0 && !isNearCorner(count)) return -1
    }
    // As many as there may be at one spot: what the first has not none has.
    if (last !== 0 && hasSameCorners(physics, other, last)) continue
    last = other
    const otherCount = loadTurned(physics, other, others, faces)
    for (let at = corner < 0 ? 0 : corner; at < (corner < 0 ? count : corner + 1); at++) {
      if (corner < 0 && !isBeside(physics, at, count, fixed, other, otherCount)) continue
      const end = findFaceBefore(physics, mover, fixed, other, at, count, otherCount)
      if (end !== 0) return lay(physics, contact, mover, fixed, at, count, end)
    }
  }
  return -1
}

/**
 * Whether a contact is so deep that the face, which holds from its front alone, may let it through: only all sides together hold that.
 * What goes many times as far in the step was not pressed in, and what is to come is apart: its separations hold what it turns until then.
 */
function isPressedIn({ bodies: { bodyOf, way }, collision: { contacts }, tolerances }: PhysicsWorld, contact: number, mover: number): boolean {
  const { foreseen, manifold, pointCount } = contacts
  if (foreseen[contact] === 1) return false
  const m = contact * MANIFOLD_STRIDE
  const w = bodyOf[mover]! * WAY_STRIDE
  const dx = way[w + Way.X]!
  const dy = way[w + Way.Y]!
  const deep = Math.max(DEEP * tolerances.linearSlop, PASSING * Math.sqrt(dx * dx + dy * dy))
  return manifold[m + Manifold.Separation0]! < -deep || (pointCount[contact] === 2 && manifold[m + Manifold.Separation1]! < -deep)
}

/**
 * Where the nearest point of a contact is on its fixed side, whose `count` corners are loaded, and the normal out of that. Of a hit to
 * come the separations hold how far it is until then, and the nearer of its points is the one that is less high over the fixed side.
 */
function findSpot(physics: PhysicsWorld, contact: number, fixedIsB: boolean, count: number): void {
  const { contacts } = physics.collision
  const { manifold } = contacts
  const m = contact * MANIFOLD_STRIDE
  const sign = fixedIsB ? -1 : 1
  own[0] = sign * manifold[m + Manifold.NormalX]!
  own[1] = sign * manifold[m + Manifold.NormalY]!
  if (contacts.pointCount[contact] === 1) writeSpot(physics, contact, fixedIsB, 0)
  else if (contacts.foreseen[contact] !== 1) writeSpot(physics, contact, fixedIsB, manifold[m + Manifold.Separation1]! < manifold[m + Manifold.Separation0]! ? 3 : 0)
  else {
    writeSpot(physics, contact, fixedIsB, 3)
    const second = heightOfSpot(count)
    writeSpot(physics, contact, fixedIsB, 0)
    if (second < heightOfSpot(count)) writeSpot(physics, contact, fixedIsB, 3)
  }
}

/** How far {@link spot} is in front of the `count` faces of the fixed side, at most. */
function heightOfSpot(count: number): number {
  let most = -Infinity
  for (let i = 0; i < 2 * count; i += 2) {
    most = Math.max(most, normals[i]! * (spot[0]! - vertices[i]!) + normals[i + 1]! * (spot[1]! - vertices[i + 1]!))
  }
  return most
}

/** Writes the point `at` numbers after the first one of a contact, on its fixed side, to {@link spot}. */
function writeSpot({ bodies: { pose }, collision: { contacts } }: PhysicsWorld, contact: number, fixedIsB: boolean, at: number): void {
  const { manifold } = contacts
  const p = contact * MANIFOLD_STRIDE + Manifold.X0 + at
  // The points of a hit to come are on the surface that is fixed.
  const half = contacts.foreseen[contact] === 1 ? 0 : 0.5 * manifold[p + ManifoldPoint.Separation]!
  const a = contacts.a[contact]! * POSE_STRIDE
  const b = contacts.b[contact]! * POSE_STRIDE
  spot[0] = manifold[p + ManifoldPoint.X]! - own[0]! * half + (fixedIsB ? pose[a + Pose.X]! - pose[b + Pose.X]! : 0)
  spot[1] = manifold[p + ManifoldPoint.Y]! - own[1]! * half + (fixedIsB ? pose[a + Pose.Y]! - pose[b + Pose.Y]! : 0)
}

/** The corner at {@link spot}, or -1. Where what is to come may be apart is between the two, so the normal tells. */
function findCorner({ collision: { contacts }, tolerances }: PhysicsWorld, contact: number, count: number): number {
  const ahead = contacts.foreseen[contact] === 0 ? -1 : farthestCorner(count)
  if (ahead >= 0) return ahead
  if (contacts.foreseen[contact] !== 0) putSpotOnFace(count)
  const most = tolerances.linearSlop
  for (let i = 0; i < count; i++) {
    if (Math.abs(vertices[2 * i]! - spot[0]!) < most && Math.abs(vertices[2 * i + 1]! - spot[1]!) < most) return i
  }
  return -1
}

/** The corner that reaches farthest along the normal of the contact, or -1 where that is the normal of a face. */
function farthestCorner(count: number): number {
  let most = -Infinity
  let at = -1
  for (let i = 0; i < 2 * count; i += 2) {
    const reach = own[0]! * vertices[i]! + own[1]! * vertices[i + 1]!
    if (reach > most) {
      most = reach
      at = i / 2
    }
    if (Math.abs(own[0]! * normals[i + 1]! - own[1]! * normals[i]!) <= ALONG_NORMAL && own[0]! * normals[i]! + own[1]! * normals[i + 1]! > 0) return -1
  }
  return at
}

/** Takes {@link spot} to the face whose normal is that of the contact: where what is to come may be apart it is before that, or beyond its ends. */
function putSpotOnFace(count: number): void {
  for (let i = 0; i < 2 * count; i += 2) {
    const nx = normals[i]!, ny = normals[i + 1]!
    if (Math.abs(own[0]! * ny - own[1]! * nx) > ALONG_NORMAL || own[0]! * nx + own[1]! * ny <= 0) continue
    const k = i + 2 < 2 * count ? i + 2 : 0
    const length = nx * (vertices[k + 1]! - vertices[i + 1]!) - ny * (vertices[k]! - vertices[i]!)
    const along = Math.min(Math.max(nx * (spot[1]! - vertices[i + 1]!) - ny * (spot[0]! - vertices[i]!), 0), length)
    spot[0] = vertices[i]! - along * ny
    spot[1] = vertices[i + 1]! + along * nx
    return
  }
}

/** Whether a corner is no farther from {@link spot} than the way of the step. */
function isNearCorner(count: number): boolean {
  for (let i = 0; i < 2 * count; i += 2) {
    const dx = spot[0]! - vertices[i]!
    const dy = spot[1]! - vertices[i + 1]!
    if (dx * dx + dy * dy <= farthest[0]! * farthest[0]!) return true
  }
  return false
}

/**
 * Whether the contact is on a side that ends at a corner within the way of the step, and inside of `other`, whose corners are
 * loaded: what comes down beside the corner meets the seam between the two under it.
 */
function isBeside(physics: PhysicsWorld, corner: number, count: number, fixed: number, other: number, otherCount: number): boolean {
  const most = physics.tolerances.linearSlop
  const dx = spot[0]! - vertices[2 * corner]!
  const dy = spot[1]! - vertices[2 * corner + 1]!
  const back = corner > 0 ? corner - 1 : count - 1
  if (dx * dx + dy * dy > farthest[0]! * farthest[0]!) return false
  // Behind the face that goes on from there, along the other.
  const behind = normals[2 * corner]! * dx + normals[2 * corner + 1]! * dy
  const behindBack = normals[2 * back]! * dx + normals[2 * back + 1]! * dy
  const face = behind < behindBack ? corner : back
  if (Math.max(behind, behindBack) < -most || normals[2 * face]! * own[0]! + normals[2 * face + 1]! * own[1]! < AGAINST_FACE) return false
  const { pose } = physics.bodies
  const x = spot[0]! + pose[fixed * POSE_STRIDE + Pose.X]! - pose[other * POSE_STRIDE + Pose.X]!
  const y = spot[1]! + pose[fixed * POSE_STRIDE + Pose.Y]! - pose[other * POSE_STRIDE + Pose.Y]!
  for (let i = 0; i < 2 * otherCount; i += 2) {
    if (faces[i]! * (x - others[i]!) + faces[i + 1]! * (y - others[i + 1]!) > most) return false
  }
  return true
}

/**
 * Whether a face is the back of a line, from which the middle of `mover` is held: a point a hair below a row of free lines ran into the end
 * of the next one as if it came from under it, and was turned 46 mm into it.
 */
function isBack({ bodies: { bodyOf, pose }, collision: { geometry, shapeType } }: PhysicsWorld, mover: number, collider: number, face: number): boolean {
  if (shapeType[collider] !== ShapeType.Segment) return false
  if (geometry[collider * GEOMETRY_STRIDE + Geometry.Sides] === LinkSides.Left) return face === 0
  const p = bodyOf[mover]! * POSE_STRIDE
  const q = collider * POSE_STRIDE
  const x = pose[p + Pose.X]! - pose[p + Pose.FromCenterX]! - pose[q + Pose.X]!
  const y = pose[p + Pose.Y]! - pose[p + Pose.FromCenterY]! - pose[q + Pose.Y]!
  return faces[2 * face]! * (x - others[2 * face]!) + faces[2 * face + 1]! * (y - others[2 * face + 1]!) < 0
}

/**
 * Looks for a face of `other` from which one of `fixed` goes on at its corner `at`, on the side to which the contact leans.
 * Drawn so that what they hold back is on its left, as a chain is, that face begins there (1) or ends there (2); 0 is none.
 */
function findFaceBefore(
  physics: PhysicsWorld, mover: number, fixed: number, other: number, at: number, count: number, otherCount: number,
): 0 | 1 | 2 {
  const { bodies: { pose }, tolerances } = physics
  const most = tolerances.linearSlop
  const x = vertices[2 * at]! + pose[fixed * POSE_STRIDE + Pose.X]! - pose[other * POSE_STRIDE + Pose.X]!
  const y = vertices[2 * at + 1]! + pose[fixed * POSE_STRIDE + Pose.Y]! - pose[other * POSE_STRIDE + Pose.Y]!
  for (let i = 0; i < otherCount; i++) {
    const k = i + 1 < otherCount ? i + 1 : 0
    const nx = faces[2 * i]!
    const ny = faces[2 * i + 1]!
    const dx = x - others[2 * i]!
    const dy = y - others[2 * i + 1]!
    if (Math.abs(nx * dx + ny * dy) > most || isBack(physics, mover, other, i)) continue
    // Along the chain, from the corner: how far the face reaches on, and how far back.
    const on = ny * (others[2 * i]! - x) - nx * (others[2 * i + 1]! - y)
    const back = nx * (others[2 * k + 1]! - y) - ny * (others[2 * k]! - x)
    if (on < -most || back < -most) continue
    before[0] = nx
    before[1] = ny
    if (on > most && leansOver(at, 1)) return 2
    if (back > most && leansOver(at > 0 ? at - 1 : count - 1, -1)) return 1
  }
  return 0
}

/** Whether the contact leans over the end of a face towards the one before it, and that is no edge or wall. */
function leansOver(face: number, sign: 1 | -1): boolean {
  const nx = normals[2 * face]!
  const ny = normals[2 * face + 1]!
  before[2] = nx
  before[3] = ny
  return nx * before[0]! + ny * before[1]! > GOES_ON && sign * (ny * own[0]! - nx * own[1]!) > ALONG_NORMAL
}

/** Whether the face that is found, which ends at corner `far` as well, goes on there with a face of another collider. */
function findFaceAfter(physics: PhysicsWorld, mover: number, fixed: number, far: number, end: 1 | 2): boolean {
  const { bodies: { pose }, collision, tolerances } = physics
  const { contacts } = collision
  const most = tolerances.linearSlop
  for (let edge = contacts.head[mover]!; edge !== 0; edge = contacts.next[edge]!) {
    const other = contacts.otherOf(edge)
    if (other === fixed || (contacts.flags[edge >>> 1]! & ~ContactFlag.Grazing & ContactFlag.Unsolved) !== 0) continue
    if (!movesWith(physics, fixed, other) || !hasFaces(collision, other)) continue
    const count = loadTurned(physics, other, others, faces)
    const x = vertices[2 * far]! + pose[fixed * POSE_STRIDE + Pose.X]! - pose[other * POSE_STRIDE + Pose.X]!
    const y = vertices[2 * far + 1]! + pose[fixed * POSE_STRIDE + Pose.Y]! - pose[other * POSE_STRIDE + Pose.Y]!
    for (let i = 0; i < count; i++) {
      const nx = faces[2 * i]!
      const ny = faces[2 * i + 1]!
      if (nx * before[2]! + ny * before[3]! <= GOES_ON || Math.abs(nx * (x - others[2 * i]!) + ny * (y - others[2 * i + 1]!)) > most) continue
      const k = i + 1 < count ? i + 1 : 0
      const on = ny * (others[2 * i]! - x) - nx * (others[2 * i + 1]! - y)
      const back = nx * (others[2 * k + 1]! - y) - ny * (others[2 * k]! - x)
      if (Math.min(on, back) < -most || (end === 1 ? on : back) <= most || isBack(physics, mover, other, i)) continue
      after[0] = nx
      after[1] = ny
      return true
    }
  }
  return false
}

/**
 * Whether a body comes down on the face before the one at hand, farther than what slides over it: that slides past the end of a line. A disc does not tip
 * over that, nor does the round end of a capsule: where one link leaves it to the other that holds it.
 */
function comesDown({ bodies: { bodyOf, pose, way }, collision: { shapeType }, tolerances }: PhysicsWorld, mover: number, fixed: number): boolean {
  const type = shapeType[mover]!
  const p = mover * POSE_STRIDE
  if (type === ShapeType.Circle || (type === ShapeType.Capsule && Math.abs(own[0]! * pose[p + Pose.Cos]! + own[1]! * pose[p + Pose.Sin]!) > ALONG_NORMAL)) return false
  const v = bodyOf[mover]! * WAY_STRIDE, w = bodyOf[fixed]! * WAY_STRIDE
  const x = way[v + Way.X]! - way[w + Way.X]!
  const y = way[v + Way.Y]! - way[w + Way.Y]!
  return -(before[0]! * x + before[1]! * y) > Math.max(tolerances.linearSlop, PASSING * Math.sqrt(x * x + y * y))
}

/** Collides the face that is found, as a link, and leaves that in the contact. */
function lay(physics: PhysicsWorld, contact: number, mover: number, fixed: number, at: number, count: number, end: 1 | 2): number {
  const { bodies, collision, collision: { contacts }, solver: { states: { memory } } } = physics
  writeLink(physics, mover, fixed, at, count, end)
  const { pose, bodyOf } = bodies
  const p = mover * POSE_STRIDE
  const q = fixed * POSE_STRIDE
  const fixedIsB = contacts.b[contact] === fixed
  const sign = fixedIsB ? 1 : -1
  pair[Pair.X] = sign * (pose[q + Pose.X]! - pose[p + Pose.X]!)
  pair[Pair.Y] = sign * (pose[q + Pose.Y]! - pose[p + Pose.Y]!)
  pair[Pair.CosA] = fixedIsB ? pose[p + Pose.Cos]! : 1
  pair[Pair.SinA] = fixedIsB ? pose[p + Pose.Sin]! : 0
  pair[Pair.CosB] = fixedIsB ? 1 : pose[p + Pose.Cos]!
  pair[Pair.SinB] = fixedIsB ? 0 : pose[p + Pose.Sin]!
  pair[Pair.Margin] = bodies.quick[bodyOf[mover]!] === 1 ? farthest[0]! : physics.tolerances.speculativeDistance
  pair[Pair.Tie] = mover + fixed
  for (let i = 0; i < LINE_STRIDE; i++) memory.f64[(AddressTable.LooseLink >> 3) + i] = link[i]!
  const points = collidePair(memory, fixedIsB ? mover : 0, fixedIsB ? 0 : mover, pair, laid, 0, features, 0)
  // Taken out, a point would leave a line to nothing: it has no other side that holds what comes down on it later in the step.
  if (points === 0) return count === 2 && comesDown(physics, mover, fixed) ? -1 : 0
  const { feature, manifold } = contacts
  const f = contact * 2
  const m = contact * MANIFOLD_STRIDE
  for (let i = 0; i < (points === 2 ? MANIFOLD_STRIDE : Manifold.X1); i++) manifold[m + i] = laid[i]!
  const first = feature[f]!
  const second = feature[f + 1]!
  for (let k = 0; k < points; k++) feature[f + k] = features[k]!
  memory.kernel.matchPoints(contact, first, second, contacts.pointCount[contact]!, points)
  contacts.pointCount[contact] = points
  forgetManifold(collision, contact)
  followFromNow(physics, contact)
  return points
}

/**
 * Writes the face as a link, from the origin of `fixed`. Where it does not fall away from the one before it it begins as much sooner
 * as the mover goes in the step: what comes over it is held from now on.
 */
function writeLink(physics: PhysicsWorld, mover: number, fixed: number, at: number, count: number, end: 1 | 2): void {
  const { way, bodyOf } = physics.bodies
  const nx = before[2]!
  const ny = before[3]!
  const ax = before[0]!
  const ay = before[1]!
  const v = bodyOf[mover]! * WAY_STRIDE
  const w = bodyOf[fixed]! * WAY_STRIDE
  const sign = end === 1 ? -1 : 1
  const falls = sign * (ny * ax - nx * ay)
  const along = Math.abs(ny * (way[v + Way.X]! - way[w + Way.X]!) - nx * (way[v + Way.Y]! - way[w + Way.Y]!))
  const more = falls <= STRAIGHT ? sign * along : 0
  const x = vertices[2 * at]! + more * ny
  const y = vertices[2 * at + 1]! - more * nx
  const far = end === 1 ? (at > 0 ? at - 1 : count - 1) : at + 1 < count ? at + 1 : 0
  const farther = end === 1 ? (far > 0 ? far - 1 : count - 1) : far + 1 < count ? far + 1 : 0
  const near = end === 1 ? Geometry.X1 : Geometry.X2
  const next = end === 1 ? Geometry.PreviousX : Geometry.NextX
  const nearFar = end === 1 ? Geometry.X2 : Geometry.X1
  const nextFar = end === 1 ? Geometry.NextX : Geometry.PreviousX
  link.fill(0)
  link[Geometry.Sides] = LinkSides.Left
  link[near] = x
  link[near + 1] = y
  link[next] = x + sign * ay
  link[next + 1] = y - sign * ax
  link[nearFar] = vertices[2 * far]!
  link[nearFar + 1] = vertices[2 * far + 1]!
  const goesOn = findFaceAfter(physics, mover, fixed, far, end)
  // Behind its end a line falls away like the side of a tile.
  const line = count === 2
  link[nextFar] = goesOn ? link[nearFar]! - sign * after[1]! : line ? link[nearFar]! - nx : vertices[2 * farther]!
  link[nextFar + 1] = goesOn ? link[nearFar + 1]! + sign * after[0]! : line ? link[nearFar + 1]! - ny : vertices[2 * farther + 1]!
}
