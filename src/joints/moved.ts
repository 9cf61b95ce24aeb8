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
 * By how much the numbers are others than those of the record: the farthest of the lengths and anchors; the largest of the angles, in radians. Of a body that
 * is put elsewhere the way along x, the turn, the way along y, and how far from the middle the joint is.
 */
const moved = new Float64Array(4)

/** Finds out by how much the numbers that place bodies are others than those of the record: of what is moved from step to step one of them is. */
export function measureMoves(joints: Joint, entity: number, record: Float64Array, r: number): void {
  moved.fill(0)
  const kind = joints.kind[entity]
  if (kind === JointKind.Gear || record[r + JointRecord.Parts] === 0) return
  moved[0] = Math.max(between(record[r + JointRecord.AnchorAX]!, record[r + JointRecord.AnchorAY]!, joints.ax[entity]!, joints.ay[entity]!),
    between(record[r + JointRecord.AnchorBX]!, record[r + JointRecord.AnchorBY]!, joints.bx[entity]!, joints.by[entity]!))
  if (kind === JointKind.Pulley) {
    moved[0] = Math.max(moved[0]!, Math.abs(joints.rest[entity]! - record[r + JointRecord.Sum]!))
    return
  }
  moved[1] = Math.abs(joints.bAngle[entity]! - joints.aAngle[entity]! - record[r + JointRecord.Reference]!)
  const unit = kind === JointKind.Revolute ? 1 : 0
  moved[unit] = Math.max(moved[unit]!, alongBy(joints, entity, record, r, unit === 1))
}

/** The same of the rest and the limits. */
function alongBy(joints: Joint, entity: number, record: Float64Array, r: number, turns: boolean): number {
  const at = r + (turns ? JointRecord.AngleRest : JointRecord.AxisRest)
  const parts = record[r + (turns ? JointRecord.AngleParts : JointRecord.AxisParts)]!
  const rest = (parts & LinePart.Rigid) === 0 ? 0 : Math.abs(joints.rest[entity]! - record[at]!)
  if ((parts & LinePart.Limit) === 0 || joints.limited[entity] !== 1) return rest
  const lower = Math.abs(joints.lower[entity]! - record[at + LOWER]!)
  const upper = Math.abs(joints.upper[entity]! - record[at + UPPER]!)
  // Where one of them begins to be none, or ends to be, the difference is no number.
  return Math.max(rest, lower < FAR ? lower : 0, upper < FAR ? upper : 0)
}

function between(x: number, y: number, toX: number, toY: number): number {
  return Math.sqrt((toX - x) * (toX - x) + (toY - y) * (toY - y))
}

/**
 * By how many times as fast as a body is put elsewhere its joints mend: what hangs on it is drawn along joint by joint, by each pass in part only. As fast as it
 * goes, chains of up to 20 joints were left behind by 88 m at 70 m/s; so, and with 4 and 8, by 4 to 6 (box2d3-wasm 2 to 3).
 */
const DRAWN = 3

/** What of a way goes on as the one before went; 0 where it goes back: whoever jumps to and fro goes nowhere. */
function goesOn(x: number, y: number, beforeX: number, beforeY: number): number {
  const along = x * beforeX + y * beforeY
  if (along <= 0) return 0
  if (y === 0 && beforeY === 0) return Math.min(Math.abs(x), Math.abs(beforeX))
  return along / Math.max(between(0, 0, x, y), between(0, 0, beforeX, beforeY))
}

/**
 * Notes by how much {@link measureMoves} found the numbers of a joint to be moved, in a step: this time, and what of that goes on as it went the time before.
 * In the steps between, in which nothing moves them, both stay, as long as {@link MOVES_LAST}.
 * @param same Whether the joint is still the same one.
 * @param left Of the last time: see {@link JointTable.moves}.
 * @param drawn How many times as fast lengths are mended.
 */
export function noteMoved(record: Float64Array, r: number, same: boolean, left: number, drawn = 1): boolean {
  const moves = same && (moved[0] !== 0 || moved[1] !== 0 || moved[2] !== 0)
  if (moves || !same) {
    const steps = same ? Math.max(1, left === 0 ? 1 : MOVES_LAST - left) : Infinity
    const x = moved[0]! / steps, y = moved[2]! / steps, turn = moved[1]! / steps
    const turns = goesOn(turn, 0, record[r + JointRecord.MovedTurn]!, 0)
    const goes = goesOn(x, y, record[r + JointRecord.Moved]!, record[r + JointRecord.MovedY]!)
    record[r + JointRecord.Faster] = drawn * (goes + turns * moved[3]!)
    record[r + JointRecord.FasterTurn] = turns
    record[r + JointRecord.Moved] = x
    record[r + JointRecord.MovedY] = y
    record[r + JointRecord.MovedTurn] = turn
  }
  if (record[r + JointRecord.Faster]! + record[r + JointRecord.FasterTurn]! > 0 && record[r + JointRecord.Parts] !== 0) {
    record[r + JointRecord.Parts] = record[r + JointRecord.Parts]! | JointPart.Moved
  }
  return moves
}

/**
 * Notes for the joints of a body that somebody puts elsewhere by how much: what is put elsewhere in each step draws along what is joined to it, as
 * fast as it goes on. Dragged by its pose at 10 m/s, it left behind a star of bars by 1.5 m for good, which was whirled up to 71 m/s. As fast as it goes, on or back, a hand that
 * jumped to and fro whirled its rope up to 66 times as fast as what it jumped.
 * @param x Which way its origin goes, and @param y. @param turn Radians. @param onward The part of the way that it goes on; the rest brings it back.
 */
export function noteEndMoved(table: JointTable, kinds: ArrayLike<number>, body: number, x: number, y: number, turn: number, onward: number): void {
  for (let edge = table.first(body); edge !== 0; edge = table.next[edge]!) {
    const place = edge >>> 1
    const left = table.moves[place]!
    // Whoever is put elsewhere twice, or with what it is joined to, before a step goes once.
    if (left === MOVES_LAST || !table.isOn(place) || kinds[table.entity[place]!] === JointKind.Gear) continue
    const { record } = table
    const r = place * JOINT_STRIDE
    const anchorX = record[r + ((edge & 1) === 0 ? JointRecord.AnchorAX : JointRecord.AnchorBX)]!
    const anchorY = record[r + ((edge & 1) === 0 ? JointRecord.AnchorAY : JointRecord.AnchorBY)]!
    moved[0] = x
    moved[1] = turn
    moved[2] = y
    moved[3] = between(0, 0, anchorX, anchorY)
    if (noteMoved(record, r, true, left, Math.max(1, DRAWN * onward))) table.noteMoved(place)
  }
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
  record.fill(0, r + JointRecord.Moved, r + JointRecord.MovedY + 1)
}
