import { CombineRule, type Material, combine } from '../../components/material.ts'
import { type Bodies, NOT_AWAKE, POSE_STRIDE } from '../bodies/bodies.ts'
import { type ContactTable, IMPULSE_STRIDE, MANIFOLD_STRIDE, UNSOLVED } from '../contacts/contact-table.ts'
import { type BodyStates, STATE_STRIDE } from './body-states.ts'
import {
  Bounces,
  ContactRows,
  LINK,
  Rollers,
  ONE_HEADER,
  ONE_POINT,
  ONE_STRIDE,
  TWO_HEADER,
  TWO_POINT,
  TWO_STRIDE,
} from './contact-rows.ts'

/** The contact solver's rows of one world. */
export class ContactSolverData {
  readonly two = new ContactRows(TWO_STRIDE)
  readonly one = new ContactRows(ONE_STRIDE)
  readonly bounces = new Bounces()
  readonly rollers = new Rollers()
}

/**
 * Turns the manifolds of the active contacts into rows, with the impulses of the step before.
 * Rows against the world come last in each pass, so that the world wins.
 */
export function prepareContacts(
  rows: ContactSolverData,
  contacts: ContactTable,
  bodies: Bodies,
  states: BodyStates,
  material: Material,
  restitutionThreshold: number,
): void {
  const { two, one, bounces, rollers } = rows
  const { friction: frictionOf, restitution: restitutionOf, frictionRule, restitutionRule, tangentSpeed } = material
  const { rollingResistance } = material
  const { active, activeCount, pointCount, flags, a: ofA, b: ofB } = contacts
  const { awakeIndex, bodyOf } = bodies
  two.reserve(activeCount)
  one.reserve(activeCount)
  two.count = 0
  one.count = 0
  bounces.count = 0
  rollers.count = 0
  for (let i = 0; i < activeCount; i++) {
    const contact = active[i]!
    if (pointCount[contact] === 0 || (flags[contact]! & UNSOLVED) !== 0) continue
    const a = ofA[contact]!
    const b = ofB[contact]!
    const friction = combine(
      frictionOf[a]!,
      frictionOf[b]!,
      frictionRule[a]!,
      frictionRule[b]!,
      CombineRule.GeometricMean,
    )
    const restitution = combine(
      restitutionOf[a]!,
      restitutionOf[b]!,
      restitutionRule[a]!,
      restitutionRule[b]!,
      CombineRule.Max,
    )
    const belt = tangentSpeed[a]! + tangentSpeed[b]!
    const rolling = Math.max(rollingResistance[a]!, rollingResistance[b]!)
    if (awakeIndex[bodyOf[a]!] !== NOT_AWAKE && awakeIndex[bodyOf[b]!] !== NOT_AWAKE) {
      prepareTwo(two, contacts, bodies, contact, a, b, friction, belt)
      if (rolling > 0) rollers.push((two.count - 1) * 2, rolling)
      if (restitution > 0) collectTwo(bounces, two, states, restitution, restitutionThreshold)
    } else {
      prepareOne(one, contacts, bodies, contact, a, b, friction, belt)
      if (rolling > 0) rollers.push((one.count - 1) * 2 + 1, rolling)
      if (restitution > 0) collectOne(bounces, one, states, restitution, restitutionThreshold)
    }
  }
}

function prepareTwo(
  rows: ContactRows,
  contacts: ContactTable,
  bodies: Bodies,
  contact: number,
  a: number,
  b: number,
  friction: number,
  belt: number,
): void {
  const { manifold, impulse } = contacts
  const { pose, bodyOf, awakeIndex } = bodies
  const { data, link } = rows
  const index = rows.count++
  const record = index * TWO_STRIDE
  const source = contact * MANIFOLD_STRIDE
  const nx = manifold[source]!
  const ny = manifold[source + 1]!
  const pA = a * POSE_STRIDE
  const pB = b * POSE_STRIDE
  const massA = pose[pA + 6]!
  const massB = pose[pB + 6]!
  const inertiaA = pose[pA + 7]!
  const inertiaB = pose[pB + 7]!
  const points = contacts.pointCount[contact]!
  rows.contact[index] = contact
  link[index * LINK] = awakeIndex[bodyOf[a]!]! * STATE_STRIDE
  link[index * LINK + 1] = awakeIndex[bodyOf[b]!]! * STATE_STRIDE
  link[index * LINK + 2] = points
  data[record] = nx
  data[record + 1] = ny
  data[record + 2] = friction
  data[record + 3] = massA
  data[record + 4] = inertiaA
  data[record + 5] = massB
  data[record + 6] = inertiaB
  data[record + 7] = belt
  // Points are relative to A's origin; anchors are relative to the centers of mass.
  const toAx = pose[pA + 4]!
  const toAy = pose[pA + 5]!
  const toBx = pose[pA]! - pose[pB]! + pose[pB + 4]!
  const toBy = pose[pA + 1]! - pose[pB + 1]! + pose[pB + 5]!
  for (let k = 0; k < points; k++) {
    const p = record + TWO_HEADER + k * TWO_POINT
    const x = manifold[source + 2 + 3 * k]!
    const y = manifold[source + 3 + 3 * k]!
    const rAx = x + toAx
    const rAy = y + toAy
    const rBx = x + toBx
    const rBy = y + toBy
    const crossA = rAx * ny - rAy * nx
    const crossB = rBx * ny - rBy * nx
    const dotA = rAx * nx + rAy * ny
    const dotB = rBx * nx + rBy * ny
    data[p] = crossA
    data[p + 1] = crossB
    data[p + 2] = dotA
    data[p + 3] = dotB
    data[p + 4] = manifold[source + 4 + 3 * k]! - (dotB - dotA)
    const kNormal = massA + massB + inertiaA * crossA * crossA + inertiaB * crossB * crossB
    const kTangent = massA + massB + inertiaA * dotA * dotA + inertiaB * dotB * dotB
    data[p + 5] = kNormal
    data[p + 6] = kTangent > 0 ? 1 / kTangent : 0
    data[p + 7] = impulse[contact * IMPULSE_STRIDE + 2 * k]!
    data[p + 8] = impulse[contact * IMPULSE_STRIDE + 2 * k + 1]!
  }
  const first = record + TWO_HEADER
  const second = first + TWO_POINT
  data[record + 8] =
    points === 1
      ? 1 / data[first + 5]!
      : massA + massB + inertiaA * data[first]! * data[second]! + inertiaB * data[first + 1]! * data[second + 1]!
}

function prepareOne(
  rows: ContactRows,
  contacts: ContactTable,
  bodies: Bodies,
  contact: number,
  a: number,
  b: number,
  friction: number,
  belt: number,
): void {
  const { manifold, impulse } = contacts
  const { pose, bodyOf, awakeIndex } = bodies
  const { data, link } = rows
  // The normal is turned to point at the body that can move: the impulses along n and t stay what they are,
  // because both axes are reversed together with the side they push.
  const reversed = awakeIndex[bodyOf[b]!] === NOT_AWAKE
  const collider = reversed ? a : b
  const sign = reversed ? -1 : 1
  const index = rows.count++
  const record = index * ONE_STRIDE
  const source = contact * MANIFOLD_STRIDE
  const nx = sign * manifold[source]!
  const ny = sign * manifold[source + 1]!
  const pA = a * POSE_STRIDE
  const pB = collider * POSE_STRIDE
  const mass = pose[pB + 6]!
  const inertia = pose[pB + 7]!
  const points = contacts.pointCount[contact]!
  rows.contact[index] = contact
  link[index * LINK] = awakeIndex[bodyOf[collider]!]! * STATE_STRIDE
  link[index * LINK + 2] = points
  data[record] = nx
  data[record + 1] = ny
  data[record + 2] = friction
  data[record + 3] = mass
  data[record + 4] = inertia
  data[record + 6] = belt
  const toX = pose[pA]! - pose[pB]! + pose[pB + 4]!
  const toY = pose[pA + 1]! - pose[pB + 1]! + pose[pB + 5]!
  for (let k = 0; k < points; k++) {
    const p = record + ONE_HEADER + k * ONE_POINT
    const rx = manifold[source + 2 + 3 * k]! + toX
    const ry = manifold[source + 3 + 3 * k]! + toY
    const cross = rx * ny - ry * nx
    const dot = rx * nx + ry * ny
    data[p] = cross
    data[p + 1] = dot
    data[p + 2] = manifold[source + 4 + 3 * k]! - dot
    const kNormal = mass + inertia * cross * cross
    const kTangent = mass + inertia * dot * dot
    data[p + 3] = kNormal
    data[p + 4] = kTangent > 0 ? 1 / kTangent : 0
    data[p + 5] = impulse[contact * IMPULSE_STRIDE + 2 * k]!
    data[p + 6] = impulse[contact * IMPULSE_STRIDE + 2 * k + 1]!
  }
  const first = record + ONE_HEADER
  data[record + 5] = points === 1 ? 1 / data[first + 3]! : mass + inertia * data[first]! * data[first + ONE_POINT]!
}

function collectTwo(
  bounces: Bounces,
  rows: ContactRows,
  states: BodyStates,
  restitution: number,
  threshold: number,
): void {
  const { data, link } = rows
  const { state } = states
  const index = rows.count - 1
  const record = index * TWO_STRIDE
  const sA = link[index * LINK]!
  const sB = link[index * LINK + 1]!
  const points = link[index * LINK + 2]!
  const along =
    data[record]! * (state[sB]! - state[sA]!) + data[record + 1]! * (state[sB + 1]! - state[sA + 1]!)
  for (let k = 0; k < points; k++) {
    const p = record + TWO_HEADER + k * TWO_POINT
    const velocity = along + state[sB + 2]! * data[p + 1]! - state[sA + 2]! * data[p]!
    if (velocity < -threshold) bounces.push(index * 4 + k, velocity, restitution)
  }
}

function collectOne(
  bounces: Bounces,
  rows: ContactRows,
  states: BodyStates,
  restitution: number,
  threshold: number,
): void {
  const { data, link } = rows
  const { state } = states
  const index = rows.count - 1
  const record = index * ONE_STRIDE
  const s = link[index * LINK]!
  const points = link[index * LINK + 2]!
  const along = data[record]! * state[s]! + data[record + 1]! * state[s + 1]!
  for (let k = 0; k < points; k++) {
    const velocity = along + state[s + 2]! * data[record + ONE_HEADER + k * ONE_POINT]!
    if (velocity < -threshold) bounces.push(index * 4 + 2 + k, velocity, restitution)
  }
}
