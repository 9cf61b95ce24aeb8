import { KNOWN_STRIDE } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'

/**
 * The manifold of a contact is to be made anew, whatever moves: the kernel keeps those whose sides hardly moved against
 * each other (see `keep_manifold` in `kernel/collide.c`).
 */
export function forgetManifold({ contacts }: PhysicsWorld, contact: number): void {
  contacts.known[contact * KNOWN_STRIDE] = NaN
}

/** The same for all contacts of a collider, whose shape is another one. */
export function forgetManifolds(physics: PhysicsWorld, collider: number): void {
  const { contacts } = physics
  for (let edge = contacts.head[collider]!; edge !== 0; edge = contacts.next[edge]!) forgetManifold(physics, edge >>> 1)
}
