import { applyLocks } from '../src/solver/body-states.ts'
import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'
import type { SolverState } from '../src/state/solver-state.ts'

/**
 * Sixth system, once a substep: moves the bodies, then takes the velocity back that only served to push overlap out.
 */
export function integrate(face: Physics): void {
  const { solver } = innerOf(face)
  const { states, rows, joints, boundCount, substeps } = solver
  const substep = ++solver.substep
  if (boundCount === 0) return
  const { kernel } = states.memory
  const follows = rows.followed.count > 0
  kernel.move(boundCount)
  if (rows.impacts.count > 0) kernel.endImpacts()
  if (follows) kernel.followTurns(1)
  joints.relax(states)
  kernel.relaxContacts()
  if (follows) kernel.holdSpared()
  joints.relaxTrees(states)
  if (rows.rollers.count > 0) kernel.relaxRollers()
  applyLocks(states)
  // Nothing comes after the last one.
  if (follows && substep < substeps) kernel.renewRows(substep, substeps)
}

/** Takes all substeps at once, where {@link SolverState.atOnce} says that nobody comes in between: as Resolve and Integrate in turns. */
export function takeSubsteps(solver: SolverState): void {
  const { states, joints, solvedCount, boundCount, substeps } = solver
  solver.substep = substeps
  if (boundCount === 0) return
  if (joints.isBusy) joints.takeSubsteps(states, solvedCount, boundCount, substeps)
  else states.memory.kernel.takeSubsteps(solvedCount, boundCount, substeps)
}
