import { BodyKind } from '../bodies/body-kind.ts'
import { ContactFlag, NOT_ACTIVE } from '../contacts/contact-table.ts'
import { EndReason } from '../contacts/pair-events.ts'
import type { PhysicsWorld } from '../world.ts'

/** The shapes of a contact began to touch: report it, and let the two bodies share an island. */
export function beginTouch(physics: PhysicsWorld, contact: number): void {
  const { contacts, bodies } = physics
  contacts.flags[contact] = contacts.flags[contact]! | ContactFlag.Touching
  physics.events.contactBegin.push(contacts.a[contact]!, contacts.b[contact]!)
  joinIslands(physics, contact, bodies.bodyOf[contacts.a[contact]!]!, bodies.bodyOf[contacts.b[contact]!]!)
}

/** The shapes of a contact no longer touch: report it. */
export function endTouch(physics: PhysicsWorld, contact: number, reason: EndReason): void {
  const { contacts } = physics
  contacts.flags[contact] = contacts.flags[contact]! & ~ContactFlag.Touching
  physics.events.contactEnd.push(contacts.a[contact]!, contacts.b[contact]!, reason)
  physics.islands.markStale()
}

/** Forgets a pair, with its end event if it touched. */
export function removeContact(physics: PhysicsWorld, contact: number, reason: EndReason): void {
  const { contacts } = physics
  if ((contacts.flags[contact]! & ContactFlag.Touching) !== 0) endTouch(physics, contact, reason)
  contacts.remove(contact)
}

/** Takes in a new pair of colliders, unless it is known or can have nothing to do with each other. */
export function addPair(physics: PhysicsWorld, a: number, b: number): void {
  const { contacts, bodies } = physics
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  if (!bodies.isAwake(bodyA) && !bodies.isAwake(bodyB)) return
  if (contacts.find(a, b) !== 0 || !canPair(physics, a, b, bodyA, bodyB)) return
  const contact = contacts.create(a, b)
  if (bodies.sensor[a] === 1 || bodies.sensor[b] === 1) contacts.flags[contact] = ContactFlag.Sensor
  contacts.activate(contact)
}

function canPair(physics: PhysicsWorld, a: number, b: number, bodyA: number, bodyB: number): boolean {
  const { kind, sensor } = physics.bodies
  if (bodyA === bodyB) return false
  const dynamic = kind[bodyA] === BodyKind.Dynamic || kind[bodyB] === BodyKind.Dynamic
  if (!dynamic && sensor[a] === 0 && sensor[b] === 0) return false
  return filtersAllow(physics, a, b)
}

/** Group first, then the masks of both sides. */
function filtersAllow(physics: PhysicsWorld, a: number, b: number): boolean {
  const { category, mask, group } = physics.components.CollisionFilter
  if (group[a] !== 0 && group[a] === group[b]) return group[a]! > 0
  return (mask[a]! & category[b]!) !== 0 && (mask[b]! & category[a]!) !== 0
}

/** Puts the contacts of a body that came to rest aside, except those whose other body moves. */
export function restContacts(physics: PhysicsWorld, body: number): void {
  const { contacts, bodies } = physics
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      if (contacts.activeIndex[edge >>> 1] === NOT_ACTIVE) continue
      if (!bodies.isAwake(bodies.bodyOf[contacts.otherOf(edge)]!)) contacts.deactivate(edge >>> 1)
    }
  }
}

/** Takes the contacts of a body that began to move up again. */
export function resumeContacts(physics: PhysicsWorld, body: number): void {
  const { contacts, bodies } = physics
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      if (contacts.activeIndex[edge >>> 1] === NOT_ACTIVE) contacts.activate(edge >>> 1)
      joinIslands(physics, edge >>> 1, body, bodies.bodyOf[contacts.otherOf(edge)]!)
    }
  }
}

function joinIslands(physics: PhysicsWorld, contact: number, bodyA: number, bodyB: number): void {
  const { bodies } = physics
  const holds = physics.contacts.flags[contact]! & (ContactFlag.Touching | ContactFlag.Sensor)
  if (holds !== ContactFlag.Touching) return
  if (bodies.kind[bodyA] !== BodyKind.Dynamic || bodies.kind[bodyB] !== BodyKind.Dynamic) return
  if (bodies.isAwake(bodyA) && bodies.isAwake(bodyB)) physics.islands.join(bodyA, bodyB)
}
