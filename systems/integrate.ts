import { applyLocks } from '../src/solver/body-states.ts'
import { relaxContacts } from '../src/solver/solve-contacts.ts'
import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'
import { followTurns, renewContacts } from '../src/continuous/foreseen.ts'

/**
 * Sixth system, once a substep: moves the bodies, then takes the velocity back that only served to push overlap out.
 */
export function integrate(face: Physics): void {
  const physics = innerOf(face)
  const { states, rows, joints, boundCount } = physics.solver
  physics.solver.substep++
  if (boundCount === 0) return
  states.memory.kernel.move(boundCount)
  if (rows.impacts.count > 0) states.memory.kernel.endImpacts()
  followTurns(physics, true)
  joints.relax(states)
  relaxContacts(rows, states)
  if (rows.followed.count > 0) states.memory.kernel.holdSpared()
  joints.relaxTrees(states)
  rows.rollers.relax()
  applyLocks(states)
  renewContacts(physics)
}
