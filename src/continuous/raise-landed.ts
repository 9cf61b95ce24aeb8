import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { ContactFlag, Manifold, MANIFOLD_STRIDE, NOT_ACTIVE } from '../contacts/contact-record.ts'
import { AddressTable } from '../kernel/address-table.ts'
import { Owner, OWNER_STRIDE } from '../kernel/filling.ts'
import { Lock } from '../solver/lock.ts'
import { bounces } from '../solver/prepare-contacts.ts'
import { DRIVE_STRIDE, Drive, State, STATE_STRIDE } from '../solver/motion-records.ts'
import { Limit } from '../collision/sweep-records.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { Leg, isSolved, leg, limits, writeStepLeg } from './leg.ts'
import { OVERLAP_STRIDE, Overlap, beginLandings, landings } from './landings.ts'
import { locksOf } from './locks.ts'
import { areSolid, findCandidates, sweepLeg } from './sweep-body.ts'
import { InAtEnd, inAtEnd, loadOwn, measureInAtEnd } from './sweep-pair.ts'

/** With more substeps the passes find what holds a body on two things, of which each presses it into the other one. */
const FEW_SUBSTEPS = 2
/** How often a body is raised out of what it is deepest in. */
const MAX_RAISES = 3
/** Part of the slop by which what landed may be in what is static. */
const ALLOWED = 0.9
/** Cosine between the normal of a landing and the way out, from which it leads to the side that the body came from. */
const OUTWARD = 0.5
/** Cosine from which on a way out of what it landed on is none into that: at a seam it leads sideways, into the next tile, and the body is raised by as much. */
const SIDEWAYS = -0.1
/** Square of the cosine between the way out and an axis, from which on what moves along that alone is raised along it. */
const LEAST_FREE = 0.25

/** Where a body has been raised to, and the normal of its landing. */
const raise = new Float64Array(4)
enum Raise { X, Y, NormalX, NormalY }
/** How deep it is, and out which way. */
const deepest = new Float64Array(3)
/** What is static near it. */
const near = new ItemBuffer()
/** What holds something while the user is asked. */
export const raiseScratch = [raise, deepest, near]

/**
 * Notes what came into something static that it touched before as landed, where there are few substeps: a plank that lies on two tiles, and comes
 * down on one of them with its end, was pressed into the other one by that, up to 6 cm deep. Of each contact the row tells, before it is released.
 * Nothing that bounces is raised where it touches, see {@link mayRaise}.
 */
export function noteSunk({ bodies, collision: { contacts, foresight }, solver: { states, substeps }, stores: { Material } }: PhysicsWorld): void {
  if (substeps > FEW_SUBSTEPS) return
  const { kernel, i32 } = states.memory
  const owners = i32[AddressTable.Owners >> 2]! >>> 2
  const count = i32[AddressTable.OwnerCount >> 2]!
  for (let row = kernel.findSunk(0); row < count; row = kernel.findSunk(row + 1)) {
    const contact = i32[owners + row * OWNER_STRIDE + Owner.Contact]! >>> 1
    if (contacts.activeIndex[contact] === NOT_ACTIVE || bounces(bodies, Material, contacts.a[contact]!, contacts.b[contact]!)) continue
    foresight.land(contact)
  }
}

/**
 * Raises what landed in this step, and was turned by that so that another corner of it is in what is static as the step ends, to where that
 * touches. No contact of the step knew how the hit would turn it; the next one finds the corner where it meets.
 *
 * Body by body: none knows of the others here.
 */
export function raiseLanded(physics: PhysicsWorld): void {
  const { bodies: { awakeIndex, awakeCount }, collision: { foresight }, solver: { rows } } = physics
  const listed = beginLandings()
  for (let i = 0; i < foresight.landedCount; i++) listLanding(physics, foresight.landed[i]!, false)
  for (let i = 0; i < foresight.count; i++) {
    if (rows.followed.isSolved(i) && mayRaise(physics, foresight.contacts[i]!)) listLanding(physics, foresight.contacts[i]!, true)
  }
  const { contacts, bodies } = listed
  if (bodies.count > 0) listed.link(awakeIndex, awakeCount)
  for (let i = 0; i < bodies.count; i++) {
    const body = bodies.items[i]!
    for (let at = listed.takeFirst(awakeIndex[body]!); at !== 0; at = listed.after(at)) raiseBody(physics, body, contacts.items[at - 1]!)
  }
}

/**
 * Whether a body that turned may be raised: where it was to hit it did not come, but with another corner, or it touches since before. Of the latter
 * nothing that bounces is: with one substep at 30 Hz what lost nothing was raised by decimeters before it hit, and doubled its energy in 6 s.
 */
function mayRaise({ bodies, collision: { contacts }, stores: { Material } }: PhysicsWorld, contact: number): boolean {
  return (contacts.flags[contact]! & ContactFlag.Touching) === 0 || !bounces(bodies, Material, contacts.a[contact]!, contacts.b[contact]!)
}

/** Lists the dynamic side of a contact with what is static, or only if it turned. */
function listLanding(physics: PhysicsWorld, contact: number, ifTurned: boolean): void {
  const { bodies: { bodyOf, kind }, collision: { contacts } } = physics
  if (contacts.activeIndex[contact] === NOT_ACTIVE) return
  const a = bodyOf[contacts.a[contact]!]!
  const b = bodyOf[contacts.b[contact]!]!
  const body = kind[a] === BodyKind.Static ? b : kind[b] === BodyKind.Static ? a : 0
  if (body === 0 || kind[body] !== BodyKind.Dynamic || !isSolved(physics, body) || (ifTurned && !isTurned(physics, body))) return
  // What joints hold may not be torn from them.
  if (physics.joints.first(body) === 0) landings.push(contact, body)
}

/** Whether a body turned so far that a corner of it may be where no contact knew of it. */
function isTurned({ bodies: { awakeIndex, extent }, solver: { states: { state } }, tolerances }: PhysicsWorld, body: number): boolean {
  return Math.abs(state[awakeIndex[body]! * STATE_STRIDE + State.Turn]!) * extent[body]! > tolerances.linearSlop
}

function raiseBody(physics: PhysicsWorld, body: number, contact: number): void {
  const { collision: { contacts: { a, b, manifold } }, solver: { states: { state } }, tolerances } = physics
  const isB = physics.bodies.bodyOf[b[contact]!] === body
  const locks = locksOf(physics, body) & (Lock.X | Lock.Y)
  raise[Raise.X] = raise[Raise.Y] = 0
  const sign = isB ? 1 : -1
  const ground = isB ? a[contact]! : b[contact]!
  raise[Raise.NormalX] = sign * manifold[contact * MANIFOLD_STRIDE + Manifold.NormalX]!
  raise[Raise.NormalY] = sign * manifold[contact * MANIFOLD_STRIDE + Manifold.NormalY]!
  writeStepLeg(physics, body, leg)
  // Not only its pairs: what the hit turned may come where it was not expected.
  if (landings.measured !== body) findCandidates(physics, body, false, near)
  for (let n = 0; n < MAX_RAISES; n++) {
    if (landings.measured !== body) measureOverlaps(physics, body)
    findDeepest(ground)
    if (deepest[0]! <= ALLOWED * tolerances.linearSlop || layThere(physics, body)) break
    // Along the axis that is left it is farther out.
    const free = locks === 0 ? 1 : ((locks & Lock.X) !== 0 ? 0 : deepest[1]! * deepest[1]!) + ((locks & Lock.Y) !== 0 ? 0 : deepest[2]! * deepest[2]!)
    if (free < LEAST_FREE) break
    const dx = (locks & Lock.X) !== 0 ? 0 : (deepest[0]! * deepest[1]!) / free
    const dy = (locks & Lock.Y) !== 0 ? 0 : (deepest[0]! * deepest[2]!) / free
    leg[Leg.DX] = leg[Leg.DX]! + dx
    leg[Leg.DY] = leg[Leg.DY]! + dy
    landings.measured = 0
    raise[Raise.X] = raise[Raise.X]! + dx
    raise[Raise.Y] = raise[Raise.Y]! + dy
  }
  if (raise[Raise.X] === 0 && raise[Raise.Y] === 0) return
  landings.measured = 0
  holdRaise(physics, body)
  const { Position: { x, y } } = physics.components
  const s = physics.bodies.awakeIndex[body]! * STATE_STRIDE
  state[s + State.MovedX] = state[s + State.MovedX]! + raise[Raise.X]!
  state[s + State.MovedY] = state[s + State.MovedY]! + raise[Raise.Y]!
  x[body] = x[body]! + raise[Raise.X]!
  y[body] = y[body]! + raise[Raise.Y]!
  if (bounces(physics.bodies, physics.stores.Material, a[contact]!, b[contact]!)) payRaise(physics, body)
}

/**
 * Takes the work of raising a body, against what drives it, out of its velocity: as it was when it touched it was slower. First along the raise,
 * and what that does not pay from its spin, with which the corner came there. What does not bounce loses all of it at the hit anyway. Unpaid,
 * with four substeps at 30 Hz triangles without loss won 3.7 % with one hit.
 */
function payRaise({ bodies: { awakeIndex, pose }, components: { Velocity }, solver: { states: { drive, state, time } } }: PhysicsWorld, body: number): void {
  const s = awakeIndex[body]! * STATE_STRIDE
  const d = awakeIndex[body]! * DRIVE_STRIDE
  const far = Math.sqrt(raise[Raise.X]! * raise[Raise.X]! + raise[Raise.Y]! * raise[Raise.Y]!)
  const nx = raise[Raise.X]! / far
  const ny = raise[Raise.Y]! / far
  const driven = drive[d + Drive.X]! * nx + drive[d + Drive.Y]! * ny
  if (far === 0 || !(driven < 0)) return
  // What is known belongs to the middle of the last substep.
  const later = 0.5 * time[0]! * driven
  const speed = state[s + State.X]! * nx + state[s + State.Y]! * ny + later
  // Twice the energy for each unit of mass.
  const left = speed * speed + 2 * driven * far
  const known = speed - later
  // It only becomes slower: under a gravity of millions half a substep of that is more than its speed.
  const slowed = Math.sign(speed) * Math.sqrt(Math.max(left, 0)) - later
  const more = Math.min(Math.max(slowed, Math.min(known, 0)), Math.max(known, 0)) - known
  Velocity.x[body] = state[s + State.X] = state[s + State.X]! + more * nx
  Velocity.y[body] = state[s + State.Y] = state[s + State.Y]! + more * ny
  if (left >= 0) return
  const p = body * POSE_STRIDE
  const spin = state[s + State.W]!
  const rest = spin * spin + (left * pose[p + Pose.InverseInertia]!) / pose[p + Pose.InverseMass]!
  Velocity.angular[body] = state[s + State.W] = Math.sign(spin) * Math.sqrt(Math.max(rest, 0))
}

/**
 * Raises a body no farther than nothing static is in the way: out of the end of one segment a triangle was raised through the next one.
 * The leg at hand is that of the raise then.
 */
function holdRaise(physics: PhysicsWorld, body: number): void {
  leg[Leg.X] = leg[Leg.X]! + leg[Leg.DX]! - raise[Raise.X]!
  leg[Leg.Y] = leg[Leg.Y]! + leg[Leg.DY]! - raise[Raise.Y]!
  leg[Leg.DX] = raise[Raise.X]!
  leg[Leg.DY] = raise[Raise.Y]!
  leg[Leg.Angle] = leg[Leg.Turn]!
  leg[Leg.Turn] = 0
  sweepLeg(physics, body, false)
  raise[Raise.X] = limits[Limit.Fraction]! * leg[Leg.DX]!
  raise[Raise.Y] = limits[Limit.Fraction]! * leg[Leg.DY]!
}

/** Whether a body is deeper than its way led in there: so it was in there before, as what a user put there. That comes out slowly. */
function layThere({ bodies: { extent }, tolerances }: PhysicsWorld, body: number): boolean {
  const into = -(leg[Leg.DX]! * deepest[1]! + leg[Leg.DY]! * deepest[2]!) + Math.abs(leg[Leg.Turn]!) * extent[body]!
  return deepest[0]! > into + tolerances.linearSlop
}

/** Measures what static colliders near it the body overlaps where the leg at hand ends. */
function measureOverlaps(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  landings.others.clear()
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    loadOwn(physics, c, body)
    for (let i = 0; i < near.count; i++) {
      const other = near.items[i]!
      if (!isBeside(physics, body, other) || !areSolid(physics, c, other)) continue
      measureInAtEnd(physics, c, other)
      if (inAtEnd[InAtEnd.Depth]! > 0) landings.overlap(other, inAtEnd[InAtEnd.Depth]!, inAtEnd[InAtEnd.X]!, inAtEnd[InAtEnd.Y]!)
    }
  }
  landings.measured = body
}

/** Finds out of which of them, outward, it has the farthest to go. It landed on `ground`. */
function findDeepest(ground: number): void {
  const { others: { items, count }, numbers } = landings
  const normalX = raise[Raise.NormalX]!
  const normalY = raise[Raise.NormalY]!
  deepest[0] = 0
  for (let i = 0, at = 0; i < count; i++, at += OVERLAP_STRIDE) {
    if (numbers[at + Overlap.Depth]! <= deepest[0]!) continue
    const out = numbers[at + Overlap.X]! * normalX + numbers[at + Overlap.Y]! * normalY
    if (out < (items[i] === ground ? SIDEWAYS : OUTWARD)) continue
    deepest[0] = numbers[at + Overlap.Depth]!
    deepest[1] = out < OUTWARD ? normalX : numbers[at + Overlap.X]!
    deepest[2] = out < OUTWARD ? normalY : numbers[at + Overlap.Y]!
  }
}

/** Whether a body may be in what is static where the leg at hand ends, by the box of that. */
function isBeside({ bodies: { extent }, stores: { BroadphaseAABB: { minX, minY, maxX, maxY } } }: PhysicsWorld, body: number, other: number): boolean {
  const far = extent[body]!
  const x = leg[Leg.X]! + leg[Leg.DX]!
  const y = leg[Leg.Y]! + leg[Leg.DY]!
  return minX[other]! <= x + far && maxX[other]! >= x - far && minY[other]! <= y + far && maxY[other]! >= y - far
}
