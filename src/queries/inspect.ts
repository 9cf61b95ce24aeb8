import type { World } from 'bitecs'
import type { NodeVisitor } from '../broadphase/broad-phase.ts'
import { bringNodes } from '../broadphase/tree-searches.ts'
import { ContactFlag, Manifold, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import { contactPoint, findContactPoint } from '../contact-rules/contact-point.ts'
import { requirePhysics } from '../state/registry.ts'
import { showManifold, shown, shownImpulses } from '../contact-rules/show-manifold.ts'
import { shown as nameOf } from '../shown.ts'

/** Receives a contact point, the unit normal from `a` to `b`, and the impulse of the last substep (mass · length/s). */
export type ContactVisitor = (
  x: number,
  y: number,
  nx: number,
  ny: number,
  impulse: number,
  a: number,
  b: number,
) => void

/**
 * Visits every contact point of pairs with an awake body, as of the last step, where that left the two colliders: the
 * points of `queryContacts`. Made for drawing and sounds.
 * @throws Error when the world has no physics.
 */
export function visitContacts(world: World, visit: ContactVisitor): void {
  const physics = requirePhysics(world, 'visitContacts')
  requireVisitor(visit, 'visitContacts')
  const { contacts } = physics.collision
  for (let i = 0; i < contacts.activeCount; i++) {
    const contact = contacts.active[i]!
    if ((contacts.flags[contact]! & ContactFlag.Touching) === 0) continue
    // A visitor may ask for other contacts.
    for (let k = 0; k < showManifold(physics, contact); k++) {
      findContactPoint(physics, contact, k)
      visit(
        contactPoint[0]!,
        contactPoint[1]!,
        shown[Manifold.NormalX]!,
        shown[Manifold.NormalY]!,
        shownImpulses[k]!,
        contacts.a[contact]!,
        contacts.b[contact]!,
      )
    }
  }
}

function requireVisitor(visit: unknown, caller: string): void {
  if (typeof visit !== 'function') throw new TypeError(`${caller}: the visitor must be a function, got ${nameOf(visit)}.`)
}

/**
 * Visits the nodes or cells of the broad phase that hold something. Made for drawing.
 * @throws Error when the world has no physics.
 */
export function visitNodes(world: World, visit: NodeVisitor): void {
  bringNodes()
  const physics = requirePhysics(world, 'visitNodes')
  requireVisitor(visit, 'visitNodes')
  physics.collision.broadPhase.visitNodes?.(visit)
}

/**
 * How deep the deepest contact point of all pairs overlaps, as of the last step. Unit: length; 0 when nothing does.
 * @throws Error when the world has no physics.
 */
export function maxPenetration(world: World): number {
  const { contacts } = requirePhysics(world, 'maxPenetration').collision
  let deepest = 0
  for (let contact = 1; contact <= contacts.highest; contact++) {
    if (contacts.b[contact] === 0 || (contacts.flags[contact]! & ContactFlag.Unsolved) !== 0) continue
    for (let k = 0; k < contacts.pointCount[contact]!; k++) {
      const separation = contacts.manifold[contact * MANIFOLD_STRIDE + Manifold.Separation0 + 3 * k]!
      if (-separation > deepest) deepest = -separation
    }
  }
  return deepest
}
