import { NOT_AWAKE, POSE_STRIDE } from '../bodies/bodies.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { ContactFlag, Manifold, MANIFOLD_STRIDE, NOT_ACTIVE } from '../contacts/contact-record.ts'
import { Closer } from '../kernel/address-table.ts'
import { FAR, Field, LANES, POINT_FIELDS, PointField } from '../solver/contact-groups.ts'
import { prepareContact } from '../solver/prepare-contacts.ts'
import { AHEAD_STRIDE, Ahead, FOLLOWED, Followed, Renewal } from '../state/foreseen-contacts.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Pose } from '../bodies/body-records.ts'
import { Work } from '../solver/motion-records.ts'
import { addPlace } from './renew.ts'
import { letBounce, noteLoads } from './let-bounce.ts'
import { excess, isSingle, loadTurn, measureExcess } from './row-turns.ts'

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
  foresight.followedCount = 0
  for (let i = 0; i < foresight.count; i++) {
    const contact = foresight.contacts[i]!
    foresight.lanes[i] = 0
    // A system of the user may have removed a body.
    if (contacts.activeIndex[contact] === NOT_ACTIVE || contacts.pointCount[contact] === 0) continue
    const renewal = foresight.renewals[i]!
    const points = contacts.pointCount[contact]!
    if (renewal !== Renewal.Never && points === 1) addPlace(physics, contact)
    swapArms(physics, i, contact)
    const bouncing = rows.impacts.count
    foresight.lanes[i] = prepareContact(rows, contact, contacts, bodies, stores.Material, contacts.foreseen[contact] === 1)
    swapArms(physics, i, contact)
    if (foresight.lanes[i] !== 0) follow(physics, i, contact, renewal, rows.impacts.count - bouncing)
    contacts.pointCount[contact] = points
  }
  // What is deep as the step begins has its impact now: spared, it would have none in this substep, and where that is the only one, never.
  followTurns(physics, physics.solver.substeps > 1)
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
 * Lists a row whose separations are to be followed.
 * @param bounces 1 where it may bounce, otherwise 0.
 */
function follow(physics: PhysicsWorld, i: number, contact: number, renewal: Renewal, bounces: number): void {
  const { bodies, collision: { contacts, foresight, geometry }, solver: { rows } } = physics
  const { data, lanes, followed, behind, base } = foresight
  const { f32, i32 } = rows.contacts.memory
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const at = i * AHEAD_STRIDE
  const radiusA = geometry[a * GEOMETRY_STRIDE + Geometry.Radius]!
  const radiusB = geometry[b * GEOMETRY_STRIDE + Geometry.Radius]!
  const turnsToHit = data[at + Ahead.Sine] !== 0 || data[at + Ahead.Side + Ahead.Sine] !== 0
  const foreseen = contacts.foreseen[contact] === 1
  if (renewal === Renewal.Never && foreseen && radiusA === 0 && radiusB === 0 && !turnsToHit) return
  // Where B does not move the row has the two the other way round.
  const reversed = bodies.awakeIndex[bodies.bodyOf[b]!] === NOT_AWAKE
  const n = foresight.followedCount++
  const lane = lanes[i]!
  followed[n * FOLLOWED + Followed.Lane] = lane
  followed[n * FOLLOWED + Followed.A] = reversed ? at + Ahead.Side : at
  followed[n * FOLLOWED + Followed.B] = reversed ? at : at + Ahead.Side
  followed[n * FOLLOWED + Followed.Renewal] = renewal
  foresight.turns[2 * n] = foresight.turns[2 * n + 1] = 0
  foresight.bounces[n] = bounces
  if (bounces !== 0) noteLoads(physics, n)
  for (let k = 0; k <= (lane & 1); k++) {
    const p = (lane >> 1) + (Field.Points + k * POINT_FIELDS) * LANES
    // The points of a hit to come are on both surfaces, others in the middle.
    const half = foreseen ? 0 : 0.5 * contacts.manifold[contact * MANIFOLD_STRIDE + Manifold.Separation0 + 3 * k]!
    // The normal leaves A and meets B.
    behind[4 * n + 2 * k] = -(reversed ? radiusB : radiusA) - half
    behind[4 * n + 2 * k + 1] = (reversed ? radiusA : radiusB) + half
    loadTurn(data, followed[n * FOLLOWED + Followed.A]! + Ahead.Cosine, 0)
    loadTurn(data, followed[n * FOLLOWED + Followed.B]! + Ahead.Cosine, 2)
    measureExcess(foresight, n, k, f32, p, isSingle(i32, lane))
    base[2 * n + k] = f32[p + PointField.Base * LANES]! - excess[0]!
  }
}

/**
 * Brings the separations of the rows that are followed to where their bodies have turned. Runs once a substep, after the
 * bodies were moved.
 *
 * A row turns its anchors from the beginning of the step on, see `PointField`. Those of a hit to come are turned by then;
 * and of a round end it is another point that is nearest: taken for the same one, a capsule that rolled over its end by 18
 * degrees in a step was 16 mm deep in the floor.
 */
export function followTurns(physics: PhysicsWorld, spares: boolean): void {
  const { collision: { foresight }, solver: { rows, states } } = physics
  const { f32, i32 } = rows.contacts.memory
  const { followed, base, pressed } = foresight
  for (let n = 0; n < foresight.followedCount; n++) {
    const lane = followed[n * FOLLOWED + Followed.Lane]!
    loadTurn(states.work, (i32[lane >> 1]! >> 2) + Work.Cos, 0)
    loadTurn(states.work, (i32[(lane >> 1) + LANES]! >> 2) + Work.Cos, 2)
    for (let k = 0; k <= (lane & 1); k++) {
      const p = (lane >> 1) + (Field.Points + k * POINT_FIELDS) * LANES
      if (f32[p + PointField.Normal * LANES]! > 0) pressed[Math.floor(followed[n * FOLLOWED + Followed.A]! / AHEAD_STRIDE)] = 1
      // What was to be hit is no longer there.
      if (f32[p + PointField.Base * LANES]! >= FAR) continue
      measureExcess(foresight, n, k, f32, p, isSingle(i32, lane))
      f32[p + PointField.Base * LANES] = base[2 * n + k]! + excess[0]!
      if (spares && foresight.bounces[n] !== 0) letBounce(physics, n, k)
    }
  }
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
