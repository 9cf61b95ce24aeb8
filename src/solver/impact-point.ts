import type { BodyStates } from './body-states.ts'
import { Field, LANES, POINT_FIELDS, PointField, WORK_STRIDE } from './contact-groups.ts'
import { SHIFT_STRIDE } from './impact-records.ts'
import { DRIVE_STRIDE } from './motion-records.ts'
import type { ContactSolverData } from './prepare-contacts.ts'

/** What was measured last: relative velocity, separation, relative acceleration. Results of calls would be boxed. */
export const measured = new Float64Array(1)
export const gap = new Float64Array(1)
export const pull = new Float64Array(1)

/** Finds how fast the bodies of a point part along its normal. */
export function measure(rows: ContactSolverData, states: BodyStates, at: number, point: number): void {
  const { f32, i32 } = rows.contacts.memory
  const { work } = states
  const A = i32[at]! >> 2
  const B = i32[at + LANES]! >> 2
  measured[0] =
    f32[at + Field.NormalX * LANES]! * (work[B]! - work[A]!) +
    f32[at + Field.NormalY * LANES]! * (work[B + 1]! - work[A + 1]!) +
    work[B + 2]! * f32[point + PointField.CrossB * LANES]! -
    work[A + 2]! * f32[point + PointField.CrossA * LANES]!
}

/** Finds the separation of a point when the substep begins, see `PointField`, with the shifts so far. */
export function measureGap(rows: ContactSolverData, states: BodyStates, at: number, point: number): void {
  const { f32, i32 } = rows.contacts.memory
  const { shift } = rows.impacts
  const a = ((i32[at]! >> 2) / WORK_STRIDE) * SHIFT_STRIDE
  const b = ((i32[at + LANES]! >> 2) / WORK_STRIDE) * SHIFT_STRIDE
  measureGapNow(rows, states, at, point)
  gap[0] = gap[0]! +
    f32[at + Field.NormalX * LANES]! * (shift[b]! - shift[a]!) +
    f32[at + Field.NormalY * LANES]! * (shift[b + 1]! - shift[a + 1]!) +
    shift[b + 2]! * f32[point + PointField.CrossB * LANES]! - shift[a + 2]! * f32[point + PointField.CrossA * LANES]!
}

/** The same without them. */
export function measureGapNow(rows: ContactSolverData, states: BodyStates, at: number, point: number): void {
  const { f32, i32 } = rows.contacts.memory
  const { work } = states
  const A = i32[at]! >> 2
  const B = i32[at + LANES]! >> 2
  gap[0] =
    f32[point + PointField.Base * LANES]! +
    f32[at + Field.NormalX * LANES]! * (work[B + 4]! - work[A + 4]!) +
    f32[at + Field.NormalY * LANES]! * (work[B + 5]! - work[A + 5]!) +
    work[B + 6]! * f32[point + PointField.DotB * LANES]! + work[B + 7]! * f32[point + PointField.CrossB * LANES]! -
    work[A + 6]! * f32[point + PointField.DotA * LANES]! - work[A + 7]! * f32[point + PointField.CrossA * LANES]!
}

/** Finds how gravity and forces pull the bodies of a point apart along its normal, length/s². */
export function measurePull(rows: ContactSolverData, states: BodyStates, at: number, point: number): void {
  const { f32, i32 } = rows.contacts.memory
  const { drive } = states
  const nx = f32[at + Field.NormalX * LANES]!
  const ny = f32[at + Field.NormalY * LANES]!
  const a = ((i32[at]! >> 2) / WORK_STRIDE - 1) * DRIVE_STRIDE
  const b = ((i32[at + LANES]! >> 2) / WORK_STRIDE - 1) * DRIVE_STRIDE
  let sum = nx * drive[b]! + ny * drive[b + 1]! + drive[b + 2]! * f32[point + PointField.CrossB * LANES]!
  if (a >= 0) sum -= nx * drive[a]! + ny * drive[a + 1]! + drive[a + 2]! * f32[point + PointField.CrossA * LANES]!
  pull[0] = sum
}

/** Whether the shapes of a contact are no farther apart than `reach` at one of its points, as the substep ends. */
export function touchesWithin(rows: ContactSolverData, states: BodyStates, at: number, points: number, reach: number): boolean {
  for (let k = 0; k < points; k++) {
    measureGapNow(rows, states, at, at + (Field.Points + k * POINT_FIELDS) * LANES)
    if (gap[0]! <= reach) return true
  }
  return false
}
