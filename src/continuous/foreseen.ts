import { POSE_STRIDE } from '../bodies/bodies.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import { Closer } from '../kernel/address-table.ts'
import { FAR, Field, LANES, POINT_FIELDS, PointField } from '../solver/contact-groups.ts'
import type { FollowedRows } from '../solver/followed-rows.ts'
import { FollowedRow, Renewal } from '../solver/followed-records.ts'
import { prepareFollowed } from '../solver/prepare-contacts.ts'
import { AHEAD_STRIDE, Ahead, type Foresight } from '../state/foreseen-contacts.ts'
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
  takeRows(rows.followed, foresight)
  if (foresight.count === 0) return
  prepareFollowed(rows, contacts, bodies, stores.Material)
  const { kernel } = rows.contacts.memory
  kernel.followRows()
  // What is deep as the step begins has its impact now: spared, it would have none in this substep, and where that is the only one, never.
  kernel.followTurns(physics.solver.substeps > 1 ? 1 : 0)
}

/** Shows the kernel what is known of them. May replace the memory. */
function takeRows(rows: FollowedRows, { contacts, data, renewals, turning, count }: Foresight): void {
  rows.reset(count)
  const { f64, i32 } = rows.memory
  for (let i = 0; i < count; i++) {
    const at = rows.place(i)
    const side = i * AHEAD_STRIDE
    f64[(at + FollowedRow.ArmA) >> 1] = data[side + Ahead.ArmX]!
    f64[(at + FollowedRow.ArmA + 2) >> 1] = data[side + Ahead.ArmY]!
    f64[(at + FollowedRow.CosA) >> 1] = data[side + Ahead.Cosine]!
    f64[(at + FollowedRow.SinA) >> 1] = data[side + Ahead.Sine]!
    f64[(at + FollowedRow.ArmB) >> 1] = data[side + Ahead.Side + Ahead.ArmX]!
    f64[(at + FollowedRow.ArmB + 2) >> 1] = data[side + Ahead.Side + Ahead.ArmY]!
    f64[(at + FollowedRow.CosB) >> 1] = data[side + Ahead.Side + Ahead.Cosine]!
    f64[(at + FollowedRow.SinB) >> 1] = data[side + Ahead.Side + Ahead.Sine]!
    f64[(at + FollowedRow.Turning) >> 1] = turning[2 * i]!
    f64[(at + FollowedRow.Turning + 2) >> 1] = turning[2 * i + 1]!
    i32[at + FollowedRow.Contact] = contacts[i]!
    i32[at + FollowedRow.Renewal] = renewals[i]!
    i32[at + FollowedRow.Solved] = 0
  }
  rows.count = count
}

/** A body of a contact left while the solver runs: a hit to come that was foreseen has nothing to be hit. */
export function dropForeseen({ collision: { contacts, foresight }, solver: { rows } }: PhysicsWorld, contact: number): void {
  if (contacts.foreseen[contact] === 0) return
  const { f32, i32 } = rows.contacts.memory
  const row = rows.followed.place(foresight.contacts.indexOf(contact))
  const lane = i32[row + FollowedRow.Lane]!
  for (let k = 0; k < i32[row + FollowedRow.Solved]!; k++) {
    f32[lane + (Field.Points + k * POINT_FIELDS + PointField.Base) * LANES] = FAR
  }
}
