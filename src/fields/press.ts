import { BURDEN_SHARE, BURDEN_SHARE_RATE, FLOATING_SLOP } from '../constants.ts'
import { Pose } from '../bodies/body-records.ts'
import { POSE_STRIDE, Trait } from '../bodies/bodies.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import { LARGEST, limitToFloats } from '../solver/body-states.ts'
import { WORK_STRIDE } from '../solver/contact-groups.ts'
import { Lock } from '../solver/lock.ts'
import { DRIVE_STRIDE, Drive, STATE_STRIDE, State, Work } from '../solver/motion-records.ts'
import type { Physics } from '../state/physics.ts'
import { innerOf } from '../state/registry.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { BELT_STRIDE, Belt, PUSH_STRIDE, Push, STIFF, STIFF_STRIDE, Stiff, WATER_STRIDE, Water } from './field-records.ts'
import { type FieldState, findFields } from './field-state.ts'

/**
 * Lets the fields act: it writes what drives each body so that its velocity becomes what forces, water and drag make of it. Drag
 * is implicit, so that none is too strong. For most bodies once a step is enough; bodies in stiff water, and those on
 * conveyors, which hold a speed against contacts, are seen to in every substep.
 */
export function pressFields(face: Physics): void {
  const physics = innerOf(face)
  const state = findFields(physics)!
  if (state.count === 0) return
  const { states } = physics.solver
  if (physics.solver.substep === 0) {
    takeUp(state)
    time[0] = states.time[0]! * physics.solver.substeps
    for (let slot = 1; slot <= state.count; slot++) {
      if (state.push[slot * PUSH_STRIDE + Push.Bob] !== STIFF) press(state, slot, NOTHING, 0)
    }
  }
  if (state.waterCount > 0) {
    pressWater(state)
    time[0] = states.time[0]!
    for (let i = 0; i < state.stiffCount; i++) press(state, state.stiffSlot[i]!, state.stiff, i * STIFF_STRIDE)
  }
  for (let i = 0; i < state.beltCount; i++) pressBelt(state, i)
}

/** For how long {@link press} acts. An array: as an argument it would become garbage. */
const time = new Float64Array(1)

/** What stiff water does to a body that is in none. */
const NOTHING = new Float64Array(STIFF_STRIDE)

/** Takes off the gravity that fields replace, and notes what drives the bodies in stiff water without fields. */
function takeUp({ physics, bodies, push, count, stiff, stiffSlot, stiffCount }: FieldState): void {
  const { drive } = physics.solver.states
  const { gravity } = physics.settings
  const { traits, awakeIndex } = physics.bodies
  const { gravityScale } = physics.components.Motion
  for (let slot = 1; slot <= count; slot++) {
    const p = slot * PUSH_STRIDE
    const left = push[p + Push.Gravity]!
    if (left === 1) continue
    const body = bodies[slot]!
    const scale = (traits[body]! & Trait.Motion) !== 0 ? gravityScale[body]! : 1
    push[p + Push.X] = push[p + Push.X]! + (left - 1) * scale * gravity.x
    push[p + Push.Y] = push[p + Push.Y]! + (left - 1) * scale * gravity.y
  }
  for (let i = 0; i < stiffCount; i++) {
    const d = awakeIndex[bodies[stiffSlot[i]!]!]! * DRIVE_STRIDE
    if (d < 0) continue
    stiff[i * STIFF_STRIDE + Stiff.BaseX] = drive[d + Drive.X]!
    stiff[i * STIFF_STRIDE + Stiff.BaseY] = drive[d + Drive.Y]!
    stiff[i * STIFF_STRIDE + Stiff.BaseSpin] = drive[d + Drive.Angular]!
  }
}

/**
 * Keeps a body awake that floats free and is farther from its rest than it may be asleep: it bobs slowly around it, and is quiet
 * for half a second long before it is there.
 */
function keepBobbing(physics: PhysicsWorld, body: number, x: number, y: number, bob: number): void {
  const slop = FLOATING_SLOP * physics.settings.lengthUnit * bob
  if (x * x + y * y > slop * slop && !leans(physics, body)) physics.bodies.quietTime[body] = 0
}

/** Whether a body touches anything that pushes it, or a joint holds it: then it rests where that lets it. */
function leans({ bodies, collision: { contacts }, joints }: PhysicsWorld, body: number): boolean {
  if (joints.head[body] !== 0) return true
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      const contact = edge >>> 1
      if (contacts.pointCount[contact]! > 0 && (contacts.flags[contact]! & ContactFlag.Unsolved) === 0) return true
    }
  }
  return false
}

/** Sums up what stiff water does to each body where it is now. */
function pressWater({ physics, bodies, stiff, stiffCount, water, waterPlace, waterCount, stiffSlot }: FieldState): void {
  const { state } = physics.solver.states
  const { awakeIndex, pose } = physics.bodies
  for (let i = 0; i < stiffCount; i++) stiff.fill(0, i * STIFF_STRIDE + Stiff.X, (i + 1) * STIFF_STRIDE)
  for (let i = 0; i < waterCount; i++) {
    const body = bodies[stiffSlot[waterPlace[i]!]!]!
    const index = awakeIndex[body]!
    if (index < 0) continue
    const s = index * STATE_STRIDE
    const r = i * WATER_STRIDE
    const p = waterPlace[i]! * STIFF_STRIDE
    const b = body * POSE_STRIDE
    const x = water[r + Water.X]!
    const y = water[r + Water.Y]!
    const way = state[s + State.MovedX]! * x + state[s + State.MovedY]! * y - water[r + Water.Way]!
    const turn = state[s + State.Turn]! - water[r + Water.Turn]!
    const perWay = water[r + Water.PerWay]!
    const perTurn = water[r + Water.PerTurn]!
    let force = water[r + Water.Force]! - perWay * way - perTurn * turn
    if (force <= 0) continue
    if (force > water[r + Water.MostForce]!) force = water[r + Water.MostForce]!
    const torque = water[r + Water.Torque]! - perTurn * way + water[r + Water.TorquePerTurn]! * turn
    const inverseMass = pose[b + Pose.InverseMass]!
    const inverseInertia = pose[b + Pose.InverseInertia]!
    stiff[p + Stiff.X] = stiff[p + Stiff.X]! + force * x * inverseMass
    stiff[p + Stiff.Y] = stiff[p + Stiff.Y]! + force * y * inverseMass
    stiff[p + Stiff.Spin] = stiff[p + Stiff.Spin]! + torque * inverseInertia
    stiff[p + Stiff.PerWay] = stiff[p + Stiff.PerWay]! + perWay * inverseMass
    stiff[p + Stiff.PerTurn] = stiff[p + Stiff.PerTurn]! - water[r + Water.TorquePerTurn]! * inverseInertia
  }
}

/**
 * Writes what drives a body for some time.
 * @param water What stiff water does to it, from place `at` on.
 */
function press(field: FieldState, slot: number, water: Float64Array, at: number): void {
  const h = time[0]!
  const { physics, push } = field
  const { states } = physics.solver
  const { state, drive, work } = states
  const body = field.bodies[slot]!
  const index = physics.bodies.awakeIndex[body]!
  if (index < 0 || index >= physics.solver.solvedCount) return
  const p = slot * PUSH_STRIDE
  const s = index * STATE_STRIDE
  const d = index * DRIVE_STRIDE
  let vx = state[s + State.X]!
  let vy = state[s + State.Y]!
  let vw = state[s + State.W]!
  let baseX = drive[d + Drive.X]!
  let baseY = drive[d + Drive.Y]!
  let baseSpin = drive[d + Drive.Angular]!
  let x = 0
  let y = 0
  let w = 0
  const stiff = water !== NOTHING
  if (stiff) {
    // The passes of the substep before worked on a copy in floats: what they changed there counts.
    const k = (index + 1) * WORK_STRIDE
    vx += work[k + Work.X]! - Math.fround(vx)
    vy += work[k + Work.Y]! - Math.fround(vy)
    vw += work[k + Work.Spin]! - Math.fround(vw)
    baseX = water[at + Stiff.BaseX]!
    baseY = water[at + Stiff.BaseY]!
    baseSpin = water[at + Stiff.BaseSpin]!
    x = h * water[at + Stiff.X]!
    y = h * water[at + Stiff.Y]!
    w = h * water[at + Stiff.Spin]!
  }
  const pushX = baseX + push[p + Push.X]!
  const pushY = baseY + push[p + Push.Y]!
  x += vx + h * pushX
  y += vy + h * pushY
  w += vw + h * (baseSpin + push[p + Push.Spin]!)
  const bob = push[p + Push.Bob]!
  if (bob > 0 && physics.bodies.quietTime[body] !== 0) keepBobbing(physics, body, pushX, pushY, bob)
  if (stiff) {
    // Stiffer than even a substep can follow: by the force at its end.
    const perWay = h * h * water[at + Stiff.PerWay]!
    const perTurn = h * h * water[at + Stiff.PerTurn]!
    if (perWay > 1) {
      x /= 1 + perWay
      y /= 1 + perWay
    }
    if (perTurn > 1) w /= 1 + perTurn
  }
  const rate = push[p + Push.Rate]!
  const spinRate = push[p + Push.SpinRate]!
  if (rate > 0) {
    const left = 1 / (1 + h * rate)
    x = (x + h * push[p + Push.RateX]!) * left
    y = (y + h * push[p + Push.RateY]!) * left
  }
  if (spinRate > 0) w = (w + h * push[p + Push.SpinRateW]!) / (1 + h * spinRate)
  const squareX = push[p + Push.SquareX]!
  const squareY = push[p + Push.SquareY]!
  if (squareX > 0 || squareY > 0) {
    // Against the medium, u; after it the speed is s with s · (1 + h · square · s) = the speed before it.
    let ux = push[p + Push.SquareXU]!
    let uy = push[p + Push.SquareYU]!
    if (ux !== 0) ux /= squareX
    if (uy !== 0) uy /= squareY
    const rx = x - ux
    const ry = y - uy
    const squared = rx * rx + ry * ry
    if (squared > 0) {
      // The square is a mean by direction: square · speed = (squareX · rx² + squareY · ry²) / speed.
      const speed = Math.sqrt(squared)
      const left = (2 * h * speed) / (1 + Math.sqrt(1 + (4 * h * (squareX * rx * rx + squareY * ry * ry)) / speed))
      x = ux + rx / (1 + squareX * left)
      y = uy + ry / (1 + squareY * left)
    }
    const spinSquare = push[p + Push.SpinSquare]!
    if (spinSquare > 0) {
      let uw = push[p + Push.SpinSquareW]!
      if (uw !== 0) uw /= spinSquare
      const rw = w - uw
      w = uw + (2 * rw) / (1 + Math.sqrt(1 + 4 * h * spinSquare * Math.abs(rw)))
    }
  }
  const axes = states.axes[index]!
  const change = burdenPart(physics, index, body, states.time[0]!) / h
  if ((axes & Lock.X) === 0) drive[d + Drive.X] = baseX + change * (x - vx - h * baseX)
  if ((axes & Lock.Y) === 0) drive[d + Drive.Y] = baseY + change * (y - vy - h * baseY)
  if (physics.bodies.pose[body * POSE_STRIDE + Pose.InverseInertia] !== 0) drive[d + Drive.Angular] = baseSpin + change * (w - vw - h * baseSpin)
  const size = Math.abs(drive[d + Drive.X]!) + Math.abs(drive[d + Drive.Y]!) + Math.abs(drive[d + Drive.Angular]!)
  if (!(size < LARGEST)) limitToFloats(drive, d)
}

/** A body that bears a load has more mass in this step, see `Burdens`: fields move it that much less. */
function burdenPart({ solver: { burdens }, bodies }: PhysicsWorld, index: number, body: number, h: number): number {
  const load = burdens.loadOf(index)
  if (load === 0) return 1
  return Math.min(1, Math.min(BURDEN_SHARE, BURDEN_SHARE_RATE / h) / (load * bodies.pose[body * POSE_STRIDE + Pose.InverseMass]!))
}

/** Brings a body to the speed of a conveyor along its direction, as fast as its grip lets it. */
function pressBelt(field: FieldState, row: number): void {
  const { physics, belts } = field
  const { states } = physics.solver
  const { state, drive, work } = states
  const index = physics.bodies.awakeIndex[field.bodies[field.beltSlot[row]!]!]!
  if (index < 0 || index >= physics.solver.solvedCount) return
  const r = row * BELT_STRIDE
  const s = index * STATE_STRIDE
  const d = index * DRIVE_STRIDE
  const k = (index + 1) * WORK_STRIDE
  const h = states.time[0]!
  const dx = belts[r + Belt.X]!
  const dy = belts[r + Belt.Y]!
  const old = belts[r + Belt.Change]!
  const x = drive[d + Drive.X]! - old * dx
  const y = drive[d + Drive.Y]! - old * dy
  const vx = state[s + State.X]! + (work[k + Work.X]! - Math.fround(state[s + State.X]!)) + h * x
  const vy = state[s + State.Y]! + (work[k + Work.Y]! - Math.fround(state[s + State.Y]!)) + h * y
  const grip = belts[r + Belt.Grip]!
  let change = (belts[r + Belt.Speed]! - vx * dx - vy * dy) / h
  if (change > grip) change = grip
  if (change < -grip) change = -grip
  belts[r + Belt.Change] = change
  const axes = states.axes[index]!
  if ((axes & Lock.X) === 0) drive[d + Drive.X] = x + change * dx
  if ((axes & Lock.Y) === 0) drive[d + Drive.Y] = y + change * dy
  limitToFloats(drive, d)
}
