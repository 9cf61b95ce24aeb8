import type { Bodies } from '../bodies/bodies.ts'
import { carries } from '../joints/carries.ts'
import { JOINT_STRIDE, JointPart, JointRecord, LinePart } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { JointRows } from './joint-rows.ts'

/** The impulses of what holds rigidly, but that of a rod, which may be a spring; and of limits, as ropes have. */
const IMPULSES = [
  JointRecord.PointX, JointRecord.PointY, JointRecord.AngleSpring, JointRecord.AngleLow, JointRecord.AngleHigh, JointRecord.AxisLow, JointRecord.AxisHigh,
  JointRecord.Across, JointRecord.Lock,
] as const

/** What joints bore of a load that is gone, and would throw their bodies with, now that these are light again: see `Burdens`. */
export class JointRelief {
  private readonly bodies = new ItemBuffer(8)
  /** By entry: which part of the impulses is left. */
  private parts = new Float64Array(8)
  /** By place in the awake list: 1 while the body is noted. */
  private noted = new Uint8Array(8)

  /** Notes that of the load of a body a part is left. */
  note(body: number, part: number): void {
    if (this.bodies.count === this.parts.length) {
      const grown = new Float64Array(this.parts.length * 2)
      grown.set(this.parts)
      this.parts = grown
    }
    this.parts[this.bodies.count] = part
    this.bodies.push(body)
  }

  /** Cuts the impulses of the joints of all bodies that were noted. The rows are packed by now, but not made. */
  apply(bodies: Bodies, joints: JointTable, rows: JointRows): void {
    const { items, count } = this.bodies
    if (count === 0) return
    if (this.noted.length < bodies.awakeCount) this.noted = new Uint8Array(bodies.awakeCount * 2)
    for (let i = 0; i < count; i++) this.noted[bodies.awakeIndex[items[i]!]!] = 1
    let stored = false
    for (let i = 0; i < count; i++) {
      for (let edge = joints.first(items[i]!); edge !== 0; edge = joints.next[edge]!) {
        const place = edge >>> 1
        // Between two that are noted it is cut once, by the one that is its A.
        if (!bears(joints, place) || ((edge & 1) === 1 && this.noted[bodies.awakeIndex[joints.a[place]!]!] === 1)) continue
        if (!stored) rows.reread()
        stored = true
        cutImpulses(joints, place, this.parts, i)
      }
    }
    for (let i = 0; i < count; i++) this.noted[bodies.awakeIndex[items[i]!]!] = 0
    this.bodies.clear()
  }
}

/**
 * Whether loads go through a joint, or may have gone through it before. Without rods and ropes light nets that a box of 1,000 times their mass fell on
 * or lay in flew off at 4,000 m/s.
 */
function bears(joints: JointTable, place: number): boolean {
  return carries(joints, place) || (joints.record[place * JOINT_STRIDE + JointRecord.Parts]! & JointPart.Axis) !== 0
}

/** The part is not an argument: it would be boxed. */
function cutImpulses({ record }: JointTable, place: number, parts: Float64Array, entry: number): void {
  const r = place * JOINT_STRIDE
  for (const field of IMPULSES) record[r + field] = record[r + field]! * parts[entry]!
  if ((record[r + JointRecord.AxisParts]! & LinePart.Rigid) !== 0) record[r + JointRecord.AxisSpring] = record[r + JointRecord.AxisSpring]! * parts[entry]!
  // Its tree begins anew, with what drives its bodies.
  record[r + JointRecord.Tree] = 0
}
