import type { BodyStates } from './body-states.ts'
import { Field, LANES, POINT_FIELDS, PointField } from './contact-groups.ts'
import type { ContactSolverData } from './prepare-contacts.ts'
import { Work } from './motion-records.ts'

/** Whether the shapes of a contact are no farther apart than `reach` at one of its points, as the substep ends. */
export function touchesWithin(rows: ContactSolverData, states: BodyStates, at: number, points: number, reach: number): boolean {
  for (let k = 0; k < points; k++) {
    measureGap(rows, states, at, at + (Field.Points + k * POINT_FIELDS) * LANES)
    if (gap[0]! <= reach) return true
  }
  return false
}

/** What was measured last: the result of a call would be boxed. */
const gap = new Float64Array(1)

/** Finds the separation of a point, see `PointField`. */
function measureGap(rows: ContactSolverData, states: BodyStates, at: number, point: number): void {
  const { f32, i32 } = rows.contacts.memory
  const { work } = states
  const A = i32[at]! >> 2
  const B = i32[at + LANES]! >> 2
  gap[0] =
    f32[point + PointField.Base * LANES]! +
    f32[at + Field.NormalX * LANES]! * (work[B + Work.MovedX]! - work[A + Work.MovedX]!) +
    f32[at + Field.NormalY * LANES]! * (work[B + Work.MovedY]! - work[A + Work.MovedY]!) +
    work[B + Work.Cos]! * f32[point + PointField.DotB * LANES]! + work[B + Work.Sin]! * f32[point + PointField.CrossB * LANES]! -
    work[A + Work.Cos]! * f32[point + PointField.DotA * LANES]! - work[A + Work.Sin]! * f32[point + PointField.CrossA * LANES]!
}
