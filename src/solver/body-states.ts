import { MAX_TURN_PER_SUBSTEP } from '../constants.ts'

/** Numbers in a state: velocity x, y, angular; moved by x, y; cosine and sine of the turn; the turn in radians. */
export const STATE_STRIDE = 8

/** Numbers in an acceleration: x, y, angular, and the largest speed squared. */
export const ACCELERATION_STRIDE = 4

/**
 * The working set of the solver: one cache line for each awake body, in the order of the awake list.
 * The state of the body at `awake[i]` begins at `i * STATE_STRIDE`.
 *
 * Motion is kept as the difference to the pose at the start of the step: small numbers keep their digits far
 * from the world's origin.
 */
export class BodyStates {
  state = new Float64Array(64 * STATE_STRIDE)
  acceleration = new Float64Array(64 * ACCELERATION_STRIDE)

  /** Makes room for `count` bodies. Old contents are dropped. */
  reserve(count: number): void {
    if (count * STATE_STRIDE <= this.state.length) return
    let capacity = this.state.length / STATE_STRIDE
    while (capacity < count) capacity *= 2
    this.state = new Float64Array(capacity * STATE_STRIDE)
    this.acceleration = new Float64Array(capacity * ACCELERATION_STRIDE)
  }
}

/** Applies a substep's acceleration to the velocities of the first `count` bodies. */
export function integrateVelocities(states: BodyStates, count: number, h: number): void {
  const { state, acceleration } = states
  for (let i = 0, s = 0, a = 0; i < count; i++, s += STATE_STRIDE, a += ACCELERATION_STRIDE) {
    state[s] = state[s]! + h * acceleration[a]!
    state[s + 1] = state[s + 1]! + h * acceleration[a + 1]!
    state[s + 2] = state[s + 2]! + h * acceleration[a + 2]!
  }
}

/** Moves and turns the first `count` bodies by a substep. Speeds beyond the limits are cut first. */
export function integratePositions(states: BodyStates, count: number, h: number): void {
  const { state, acceleration } = states
  const maxAngular = MAX_TURN_PER_SUBSTEP / h
  for (let i = 0, s = 0; i < count; i++, s += STATE_STRIDE) {
    let vx = state[s]!
    let vy = state[s + 1]!
    let w = state[s + 2]!
    const maxSquared = acceleration[i * ACCELERATION_STRIDE + 3]!
    const squared = vx * vx + vy * vy
    if (squared > maxSquared) {
      const scale = Math.sqrt(maxSquared / squared)
      vx *= scale
      vy *= scale
      state[s] = vx
      state[s + 1] = vy
    }
    if (w > maxAngular || w < -maxAngular) {
      w = w > 0 ? maxAngular : -maxAngular
      state[s + 2] = w
    }
    state[s + 3] = state[s + 3]! + h * vx
    state[s + 4] = state[s + 4]! + h * vy
    if (w !== 0) {
      const turn = h * w
      const c = state[s + 5]!
      const sn = state[s + 6]!
      // A first-order turn, made a rotation again by normalizing. It only places the anchors within the step.
      const c1 = c - turn * sn
      const s1 = sn + turn * c
      const inverse = 1 / Math.sqrt(c1 * c1 + s1 * s1)
      state[s + 5] = c1 * inverse
      state[s + 6] = s1 * inverse
      state[s + 7] = state[s + 7]! + turn
    }
  }
}
