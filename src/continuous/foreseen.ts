import { NOT_AWAKE, POSE_STRIDE } from '../bodies/bodies.ts'
import { ContactFlag, IMPULSE_STRIDE, Impulse, MANIFOLD_STRIDE, Manifold, NOT_ACTIVE } from '../contacts/contact-record.ts'
import { Closer, Prepared } from '../kernel/address-table.ts'
import { FAR, Field, LANES, POINT_FIELDS, PointField } from '../solver/contact-groups.ts'
import { FollowedRow, Renewal } from '../solver/followed-records.ts'
import { prepareContact } from '../solver/prepare-contacts.ts'
import { AHEAD_STRIDE, Ahead } from '../state/foreseen-contacts.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Pose } from '../bodies/body-records.ts'

/** The contacts that were prepared apart in the step before are contacts like others. */
export function forgetForesight({ contacts, foresight }: CollisionState): void {
  for (let i = 0; i < foresight.count; i++) contacts.foreseen[foresight.contacts[i]!] = 0
  foresight.count = 0
  foresight.landedCount = 0
}

/**
 * Lets a contact that is there already be followed, where a body turns so far that another point of its round end comes
 * nearest, or a corner that is ahead of a touch: the anchor lies in the middle of the gap.
 */
export function followTurning(physics: PhysicsWorld, contact: number): void {
  followAs(physics, contact, physics.solver.states.memory.kernel.howFollowed(contact))
}

/** The same, where that was asked already: `how` are bits of `Closer`. */
export function followAs({ bodies: { pose }, collision: { contacts, foresight } }: PhysicsWorld, contact: number, how: number): void {
  if ((how & (Closer.Turns | Closer.Renews)) === 0) return
  const at = foresight.push(contact, (how & Closer.Renews) !== 0 ? Renewal.AsItTurns : Renewal.Never)
  writeNow(foresight.data, at, pose, contacts.a[contact]! * POSE_STRIDE)
  writeNow(foresight.data, at + Ahead.Side, pose, contacts.b[contact]! * POSE_STRIDE)
}

/** In `ContactTable.foreseen`: its points are those of where the ways of its bodies end. */
const OF_THE_END = 3

/** Lets a contact that got points where the ways of its bodies end be followed from now on. */
export function followToEnd(physics: PhysicsWorld, contact: number): void {
  const { contacts, foresight } = physics.collision
  const { pose } = physics.bodies
  const at = foresight.push(contact, physics.solver.states.memory.kernel.renews(contact) !== 0 ? Renewal.AsItTurns : Renewal.Never)
  writeNow(foresight.data, at, pose, contacts.a[contact]! * POSE_STRIDE)
  writeNow(foresight.data, at + Ahead.Side, pose, contacts.b[contact]! * POSE_STRIDE)
  contacts.foreseen[contact] = OF_THE_END
}

/** Lets a contact that has other points now be prepared with those: what was foreseen of it is no more. */
export function followFromNow(physics: PhysicsWorld, contact: number): void {
  const { contacts, foresight } = physics.collision
  const { pose } = physics.bodies
  contacts.foreseen[contact] = 0
  for (let i = 0; i < foresight.count; i++) {
    if (foresight.contacts[i] !== contact) continue
    if (foresight.renewals[i] === Renewal.IfTurned) foresight.renewals[i] = Renewal.AsItTurns
    writeNow(foresight.data, i * AHEAD_STRIDE, pose, contacts.a[contact]! * POSE_STRIDE)
    writeNow(foresight.data, i * AHEAD_STRIDE + Ahead.Side, pose, contacts.b[contact]! * POSE_STRIDE)
    return
  }
  followTurning(physics, contact)
}

function writeNow(out: Float64Array, at: number, pose: Float64Array, p: number): void {
  out[at + Ahead.ArmX] = pose[p + Pose.FromCenterX]!
  out[at + Ahead.ArmY] = pose[p + Pose.FromCenterY]!
  out[at + Ahead.Cosine] = 1
  out[at + Ahead.Sine] = 0
}

/** Flags the contacts that are prepared apart, so that they are left out where all others are, or takes the flag off. */
export function flagForeseen({ contacts, foresight }: CollisionState, on: boolean): void {
  const { flags } = contacts
  for (let i = 0; i < foresight.count; i++) {
    const contact = foresight.contacts[i]!
    flags[contact] = on ? flags[contact]! | ContactFlag.Foreseen : flags[contact]! & ~ContactFlag.Foreseen
  }
}

/**
 * Prepares the rows of these contacts. The anchors of the foreseen ones are those of the hit, so the centers of mass are
 * where they will be at the hit meanwhile.
 */
export function prepareForeseen(physics: PhysicsWorld): void {
  const { bodies, stores } = physics
  const { contacts, foresight } = physics.collision
  const { rows } = physics.solver
  flagForeseen(physics.collision, false)
  rows.followed.reset(foresight.count)
  for (let i = 0; i < foresight.count; i++) {
    const contact = foresight.contacts[i]!
    foresight.lanes[i] = foresight.followedAs[i] = 0
    // A system of the user may have removed a body.
    if (contacts.activeIndex[contact] === NOT_ACTIVE || contacts.pointCount[contact] === 0) continue
    const points = contacts.pointCount[contact]!
    if (foresight.renewals[i] !== Renewal.Never && points === 1) addPlace(physics, contact)
    swapArms(physics, i, contact)
    const bouncing = rows.impacts.count
    const as = contacts.foreseen[contact] === 1 ? Prepared.Coming : Prepared.Followed
    foresight.lanes[i] = prepareContact(rows, contact, contacts, bodies, stores.Material, as)
    swapArms(physics, i, contact)
    if (foresight.lanes[i] !== 0) foresight.followedAs[i] = follow(physics, i, contact, rows.impacts.count - bouncing)
    contacts.pointCount[contact] = points
  }
  // What is deep as the step begins has its impact now: spared, it would have none in this substep, and where that is the only one, never.
  if (rows.followed.count > 0) rows.contacts.memory.kernel.followTurns(physics.solver.substeps > 1 ? 1 : 0)
}

/** Gives a contact with one point a second one, farther away than anything, so that its row has a place for another. */
function addPlace({ collision: { contacts: { manifold: points, pointCount, impulse } } }: PhysicsWorld, contact: number): void {
  const m = contact * MANIFOLD_STRIDE
  points[m + Manifold.X1] = points[m + Manifold.X0]!
  points[m + Manifold.Y1] = points[m + Manifold.Y0]!
  points[m + Manifold.Separation1] = FAR
  impulse[contact * IMPULSE_STRIDE + Impulse.Normal1] = 0
  impulse[contact * IMPULSE_STRIDE + Impulse.Tangent1] = 0
  pointCount[contact] = 2
}

/** Swaps the arms of now, from the centers of mass to the origins, with those of the hit. */
function swapArms({ bodies, collision: { contacts, foresight } }: PhysicsWorld, i: number, contact: number): void {
  swapArm(bodies.pose, contacts.a[contact]! * POSE_STRIDE + 4, foresight.data, i * AHEAD_STRIDE)
  swapArm(bodies.pose, contacts.b[contact]! * POSE_STRIDE + 4, foresight.data, i * AHEAD_STRIDE + Ahead.Side)
}

function swapArm(pose: Float64Array, p: number, other: Float64Array, o: number): void {
  const x = pose[p + Pose.X]!
  const y = pose[p + Pose.Y]!
  pose[p + Pose.X] = other[o]!
  pose[p + Pose.Y] = other[o + 1]!
  other[o] = x
  other[o + 1] = y
}

/**
 * Has a row be followed as its bodies turn, if that changes its separations.
 * @param bounces 1 where it may bounce, otherwise 0.
 * @returns The number of the record, and one more; 0 where there is none.
 */
function follow(physics: PhysicsWorld, i: number, contact: number, bounces: number): number {
  const { bodies, collision: { contacts, foresight }, solver: { rows } } = physics
  const { data, lanes, renewals, turning } = foresight
  const { f64, i32, kernel } = rows.contacts.memory
  // Where B does not move the row has the two the other way round.
  const reversed = bodies.awakeIndex[bodies.bodyOf[contacts.b[contact]!]!] === NOT_AWAKE
  const a = i * AHEAD_STRIDE + (reversed ? Ahead.Side : 0)
  const b = i * AHEAD_STRIDE + (reversed ? 0 : Ahead.Side)
  const lane = lanes[i]!
  const n = rows.followed.count
  const at = rows.followed.place(n)
  f64[(at + FollowedRow.CosA) >> 1] = data[a + Ahead.Cosine]!
  f64[(at + FollowedRow.SinA) >> 1] = data[a + Ahead.Sine]!
  f64[(at + FollowedRow.CosB) >> 1] = data[b + Ahead.Cosine]!
  f64[(at + FollowedRow.SinB) >> 1] = data[b + Ahead.Sine]!
  for (let side = 0; side < 2; side++) f64[((at + FollowedRow.Turning) >> 1) + side] = turning[2 * i + side]!
  i32[at + FollowedRow.Lane] = lane >> 1
  i32[at + FollowedRow.Points] = (lane & 1) + 1
  i32[at + FollowedRow.Contact] = contact
  i32[at + FollowedRow.Renewal] = renewals[i]!
  i32[at + FollowedRow.Bounces] = bounces
  return kernel.followRow(contacts.foreseen[contact] === 1 ? 1 : 0) === 0 ? 0 : n + 1
}

/** A body of a contact left while the solver runs: a hit to come that was foreseen has nothing to be hit. */
export function dropForeseen({ collision: { contacts, foresight }, solver: { rows } }: PhysicsWorld, contact: number): void {
  if (contacts.foreseen[contact] === 0) return
  const { f32 } = rows.contacts.memory
  const lane = foresight.lanes[foresight.contacts.indexOf(contact)]!
  for (let k = 0; lane !== 0 && k <= (lane & 1); k++) {
    f32[(lane >> 1) + (Field.Points + k * POINT_FIELDS + PointField.Base) * LANES] = FAR
  }
}
