import { JointKind } from '../../components/joint-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { JOINT_STRIDE, JointRecord } from '../joints/joint-record.ts'
import { isJoint } from '../lifecycle/joint-lifecycle.ts'
import { sincosOf } from '../math/rotation.ts'
import { storeReactions } from '../queries/joints.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { DebugLabel } from './labels.ts'
import { Paint } from './paint.ts'
import { drawArrow, drawLabel, drawLine, drawNumber, drawPoint, drawRing, drawSpring, drawSquare, drawTick, spots } from './pen.ts'
import { type Sheet, Size } from './sheet.ts'

/** What each spot is, for all kinds. */
const A = 0
const B = 1
/** The axis as A holds it, of length 1; no place but a direction. */
const AXIS = 2
const CENTER_A = 3
const CENTER_B = 4
const LOW = 5
const HIGH = 6
const END = 7

/** Forces below this do not begin the scale of colors, newtons: rounding in a world at rest shall not look like a load. */
const LEAST_LOAD = 0.1

/** Half the way of a slide without limits, in sizes of marks. */
const FREE_WAY = 4

const load = new Float64Array(1)
const angles = new Float64Array(1)

/** Draws the joints that can be seen, those that no step has taken in yet too. */
export function drawJoints(sheet: Sheet): void {
  const { physics, out, sizes } = sheet
  const { joints } = physics
  storeReactions(physics)
  findMostLoad(sheet)
  if (sizes[Size.FullLoad] === 0) sizes[Size.FullLoad] = Math.max(LEAST_LOAD, out.mostLoad)
  for (let i = 0; i < joints.count; i++) {
    const entity = joints.entity[joints.order[i]!]!
    if (entity !== 0) drawJoint(sheet, entity)
  }
  for (let i = 0; i < joints.dirty.count; i++) {
    const entity = joints.dirty.items[i]!
    if (joints.dirty.flag[entity] !== 0 && joints.find(entity) === 0 && isJoint(physics, entity)) drawJoint(sheet, entity)
  }
}

/** Of all joints, seen or not: else colors would change with the view. */
function findMostLoad({ physics: { joints }, out }: Sheet): void {
  let most = 0
  for (let i = 0; i < joints.count; i++) {
    const place = joints.order[i]!
    if (joints.entity[place] === 0 || !joints.isOn(place)) continue
    const x = joints.record[place * JOINT_STRIDE + JointRecord.ForceX]!
    const y = joints.record[place * JOINT_STRIDE + JointRecord.ForceY]!
    most = Math.max(most, x * x + y * y)
  }
  out.mostLoad = Math.sqrt(most)
}

function drawJoint(sheet: Sheet, entity: number): void {
  const { physics, options } = sheet
  const { Joint } = physics.stores
  const kind = Joint.kind[entity]
  if (kind === JointKind.Gear ? !placeGear(physics, entity) : !placeJoint(physics, entity)) return
  const paint = weigh(sheet, entity)
  sheet.mark()
  drawKind(sheet, entity, paint)
  if (options.ids === true) drawNumber(sheet, B, DebugLabel.Joint, entity, Paint.Label)
  if (options.numbers === true && paint !== Paint.JointIdle) drawLabel(sheet, A, DebugLabel.Force, load, 0, paint)
  sheet.keepSeen()
}

/** Writes the force of a joint to {@link load}. Returns its paint: how much that is of what breaks it, or of the full load. */
function weigh({ physics, palette, sizes }: Sheet, entity: number): number {
  const { joints } = physics
  const { breakForce, breakTorque, kind } = physics.stores.Joint
  const place = joints.find(entity)
  load[0] = 0
  if (place === 0 || !joints.isOn(place) || kind[entity] === JointKind.Filter) return Paint.JointIdle
  const r = place * JOINT_STRIDE
  const x = joints.record[r + JointRecord.ForceX]!
  const y = joints.record[r + JointRecord.ForceY]!
  load[0] = Math.sqrt(x * x + y * y)
  const full = breakForce[entity]! > 0 ? breakForce[entity]! : sizes[Size.FullLoad]!
  let share = full > 0 ? load[0] / full : 0
  if (breakTorque[entity]! > 0) share = Math.max(share, Math.abs(joints.record[r + JointRecord.Torque]!) / breakTorque[entity]!)
  // Most joints carry little of what the strongest does: the root shows them apart.
  const step = Math.floor(Math.sqrt(share) * palette.loads)
  return Paint.Loads + Math.min(palette.loads - 1, step > 0 ? step : 0)
}

function drawKind(sheet: Sheet, entity: number, paint: number): void {
  const { Joint } = sheet.physics.stores
  switch (Joint.kind[entity]) {
    case JointKind.Distance:
      return drawDistance(sheet, entity, paint)
    case JointKind.Revolute:
      return drawHinge(sheet, entity, paint)
    case JointKind.Prismatic:
      drawSlide(sheet, entity, paint)
      return drawSquare(sheet, B, AXIS, paint)
    case JointKind.Wheel:
      drawSlide(sheet, entity, paint)
      drawRing(sheet, B, 1, paint)
      return drawRing(sheet, B, 2, paint)
    case JointKind.Weld:
      drawArms(sheet)
      drawSquare(sheet, B, AXIS, paint)
      if (isSpring(sheet.physics, entity)) drawSpring(sheet, A, B, paint)
      return drawPoint(sheet, A, paint)
    case JointKind.Motor:
      return drawMotor(sheet, entity, paint)
    case JointKind.Filter:
      return drawLine(sheet, CENTER_A, CENTER_B, Paint.JointIdle)
    case JointKind.Pulley:
      return drawPulley(sheet, entity, paint)
    case JointKind.Gear:
      drawLine(sheet, A, B, paint)
      drawRing(sheet, A, 1, paint)
      return drawRing(sheet, B, 1, paint)
    default:
  }
}

/** A rod, a spring, or a rope; ticks where it may not get nearer or farther. */
function drawDistance(sheet: Sheet, entity: number, paint: number): void {
  const { Joint } = sheet.physics.stores
  if (isSpring(sheet.physics, entity)) drawSpring(sheet, A, B, paint)
  else drawLine(sheet, A, B, paint)
  drawPoint(sheet, A, paint)
  drawPoint(sheet, B, paint)
  if (Joint.limited[entity] === 0) return
  const dx = spots[2 * B]! - spots[2 * A]!
  const dy = spots[2 * B + 1]! - spots[2 * A + 1]!
  const length = Math.sqrt(dx * dx + dy * dy)
  if (!(length > 0)) return
  for (let k = 0; k < 2; k++) {
    const at = k === 0 ? Joint.lower[entity]! : Joint.upper[entity]!
    spots[2 * END] = spots[2 * A]! + (dx * at) / length
    spots[2 * END + 1] = spots[2 * A + 1]! + (dy * at) / length
    drawTick(sheet, A, END, Paint.Limit)
  }
}

/** A ring; where the angle of B is, and between which it stays. */
function drawHinge(sheet: Sheet, entity: number, paint: number): void {
  const { physics } = sheet
  const { Joint } = physics.stores
  const { angle } = physics.bodies
  drawArms(sheet)
  drawRing(sheet, B, 1, paint)
  const zero = angle[Joint.a[entity]!]! + Joint.aAngle[entity]!
  angles[0] = angle[Joint.b[entity]!]! + Joint.bAngle[entity]!
  drawHand(sheet, 1, paint)
  if (Joint.limited[entity] === 0) return
  angles[0] = zero + Joint.lower[entity]!
  drawHand(sheet, 2, Paint.Limit)
  angles[0] = zero + Joint.upper[entity]!
  drawHand(sheet, 2, Paint.Limit)
}

/** A line from B in the direction of `angles[0]`, of so many sizes of marks. */
function drawHand(sheet: Sheet, length: number, paint: number): void {
  const size = length * sheet.sizes[Size.Mark]!
  sincosOf(angles, 0, spots, 2 * END)
  spots[2 * END] = spots[2 * B]! + size * spots[2 * END]!
  spots[2 * END + 1] = spots[2 * B + 1]! + size * spots[2 * END + 1]!
  drawLine(sheet, B, END, paint)
}

/** The way that a slide or a wheel has, with ticks where it ends, and the spring along it. */
function drawSlide(sheet: Sheet, entity: number, paint: number): void {
  const { physics, sizes } = sheet
  const { Joint } = physics.stores
  const limited = Joint.limited[entity] === 1
  const free = FREE_WAY * sizes[Size.Mark]!
  const lower = limited ? Joint.lower[entity]! : -free
  const upper = limited ? Joint.upper[entity]! : free
  spots[2 * LOW] = spots[2 * A]! + lower * spots[2 * AXIS]!
  spots[2 * LOW + 1] = spots[2 * A + 1]! + lower * spots[2 * AXIS + 1]!
  spots[2 * HIGH] = spots[2 * A]! + upper * spots[2 * AXIS]!
  spots[2 * HIGH + 1] = spots[2 * A + 1]! + upper * spots[2 * AXIS + 1]!
  drawLine(sheet, LOW, HIGH, Paint.JointArm)
  if (limited) {
    drawTick(sheet, HIGH, LOW, Paint.Limit)
    drawTick(sheet, LOW, HIGH, Paint.Limit)
  }
  if (isSpring(physics, entity)) drawSpring(sheet, A, B, paint)
  else drawLine(sheet, A, B, paint)
  drawPoint(sheet, A, paint)
}

/** Where B is pulled to, and how fast it is to go. */
function drawMotor(sheet: Sheet, entity: number, paint: number): void {
  const { physics, sizes } = sheet
  const { Joint } = physics.stores
  if (isSpring(physics, entity)) drawSpring(sheet, A, B, paint)
  else drawLine(sheet, A, B, paint)
  drawPoint(sheet, A, paint)
  drawPoint(sheet, B, paint)
  if (Joint.maxForce[entity] === 0) return
  spots[2 * END] = spots[2 * B]! + sizes[Size.Velocity]! * Joint.speed[entity]!
  spots[2 * END + 1] = spots[2 * B + 1]! + sizes[Size.Velocity]! * Joint.speedY[entity]!
  drawArrow(sheet, B, END, paint)
}

/** The rope, and the wheels that it runs over. */
function drawPulley(sheet: Sheet, entity: number, paint: number): void {
  const { Joint } = sheet.physics.stores
  spots[2 * LOW] = Joint.groundAX[entity]!
  spots[2 * LOW + 1] = Joint.groundAY[entity]!
  spots[2 * HIGH] = Joint.groundBX[entity]!
  spots[2 * HIGH + 1] = Joint.groundBY[entity]!
  drawLine(sheet, A, LOW, paint)
  drawLine(sheet, LOW, HIGH, paint)
  drawLine(sheet, HIGH, B, paint)
  drawRing(sheet, LOW, 1, paint)
  drawRing(sheet, HIGH, 1, paint)
  drawPoint(sheet, A, paint)
  drawPoint(sheet, B, paint)
}

/** Thin lines from the anchor to the bodies that can move. */
function drawArms(sheet: Sheet): void {
  if (!anchored[0]) drawLine(sheet, A, CENTER_A, Paint.JointArm)
  if (!anchored[1]) drawLine(sheet, B, CENTER_B, Paint.JointArm)
}

/** Whether A and B are static. */
const anchored = [false, false]

function isSpring({ stores: { Joint } }: PhysicsWorld, entity: number): boolean {
  return Joint.springHertz[entity]! > 0 || Joint.stiffness[entity]! > 0
}

/** Finds the anchors of a joint, its axis, and its bodies. Returns false where a body is gone, or none yet. */
function placeJoint(physics: PhysicsWorld, entity: number): boolean {
  const { bodies, presence } = physics
  const { Joint } = physics.stores
  const a = Joint.a[entity]!
  const b = Joint.b[entity]!
  if (!bodies.isBody(a) || !bodies.isBody(b)) return false
  anchored[0] = presence.Static.has(a)
  anchored[1] = presence.Static.has(b)
  toBody(physics, a, CENTER_A)
  toBody(physics, b, CENTER_B)
  spots[2 * A] = Joint.ax[entity]!
  spots[2 * A + 1] = Joint.ay[entity]!
  toWorld(physics, a, A)
  spots[2 * B] = Joint.bx[entity]!
  spots[2 * B + 1] = Joint.by[entity]!
  toWorld(physics, b, B)
  angles[0] = bodies.angle[a]! + Joint.aAngle[entity]!
  sincosOf(angles, 0, spots, 2 * AXIS)
  return true
}

/** Of a gear: the anchors of the two joints that it couples. */
function placeGear(physics: PhysicsWorld, entity: number): boolean {
  const { Joint } = physics.stores
  const first = Joint.a[entity]!
  const second = Joint.b[entity]!
  if (!isCoupled(physics, second) || !placeJoint(physics, second)) return false
  spots[2 * END] = spots[2 * B]!
  spots[2 * END + 1] = spots[2 * B + 1]!
  if (!isCoupled(physics, first) || !placeJoint(physics, first)) return false
  spots[2 * A] = spots[2 * B]!
  spots[2 * A + 1] = spots[2 * B + 1]!
  spots[2 * B] = spots[2 * END]!
  spots[2 * B + 1] = spots[2 * END + 1]!
  return true
}

function isCoupled(physics: PhysicsWorld, joint: number): boolean {
  return isJoint(physics, joint) && physics.stores.Joint.kind[joint] !== JointKind.Gear
}

/** Puts a spot on the center of mass of a body. */
function toBody({ bodies: { pose } }: PhysicsWorld, body: number, spot: number): void {
  const p = body * POSE_STRIDE
  spots[2 * spot] = pose[p + Pose.X]! - pose[p + Pose.FromCenterX]!
  spots[2 * spot + 1] = pose[p + Pose.Y]! - pose[p + Pose.FromCenterY]!
}

/** Makes a place in the frame of a body the one in the world. */
function toWorld({ bodies: { pose } }: PhysicsWorld, body: number, spot: number): void {
  const p = body * POSE_STRIDE
  const x = spots[2 * spot]!
  const y = spots[2 * spot + 1]!
  spots[2 * spot] = pose[p + Pose.X]! + pose[p + Pose.Cos]! * x - pose[p + Pose.Sin]! * y
  spots[2 * spot + 1] = pose[p + Pose.Y]! + pose[p + Pose.Sin]! * x + pose[p + Pose.Cos]! * y
}
