/** Numbers in a state: velocity x, y, angular; moved by x, y; cosine and sine of the turn; the turn in radians. */
export const STATE_STRIDE = 8

/**
 * Numbers in a drive: acceleration x, y, angular; what a substep leaves of velocity and spin; the largest speed
 * squared and the largest rate of turn; 1 where anchors turn with the body, 0 for a disc: its surface stays where it
 * is while it turns, and anchors that rose with it would lift rolling discs off the floor.
 */
export const DRIVE_STRIDE = 8

/** Numbers in a push: the change of velocity and spin that the impulses so far will make in the next substep. */
export const PUSH_STRIDE = 4

/** A push is half as long as a state: the shift from the offset of the one to that of the other. */
export const TO_PUSH = 1

/** Axes along which a body must not move: bits of `BodyStates.lock`. */
export const Lock = { X: 1, Y: 2 } as const

/**
 * The working set of the solver: one cache line for each awake body, in the order of the awake list.
 * The state of the body at `awake[i]` begins at `i * STATE_STRIDE`, what drives it at `i * DRIVE_STRIDE`.
 *
 * Motion is kept as the difference to the pose at the start of the step: small numbers keep their digits far
 * from the world's origin.
 */
export class BodyStates {
  state = new Float64Array(64 * STATE_STRIDE)
  drive = new Float64Array(64 * DRIVE_STRIDE)
  push = new Float64Array(64 * PUSH_STRIDE)
  /** Scratch by index: bodies that were hit in this substep. All 0 between uses. */
  hit = new Uint8Array(64)
  /** The bodies with locked axes: index and {@link Lock} bits, in turn. */
  locked = new Int32Array(64)
  lockedCount = 0
  /** By place in the awake list: the {@link Lock} bits of the body. */
  axes = new Uint8Array(64)

  /** Makes room for `count` bodies. Old contents are dropped. */
  reserve(count: number): void {
    for (let i = 0; i < this.lockedCount; i++) this.axes[this.locked[i * 2]!] = 0
    this.lockedCount = 0
    if (count > this.axes.length) this.axes = new Uint8Array(count * 2)
    if (count * STATE_STRIDE <= this.state.length) return
    let capacity = this.state.length / STATE_STRIDE
    while (capacity < count) capacity *= 2
    this.state = new Float64Array(capacity * STATE_STRIDE)
    this.drive = new Float64Array(capacity * DRIVE_STRIDE)
    this.push = new Float64Array(capacity * PUSH_STRIDE)
    this.hit = new Uint8Array(capacity)
  }

  lockAxes(index: number, axes: number): void {
    this.axes[index] = axes
    if (this.lockedCount * 2 === this.locked.length) {
      const grown = new Int32Array(this.locked.length * 2)
      grown.set(this.locked)
      this.locked = grown
    }
    this.locked[this.lockedCount * 2] = index
    this.locked[this.lockedCount++ * 2 + 1] = axes
  }
}

/**
 * Begins a substep for the first `count` bodies: acceleration and damping act on the velocities, then the impulses
 * so far do, so that a resting stack starts from its solution.
 */
export function integrateVelocities(states: BodyStates, count: number, h: number): void {
  const { state, drive, push } = states
  for (let i = 0; i < count; i++) {
    const s = i * STATE_STRIDE
    const d = i * DRIVE_STRIDE
    const p = i * PUSH_STRIDE
    const left = drive[d + 3]!
    state[s] = (state[s]! + h * drive[d]!) * left + push[p]!
    state[s + 1] = (state[s + 1]! + h * drive[d + 1]!) * left + push[p + 1]!
    state[s + 2] = (state[s + 2]! + h * drive[d + 2]!) * drive[d + 4]! + push[p + 2]!
    push[p] = 0
    push[p + 1] = 0
    push[p + 2] = 0
  }
}

/**
 * The inverse mass with which a body answers a contact: none where the normal is nearer to an axis that is locked than
 * to a free one, so that it holds like a wall.
 */
export function contactMass(states: BodyStates, index: number, inverseMass: number, nx: number, ny: number): number {
  const axes = states.axes[index]!
  if (axes === 0) return inverseMass
  const steep = Math.abs(ny) > Math.abs(nx)
  return axes === (Lock.X | Lock.Y) || axes === (steep ? Lock.Y : Lock.X) ? 0 : inverseMass
}

/** Takes out the velocity along locked axes that contacts put in. */
export function applyLocks(states: BodyStates): void {
  const { state, locked, lockedCount } = states
  for (let i = 0; i < lockedCount; i++) {
    const s = locked[2 * i]! * STATE_STRIDE
    const axes = locked[2 * i + 1]!
    if ((axes & Lock.X) !== 0) state[s] = 0
    if ((axes & Lock.Y) !== 0) state[s + 1] = 0
  }
}

/** Moves and turns the first `count` bodies by a substep. Speeds beyond the limits are cut first. */
export function integratePositions(states: BodyStates, count: number, h: number): void {
  const { state, drive } = states
  for (let i = 0; i < count; i++) {
    const s = i * STATE_STRIDE
    const d = i * DRIVE_STRIDE
    let vx = state[s]!
    let vy = state[s + 1]!
    let w = state[s + 2]!
    const maxSquared = drive[d + 5]!
    const maxAngular = drive[d + 6]!
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
      const swing = turn * drive[d + 7]!
      const c1 = c - swing * sn
      const s1 = sn + swing * c
      const inverse = 1 / Math.sqrt(c1 * c1 + s1 * s1)
      state[s + 5] = c1 * inverse
      state[s + 6] = s1 * inverse
      state[s + 7] = state[s + 7]! + turn
    }
  }
}
