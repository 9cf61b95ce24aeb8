import { measureGap } from '../collision/gap.ts'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE, Manifold } from '../contacts/contact-record.ts'
import type { PreSolveContact } from '../state/hooks.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { answerOf, refuseChanges } from './hook-answers.ts'

/** What the hook is asked with: one for all, so that a step makes no garbage. */
export const asked: PreSolveContact = { a: 0, b: 0, nx: 0, ny: 0, separation: 0, approachSpeed: 0 }

const gap = new Float64Array(1)
const HERE = new Float64Array(2)

/** Asks the hook whether a contact with points is to be solved in this step. */
export function askPreSolve(
  physics: PhysicsWorld, contact: number, preSolve: (contact: Readonly<PreSolveContact>) => boolean,
): boolean {
  const { contacts } = physics.collision
  const { manifold } = contacts
  const m = contact * MANIFOLD_STRIDE
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  asked.a = a
  asked.b = b
  asked.nx = manifold[m + Manifold.NormalX]!
  asked.ny = manifold[m + Manifold.NormalY]!
  asked.separation = manifold[m + Manifold.Separation0]!
  if (contacts.pointCount[contact] === 2) asked.separation = Math.min(asked.separation, manifold[m + Manifold.Separation1]!)
  // Of a hit to come the solver's separation holds how far the body turns until then, too.
  if (contacts.foreseen[contact] === 1) {
    measureGap(physics.solver.states.memory, physics.bodies.pose, a, b, HERE, gap)
    // What began behind a link may meet it as it turns.
    if (gap[0]! < Infinity) asked.separation = gap[0]!
  }
  asked.approachSpeed = contacts.approach[contact]!
  const { changes } = physics.lifecycle
  const solves = answerOf('preSolve', preSolve(asked))
  refuseChanges(physics, changes, 'preSolve', a, b)
  return solves
}

/**
 * Leaves a contact out of this step. What it pressed with, and held together, ends.
 * @param again Whether it was left out of the step before, too.
 */
export function skipContact({ collision: { contacts }, sleep: { islands } }: PhysicsWorld, contact: number, again: boolean): void {
  contacts.flags[contact] = contacts.flags[contact]! | ContactFlag.Skipped
  if (again) return
  contacts.impulse.fill(0, contact * IMPULSE_STRIDE, (contact + 1) * IMPULSE_STRIDE)
  islands.markStale()
}
