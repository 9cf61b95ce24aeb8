import type { Bodies } from '../bodies/bodies.ts'
import { carries } from '../joints/carries.ts'
import { JOINT_STRIDE, JointPart, JointRecord, LinePart } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { measureAnchors } from './anchors.ts'

/** Of its largest length: a rope that is as long holds. */
const TAUT = 0.99

/** Whether a joint carries, or is a rod, or a rope that is taut: what hangs on the one hangs on the other. */
export function holds(bodies: Bodies, joints: JointTable, place: number): boolean {
  const { record } = joints
  const r = place * JOINT_STRIDE
  if ((record[r + JointRecord.Parts]! & JointPart.Axis) === 0 || record[r + JointRecord.Free] === 0) return carries(joints, place)
  const lines = record[r + JointRecord.AxisParts]!
  if ((lines & LinePart.Rigid) !== 0) return true
  return (lines & LinePart.Limit) !== 0 && isTaut(bodies, joints, place)
}

/** Whether it depends on where the bodies are: whether it is a rope. */
export function holdsWhileTaut({ record }: JointTable, place: number): boolean {
  const r = place * JOINT_STRIDE
  if ((record[r + JointRecord.Parts]! & JointPart.Axis) === 0 || record[r + JointRecord.Free] === 0) return false
  return (record[r + JointRecord.AxisParts]! & (LinePart.Rigid | LinePart.Limit)) === LinePart.Limit
}

const apart = new Float64Array(2)

/** Whether the anchors are as far apart as they may be, or nearly. */
function isTaut(bodies: Bodies, joints: JointTable, place: number): boolean {
  measureAnchors(bodies, joints, place, apart)
  const most = TAUT * joints.record[place * JOINT_STRIDE + JointRecord.AxisUpper]!
  return apart[0]! * apart[0]! + apart[1]! * apart[1]! >= most * most
}
