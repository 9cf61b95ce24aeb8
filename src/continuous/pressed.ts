import { ContactFlag, MANIFOLD_STRIDE, Manifold } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { isPinned } from './locks.ts'

/** What keeps a contact from holding a body back at all, other than that it grazes for now. */
const LETS_THROUGH = ContactFlag.Unsolved & ~ContactFlag.Grazing

/**
 * Whether a body is pressed so deep into what it has a contact with that the next steps could take its middle through. What a joint or locks hold
 * on its place is not: the teeth of a gear come that deep, and it would be taken off its axle.
 */
export function isPressed(physics: PhysicsWorld, body: number, contact: number): boolean {
  const { bodies: { reach }, collision: { contacts: { flags, manifold, pointCount } }, joints } = physics
  const points = pointCount[contact]!
  if (points === 0 || (flags[contact]! & LETS_THROUGH) !== 0 || joints.first(body) !== 0 || isPinned(physics, body)) return false
  const m = contact * MANIFOLD_STRIDE
  return manifold[m + Manifold.Separation0]! < -reach[body]! || (points === 2 && manifold[m + Manifold.Separation1]! < -reach[body]!)
}

/** The same of a collider of that body and another one, if they have a contact. */
export function isIn(physics: PhysicsWorld, body: number, collider: number, other: number): boolean {
  const contact = physics.collision.contacts.find(Math.min(collider, other), Math.max(collider, other))
  return contact !== 0 && isPressed(physics, body, contact)
}
