import { POSE_STRIDE } from '../bodies/bodies.ts'
import { forgetManifold } from '../caches/kept-manifolds.ts'
import { collidePair } from '../collision/collide.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import { noteApproach } from '../contact-rules/touches.ts'
import { AddressTable, Closer } from '../kernel/address-table.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { farthest, findReach } from './approach.ts'
import { conclude } from './conclude.ts'
import { followAs, followToEnd, followTurning } from './foreseen.ts'
import { foresee, takeForeseen } from './foresight.ts'

/** What {@link collide} finds the manifold of; who calls writes the margin. */
const pair = new Float64Array(PAIR_STRIDE)

/** Draws the conclusions from what `Kernel.lookOn` found of a contact. */
export function takeLook(physics: PhysicsWorld, contact: number, dt: number): void {
  const { collision: { contacts, hits }, solver: { states: { memory } } } = physics
  const found = memory.i32[AddressTable.FoundPoints >> 2]!
  const closer = memory.i32[AddressTable.Closer >> 2]!
  if (found > 0) {
    const points = takePoints(physics, contact, takeForeseen(physics, contact, found))
    if (points > 0) conclude(physics, contact, 0, points, dt)
  } else if (closer === Closer.Aside) lookAside(physics, contact)
  else {
    followAs(physics, contact, closer)
    return
  }
  if (contacts.pointCount[contact]! > 0 && memory.kernel.mayHit(contact) !== 0) hits.push(contact)
}

/**
 * Draws the conclusions from what `Kernel.followHits` found of a contact without points.
 * @param ends Whether its points are those of where the ways of its bodies end.
 */
export function takeFound(physics: PhysicsWorld, ends: boolean, dt: number): void {
  const { collision: { contacts }, solver: { states: { memory } } } = physics
  const contact = memory.i32[AddressTable.AskedOf >> 2]!
  if (ends) followToEnd(physics, contact)
  else if (takePoints(physics, contact, takeForeseen(physics, contact, memory.i32[AddressTable.FoundPoints >> 2]!)) === 0) return
  conclude(physics, contact, 0, contacts.pointCount[contact]!, dt)
}

/** Gives a contact whose sides touch elsewhere the points of that, if they do. */
function lookAside(physics: PhysicsWorld, contact: number): void {
  const { foreseen, flags } = physics.collision.contacts
  lookAhead(physics, contact)
  if (foreseen[contact] !== 1) followTurning(physics, contact)
  // It comes together along another normal than that with which it came into sight.
  else if ((flags[contact]! & ContactFlag.Touching) === 0) noteApproach(physics, contact)
}

/**
 * Makes a manifold that is not for the kernel. That of a quick pair with one point has the other end as well, so far ahead
 * as it may come in the step: it comes down as fast as the body turns.
 */
export function collideUnseen(physics: PhysicsWorld, contact: number, a: number, b: number): number {
  const { bodyOf } = physics.bodies
  pair[Pair.Margin] = physics.tolerances.speculativeDistance
  let points = collide(physics, contact, a, b)
  if (points === 1 && isQuick(physics, a, b)) {
    findReach(physics, bodyOf[a]!, bodyOf[b]!)
    pair[Pair.Margin] = farthest[0]!
    points = collide(physics, contact, a, b)
  }
  forgetManifold(physics.collision, contact)
  return points
}

/** Whether a side of a pair may go far in the step. */
export function isQuick({ bodies }: PhysicsWorld, a: number, b: number): boolean {
  const { quick, bodyOf } = bodies
  return (quick[bodyOf[a]!]! | quick[bodyOf[b]!]!) !== 0
}

/** Gives a contact the points that it will have within the step, if it will. Returns how many there are then. */
export function lookAhead(physics: PhysicsWorld, contact: number): number {
  const { contacts } = physics.collision
  if ((contacts.flags[contact]! & (ContactFlag.Sensor | ContactFlag.Driven)) !== 0) return contacts.pointCount[contact]!
  return takePoints(physics, contact, foresee(physics, contact))
}

/** Gives a contact the points that were foreseen, if any were. Returns how many it has then. */
function takePoints(physics: PhysicsWorld, contact: number, points: number): number {
  const { contacts } = physics.collision
  if (points === 0) return contacts.pointCount[contact]!
  contacts.pointCount[contact] = points
  forgetManifold(physics.collision, contact)
  contacts.impulse.fill(0, contact * IMPULSE_STRIDE, (contact + 1) * IMPULSE_STRIDE)
  return points
}

/**
 * Makes the manifold of a contact anew and matches its points with the old ones. Returns how many there are. The margin
 * stands in `pair`: as an argument it would become garbage, for each pair and step.
 */
function collide(physics: PhysicsWorld, contact: number, a: number, b: number): number {
  const { bodies } = physics
  const { contacts } = physics.collision
  const { pose } = bodies
  const { feature, pointCount } = contacts
  const { memory } = physics.solver.states
  const pA = a * POSE_STRIDE
  const pB = b * POSE_STRIDE
  pair[Pair.Tie] = a + b
  pair[Pair.X] = pose[pB]! - pose[pA]!
  pair[Pair.Y] = pose[pB + 1]! - pose[pA + 1]!
  pair[Pair.CosA] = pose[pA + 2]!
  pair[Pair.SinA] = pose[pA + 3]!
  pair[Pair.CosB] = pose[pB + 2]!
  pair[Pair.SinB] = pose[pB + 3]!
  const f = contact * 2
  const first = feature[f]!
  const second = feature[f + 1]!
  const old = pointCount[contact]!
  const points = collidePair(memory, a, b, pair, contacts.manifold, contact * MANIFOLD_STRIDE, feature, f)
  pointCount[contact] = points
  if (points > 0) memory.kernel.matchPoints(contact, first, second, old, points)
  return points
}

