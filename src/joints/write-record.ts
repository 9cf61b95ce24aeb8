import type { Joint } from '../../components/joint.ts'
import { JointKind } from '../../components/joint-kind.ts'
import { sincos } from '../math/rotation.ts'
import { JOINT_STRIDE, JointPart, JointRecord, LinePart } from './joint-record.ts'
import type { JointTable } from './joint-table.ts'
import { measureMoves, noteMoved } from './moved.ts'

/** Where what acts along a coordinate begins in a record. */
const ANGLE = JointRecord.AngleRest
const AXIS = JointRecord.AxisRest

/** Places behind that of its rest. */
const Along = { Rest: 0, Lower: 1, Upper: 2, Speed: 3, MotorMost: 4, Hertz: 5, Ratio: 6, Stiffness: 7, Damping: 8, Least: 9, Most: 10 } as const

/** Large enough to be no limit. */
const ANY = 1e30

const turn = new Float64Array(2)

/** Writes what the kernel needs to know of a joint. Kinds are presets of the same parts. Returns whether its numbers were moved. */
export function writeRecord(joints: Joint, entity: number, table: JointTable, place: number): boolean {
  const { record, moves } = table
  const r = place * JOINT_STRIDE
  measureMoves(joints, entity, record, r)
  const before = (record[r + JointRecord.Parts]! & ~JointPart.Moved) + 1000 * record[r + JointRecord.AngleParts]! + 1e6 * record[r + JointRecord.AxisParts]!
  record[r + JointRecord.A] = joints.a[entity]!
  record[r + JointRecord.B] = joints.b[entity]!
  record[r + JointRecord.AnchorAX] = joints.ax[entity]!
  record[r + JointRecord.AnchorAY] = joints.ay[entity]!
  record[r + JointRecord.AnchorBX] = joints.bx[entity]!
  record[r + JointRecord.AnchorBY] = joints.by[entity]!
  record[r + JointRecord.Reference] = joints.bAngle[entity]! - joints.aAngle[entity]!
  sincos(joints.aAngle[entity]!, turn, 0)
  record[r + JointRecord.AxisX] = turn[0]!
  record[r + JointRecord.AxisY] = turn[1]!
  // What it was before, if of another kind, wrote other numbers to the same places.
  record.fill(0, r + JointRecord.AngleParts, r + JointRecord.Free)
  record[r + JointRecord.Free] = joints.kind[entity] === JointKind.Distance ? 1 : 0
  writeNumbers(joints, entity, record, place)
  const parts = record[r + JointRecord.Parts]!
  const now = parts + 1000 * record[r + JointRecord.AngleParts]! + 1e6 * record[r + JointRecord.AxisParts]!
  if (now !== before) {
    // What pushed in another way is no guess for what will. Its rows hold impulses, too, and would stay if it is soon what it was.
    record.fill(0, r + JointRecord.PointX, r + JointRecord.Lock + 1)
    table.came = true
  }
  return noteMoved(record, r, now === before, moves[place]!)
}

/** Writes those numbers that may be changed from step to step. */
function writeNumbers(joints: Joint, entity: number, record: Float64Array, place: number): void {
  const r = place * JOINT_STRIDE
  record[r + JointRecord.Hertz] = joints.hertz[entity]!
  record[r + JointRecord.Ratio] = joints.dampingRatio[entity]!
  record[r + JointRecord.Parts] = joints.enabled[entity] === 0 ? 0 : partsOf(joints, entity, record, r)
}

function partsOf(joints: Joint, entity: number, record: Float64Array, r: number): number {
  switch (joints.kind[entity]) {
    case JointKind.Distance:
      writeCoordinate(joints, entity, record, r, AXIS, joints.maxForce[entity]!)
      if (record[r + JointRecord.AxisParts] === 0) record[r + JointRecord.AxisParts] = LinePart.Spring | LinePart.Rigid
      return JointPart.Axis
    case JointKind.Revolute:
      writeCoordinate(joints, entity, record, r, ANGLE, joints.maxTorque[entity]!)
      return JointPart.Point | (record[r + JointRecord.AngleParts] === 0 ? 0 : JointPart.Angle)
    case JointKind.Prismatic:
      writeCoordinate(joints, entity, record, r, AXIS, joints.maxForce[entity]!)
      return JointPart.Slide | (record[r + JointRecord.AxisParts] === 0 ? 0 : JointPart.Axis)
    case JointKind.Wheel:
      writeCoordinate(joints, entity, record, r, AXIS, 0)
      writeMotor(record, r, ANGLE, joints.speed[entity]!, joints.maxTorque[entity]!)
      return (
        JointPart.Across |
        (record[r + JointRecord.AxisParts] === 0 ? 0 : JointPart.Axis) |
        (record[r + JointRecord.AngleParts] === 0 ? 0 : JointPart.Angle)
      )
    case JointKind.Weld:
      writePoint(joints, entity, record, r)
      writeAngularSpring(joints, entity, record, r)
      if (joints.angularHertz[entity] === 0) record[r + JointRecord.AngleParts] = LinePart.Spring | LinePart.Rigid
      return JointPart.Point | JointPart.Angle
    case JointKind.Pulley:
      record[r + JointRecord.GroundAX] = joints.groundAX[entity]!
      record[r + JointRecord.GroundAY] = joints.groundAY[entity]!
      record[r + JointRecord.GroundBX] = joints.groundBX[entity]!
      record[r + JointRecord.GroundBY] = joints.groundBY[entity]!
      record[r + JointRecord.Factor] = joints.ratio[entity]!
      record[r + JointRecord.Sum] = joints.rest[entity]!
      return JointPart.Pulley
    case JointKind.Gear:
      record[r + JointRecord.Factor] = joints.ratio[entity]!
      record[r + JointRecord.Sum] = joints.rest[entity]!
      return JointPart.Gear
    case JointKind.Motor:
      return motorParts(joints, entity, record, r)
    default:
      return 0
  }
}

function motorParts(joints: Joint, entity: number, record: Float64Array, r: number): number {
  writePoint(joints, entity, record, r)
  const pulls = joints.springHertz[entity]! > 0 || joints.stiffness[entity]! > 0 || joints.damping[entity]! > 0
  record[r + JointRecord.DriveSpeedX] = joints.speed[entity]!
  record[r + JointRecord.DriveSpeedY] = joints.speedY[entity]!
  record[r + JointRecord.DriveMost] = joints.maxForce[entity]!
  writeAngularSpring(joints, entity, record, r)
  writeMotor(record, r, ANGLE, joints.angularSpeed[entity]!, joints.maxTorque[entity]!)
  return (
    (pulls ? JointPart.Point : 0) |
    (joints.maxForce[entity]! > 0 ? JointPart.Drive : 0) |
    (record[r + JointRecord.AngleParts] === 0 ? 0 : JointPart.Angle)
  )
}

function writeCoordinate(joints: Joint, entity: number, record: Float64Array, r: number, at: number, most: number): void {
  record[r + at + Along.Rest] = joints.rest[entity]!
  const { springHertz, springRatio, stiffness, damping, maxPull, maxPush } = joints
  writeSpring(record, r, at, springHertz[entity]!, springRatio[entity]!, maxPull[entity]!, maxPush[entity]!, stiffness[entity]!, damping[entity]!)
  writeMotor(record, r, at, joints.speed[entity]!, most)
  record[r + at + Along.Lower] = joints.lower[entity]!
  record[r + at + Along.Upper] = joints.upper[entity]!
  if (joints.limited[entity] === 1) addPart(record, r, at, LinePart.Limit)
}

function writeSpring(
  record: Float64Array, r: number, at: number,
  hertz: number, ratio: number, maxPull: number, maxPush: number, stiffness = 0, damping = 0,
): void {
  record[r + at + Along.Hertz] = hertz
  record[r + at + Along.Ratio] = ratio
  record[r + at + Along.Stiffness] = stiffness
  record[r + at + Along.Damping] = damping
  record[r + at + Along.Least] = leastOf(maxPull)
  record[r + at + Along.Most] = mostOf(maxPush)
  if (hertz > 0 || stiffness > 0 || damping > 0) addPart(record, r, at, LinePart.Spring)
}

function leastOf(maxPull: number): number {
  return maxPull === 0 ? -ANY : -maxPull
}

function mostOf(maxPush: number): number {
  return maxPush === 0 ? ANY : maxPush
}

function writeMotor(record: Float64Array, r: number, at: number, speed: number, most: number): void {
  record[r + at + Along.Speed] = speed
  record[r + at + Along.MotorMost] = most
  if (most > 0) addPart(record, r, at, LinePart.Motor)
}

function writePoint(joints: Joint, entity: number, record: Float64Array, r: number): void {
  record[r + JointRecord.PointHertz] = joints.springHertz[entity]!
  record[r + JointRecord.PointRatio] = joints.springRatio[entity]!
  record[r + JointRecord.PointStiffness] = joints.stiffness[entity]!
  record[r + JointRecord.PointDamping] = joints.damping[entity]!
  record[r + JointRecord.PointMost] = joints.maxPush[entity]!
}

/** Of a weld or motor joint: it has one largest torque for both ways. */
function writeAngularSpring(joints: Joint, entity: number, record: Float64Array, r: number): void {
  writeSpring(record, r, ANGLE, joints.angularHertz[entity]!, joints.angularRatio[entity]!, joints.maxPull[entity]!, joints.maxPull[entity]!)
}

function addPart(record: Float64Array, r: number, at: number, part: LinePart): void {
  const place = r + (at === ANGLE ? JointRecord.AngleParts : JointRecord.AxisParts)
  record[place] = record[place]! | part
}

/** Whether the numbers of a joint that may be changed from step to step are others than those of its record. */
export function isRewritten(joints: Joint, entity: number, record: Float64Array, place: number): boolean {
  const r = place * JOINT_STRIDE
  const kind = joints.kind[entity]
  if (kind === JointKind.Motor) return isPointRewritten(joints, entity, record, r) || isMotorRewritten(joints, entity, record, r)
  if (kind === JointKind.Weld) return isPointRewritten(joints, entity, record, r)
  const revolute = kind === JointKind.Revolute
  const at = r + (revolute ? ANGLE : AXIS)
  const motor = r + (revolute || kind === JointKind.Wheel ? ANGLE : AXIS)
  const limited = (record[r + (revolute ? JointRecord.AngleParts : JointRecord.AxisParts)]! & LinePart.Limit) !== 0
  return (
    limited !== (joints.limited[entity] === 1) ||
    record[at + Along.Rest] !== joints.rest[entity] ||
    record[at + Along.Lower] !== joints.lower[entity] ||
    record[at + Along.Upper] !== joints.upper[entity] ||
    record[at + Along.Hertz] !== joints.springHertz[entity] ||
    record[at + Along.Ratio] !== joints.springRatio[entity] ||
    record[at + Along.Stiffness] !== joints.stiffness[entity] ||
    record[at + Along.Damping] !== joints.damping[entity] ||
    record[at + Along.Least] !== leastOf(joints.maxPull[entity]!) ||
    record[at + Along.Most] !== mostOf(joints.maxPush[entity]!) ||
    record[motor + Along.Speed] !== joints.speed[entity] ||
    record[motor + Along.MotorMost] !== (at === motor && !revolute ? joints.maxForce[entity] : joints.maxTorque[entity])
  )
}

/** The springs of a weld or a motor joint: that of the point, that of the angle, and their largest force and torque. */
function isPointRewritten(joints: Joint, entity: number, record: Float64Array, r: number): boolean {
  return (
    record[r + JointRecord.PointHertz] !== joints.springHertz[entity] ||
    record[r + JointRecord.PointRatio] !== joints.springRatio[entity] ||
    record[r + JointRecord.PointStiffness] !== joints.stiffness[entity] ||
    record[r + JointRecord.PointDamping] !== joints.damping[entity] ||
    record[r + ANGLE + Along.Hertz] !== joints.angularHertz[entity] ||
    record[r + ANGLE + Along.Ratio] !== joints.angularRatio[entity] ||
    record[r + JointRecord.PointMost] !== joints.maxPush[entity] ||
    record[r + ANGLE + Along.Most] !== mostOf(joints.maxPull[entity]!)
  )
}

function isMotorRewritten(joints: Joint, entity: number, record: Float64Array, r: number): boolean {
  return (
    record[r + JointRecord.DriveSpeedX] !== joints.speed[entity] ||
    record[r + JointRecord.DriveSpeedY] !== joints.speedY[entity] ||
    record[r + ANGLE + Along.Speed] !== joints.angularSpeed[entity] ||
    record[r + JointRecord.DriveMost] !== joints.maxForce[entity] ||
    record[r + ANGLE + Along.MotorMost] !== joints.maxTorque[entity]
  )
}
