import { placeIn } from '../../components/spec.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { Trait } from '../bodies/bodies.ts'
import { ContactFlag, NOT_ACTIVE } from '../contacts/contact-record.ts'
import { EndReason } from '../contacts/pair-events.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { answerOf, refuseChanges } from './hook-answers.ts'
import { letGoEnded } from './let-go.ts'
import { endTouch, joinIslands } from './touches.ts'

/** Forgets a pair, with its end event if it touched. */
export function removeContact(physics: PhysicsWorld, contact: number, reason: EndReason): void {
  const { contacts } = physics.collision
  physics.version.noteMotion()
  if ((contacts.flags[contact]! & ContactFlag.Touching) !== 0) endTouch(physics, contact, reason)
  if (contacts.pointCount[contact]! > 0) {
    physics.sleep.islands.markStale()
    letGoEnded(physics, contact)
  }
  contacts.remove(contact)
}

/** Forgets the pairs of a collider whose boxes have parted, or that may not touch any more. */
export function dropParted(physics: PhysicsWorld, collider: number): void {
  const { contacts } = physics.collision
  for (let edge = contacts.head[collider]!; edge !== 0; ) {
    const next = contacts.next[edge]!
    const other = contacts.otherOf(edge)
    const keeps = boxesOverlap(physics, collider, other) && filtersAllow(physics, collider, other)
    if (!keeps) removeContact(physics, edge >>> 1, EndReason.Separated)
    edge = next
  }
}

/** Whether the fat boxes of two colliders overlap or touch. */
export function boxesOverlap(physics: PhysicsWorld, a: number, b: number): boolean {
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  return minX[a]! <= maxX[b]! && maxX[a]! >= minX[b]! && minY[a]! <= maxY[b]! && maxY[a]! >= minY[b]!
}

/** Whether a new pair of colliders may touch at all. The hook of the user is asked last. It must not be known. */
export function isPair(physics: PhysicsWorld, a: number, b: number): boolean {
  const { bodies } = physics
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  const sensor = isSensing(physics, a, b)
  // Two that rest have nothing to do with each other; but a sensor reports what rests in it, too.
  if (!sensor && !bodies.isAwake(bodyA) && !bodies.isAwake(bodyB)) return false
  if (bodyA === bodyB || !filtersAllow(physics, a, b)) return false
  if (!sensor && bodies.kind[bodyA] === BodyKind.Static && bodies.kind[bodyB] === BodyKind.Static) return false
  return hookAllows(physics, a, b)
}

/** Takes in a pair of which {@link isPair} is true. */
export function addPair(physics: PhysicsWorld, a: number, b: number): void {
  const { contacts } = physics.collision
  contacts.activate(contacts.create(a, b, flagsOf(physics, a, b)))
}

/** Whether one of two colliders is a sensor. */
export function isSensing({ bodies: { sensor } }: PhysicsWorld, a: number, b: number): boolean {
  return (sensor[a]! | sensor[b]!) !== 0
}

/** The flags with which the contact of two colliders begins. */
export function flagsOf({ bodies: { bodyOf, sensor, kind, traits } }: PhysicsWorld, a: number, b: number): number {
  const dynamic = kind[bodyOf[a]!] === BodyKind.Dynamic || kind[bodyOf[b]!] === BodyKind.Dynamic
  const oneWay = ((traits[a]! | traits[b]!) & Trait.OneWay) !== 0
  return (
    ((sensor[a]! | sensor[b]!) !== 0 ? ContactFlag.Sensor : 0) |
    (dynamic ? 0 : ContactFlag.Driven) |
    (oneWay ? ContactFlag.OneWay : 0)
  )
}

/** Joints first, then the group, then the masks of both sides. */
export function filtersAllow(physics: PhysicsWorld, a: number, b: number): boolean {
  const { category, mask, group } = physics.stores.CollisionFilter
  const { joints, bodies } = physics
  if (joints.partingCount > 0 && joints.parts(bodies.bodyOf[a]!, bodies.bodyOf[b]!)) return false
  const one = placeIn(mask, a)
  const two = placeIn(mask, b)
  if (group[one] !== 0 && group[one] === group[two]) return group[one]! > 0
  return (mask[one]! & category[two]!) !== 0 && (mask[two]! & category[one]!) !== 0
}

/** Whether a collider, or its body, was taken out while the solver ran: for the user it is gone already. */
export function isLeaving({ bodies, lifecycle: { leaving } }: PhysicsWorld, collider: number): boolean {
  return leaving.count > 0 && (leaving.flag[collider]! | leaving.flag[bodies.bodyOf[collider]!]!) !== 0
}

/** Whether filters and the hook of the user let two colliders touch. */
export function mayTouch(physics: PhysicsWorld, a: number, b: number): boolean {
  return filtersAllow(physics, a, b) && hookAllows(physics, Math.min(a, b), Math.max(a, b))
}

function hookAllows(physics: PhysicsWorld, a: number, b: number): boolean {
  const { filterPair } = physics.hooks
  if (filterPair === null) return true
  const { changes } = physics.lifecycle
  const allowed = answerOf('filterPair', filterPair(a, b))
  refuseChanges(physics, changes, 'filterPair', a, b)
  return allowed
}

/** Puts the contacts of a body that came to rest aside, except those whose other body moves. */
export function restContacts(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      if (contacts.activeIndex[edge >>> 1] === NOT_ACTIVE) continue
      if (!bodies.isAwake(bodies.bodyOf[contacts.otherOf(edge)]!)) contacts.deactivate(edge >>> 1)
    }
  }
}

/** Takes the contacts of a body that began to move up again. */
export function resumeContacts(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      if (contacts.activeIndex[edge >>> 1] === NOT_ACTIVE) contacts.activate(edge >>> 1)
      joinIslands(physics, edge >>> 1, body, bodies.bodyOf[contacts.otherOf(edge)]!)
    }
  }
}
