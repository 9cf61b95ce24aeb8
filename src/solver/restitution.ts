import { type BodyStates, STATE_STRIDE, TO_PUSH } from './body-states.ts'
import { type ContactRows, PLACE, SPECIAL, type SpecialRows } from './contact-rows.ts'
import type { ContactSolverData } from './prepare-contacts.ts'

/** Sweeps over the points that bounce in a substep; most need two or three. */
const MAX_SWEEPS = 16

/** Sweeps end when no velocity changed by more than this part of the fastest approach. */
const CONVERGED = 1e-6

/**
 * Notes how fast the points that may bounce come together. Runs when a substep begins, before the impulses so far act:
 * those of other contacts are no approach.
 */
export function noteApproaches(rows: ContactSolverData, states: BodyStates): void {
  const { bounces, two, one } = rows
  const { state } = states
  for (let i = 0; i < bounces.count; i++) {
    const r = bounces.place[i * PLACE + 1]!
    const p = bounces.place[i * PLACE + 3]!
    const single = bounces.place[i * PLACE + 2] === 1
    const { data, link } = single ? one : two
    const sA = link[bounces.place[i * PLACE]!]!
    const sB = link[bounces.place[i * PLACE]! + 1]!
    let velocity = data[r]! * state[sB]! + data[r + 1]! * state[sB + 1]!
    if (single) velocity += state[sB + 2]! * data[p]!
    else {
      velocity += state[sB + 2]! * data[p + 1]! - state[sA + 2]! * data[p]!
      velocity -= data[r]! * state[sA]! + data[r + 1]! * state[sA + 1]!
    }
    bounces.data[i * SPECIAL + 1] = velocity
  }
}

/**
 * Makes the points bounce that came in faster than the threshold and did touch. Runs when a substep ends.
 *
 * A body that hits two others at once must part from both as fast as it met them: only then is no energy lost or won
 * (the work of an impulse is the impulse times the mean of both velocities, which is 0 for each). So the bounces are
 * swept until they agree, and contacts that the hit only pushed along are let go: they collide in the next substep.
 * Once a step, each point for itself, an elastic gas lost a quarter of its energy in five seconds; so it keeps 99.7 %
 * in ten.
 */
export function applyRestitution(rows: ContactSolverData, states: BodyStates, threshold: number): void {
  const { bounces, two, one } = rows
  const hits = collectHits(rows, states, threshold)
  if (hits === 0) return
  letGo(rows, states, threshold, hits)
  const { chosen, place } = bounces
  let fastest = 0
  for (let k = 0; k < hits; k++) fastest = Math.min(fastest, bounces.data[chosen[k]! * SPECIAL + 1]!)
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let largest = 0
    for (let k = 0; k < hits; k++) {
      const i = chosen[k]!
      const change = place[i * PLACE + 2] === 1 ? bounceOne(one, states, bounces, i) : bounceTwo(two, states, bounces, i)
      if (change > largest) largest = change
    }
    if (largest <= -fastest * CONVERGED) break
  }
  for (let k = 0; k < hits; k++) forget(rows, chosen[k]!)
}

/** Chooses the points that hit in this substep, marks their bodies, and takes their push out of the next one. */
function collectHits(rows: ContactSolverData, states: BodyStates, threshold: number): number {
  const { bounces } = rows
  const { place, data, chosen } = bounces
  let hits = 0
  for (let i = 0; i < bounces.count; i++) {
    if (data[i * SPECIAL + 1]! >= -threshold || impulseOf(rows, i) === 0) continue
    const { link } = place[i * PLACE + 2] === 1 ? rows.one : rows.two
    const l = place[i * PLACE]!
    states.hit[link[l]! / STATE_STRIDE] = 1
    states.hit[link[l + 1]! / STATE_STRIDE] = 1
    push(rows, states, i, -1, true)
    chosen[hits++] = i
  }
  return hits
}

/** Takes the impulses back that hits put into contacts which did not collide themselves, and unmarks the bodies. */
function letGo(rows: ContactSolverData, states: BodyStates, threshold: number, hits: number): void {
  const { bounces } = rows
  const { place, data, chosen } = bounces
  for (let i = 0; i < bounces.count; i++) {
    if (data[i * SPECIAL + 1]! < -threshold || impulseOf(rows, i) === 0) continue
    const { link } = place[i * PLACE + 2] === 1 ? rows.one : rows.two
    const l = place[i * PLACE]!
    if ((states.hit[link[l]! / STATE_STRIDE]! | states.hit[link[l + 1]! / STATE_STRIDE]!) === 0) continue
    push(rows, states, i, -1, true)
    push(rows, states, i, -1, false)
    forget(rows, i)
  }
  for (let k = 0; k < hits; k++) {
    const i = chosen[k]!
    const { link } = place[i * PLACE + 2] === 1 ? rows.one : rows.two
    states.hit[link[place[i * PLACE]!]! / STATE_STRIDE] = 0
    states.hit[link[place[i * PLACE]! + 1]! / STATE_STRIDE] = 0
  }
}

function impulseOf(rows: ContactSolverData, i: number): number {
  const p = rows.bounces.place[i * PLACE + 3]!
  return rows.bounces.place[i * PLACE + 2] === 1 ? rows.one.data[p + 5]! : rows.two.data[p + 7]!
}

function forget(rows: ContactSolverData, i: number): void {
  const p = rows.bounces.place[i * PLACE + 3]!
  if (rows.bounces.place[i * PLACE + 2] === 1) rows.one.data[p + 5] = 0
  else rows.two.data[p + 7] = 0
}

/** Adds a point's normal impulse, times `sign`, to the velocities of its bodies, or to their push. */
function push(rows: ContactSolverData, states: BodyStates, i: number, sign: number, later: boolean): void {
  const { place } = rows.bounces
  const l = place[i * PLACE]!
  const r = place[i * PLACE + 1]!
  const p = place[i * PLACE + 3]!
  const target = later ? states.push : states.state
  const shift = later ? TO_PUSH : 0
  if (place[i * PLACE + 2] === 1) {
    const { data, link } = rows.one
    addImpulse(target, link[l]! >> shift, data, r, r + 3, p, sign * data[p + 5]!)
  } else {
    const { data, link } = rows.two
    const impulse = sign * data[p + 7]!
    addImpulse(target, link[l]! >> shift, data, r, r + 3, p, -impulse)
    addImpulse(target, link[l + 1]! >> shift, data, r, r + 5, p + 1, impulse)
  }
}

function addImpulse(
  target: Float64Array,
  s: number,
  data: Float64Array,
  normal: number,
  masses: number,
  cross: number,
  impulse: number,
): void {
  target[s] = target[s]! + data[masses]! * impulse * data[normal]!
  target[s + 1] = target[s + 1]! + data[masses]! * impulse * data[normal + 1]!
  target[s + 2] = target[s + 2]! + data[masses + 1]! * impulse * data[cross]!
}

/** Brings one point closer to parting as fast as it met. Returns how much its velocity changed. */
function bounceTwo(rows: ContactRows, states: BodyStates, bounces: SpecialRows, i: number): number {
  const { data, link } = rows
  const { state } = states
  const r = bounces.place[i * PLACE + 1]!
  const p = bounces.place[i * PLACE + 3]!
  const sA = link[bounces.place[i * PLACE]!]!
  const sB = link[bounces.place[i * PLACE]! + 1]!
  const velocity =
    data[r]! * (state[sB]! - state[sA]!) +
    data[r + 1]! * (state[sB + 1]! - state[sA + 1]!) +
    state[sB + 2]! * data[p + 1]! -
    state[sA + 2]! * data[p]!
  const wanted = -bounces.data[i * SPECIAL]! * bounces.data[i * SPECIAL + 1]!
  const sum = Math.max(0, data[p + 7]! + (wanted - velocity) / data[p + 5]!)
  const change = sum - data[p + 7]!
  data[p + 7] = sum
  addImpulse(state, sA, data, r, r + 3, p, -change)
  addImpulse(state, sB, data, r, r + 5, p + 1, change)
  return Math.abs(change) * data[p + 5]!
}

function bounceOne(rows: ContactRows, states: BodyStates, bounces: SpecialRows, i: number): number {
  const { data, link } = rows
  const { state } = states
  const r = bounces.place[i * PLACE + 1]!
  const p = bounces.place[i * PLACE + 3]!
  const s = link[bounces.place[i * PLACE]!]!
  const velocity = data[r]! * state[s]! + data[r + 1]! * state[s + 1]! + state[s + 2]! * data[p]!
  const wanted = -bounces.data[i * SPECIAL]! * bounces.data[i * SPECIAL + 1]!
  const sum = Math.max(0, data[p + 5]! + (wanted - velocity) / data[p + 3]!)
  const change = sum - data[p + 5]!
  data[p + 5] = sum
  addImpulse(state, s, data, r, r + 3, p, change)
  return Math.abs(change) * data[p + 3]!
}
