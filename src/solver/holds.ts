import { type Bodies, POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { carries } from '../joints/carries.ts'
import { JOINT_STRIDE, JointPart, JointRecord, LinePart } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'

/** Of its largest length: a rope that is as long holds. */
const TAUT = 0.99

/** Whether a joint carries, or is a rod, or a rope that is taut: what hangs on the one hangs on the other. */
export function holds(bodies: Bodies, joints: JointTable, place: number): boolean {
  const { record } = joints
  const r = place * JOINT_STRIDE
  if ((record[r + JointRecord.Parts]! & JointPart.Axis) === 0 || record[r + JointRecord.Free] === 0) return carries(joints, place)
  const lines = record[r + JointRecord.AxisParts]!
  if ((lines & LinePart.Rigid) !== 0) return true
  return (lines & LinePart.Limit) !== 0 && isTaut(bodies, joints, place, r)
}

/** Whether the anchors are as far apart as they may be, or nearly. */
function isTaut({ pose }: Bodies, { record, a, b }: JointTable, place: number, r: number): boolean {
  const p = a[place]! * POSE_STRIDE
  const q = b[place]! * POSE_STRIDE
  const ax = record[r + JointRecord.AnchorAX]!
  const ay = record[r + JointRecord.AnchorAY]!
  const bx = record[r + JointRecord.AnchorBX]!
  const by = record[r + JointRecord.AnchorBY]!
  const cosA = pose[p + Pose.Cos]!
  const sinA = pose[p + Pose.Sin]!
  const cosB = pose[q + Pose.Cos]!
  const sinB = pose[q + Pose.Sin]!
  const x = pose[q + Pose.X]! + cosB * bx - sinB * by - (pose[p + Pose.X]! + cosA * ax - sinA * ay)
  const y = pose[q + Pose.Y]! + sinB * bx + cosB * by - (pose[p + Pose.Y]! + sinA * ax + cosA * ay)
  const most = TAUT * record[r + JointRecord.AxisUpper]!
  return x * x + y * y >= most * most
}
