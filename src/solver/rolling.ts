import type { ContactTable } from '../contacts/contact-table.ts'
import type { BodyStates } from './body-states.ts'
import { Field, LANES, POINT_FIELDS, PointField } from './contact-groups.ts'
import type { ContactSolverData } from './prepare-contacts.ts'
import { PLACE, Place, Rolling, SPECIAL } from './special-rows.ts'
import { Work } from './motion-records.ts'

/** Applies the angular impulses so far: without it a disc that is held on a slope would creep. */
export function warmStartRolling(rows: ContactSolverData, states: BodyStates): void {
  const { rollers } = rows
  for (let i = 0; i < rollers.count; i++) spin(rows, states.work, i, rollers.data[i * SPECIAL + Rolling.Impulse]!)
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
    const at = rollers.place[i * PLACE + Place.Lane]!
    const first = rollers.place[i * PLACE + Place.Point]! + PointField.Normal * LANES
    const points = (rollers.place[i * PLACE + Place.Owner]! & 1) + 1
    const normal = points === 2 ? f32[first]! + f32[first + POINT_FIELDS * LANES]! : f32[first]!
    const limit = rollers.data[i * SPECIAL + Rolling.Resistance]! * normal
    const sum = f32[at + Field.InertiaA * LANES]! + f32[at + Field.InertiaB * LANES]!
    if (sum === 0) continue
    const slip = work[(i32[at + LANES]! >> 2) + Work.Spin]! - work[(i32[at]! >> 2) + Work.Spin]!
    const old = rollers.data[i * SPECIAL + Rolling.Impulse]!
    const impulse = Math.min(Math.max(old - slip / sum, -limit), limit)
    rollers.data[i * SPECIAL + Rolling.Impulse] = impulse
    spin(rows, work, i, impulse - old)
  }
}

/** Keeps the angular impulses for the next step's warm start. */
export function storeRolling(rows: ContactSolverData, contacts: ContactTable): void {
  const { rollers } = rows
  for (let i = 0; i < rollers.count; i++) {
    contacts.rolls.set(rollers.place[i * PLACE + Place.Owner]! >> 1, rollers.data[i * SPECIAL + Rolling.Impulse]!, contacts.approach.length)
  }
}

function spin(rows: ContactSolverData, work: Float32Array, i: number, impulse: number): void {
  const { f32, i32 } = rows.contacts.memory
  const at = rows.rollers.place[i * PLACE + Place.Lane]!
  const wA = (i32[at]! >> 2) + Work.Spin
  const wB = (i32[at + LANES]! >> 2) + Work.Spin
  work[wA] = work[wA]! - f32[at + Field.InertiaA * LANES]! * impulse
  work[wB] = work[wB]! + f32[at + Field.InertiaB * LANES]! * impulse
}
