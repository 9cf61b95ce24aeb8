import { BodyKind } from '../bodies/body-kind.ts'
import { NOT_AWAKE, POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { forgetManifold } from '../caches/kept-manifolds.ts'
import { collidePair } from '../collision/collide.ts'
import { PAIR_STRIDE, Pair } from '../collision/manifold.ts'
import { IMPULSE_STRIDE, Impulse, Manifold, MANIFOLD_STRIDE, ManifoldPoint } from '../contacts/contact-record.ts'
import { AddressTable } from '../kernel/address-table.ts'
import { FAR, Field, LANES, POINT_FIELDS, PointField, RowBits, WORK_STRIDE } from '../solver/contact-groups.ts'
import { State, STATE_STRIDE, Work } from '../solver/motion-records.ts'
import { FollowedRow, Renewal } from '../solver/followed-records.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** Cosine down to which the normal may be another one than before: where both sides give way, and where one does not and has corners in seams. */
const ALIKE = 0.9
const SAME = 0.99999

/** A collider within the step: its pose, and the center of mass of its body. */
enum Now {
  X = 0,
  Y = 1,
  Cos = 2,
  Sin = 3,
  CenterX = 4,
  CenterY = 5,
  /** The numbers of `b` follow. */
  Side = 6,
}

const now = new Float64Array(12)
const pair = new Float64Array(PAIR_STRIDE)
const manifold = new Float64Array(MANIFOLD_STRIDE)
const features = new Int32Array(2)
/** The impulses of the new points. */
const held = new Float64Array(4)
/** Anchor × normal of the first point, of A and of B. */
const crossOfFirst = new Float64Array(2)

/** Gives a contact with one point a second one, farther away than anything, so that its row has a place for another. */
export function addPlace({ collision: { contacts: { manifold: points, pointCount, impulse } } }: PhysicsWorld, contact: number): void {
  const m = contact * MANIFOLD_STRIDE
  points[m + Manifold.X1] = points[m + Manifold.X0]!
  points[m + Manifold.Y1] = points[m + Manifold.Y0]!
  points[m + Manifold.Separation1] = FAR
  impulse[contact * IMPULSE_STRIDE + Impulse.Normal1] = 0
  impulse[contact * IMPULSE_STRIDE + Impulse.Tangent1] = 0
  pointCount[contact] = 2
}

/**
 * Makes the points of those contacts anew whose bodies have turned far since they were made. Runs once a substep, at its end: what meets at
 * a new point is to bounce there in the next one. The pass that takes velocity back holds it without, and took up to a seventh of the energy.
 *
 * What lands on a corner is turned by that, and comes down on others within the same step. No look ahead knows how the hit will turn it: at
 * 30 Hz a flat hexagon that fell at 15 m/s was 10 cm deep in the ground with a corner that had no point.
 */
export function renewContacts(physics: PhysicsWorld): void {
  const { bodies: { bodyOf }, collision: { contacts }, solver: { rows: { followed }, states: { memory }, substep, substeps } } = physics
  // Nothing comes after the last one.
  if (substep === substeps || followed.count === 0) return
  const { f64, i32, kernel } = memory
  for (let n = kernel.nextTurned(0, substep, substeps); n < followed.count; n = kernel.nextTurned(n + 1, substep, substeps)) {
    const at = followed.place(n)
    const contact = i32[at + FollowedRow.Contact]!
    if (!renew(physics, n, contact)) continue
    const turned = (at + FollowedRow.Turned) >> 1
    f64[turned] = turnOf(physics, bodyOf[contacts.a[contact]!]!)
    f64[turned + 1] = turnOf(physics, bodyOf[contacts.b[contact]!]!)
    i32[at + FollowedRow.Renewal] = Renewal.AsItTurns
    // Impacts have copies of what is in the rows.
    i32[AddressTable.LinkedBounces >> 2] = 0
  }
}

/** How far a body has turned in the step. */
function turnOf({ bodies: { awakeIndex }, solver: { states: { state } } }: PhysicsWorld, body: number): number {
  const k = awakeIndex[body]!
  return k === NOT_AWAKE ? 0 : state[k * STATE_STRIDE + State.Turn]!
}

/** Makes the points of a contact anew and writes them to its row, which is followed as number `n`. Returns whether there were any. */
function renew(physics: PhysicsWorld, n: number, contact: number): boolean {
  const { bodies, collision: { contacts }, solver: { rows } } = physics
  const { f32, i32, kernel } = rows.contacts.memory
  const row = i32[rows.followed.place(n) + FollowedRow.Lane]!
  // A body that is locked along an axis has another normal.
  if ((i32[row + Field.Bits * LANES]! & ~RowBits.RubsEarly) !== 0) return false
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  writeNow(physics, a, 0)
  writeNow(physics, b, Now.Side)
  const points = collideNow(physics, a, b)
  if (points === 0) return false
  const reversed = bodies.awakeIndex[bodies.bodyOf[b]!] === NOT_AWAKE
  const sign = reversed ? -1 : 1
  const alike = sign * (manifold[Manifold.NormalX]! * f32[row + Field.NormalX * LANES]! + manifold[Manifold.NormalY]! * f32[row + Field.NormalY * LANES]!)
  const bothMove = bodies.kind[bodies.bodyOf[a]!] === BodyKind.Dynamic && bodies.kind[bodies.bodyOf[b]!] === BodyKind.Dynamic
  if (alike < (bothMove ? ALIKE : SAME)) return false
  findHeld(physics, contact, row, points)
  writeHead(physics, n, row, sign)
  for (let k = 0; k < 2; k++) writePoint(physics, row, k, points, reversed)
  for (let k = 0; k < points; k++) placePoint(physics, row, k)
  showPoints(physics, contact, points)
  kernel.followAnew(n)
  return true
}

/** Writes where a collider is now. */
function writeNow({ bodies, solver: { states: { work } } }: PhysicsWorld, collider: number, at: number): void {
  const { pose, awakeIndex, bodyOf } = bodies
  const p = collider * POSE_STRIDE
  // The record of what is not awake is that of the world.
  const k = (awakeIndex[bodyOf[collider]!]! + 1) * WORK_STRIDE
  const c = work[k + Work.Cos]!
  const s = work[k + Work.Sin]!
  const x = pose[p + Pose.FromCenterX]!
  const y = pose[p + Pose.FromCenterY]!
  now[at + Now.CenterX] = pose[p + Pose.X]! - x + work[k + Work.MovedX]!
  now[at + Now.CenterY] = pose[p + Pose.Y]! - y + work[k + Work.MovedY]!
  now[at + Now.X] = now[at + Now.CenterX]! + c * x - s * y
  now[at + Now.Y] = now[at + Now.CenterY]! + s * x + c * y
  now[at + Now.Cos] = c * pose[p + Pose.Cos]! - s * pose[p + Pose.Sin]!
  now[at + Now.Sin] = s * pose[p + Pose.Cos]! + c * pose[p + Pose.Sin]!
}

/** Finds the points of two colliders where they are now; also what is far apart: it comes down as fast as the bodies turn. */
function collideNow({ bodies: { bodyOf, extent }, solver: { states: { memory } } }: PhysicsWorld, a: number, b: number): number {
  pair[Pair.X] = now[Now.Side + Now.X]! - now[Now.X]!
  pair[Pair.Y] = now[Now.Side + Now.Y]! - now[Now.Y]!
  pair[Pair.CosA] = now[Now.Cos]!
  pair[Pair.SinA] = now[Now.Sin]!
  pair[Pair.CosB] = now[Now.Side + Now.Cos]!
  pair[Pair.SinB] = now[Now.Side + Now.Sin]!
  pair[Pair.Margin] = 2 * Math.min(extent[bodyOf[a]!]!, extent[bodyOf[b]!]!)
  pair[Pair.Tie] = a + b
  return collidePair(memory, a, b, pair, manifold, 0, features, 0)
}

/** Finds the impulses of the points that are still the same. */
function findHeld({ collision: { contacts }, solver: { rows } }: PhysicsWorld, contact: number, row: number, points: number): void {
  const { f32 } = rows.contacts.memory
  const { feature, pointCount } = contacts
  for (let k = 0; k < 2; k++) {
    const id = features[k]!
    const from = feature[contact * 2] === id ? 0 : pointCount[contact] === 2 && feature[contact * 2 + 1] === id ? 1 : -1
    const p = row + (Field.Points + from * POINT_FIELDS) * LANES
    held[2 * k] = k < points && from >= 0 ? f32[p + PointField.Normal * LANES]! : 0
    held[2 * k + 1] = k < points && from >= 0 ? f32[p + PointField.Tangent * LANES]! : 0
  }
}

/** Writes what both points share. */
function writeHead({ solver: { rows, states: { work } } }: PhysicsWorld, n: number, row: number, sign: number): void {
  const { f32, f64, i32 } = rows.contacts.memory
  f32[row + Field.NormalX * LANES] = sign * manifold[Manifold.NormalX]!
  f32[row + Field.NormalY * LANES] = sign * manifold[Manifold.NormalY]!
  // From now on the anchors are those of this turn.
  const a = (i32[row]! >> 2) + Work.Cos
  const b = (i32[row + LANES]! >> 2) + Work.Cos
  const at = rows.followed.place(n)
  f64[(at + FollowedRow.CosA) >> 1] = work[a]!
  f64[(at + FollowedRow.SinA) >> 1] = work[a + 1]!
  f64[(at + FollowedRow.CosB) >> 1] = work[b]!
  f64[(at + FollowedRow.SinB) >> 1] = work[b + 1]!
}

/** Writes point `k` of a row as the kernel's `write_row` does, from where the bodies are now. One that is not there is put far away. */
function writePoint(physics: PhysicsWorld, row: number, k: number, points: number, reversed: boolean): void {
  const { f32, i32 } = physics.solver.rows.contacts.memory
  const nx = f32[row + Field.NormalX * LANES]!
  const ny = f32[row + Field.NormalY * LANES]!
  const m = k < points ? Manifold.X0 + 3 * k : Manifold.X0
  const x = manifold[m + ManifoldPoint.X]! + now[Now.X]!
  const y = manifold[m + ManifoldPoint.Y]! + now[Now.Y]!
  const single = i32[row] === 0
  const sideA = reversed ? Now.Side : 0
  const sideB = reversed ? 0 : Now.Side
  const ax = single ? 0 : x - now[sideA + Now.CenterX]!
  const ay = single ? 0 : y - now[sideA + Now.CenterY]!
  const bx = x - now[sideB + Now.CenterX]!
  const by = y - now[sideB + Now.CenterY]!
  const crossA = ax * ny - ay * nx
  const crossB = bx * ny - by * nx
  const dotA = ax * nx + ay * ny
  const dotB = bx * nx + by * ny
  const masses = f32[row + Field.MassA * LANES]! + f32[row + Field.MassB * LANES]!
  const inertiaA = f32[row + Field.InertiaA * LANES]!
  const inertiaB = f32[row + Field.InertiaB * LANES]!
  const p = row + (Field.Points + k * POINT_FIELDS) * LANES
  f32[p + PointField.CrossA * LANES] = crossA
  f32[p + PointField.CrossB * LANES] = crossB
  f32[p + PointField.DotA * LANES] = dotA
  f32[p + PointField.DotB * LANES] = dotB
  f32[p + PointField.InverseMass * LANES] = masses + inertiaA * crossA * crossA + inertiaB * crossB * crossB
  f32[p + PointField.TangentMass * LANES] = 1 / (masses + inertiaA * dotA * dotA + inertiaB * dotB * dotB)
  f32[p + PointField.Normal * LANES] = held[2 * k]!
  f32[p + PointField.Tangent * LANES] = held[2 * k + 1]!
  if (k === 0) {
    crossOfFirst[0] = crossA
    crossOfFirst[1] = crossB
  } else f32[row + Field.Across * LANES] = masses + inertiaA * crossOfFirst[0]! * crossA + inertiaB * crossOfFirst[1]! * crossB
  if (k >= points) f32[p + PointField.Base * LANES] = FAR
}

/** Writes the separation of point `k` as a row has it: without where its bodies are by now. */
function placePoint({ solver: { rows, states: { work } } }: PhysicsWorld, row: number, k: number): void {
  const { f32, i32 } = rows.contacts.memory
  const p = row + (Field.Points + k * POINT_FIELDS) * LANES
  const a = i32[row]! >> 2
  const b = i32[row + LANES]! >> 2
  const separation = manifold[Manifold.Separation0 + 3 * k]!
  const movedX = work[b + Work.MovedX]! - work[a + Work.MovedX]!
  const movedY = work[b + Work.MovedY]! - work[a + Work.MovedY]!
  const moved = f32[row + Field.NormalX * LANES]! * movedX + f32[row + Field.NormalY * LANES]! * movedY
  const anchorA = work[a + Work.Cos]! * f32[p + PointField.DotA * LANES]! + work[a + Work.Sin]! * f32[p + PointField.CrossA * LANES]!
  const anchorB = work[b + Work.Cos]! * f32[p + PointField.DotB * LANES]! + work[b + Work.Sin]! * f32[p + PointField.CrossB * LANES]!
  f32[p + PointField.Base * LANES] = separation - moved - anchorB + anchorA
}

/** Leaves the points in the contact as those of a hit, where they are now: that is what queries tell of it. */
function showPoints({ bodies: { pose }, collision }: PhysicsWorld, contact: number, points: number): void {
  const { contacts } = collision
  const m = contact * MANIFOLD_STRIDE
  const a = contacts.a[contact]! * POSE_STRIDE
  for (let i = 0; i < (points === 2 ? MANIFOLD_STRIDE : Manifold.X1); i++) contacts.manifold[m + i] = manifold[i]!
  for (let k = 0; k < points; k++) {
    const p = m + Manifold.X0 + 3 * k
    contacts.manifold[p + ManifoldPoint.X] = contacts.manifold[p + ManifoldPoint.X]! + now[Now.X]! - pose[a + Pose.X]!
    contacts.manifold[p + ManifoldPoint.Y] = contacts.manifold[p + ManifoldPoint.Y]! + now[Now.Y]! - pose[a + Pose.Y]!
    contacts.feature[contact * 2 + k] = features[k]!
  }
  contacts.pointCount[contact] = points
  contacts.foreseen[contact] = 1
  forgetManifold(collision, contact)
}
