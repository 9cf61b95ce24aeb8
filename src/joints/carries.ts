import { JOINT_STRIDE, JointPart, JointRecord } from './joint-record.ts'
import type { JointTable } from './joint-table.ts'

/** Whether a joint is on and holds its bodies rigidly in a place or along an axis: what weighs on the one weighs on the other. */
export function carries({ record }: JointTable, place: number): boolean {
  const r = place * JOINT_STRIDE
  const parts = record[r + JointRecord.Parts]!
  if ((parts & JointPart.Point) !== 0) {
    return record[r + JointRecord.PointHertz] === 0 && record[r + JointRecord.PointStiffness] === 0 && record[r + JointRecord.PointDamping] === 0
  }
  return (parts & (JointPart.Across | JointPart.Slide)) !== 0
}
