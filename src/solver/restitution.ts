import { type BodyStates } from './body-states.ts'
import { Field, LANES, PointField, WORK_STRIDE } from './contact-groups.ts'
import type { ContactSolverData } from './prepare-contacts.ts'
import { PLACE, SPECIAL } from './special-rows.ts'

/** Sweeps over the points that bounce in a substep; most need two or three. */
const MAX_SWEEPS = 16

/** Sweeps end when no velocity changed by more than this part of the fastest approach: what floats can tell apart. */
const CONVERGED = 1e-6

const NORMAL = PointField.Normal * LANES

/** Results of `measure` and `bounce`, and the impulse that `addImpulse` adds: arguments and results would be boxed. */
const parting = new Float64Array(1)
const change = new Float64Array(1)
const added = new Float64Array(1)

/**
 * Notes how fast the points that may bounce come together. Runs when a substep begins, before the impulses so far act:
 * those of other contacts are no approach.
 */
export function noteApproaches(rows: ContactSolverData, states: BodyStates): void {
  const { bounces } = rows
  for (let i = 0; i < bounces.count; i++) {
    measure(rows, states, i)
    bounces.data[i * SPECIAL + 1] = parting[0]!
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
  const { bounces } = rows
  const hits = collectHits(rows, states, threshold)
  if (hits === 0) return
  letGo(rows, states, threshold, hits)
  const { chosen } = bounces
  let fastest = 0
  for (let k = 0; k < hits; k++) fastest = Math.min(fastest, bounces.data[chosen[k]! * SPECIAL + 1]!)
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let largest = 0
    for (let k = 0; k < hits; k++) {
      bounce(rows, states, chosen[k]!)
      if (change[0]! > largest) largest = change[0]!
    }
    if (largest <= -fastest * CONVERGED) break
  }
  for (let k = 0; k < hits; k++) forget(rows, chosen[k]!)
}

/** Chooses the points that hit in this substep, marks their bodies, and takes their push out of the next one. */
function collectHits(rows: ContactSolverData, states: BodyStates, threshold: number): number {
  const { data, chosen, count } = rows.bounces
  let hits = 0
  for (let i = 0; i < count; i++) {
    if (data[i * SPECIAL + 1]! >= -threshold || impulseOf(rows, i) === 0) continue
    mark(rows, states, i, 1)
    added[0] = -impulseOf(rows, i)
    addImpulse(rows, i, states.push, 1)
    chosen[hits++] = i
  }
  return hits
}

/** Takes the impulses back that hits put into contacts which did not collide themselves, and unmarks the bodies. */
function letGo(rows: ContactSolverData, states: BodyStates, threshold: number, hits: number): void {
  const { data, chosen, count } = rows.bounces
  for (let i = 0; i < count; i++) {
    if (data[i * SPECIAL + 1]! < -threshold || impulseOf(rows, i) === 0) continue
    if (!wasHit(rows, states, i)) continue
    added[0] = -impulseOf(rows, i)
    addImpulse(rows, i, states.push, 1)
    addImpulse(rows, i, states.work, 0)
    forget(rows, i)
  }
  for (let k = 0; k < hits; k++) mark(rows, states, chosen[k]!, 0)
}

/** Where the work record of a body of the point's contact begins, in floats. */
function recordOf(rows: ContactSolverData, i: number, side: number): number {
  return rows.contacts.memory.i32[rows.bounces.place[i * PLACE]! + side * LANES]! >> 2
}

/** The world is marked too: nobody asks. */
function mark(rows: ContactSolverData, states: BodyStates, i: number, hit: number): void {
  states.hit[recordOf(rows, i, Field.A) / WORK_STRIDE] = hit
  states.hit[recordOf(rows, i, Field.B) / WORK_STRIDE] = hit
}

function wasHit(rows: ContactSolverData, states: BodyStates, i: number): boolean {
  const a = recordOf(rows, i, Field.A)
  if (a !== 0 && states.hit[a / WORK_STRIDE] === 1) return true
  return states.hit[recordOf(rows, i, Field.B) / WORK_STRIDE] === 1
}

function impulseOf(rows: ContactSolverData, i: number): number {
  return rows.contacts.memory.f32[rows.bounces.place[i * PLACE + 1]! + NORMAL]!
}

function forget(rows: ContactSolverData, i: number): void {
  rows.contacts.memory.f32[rows.bounces.place[i * PLACE + 1]! + NORMAL] = 0
}

/** Finds how fast the bodies of a point part. */
function measure(rows: ContactSolverData, states: BodyStates, i: number): void {
  const { f32 } = rows.contacts.memory
  const { work } = states
  const at = rows.bounces.place[i * PLACE]!
  const p = rows.bounces.place[i * PLACE + 1]!
  const A = recordOf(rows, i, Field.A)
  const B = recordOf(rows, i, Field.B)
  parting[0] =
    f32[at + Field.NormalX * LANES]! * (work[B]! - work[A]!) +
    f32[at + Field.NormalY * LANES]! * (work[B + 1]! - work[A + 1]!) +
    work[B + 2]! * f32[p + PointField.CrossB * LANES]! -
    work[A + 2]! * f32[p + PointField.CrossA * LANES]!
}

/** Brings one point closer to parting as fast as it met, and finds how much its velocity changed. */
function bounce(rows: ContactSolverData, states: BodyStates, i: number): void {
  const { f32 } = rows.contacts.memory
  const { data } = rows.bounces
  const p = rows.bounces.place[i * PLACE + 1]!
  const wanted = -data[i * SPECIAL]! * data[i * SPECIAL + 1]!
  const resistance = f32[p + PointField.InverseMass * LANES]!
  const old = f32[p + NORMAL]!
  measure(rows, states, i)
  const sum = Math.fround(Math.max(0, old + (wanted - parting[0]!) / resistance))
  f32[p + NORMAL] = sum
  added[0] = sum - old
  addImpulse(rows, i, states.work, 0)
  change[0] = Math.abs(sum - old) * resistance
}

/** Adds an impulse along the normal of a point to the velocities of its bodies; or, shifted by 1, to their push. */
function addImpulse(rows: ContactSolverData, i: number, target: Float32Array, shift: number): void {
  const impulse = added[0]!
  const { f32 } = rows.contacts.memory
  const at = rows.bounces.place[i * PLACE]!
  const p = rows.bounces.place[i * PLACE + 1]!
  const a = recordOf(rows, i, Field.A) >> shift
  const b = recordOf(rows, i, Field.B) >> shift
  const x = impulse * f32[at + Field.NormalX * LANES]!
  const y = impulse * f32[at + Field.NormalY * LANES]!
  const massA = f32[at + Field.MassA * LANES]!
  const massB = f32[at + Field.MassB * LANES]!
  target[a] = target[a]! - massA * x
  target[a + 1] = target[a + 1]! - massA * y
  target[a + 2] = target[a + 2]! - f32[at + Field.InertiaA * LANES]! * impulse * f32[p + PointField.CrossA * LANES]!
  target[b] = target[b]! + massB * x
  target[b + 1] = target[b + 1]! + massB * y
  target[b + 2] = target[b + 2]! + f32[at + Field.InertiaB * LANES]! * impulse * f32[p + PointField.CrossB * LANES]!
}
