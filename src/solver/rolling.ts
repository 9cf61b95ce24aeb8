import type { ContactTable } from '../contacts/contact-table.ts'
import type { BodyStates } from './body-states.ts'
import { Field, LANES, POINT_FIELDS, PointField } from './contact-groups.ts'
import type { ContactSolverData } from './prepare-contacts.ts'
import { PLACE, SPECIAL } from './special-rows.ts'

/** Applies the angular impulses so far: without it a disc that is held on a slope would creep. */
export function warmStartRolling(rows: ContactSolverData, states: BodyStates): void {
  const { rollers } = rows
  for (let i = 0; i < rollers.count; i++) spin(rows, states.work, i, rollers.data[i * SPECIAL + 1]!)
}

/**
 * Takes spin out of what resists rolling, up to resistance times normal impulse. Runs after the rigid pass of each
 * substep.
 */
export function applyRollingResistance(rows: ContactSolverData, states: BodyStates): void {
  const { rollers } = rows
  const { f32, i32 } = rows.contacts.memory
  const { work } = states
  for (let i = 0; i < rollers.count; i++) {
    const at = rollers.place[i * PLACE]!
    const first = rollers.place[i * PLACE + 1]! + PointField.Normal * LANES
    const points = (rollers.place[i * PLACE + 2]! & 1) + 1
    const normal = points === 2 ? f32[first]! + f32[first + POINT_FIELDS * LANES]! : f32[first]!
    const limit = rollers.data[i * SPECIAL]! * normal
    const sum = f32[at + Field.InertiaA * LANES]! + f32[at + Field.InertiaB * LANES]!
    if (sum === 0) continue
    const slip = work[(i32[at + LANES]! >> 2) + 2]! - work[(i32[at]! >> 2) + 2]!
    const old = rollers.data[i * SPECIAL + 1]!
    const impulse = Math.min(Math.max(old - slip / sum, -limit), limit)
    rollers.data[i * SPECIAL + 1] = impulse
    spin(rows, work, i, impulse - old)
  }
}

/** Keeps the angular impulses for the next step's warm start. */
export function storeRolling(rows: ContactSolverData, contacts: ContactTable): void {
  const { rollers } = rows
  for (let i = 0; i < rollers.count; i++) {
    contacts.rolling[rollers.place[i * PLACE + 2]! >> 1] = rollers.data[i * SPECIAL + 1]!
  }
}

function spin(rows: ContactSolverData, work: Float32Array, i: number, impulse: number): void {
  const { f32, i32 } = rows.contacts.memory
  const at = rows.rollers.place[i * PLACE]!
  const wA = (i32[at]! >> 2) + 2
  const wB = (i32[at + LANES]! >> 2) + 2
  work[wA] = work[wA]! - f32[at + Field.InertiaA * LANES]! * impulse
  work[wB] = work[wB]! + f32[at + Field.InertiaB * LANES]! * impulse
}
