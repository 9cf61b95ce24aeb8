import { MAX_TURN_PER_SUBSTEP } from '../constants.ts'
import { Frame } from '../kernel/frame.ts'
import { Followed } from '../solver/motion-records.ts'
import type { PhysicsWorld } from '../world.ts'

/** Sets for which step `Kernel.findWays` and `Kernel.follow` look ahead. */
export function setComingStep({ settings, tolerances, forced, states }: PhysicsWorld, dt: number): void {
  const { f64, i32 } = states.memory
  f64[Frame.ComingTime >> 3] = dt
  // Two bodies that are slower do not close the speculative distance within the step.
  f64[Frame.QuickSpeed >> 3] = (0.5 * tolerances.speculativeDistance) / dt
  // Substeps that first accelerate and then move go (n + 1) / 2n of a dt², not a half.
  const fall = (0.5 + 0.5 / settings.substeps) * dt * dt
  f64[Frame.Fall >> 3] = fall
  f64[Frame.FallX >> 3] = fall * settings.gravity.x
  f64[Frame.FallY >> 3] = fall * settings.gravity.y
  f64[Frame.LongestWay >> 3] = tolerances.maxSpeed * dt
  f64[Frame.WidestTurn >> 3] = MAX_TURN_PER_SUBSTEP * settings.substeps
  f64[Frame.Speculative >> 3] = tolerances.speculativeDistance
  i32[Frame.Forced >> 2] = forced.count
}

/** Notes in the record at `state[s]` how far gravity takes a body with a `Motion` in the coming step. */
export function fallWithMotion({ components, states }: PhysicsWorld, body: number, s: number): void {
  const { gravityScale, lockX, lockY } = components.Motion
  const { state, memory } = states
  state[s + Followed.FallX] = lockX[body] === 1 ? NaN : memory.f64[Frame.FallX >> 3]! * gravityScale[body]!
  state[s + Followed.FallY] = lockY[body] === 1 ? NaN : memory.f64[Frame.FallY >> 3]! * gravityScale[body]!
}
