import { type Bodies, POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { JOINT_STRIDE, JointRecord } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'

/** Writes how far it is from the anchor of A of a joint to that of B, along the axes of the world. */
export function measureAnchors({ pose }: Bodies, { record, a, b }: JointTable, place: number, out: Float64Array): void {
  const r = place * JOINT_STRIDE
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
  out[0] = pose[q + Pose.X]! + cosB * bx - sinB * by - (pose[p + Pose.X]! + cosA * ax - sinA * ay)
  out[1] = pose[q + Pose.Y]! + sinB * bx + cosB * by - (pose[p + Pose.Y]! + sinA * ax + cosA * ay)
}
