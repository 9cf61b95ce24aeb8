import { applyLocks } from '../src/solver/body-states.ts'
import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'

/**
 * Fifth system, once a substep: lets bounce what meets, applies forces, and finds velocities that keep bodies from
 * sinking into each other. Contacts are soft: what overlaps is pushed apart at a rate that never rings.
 * Source of the algorithm: Catto, "Solver2D", 2024 ("soft step").
 */
export function resolve(face: Physics): void {
  const { states, rows, joints, solvedCount, boundCount } = innerOf(face).solver
  if (boundCount === 0) return
  const { kernel } = states.memory
  if (rows.impacts.count > 0) {
    if (!joints.isBusy) kernel.resolveImpacts(solvedCount, boundCount)
    else if (kernel.findImpacts(solvedCount, boundCount) !== 0) {
      states.memory.joints.bounceJoints()
      kernel.placeImpacts()
    }
  }
  kernel.accelerate(boundCount)
  applyLocks(states)
  if (rows.rollers.count > 0) kernel.warmRollers()
  joints.press(states)
  kernel.pressContacts()
  joints.pressTrees(states)
  applyLocks(states)
}
