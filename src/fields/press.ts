import type { ShapeType } from '../../components/shape-type.ts'
import { FLOATING_SLOP } from '../constants.ts'
import { Pose } from '../bodies/body-records.ts'
import { POSE_STRIDE, Trait } from '../bodies/bodies.ts'
import { WET_FRAME_STRIDE, WET_STRIDE, Wet, findWet } from '../collision/wet-area.ts'
import { LARGEST, limitToFloats } from '../solver/body-states.ts'
import { WORK_STRIDE } from '../solver/contact-groups.ts'
import { Lock } from '../solver/lock.ts'
import { DRIVE_STRIDE, Drive, STATE_STRIDE, State, Work } from '../solver/motion-records.ts'
import type { Physics } from '../state/physics.ts'
import { innerOf } from '../state/registry.ts'
import { BELT_STRIDE, Belt, LEFT_STRIDE, Left, PUSH_STRIDE, Push, STIFF_STRIDE, Stiff, WATER_STRIDE, Water } from './field-records.ts'
import { type FieldState, findFields } from './field-state.ts'
import { placeFrame } from './water.ts'

/**
 * Lets the fields push: writes what drives each body, and finds what drag will leave of its velocity. For most bodies once a step
 * is enough; those in stiff water or strong drag are seen to in every substep, and so is what lies on a conveyor, which holds
 * its speed against contacts.
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
      if (state.push[slot * PUSH_STRIDE + Push.Bob]! >= 0) press(state, slot, NOTHING, 0)
    }
    noteBases(state)
  }
  if (state.stiffCount > 0) {
    pressWater(state)
    time[0] = states.time[0]!
    for (let i = 0; i < state.stiffCount; i++) press(state, state.stiffSlot[i]!, state.stiff, i * STIFF_STRIDE)
  }
  for (let i = 0; i < state.beltCount; i++) pressBelt(state, i)
}

/**
 * Lets drag act on the velocities that the contacts left, so that it takes nothing from what a body bears: on most bodies once,
 * in the last substep.
 */
export function dragFields(face: Physics): void {
  const physics = innerOf(face)
  const state = findFields(physics)!
  const { solver } = physics
  if (solver.substep === solver.substeps - 1) {
    for (let slot = 1; slot <= state.count; slot++) slowDown(state, slot)
    return
  }
  for (let i = 0; i < state.stiffCount; i++) slowDown(state, state.stiffSlot[i]!)
}

function slowDown({ physics, bodies, left }: FieldState, slot: number): void {
  const { work } = physics.solver.states
  const index = physics.bodies.awakeIndex[bodies[slot]!]!
  if (index < 0 || index >= physics.solver.solvedCount) return
  const k = (index + 1) * WORK_STRIDE
  const l = slot * LEFT_STRIDE
  work[k + Work.X] = work[k + Work.X]! * left[l + Left.X]!
  work[k + Work.Y] = work[k + Work.Y]! * left[l + Left.Y]!
  work[k + Work.Spin] = work[k + Work.Spin]! * left[l + Left.Spin]!
}

/** For how long {@link press} acts. An array: as an argument it would become garbage. */
const time = new Float64Array(1)

/** What stiff water does to a body that is in none. */
const NOTHING = new Float64Array(STIFF_STRIDE)

/** Takes off the gravity that fields replace. */
function takeUp({ physics, bodies, push, count }: FieldState): void {
  const { gravity } = physics.settings
  const { traits } = physics.bodies
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
}

/** Notes what drives the bodies without fields that every substep sees to. */
function noteBases({ physics, bodies, stiff, stiffSlot, stiffCount }: FieldState): void {
  const { drive } = physics.solver.states
  const { awakeIndex } = physics.bodies
  for (let i = 0; i < stiffCount; i++) {
    const d = awakeIndex[bodies[stiffSlot[i]!]!]! * DRIVE_STRIDE
    if (d < 0) continue
    stiff[i * STIFF_STRIDE + Stiff.BaseX] = drive[d + Drive.X]!
    stiff[i * STIFF_STRIDE + Stiff.BaseY] = drive[d + Drive.Y]!
    stiff[i * STIFF_STRIDE + Stiff.BaseSpin] = drive[d + Drive.Angular]!
  }
}

const where = new Float64Array(4)
const frame = new Float64Array(WET_FRAME_STRIDE)
const wet = new Float64Array(WET_STRIDE)

/** Sums up what stiff water does to each body where it is now. */
function pressWater(field: FieldState): void {
  const { physics, bodies, stiff, stiffCount, stiffSlot, water, waterPlace, waterCollider, waterCount } = field
  const { state } = physics.solver.states
  const { awakeIndex, pose } = physics.bodies
  const { shapeType, polygons } = physics.collision
  for (let i = 0; i < stiffCount; i++) stiff.fill(0, i * STIFF_STRIDE + Stiff.X, (i + 1) * STIFF_STRIDE)
  for (let i = 0; i < waterCount; i++) {
    const collider = waterCollider[i]!
    const body = bodies[stiffSlot[waterPlace[i]!]!]!
    const index = awakeIndex[body]!
    if (index < 0) continue
    const s = index * STATE_STRIDE
    const r = i * WATER_STRIDE
    const p = waterPlace[i]! * STIFF_STRIDE
    const b = body * POSE_STRIDE
    const x = water[r + Water.X]!
    const y = water[r + Water.Y]!
    where[0] = x
    where[1] = y
    where[2] = water[r + Water.Height]! + state[s + State.MovedX]! * x + state[s + State.MovedY]! * y
    where[3] = state[s + State.Turn]!
    placeFrame(pose, collider * POSE_STRIDE, where, frame)
    if (!findWet(shapeType[collider] as ShapeType, physics.collision.sizesOf(collider), physics.collision.placeOf(collider), polygons, frame, wet)) continue
    const weight = water[r + Water.Weight]!
    const left = wet[Wet.Left]!
    const right = wet[Wet.Right]!
    const area = wet[Wet.Area]!
    const inverseMass = pose[b + Pose.InverseMass]!
    const inverseInertia = pose[b + Pose.InverseInertia]!
    const force = weight * area * inverseMass
    const perTurn = (right * right * right - left * left * left) / 3 + wet[Wet.MomentY]! - area * where[2]!
    stiff[p + Stiff.X] = stiff[p + Stiff.X]! + force * x
    stiff[p + Stiff.Y] = stiff[p + Stiff.Y]! + force * y
    stiff[p + Stiff.Spin] = stiff[p + Stiff.Spin]! + weight * wet[Wet.MomentX]! * inverseInertia
    stiff[p + Stiff.PerWay] = stiff[p + Stiff.PerWay]! + weight * (right - left) * inverseMass
    stiff[p + Stiff.PerTurn] = stiff[p + Stiff.PerTurn]! + weight * perTurn * inverseInertia
  }
}

/** Drag that takes more than this part of a velocity in a step is left to the substeps. */
const SOFT_DRAG = 0.2

/**
 * Writes what drives a body for some time, and what drag leaves of its velocity then: implicit, so that no drag is too strong.
 * What flows pushes with all of the drag that it would have on a body at rest, and the drag of the motion is taken off at the end.
 * @param water What stiff water does to it, from place `at` on.
 */
function press(field: FieldState, slot: number, water: Float64Array, at: number): void {
  const h = time[0]!
  const { physics, push, left } = field
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
  // By how much fields change the velocity.
  let x = h * push[p + Push.X]!
  let y = h * push[p + Push.Y]!
  let w = h * push[p + Push.Spin]!
  const bob = push[p + Push.Bob]!
  if (bob !== 0 && physics.bodies.quietTime[body] !== 0) {
    // What bobs slowly around its rest is quiet for half a second long before it is there. With the frequency ω, which is the
    // root of `bob` where nothing else holds the body, a speed of ω · d means that it will be d away. Not the most that it may
    // be where the body is widest: by that a slanting hull fell asleep 1.4 mm from its rest.
    const slop = FLOATING_SLOP * physics.settings.lengthUnit
    const perWay = water[at + Stiff.PerWay]!
    if (vx * vx + vy * vy > slop * slop * (perWay > 0 ? perWay : Math.abs(bob))) physics.bodies.quietTime[body] = 0
  }
  if (water !== NOTHING) {
    // The passes of the substep before worked on a copy in floats: what they changed there counts.
    const k = (index + 1) * WORK_STRIDE
    vx += work[k + Work.X]! - Math.fround(vx)
    vy += work[k + Work.Y]! - Math.fround(vy)
    vw += work[k + Work.Spin]! - Math.fround(vw)
    baseX = water[at + Stiff.BaseX]!
    baseY = water[at + Stiff.BaseY]!
    baseSpin = water[at + Stiff.BaseSpin]!
    x += h * water[at + Stiff.X]!
    y += h * water[at + Stiff.Y]!
    w += h * water[at + Stiff.Spin]!
    // Stiffer than even a substep can follow: by the force at its end.
    const perWay = h * h * water[at + Stiff.PerWay]!
    const perTurn = h * h * water[at + Stiff.PerTurn]!
    if (perWay > 1) {
      x = (x + vx + h * baseX) / (1 + perWay) - vx - h * baseX
      y = (y + vy + h * baseY) / (1 + perWay) - vy - h * baseY
    }
    if (perTurn > 1) w = (w + vw + h * baseSpin) / (1 + perTurn) - vw - h * baseSpin
  }
  const rate = h * push[p + Push.Rate]!
  let dragX = rate
  let dragY = rate
  let dragSpin = h * push[p + Push.SpinRate]!
  const squareX = push[p + Push.SquareX]!
  const squareY = push[p + Push.SquareY]!
  const flows = push[p + Push.SquareXU]! !== 0 || push[p + Push.SquareYU]! !== 0
  let along = 0
  let around = 0
  if (squareX > 0 || squareY > 0) {
    // The speed s against the medium at the end solves s · (1 + h · square · s) = the speed without drag.
    let rx = vx + x + h * baseX
    let ry = vy + y + h * baseY
    if (flows) {
      if (squareX > 0) rx -= push[p + Push.SquareXU]! / squareX
      if (squareY > 0) ry -= push[p + Push.SquareYU]! / squareY
    }
    const squared = rx * rx + ry * ry
    if (squared > 0) {
      const speed = Math.sqrt(squared)
      along = (2 * h * speed) / (1 + Math.sqrt(1 + (4 * h * (squareX * rx * rx + squareY * ry * ry)) / speed))
      dragX += squareX * along
      dragY += squareY * along
    }
    const spinSquare = push[p + Push.SpinSquare]!
    if (spinSquare > 0) {
      let rw = vw + w + h * baseSpin
      if (push[p + Push.SpinSquareW]! !== 0) rw -= push[p + Push.SpinSquareW]! / spinSquare
      around = (2 * h * Math.abs(rw)) / (1 + Math.sqrt(1 + 4 * h * spinSquare * Math.abs(rw)))
      dragSpin += spinSquare * around
    }
  }
  if (water === NOTHING && (dragX > SOFT_DRAG || dragY > SOFT_DRAG || dragSpin > SOFT_DRAG)) {
    field.stiffen(slot)
    return
  }
  x += h * push[p + Push.RateX]! + along * push[p + Push.SquareXU]!
  y += h * push[p + Push.RateY]! + along * push[p + Push.SquareYU]!
  w += h * push[p + Push.SpinRateW]! + around * push[p + Push.SpinSquareW]!
  // A body that bears a load has more mass in this step, see `Burdens`: fields move it that much less.
  const part = physics.solver.burdens.partOf(physics.bodies, body)
  const l = slot * LEFT_STRIDE
  left[l + Left.X] = 1 / (1 + part * dragX)
  left[l + Left.Y] = 1 / (1 + part * dragY)
  left[l + Left.Spin] = 1 / (1 + part * dragSpin)
  const axes = states.axes[index]!
  const change = part / h
  drive[d + Drive.X] = (axes & Lock.X) === 0 ? baseX + change * x : 0
  drive[d + Drive.Y] = (axes & Lock.Y) === 0 ? baseY + change * y : 0
  if (physics.bodies.pose[body * POSE_STRIDE + Pose.InverseInertia] !== 0) drive[d + Drive.Angular] = baseSpin + change * w
  const size = Math.abs(drive[d + Drive.X]!) + Math.abs(drive[d + Drive.Y]!) + Math.abs(drive[d + Drive.Angular]!)
  if (!(size < LARGEST)) limitToFloats(drive, d)
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
