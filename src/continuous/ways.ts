import { Trait } from '../bodies/bodies.ts'
import { MAX_TURN_PER_SUBSTEP } from '../constants.ts'
import { AddressTable } from '../kernel/address-table.ts'
import { Followed, STATE_STRIDE } from '../solver/motion-records.ts'
import type { PhysicsWorld } from '../state/world.ts'

/**
 * Sets for which step `Kernel.findWays` and `Kernel.follow` look ahead. Settings that a system spoiled are named by PrepareSolve or by
 * the next step; what is to come is taken to be as before until then.
 */
export function setComingStep(physics: PhysicsWorld, dt: number): void {
  const { settings } = physics
  const { gravity: { x, y }, substeps } = settings
  const sum = x + y + substeps + 1 / substeps
  if (sum - sum !== 0) return
  const { states } = physics.solver
  const { f64, i32 } = states.memory
  // Seldom: what is worked out in a function that runs once a step is garbage.
  if (f64[AddressTable.ComingTime >> 3] !== dt || i32[AddressTable.ComingSubsteps >> 2] !== substeps) setLengths(physics, dt)
  f64[AddressTable.FallX >> 3] = f64[AddressTable.Fall >> 3]! * x
  f64[AddressTable.FallY >> 3] = f64[AddressTable.Fall >> 3]! * y
}

/** Sets what follows from the length of the step and of its substeps. */
function setLengths({ settings, tolerances, solver: { states } }: PhysicsWorld, dt: number): void {
  const { f64, i32 } = states.memory
  const { substeps } = settings
  f64[AddressTable.ComingTime >> 3] = dt
  i32[AddressTable.ComingSubsteps >> 2] = substeps
  // Two bodies that are slower do not close the speculative distance within the step.
  f64[AddressTable.QuickSpeed >> 3] = (0.5 * tolerances.speculativeDistance) / dt
  // Substeps that first accelerate and then move go (n + 1) / 2n of a dt², not a half.
  f64[AddressTable.Fall >> 3] = (0.5 + 0.5 / substeps) * dt * dt
  f64[AddressTable.LongestWay >> 3] = tolerances.maxSpeed * dt
  f64[AddressTable.WidestTurn >> 3] = MAX_TURN_PER_SUBSTEP * substeps
  f64[AddressTable.Speculative >> 3] = tolerances.speculativeDistance
  f64[AddressTable.FatMargin >> 3] = tolerances.maxFatMargin
  f64[AddressTable.FatRatio >> 3] = tolerances.fatMarginRatio
}

/** Notes in the records of the awake bodies how far gravity takes those with a `Motion` in the coming step. */
export function showFalls({ bodies, components, solver: { states } }: PhysicsWorld): void {
  const { awake, awakeCount, traits } = bodies
  const { gravityScale, lockX, lockY } = components.Motion
  // Nobody has it.
  if (gravityScale.length <= 1) return
  const { state, memory: { f64 } } = states
  const fallX = f64[AddressTable.FallX >> 3]!
  const fallY = f64[AddressTable.FallY >> 3]!
  for (let i = 0; i < awakeCount; i++) {
    const body = awake[i]!
    if ((traits[body]! & Trait.Motion) === 0) continue
    const s = i * STATE_STRIDE
    state[s + Followed.FallX] = lockX[body] === 1 ? NaN : fallX * gravityScale[body]!
    state[s + Followed.FallY] = lockY[body] === 1 ? NaN : fallY * gravityScale[body]!
  }
}
