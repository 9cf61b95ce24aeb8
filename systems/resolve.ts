import { applyLocks } from '../src/solver/body-states.ts'
import { pressContacts } from '../src/solver/solve-contacts.ts'
import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'

/**
 * Fifth system, once a substep: lets bounce what meets, applies forces, and finds velocities that keep bodies from
 * sinking into each other. Contacts are soft: what overlaps is pushed apart at a rate that never rings.
 * Source of the algorithm: Catto, "Solver2D", 2024 ("soft step").
 */
export function resolve(face: Physics): void {
  const physics = innerOf(face)
  const { settings } = physics
  const { states, rows, joints, solvedCount, boundCount } = physics.solver
  if (boundCount === 0) return
  if (rows.impacts.count > 0) states.resolveImpacts(solvedCount, boundCount, settings.restitutionThreshold)
  states.memory.kernel.accelerate(boundCount)
  applyLocks(states)
  rows.rollers.warm()
  joints.press(states)
  pressContacts(rows, states)
  joints.pressTrees(states)
  applyLocks(states)
}
