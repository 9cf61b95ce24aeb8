import type { ContactTable } from '../contacts/contact-table.ts'
import type { BodyStates } from './body-states.ts'
import { LINK, ONE_HEADER, ONE_POINT, PLACE, POINTS, SPECIAL, TWO_HEADER, TWO_POINT } from './contact-rows.ts'
import type { ContactSolverData } from './prepare-contacts.ts'

/** Applies the angular impulses so far: without it a disc that is held on a slope would creep. */
export function warmStartRolling(rows: ContactSolverData, states: BodyStates): void {
  const { rollers } = rows
  for (let i = 0; i < rollers.count; i++) spin(rows, states.state, i, rollers.data[i * SPECIAL + 1]!)
}

/**
 * Takes spin out of what resists rolling, up to resistance times normal impulse. Runs after the rigid pass of each
 * substep.
 */
export function applyRollingResistance(rows: ContactSolverData, states: BodyStates): void {
  const { rollers, two, one } = rows
  const { state } = states
  for (let i = 0; i < rollers.count; i++) {
    const l = rollers.place[i * PLACE]!
    const r = rollers.place[i * PLACE + 1]!
    const single = rollers.place[i * PLACE + 2] === 1
    const { data, link } = single ? one : two
    const first = r + (single ? ONE_HEADER + 5 : TWO_HEADER + 7)
    let normal = data[first]!
    if ((link[l + 2]! & POINTS) === 2) normal += data[first + (single ? ONE_POINT : TWO_POINT)]!
    const limit = rollers.data[i * SPECIAL]! * normal
    const sum = single ? data[r + 4]! : data[r + 4]! + data[r + 6]!
    if (sum === 0) continue
    const slip = state[link[l + 1]! + 2]! - (single ? 0 : state[link[l]! + 2]!)
    const old = rollers.data[i * SPECIAL + 1]!
    const impulse = Math.min(Math.max(old - slip / sum, -limit), limit)
    rollers.data[i * SPECIAL + 1] = impulse
    spin(rows, state, i, impulse - old)
  }
}

/** Keeps the angular impulses for the next step's warm start. */
export function storeRolling(rows: ContactSolverData, contacts: ContactTable): void {
  const { rollers, two, one } = rows
  for (let i = 0; i < rollers.count; i++) {
    const { link } = rollers.place[i * PLACE + 2] === 1 ? one : two
    contacts.rolling[link[rollers.place[i * PLACE]! + (LINK - 1)]!] = rollers.data[i * SPECIAL + 1]!
  }
}

function spin(rows: ContactSolverData, state: Float64Array, i: number, impulse: number): void {
  const { place } = rows.rollers
  const l = place[i * PLACE]!
  const r = place[i * PLACE + 1]!
  if (place[i * PLACE + 2] === 1) {
    const w = rows.one.link[l]! + 2
    state[w] = state[w]! + rows.one.data[r + 4]! * impulse
    return
  }
  const { data, link } = rows.two
  const wA = link[l]! + 2
  const wB = link[l + 1]! + 2
  state[wA] = state[wA]! - data[r + 4]! * impulse
  state[wB] = state[wB]! + data[r + 6]! * impulse
}
