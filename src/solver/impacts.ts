import type { Bodies } from '../bodies/bodies.ts'
import type { BodyStates } from './body-states.ts'
import { Field, LANES, POINT_FIELDS, PointField, WORK_STRIDE } from './contact-groups.ts'
import { keepFirst } from './first-hits.ts'
import { gap, measure, measureGap, measureGapNow, measurePull, measured, pull } from './impact-point.ts'
import { HIT_IN_ROUND, HIT_PLACE, HIT_STRIDE, Hit, type Impacts, SHIFT_STRIDE } from './impact-records.ts'
import { Lock } from './lock.ts'
import { DRIVE_STRIDE, Drive, STATE_STRIDE, State } from './motion-records.ts'
import type { ContactSolverData } from './prepare-contacts.ts'
import { PLACE, SPECIAL } from './special-rows.ts'

/** Rounds of impacts in a substep: a hit at one end of a row of balls takes one for each ball. */
const MAX_ROUNDS = 32

/** Sweeps over the points that hit in one round; most need two or three. */
const MAX_SWEEPS = 32

/** Sweeps end when no velocity changed by more than this part of the fastest approach: what floats can tell apart. */
const CONVERGED = 1e-6

/** An approach that is slower than this part of the fastest one is rounding, also where every impact bounces. */
const ROUNDING = 1e-4

/**
 * What would meet this part of a substep after its end is taken for a hit at its end: the solver, which rounds otherwise,
 * might stop it there, and it would not bounce.
 */
const EARLY = 1e-3

/**
 * What comes this part of the slop nearer than a hit, at the same time, is hit together with it: what lands flat on two
 * points is not turned by the rounding of their distances.
 */
const TOGETHER = 0.2

/** An impulse: as an argument it would be boxed. */
const added = new Float64Array(1)
/** The fastest approach of a substep. */
const fastest = new Float64Array(1)
/** Slower approaches do not bounce. */
const slowest = new Float64Array(1)
/** How far ahead of a touch still counts as one at the moment of another hit. */
const together = new Float64Array(1)

/**
 * Lets bounce what meets within the coming substep faster than the threshold. Runs when a substep begins, on the
 * velocities before gravity acts, so that what only rests is no impact.
 *
 * All points at which a body meets something first are reflected together (their impulses are swept until each parts with restitution times
 * its approach, or is pulled along); then those that approach because of that, and so on. One ball that hits a row of
 * touching balls so sends one away, and what lands on several points at once is not turned. No round adds energy: the
 * work of an impulse is the impulse times the mean of both velocities. Source: Smith, Kaufman, Vouga, Tamstorf,
 * Grinspun, "Reflections on Simultaneous Impact", 2012.
 *
 * The impact takes place when the gap is closed, not when the substep begins or ends: what was approached with the old
 * velocity until then is added to the motion as a shift, and the velocity at that moment, gravity included,
 * is what bounces. A velocity belongs to the middle of the substep before (semi-implicit Euler is the leapfrog), so a
 * hit after a part f of the substep is an acceleration of (½ + f) substeps away. Bounces so are e² h high at every rate
 * of steps; measured at the ends of substeps, a ball of e = 1 lost a height of v · h with each.
 *
 * @param count Awake bodies.
 * @param threshold Slower approaches do not bounce, length/s.
 */
export function resolveImpacts(
  rows: ContactSolverData,
  states: BodyStates,
  bodies: Bodies,
  count: number,
  threshold: number,
  slop: number,
): void {
  if (rows.bounces.count === 0) return
  slowest[0] = threshold
  together[0] = TOGETHER * slop
  if (!findQuick(rows, states, bodies, count)) return
  fastest[0] = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = collectHits(rows, states, round)
    if (found === 0) break
    const hits = keepFirst(rows, found)
    exchange(rows, states, hits)
    for (let i = 0; i < hits; i++) rub(rows, states, i)
  }
  applyShifts(rows, states)
}

/**
 * Moves what was hit by what its velocity at the end of the substep leaves out. For those who hit each other the gap
 * stays what it was: else they would be taken to overlap until they have moved.
 */
function applyShifts(rows: ContactSolverData, states: BodyStates): void {
  const { impacts, bounces } = rows
  const { f32 } = rows.contacts.memory
  const { struck, points, base } = impacts
  for (let i = 0; i < impacts.struckCount; i++) {
    const bounce = struck[i]!
    const at = bounces.place[bounce * PLACE]!
    for (let k = 0; k < 2; k++) {
      if ((points[bounce]! & (1 << k)) === 0) continue
      const point = bounces.place[bounce * PLACE + 1]! + k * POINT_FIELDS * LANES
      const place = point + PointField.Base * LANES
      base[bounce * 2 + k] = f32[place]!
      measure(rows, states, at, point)
      // Those who come together once more do so after this substep, along their motion.
      if (measured[0]! < 0) continue
      measureGap(rows, states, at, point)
      const shifted = gap[0]!
      measureGapNow(rows, states, at, point)
      f32[place] = f32[place]! - (shifted - gap[0]!)
    }
  }
  for (let i = 0; i < impacts.shiftedCount; i++) shiftBody(impacts, states, impacts.shifted[i]!)
}

function shiftBody({ shift }: Impacts, states: BodyStates, record: number): void {
  const { state, work, drive, axes } = states
  const s = (record - 1) * STATE_STRIDE
  const k = record * WORK_STRIDE
  const locked = axes[record - 1]!
  const at = record * SHIFT_STRIDE
  if ((locked & Lock.X) === 0) state[s + State.MovedX] = state[s + State.MovedX]! + shift[at]!
  if ((locked & Lock.Y) === 0) state[s + State.MovedY] = state[s + State.MovedY]! + shift[at + 1]!
  state[s + State.Turn] = state[s + State.Turn]! + shift[at + 2]!
  work[k + 4] = state[s + State.MovedX]!
  work[k + 5] = state[s + State.MovedY]!
  const swing = shift[at + 2]! * drive[(record - 1) * DRIVE_STRIDE + Drive.Swing]!
  const c = work[k + 6]! - swing * work[k + 7]!
  const sine = work[k + 7]! + swing * work[k + 6]!
  const inverse = 1 / Math.sqrt(c * c + sine * sine)
  work[k + 6] = c * inverse
  work[k + 7] = sine * inverse
}

/** The gaps of those who hit each other follow their motion again. Runs after the bodies were moved. */
export function endImpacts(rows: ContactSolverData): void {
  const { impacts, bounces } = rows
  const { f32 } = rows.contacts.memory
  const { struck, points, base } = impacts
  for (let i = 0; i < impacts.struckCount; i++) {
    const bounce = struck[i]!
    for (let k = 0; k < 2; k++) {
      if ((points[bounce]! & (1 << k)) === 0) continue
      const point = bounces.place[bounce * PLACE + 1]! + k * POINT_FIELDS * LANES
      f32[point + PointField.Base * LANES] = base[bounce * 2 + k]!
    }
  }
  impacts.clear()
}

/** Marks the bodies that move fast enough to bounce. In a pile that rests there are none, and that is all it costs. */
function findQuick(rows: ContactSolverData, states: BodyStates, bodies: Bodies, count: number): boolean {
  const { impacts } = rows
  impacts.reserve(count + 1, rows.bounces.count)
  const { quick } = impacts
  const { work } = states
  const { awake, extent } = bodies
  const half = 0.5 * slowest[0]!
  let any = 0
  for (let i = 0; i < count; i++) {
    const k = (i + 1) * WORK_STRIDE
    const speed = Math.abs(work[k]!) + Math.abs(work[k + 1]!) + Math.abs(work[k + 2]!) * extent[awake[i]!]!
    const is = speed > half ? 1 : 0
    quick[i + 1] = is
    any |= is
  }
  return any === 1
}

/** Lists the points at which bodies meet in this substep, by their velocities as they are now. */
function collectHits(rows: ContactSolverData, states: BodyStates, round: number): number {
  const { bounces, impacts } = rows
  const { i32, f32 } = rows.contacts.memory
  const { quick } = impacts
  const { place } = bounces
  const { work } = states
  const least = -Math.max(slowest[0]!, ROUNDING * fastest[0]!)
  // In the first round all that are quick, then those that the round before has hit.
  const mark = round === 0 ? 0 : HIT_IN_ROUND + round - 1
  let hits = 0
  for (let i = 0; i < bounces.count; i++) {
    const at = place[i * PLACE]!
    const A = i32[at]! >> 2
    const B = i32[at + LANES]! >> 2
    const markA = quick[A / WORK_STRIDE]!
    const markB = quick[B / WORK_STRIDE]!
    if (mark === 0 ? (markA | markB) === 0 : markA !== mark && markB !== mark) continue
    const along =
      f32[at + Field.NormalX * LANES]! * (work[B]! - work[A]!) + f32[at + Field.NormalY * LANES]! * (work[B + 1]! - work[A + 1]!)
    const spinA = work[A + 2]!
    const spinB = work[B + 2]!
    for (let k = 0, point = place[i * PLACE + 1]!; k <= (place[i * PLACE + 2]! & 1); k++, point += POINT_FIELDS * LANES) {
      const speed = along + spinB * f32[point + PointField.CrossB * LANES]! - spinA * f32[point + PointField.CrossA * LANES]!
      if (speed >= least || !addHit(rows, states, at, point, i, hits)) continue
      impacts.place[hits * HIT_PLACE + 2] = 2 * i + k
      hits++
    }
  }
  impacts.mark = HIT_IN_ROUND + round
  return hits
}

/** Writes a point to the list at place `hit`, if its bodies meet there in this substep. */
function addHit(
  rows: ContactSolverData,
  states: BodyStates,
  at: number,
  point: number,
  bounce: number,
  hit: number,
): boolean {
  const { impacts } = rows
  measure(rows, states, at, point)
  const speed = measured[0]!
  measureGap(rows, states, at, point)
  const h = states.time[0]!
  // What gravity and forces add to the velocity in a substep, as far as they differ between the two.
  measurePull(rows, states, at, point)
  const gained = h * pull[0]!
  let part = 0
  if (gap[0]! > 0) {
    const way = -h * (speed + 0.5 * gained)
    const more = -0.5 * h * gained
    if (way <= 0 || (1 + EARLY) * (way + more) < gap[0]!) return false
    part = Math.min(1, (2 * gap[0]!) / (way + Math.sqrt(Math.max(0, way * way + 4 * more * gap[0]!))))
  }
  const change = gained * (0.5 + part)
  if (speed + change >= 0) return false
  if (-speed > fastest[0]!) fastest[0] = -speed
  if ((hit + 1) * HIT_STRIDE > impacts.data.length) impacts.grow()
  const d = hit * HIT_STRIDE
  impacts.place[hit * HIT_PLACE] = at
  impacts.place[hit * HIT_PLACE + 1] = point
  impacts.data[d + Hit.Wanted] = -rows.bounces.data[bounce * SPECIAL]! * (speed + change) - change
  impacts.data[d + Hit.Impulse] = 0
  impacts.data[d + Hit.Time] = part * h
  impacts.data[d + Hit.Together] = part * h - together[0]! / speed
  return true
}

/** Finds the impulses along the normals of the points in the list. */
function exchange(rows: ContactSolverData, states: BodyStates, hits: number): void {
  const { place, data } = rows.impacts
  const { f32 } = rows.contacts.memory
  const enough = fastest[0]! * CONVERGED
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let largest = 0
    for (let i = 0; i < hits; i++) {
      const at = place[i * HIT_PLACE]!
      const point = place[i * HIT_PLACE + 1]!
      const d = i * HIT_STRIDE
      const resistance = f32[point + PointField.InverseMass * LANES]!
      const old = data[d + Hit.Impulse]!
      measure(rows, states, at, point)
      const sum = Math.max(0, old + (data[d + Hit.Wanted]! - measured[0]!) / resistance)
      data[d + Hit.Impulse] = sum
      added[0] = sum - old
      addImpulse(rows, states, at, point, data, d + Hit.Time)
      const change = Math.abs(sum - old) * resistance
      if (change > largest) largest = change
    }
    if (largest <= enough) return
  }
}

/** Friction at a point that was hit: up to what stops the slip there, and only takes energy away. */
function rub(rows: ContactSolverData, states: BodyStates, hit: number): void {
  const { place, data } = rows.impacts
  const { f32, i32 } = rows.contacts.memory
  const { work } = states
  const at = place[hit * HIT_PLACE]!
  const point = place[hit * HIT_PLACE + 1]!
  const limit = f32[at + Field.Friction * LANES]! * data[hit * HIT_STRIDE + Hit.Impulse]!
  if (limit === 0) return
  const A = i32[at]! >> 2
  const B = i32[at + LANES]! >> 2
  const nx = f32[at + Field.NormalX * LANES]!
  const ny = f32[at + Field.NormalY * LANES]!
  const dotA = f32[point + PointField.DotA * LANES]!
  const dotB = f32[point + PointField.DotB * LANES]!
  const slip =
    nx * (work[B + 1]! - work[A + 1]!) - ny * (work[B]! - work[A]!) +
    work[B + 2]! * dotB - work[A + 2]! * dotA + f32[at + Field.Belt * LANES]!
  const impulse = Math.min(Math.max(-slip * f32[point + PointField.TangentMass * LANES]!, -limit), limit)
  given[Given.Time] = data[hit * HIT_STRIDE + Hit.Time]!
  given[Given.X] = impulse * ny
  given[Given.Y] = -impulse * nx
  given[Given.Moment] = -impulse * dotA
  push(rows, states, at, Field.A)
  given[Given.X] = -impulse * ny
  given[Given.Y] = impulse * nx
  given[Given.Moment] = impulse * dotB
  push(rows, states, at, Field.B)
}

/** Applies the impulse in `added` along the normal of a point, at the time `times[t]` of the substep. */
function addImpulse(
  rows: ContactSolverData,
  states: BodyStates,
  at: number,
  point: number,
  times: Float64Array,
  t: number,
): void {
  const { f32 } = rows.contacts.memory
  const impulse = added[0]!
  if (impulse === 0) return
  const x = impulse * f32[at + Field.NormalX * LANES]!
  const y = impulse * f32[at + Field.NormalY * LANES]!
  given[Given.Time] = times[t]!
  given[Given.X] = -x
  given[Given.Y] = -y
  given[Given.Moment] = -impulse * f32[point + PointField.CrossA * LANES]!
  push(rows, states, at, Field.A)
  given[Given.X] = x
  given[Given.Y] = y
  given[Given.Moment] = impulse * f32[point + PointField.CrossB * LANES]!
  push(rows, states, at, Field.B)
}

/** An impulse, its moment, and the time of its hit: as arguments they would be boxed. */
const given = new Float64Array(4)

enum Given {
  X = 0,
  Y = 1,
  Moment = 2,
  Time = 3,
}

/** Applies {@link given} to one side of a contact, and shifts it by what it moved before the hit. */
function push(rows: ContactSolverData, states: BodyStates, at: number, side: Field.A | Field.B): void {
  const { f32, i32 } = rows.contacts.memory
  const { impacts } = rows
  const { work } = states
  const k = i32[at + side * LANES]! >> 2
  // The world.
  if (k === 0) return
  const record = k / WORK_STRIDE
  const mass = f32[at + (side === Field.A ? Field.MassA : Field.MassB) * LANES]!
  const inertia = f32[at + (side === Field.A ? Field.InertiaA : Field.InertiaB) * LANES]!
  const dx = mass * given[Given.X]!
  const dy = mass * given[Given.Y]!
  const spin = inertia * given[Given.Moment]!
  const before = given[Given.Time]!
  const s = record * SHIFT_STRIDE
  work[k] = work[k]! + dx
  work[k + 1] = work[k + 1]! + dy
  work[k + 2] = work[k + 2]! + spin
  const { shift } = impacts
  shift[s] = shift[s]! - before * dx
  shift[s + 1] = shift[s + 1]! - before * dy
  shift[s + 2] = shift[s + 2]! - before * spin
  impacts.quick[record] = impacts.mark
  if (impacts.isShifted[record] === 1) return
  impacts.isShifted[record] = 1
  impacts.shifted[impacts.shiftedCount++] = record
}
