import type { Joint } from '../../components/joint.ts'
import { JointKind } from '../../components/joint-kind.ts'
import { MOST_LENGTH_UNIT, MOST_STEP } from '../../components/limits.ts'
import { MAX_SPEED } from '../constants.ts'
import { JOINT_STRIDE, JointPart, JointRecord, LinePart } from './joint-record.ts'
import { type JointTable, MOVES_LAST } from './joint-table.ts'

/** Places of limits behind that of the rest. */
const LOWER = JointRecord.AxisLower - JointRecord.AxisRest
const UPPER = JointRecord.AxisUpper - JointRecord.AxisRest

/**
 * Farther than the fastest body goes in a step of a quarter of a second, in whatever unit of length: a limit that jumps as far was none, or is none
 * from now on, and nobody can follow it. (Of angles, in radians, it is more than enough.)
 */
const FAR = MAX_SPEED * MOST_LENGTH_UNIT * MOST_STEP

/**
 * By how much the numbers are others than those of the record that place bodies: lengths, limits, anchors, angles. In their unit: of what is moved from step to
 * step it is one of them.
 */
export function movedBy(joints: Joint, entity: number, record: Float64Array, r: number): number {
  const kind = joints.kind[entity]
  if (kind === JointKind.Gear || record[r + JointRecord.Parts] === 0) return 0
  let most = Math.max(between(record[r + JointRecord.AnchorAX]!, record[r + JointRecord.AnchorAY]!, joints.ax[entity]!, joints.ay[entity]!),
    between(record[r + JointRecord.AnchorBX]!, record[r + JointRecord.AnchorBY]!, joints.bx[entity]!, joints.by[entity]!))
  if (kind === JointKind.Pulley) return Math.max(most, Math.abs(joints.rest[entity]! - record[r + JointRecord.Sum]!))
  // Angles with lengths: who turns a weld does not shift it.
  most = Math.max(most, Math.abs(joints.bAngle[entity]! - joints.aAngle[entity]! - record[r + JointRecord.Reference]!))
  const revolute = kind === JointKind.Revolute
  const at = r + (revolute ? JointRecord.AngleRest : JointRecord.AxisRest)
  const parts = record[r + (revolute ? JointRecord.AngleParts : JointRecord.AxisParts)]!
  if ((parts & LinePart.Rigid) !== 0) most = Math.max(most, Math.abs(joints.rest[entity]! - record[at]!))
  if ((parts & LinePart.Limit) === 0 || joints.limited[entity] !== 1) return most
  const lower = Math.abs(joints.lower[entity]! - record[at + LOWER]!)
  const upper = Math.abs(joints.upper[entity]! - record[at + UPPER]!)
  // Where one of them begins to be none, or ends to be, the difference is no number.
  return Math.max(most, lower < FAR ? lower : 0, upper < FAR ? upper : 0)
}

function between(x: number, y: number, toX: number, toY: number): number {
  return Math.sqrt((toX - x) * (toX - x) + (toY - y) * (toY - y))
}

/**
 * Notes by how much the numbers of a joint were moved, in a step: this time, and of this time and the one before the lesser. In the steps between,
 * in which nothing moves them, both stay, as long as {@link MOVES_LAST}.
 * @param moved Below 0 where the joint is another one.
 * @param left Of the last time: see {@link JointTable.moves}.
 */
export function noteMoved(record: Float64Array, r: number, moved: number, left: number): boolean {
  if (moved !== 0) {
    const each = moved > 0 ? moved / Math.max(1, left === 0 ? 1 : MOVES_LAST - left) : 0
    record[r + JointRecord.Faster] = Math.min(each, record[r + JointRecord.Moved]!)
    record[r + JointRecord.Moved] = each
  }
  if (record[r + JointRecord.Faster]! > 0 && record[r + JointRecord.Parts] !== 0) {
    record[r + JointRecord.Parts] = record[r + JointRecord.Parts]! | JointPart.Moved
  }
  return moved > 0
}

/** Forgets what was moved before, and no more. */
export function endMoves({ moving, moves, record }: JointTable): void {
  let kept = 0
  for (let i = 0; i < moving.count; i++) {
    const place = moving.items[i]!
    moves[place] = moves[place]! - 1
    if (moves[place] !== 0) moving.items[kept++] = place
    else forgetMoved(record, place * JOINT_STRIDE)
  }
  moving.count = kept
}

function forgetMoved(record: Float64Array, r: number): void {
  record[r + JointRecord.Parts] = record[r + JointRecord.Parts]! & ~JointPart.Moved
  record[r + JointRecord.Moved] = record[r + JointRecord.Faster] = 0
}
