import { Known, KNOWN_STRIDE } from '../contacts/contact-record.ts'
import type { CollisionState } from '../state/collision-state.ts'

/**
 * The manifold of a contact is to be made anew, whatever moves: the kernel keeps those whose sides hardly moved against
 * each other (see `keep_manifold` in `kernel/collide.c`).
 */
export function forgetManifold({ contacts }: CollisionState, contact: number): void {
  contacts.known[contact * KNOWN_STRIDE + Known.X] = NaN
}

/** The same for all contacts of a collider, whose shape is another one. */
export function forgetManifolds(collision: CollisionState, collider: number): void {
  const { contacts } = collision
  for (let edge = contacts.head[collider]!; edge !== 0; edge = contacts.next[edge]!) forgetManifold(collision, edge >>> 1)
}
