import { type Bodies, NOT_AWAKE, POSE_STRIDE, SURFACE_STRIDE, Trait } from '../bodies/bodies.ts'
import { HEAVY_RATIO, SMALL_ISLAND_COMPLIANCE } from '../constants.ts'
import { CombineRule, type Material, combine } from '../../components/material.ts'
import { type ContactTable, IMPULSE_STRIDE, MANIFOLD_STRIDE, UNSOLVED } from '../contacts/contact-table.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { type BodyStates, PUSH_STRIDE, STATE_STRIDE, contactMass } from './body-states.ts'
import type { ContactSoftness } from './softness.ts'
import type { Islands } from './islands.ts'
import {
  ContactRows,
  LINK,
  ONE_HEADER,
  POINTS,
  RUBS_EARLY,
  ONE_POINT,
  ONE_STRIDE,
  SPECIAL,
  SpecialRows,
  TWO_HEADER,
  TWO_POINT,
  TWO_STRIDE,
} from './contact-rows.ts'

/** The contact solver's rows of one world. */
export class ContactSolverData {
  readonly two = new ContactRows(TWO_STRIDE)
  readonly one = new ContactRows(ONE_STRIDE)
  readonly bounces = new SpecialRows()
  readonly rollers = new SpecialRows()
}

/**
 * Friction, restitution, surface speed, rolling resistance and compliance of the pair at hand, and 1 where friction acts
 * in the biased pass too. An array, so that none is boxed.
 */
const mixed = new Float64Array(6)

/**
 * Turns the manifolds of the active contacts into rows, and the impulses of the step before into the push that the
 * bodies get first. Rows against the world come last in each pass, so that the world wins.
 */
export function prepareContacts(
  rows: ContactSolverData,
  contacts: ContactTable,
  bodies: Bodies,
  states: BodyStates,
  islands: Islands,
  softness: ContactSoftness,
  material: Material,
): void {
  const { two, one, bounces, rollers } = rows
  const { active, activeCount, pointCount, flags, a: ofA, b: ofB } = contacts
  const { awakeIndex, bodyOf, kind: kindOf } = bodies
  two.reset(activeCount)
  one.reset(activeCount)
  bounces.count = 0
  rollers.count = 0
  for (let i = 0; i < activeCount; i++) {
    const contact = active[i]!
    if (pointCount[contact] === 0 || (flags[contact]! & UNSOLVED) !== 0) continue
    const a = ofA[contact]!
    const b = ofB[contact]!
    mixSurfaces(bodies, material, a, b)
    const bodyA = bodyOf[a]!
    const bodyB = bodyOf[b]!
    const single = awakeIndex[bodyA] === NOT_AWAKE || awakeIndex[bodyB] === NOT_AWAKE
    const target = single ? one : two
    const link = target.count * LINK
    const record = target.end
    mixed[4] = islands.complianceOf(kindOf[bodyA] === BodyKind.Dynamic && awakeIndex[bodyA] !== NOT_AWAKE ? bodyA : bodyB)
    mixed[5] = mixed[4]! >= 1 ? 1 : 0
    if (!single && carriesHeavy(bodies, a, b)) mixed[4] = Math.min(mixed[4]!, SMALL_ISLAND_COMPLIANCE)
    mixed[4] = mixed[4]! * (single ? softness.fixed : softness.moving).compliance
    if (single) prepareOne(one, contacts, bodies, states, contact, a, b)
    else prepareTwo(two, contacts, bodies, states, contact, a, b)
    if (mixed[1]! > 0) collectBounces(bounces, target, link, record, single ? 1 : 0)
    if (mixed[3]! > 0) collectRoller(rollers, contacts, contact, link, record, single ? 1 : 0)
  }
}

/** Whether one of two bodies is so much heavier that it would squeeze the other at the usual softness. */
function carriesHeavy(bodies: Bodies, a: number, b: number): boolean {
  const { pose } = bodies
  const massA = pose[a * POSE_STRIDE + 6]!
  const massB = pose[b * POSE_STRIDE + 6]!
  return massA > HEAVY_RATIO * massB || massB > HEAVY_RATIO * massA
}

/** Combines the surfaces of two colliders. */
function mixSurfaces(bodies: Bodies, material: Material, a: number, b: number): void {
  const { surface, traits } = bodies
  const sA = a * SURFACE_STRIDE
  const sB = b * SURFACE_STRIDE
  if (((traits[a]! | traits[b]!) & Trait.Rules) === 0) {
    mixed[0] = Math.sqrt(surface[sA]! * surface[sB]!)
    mixed[1] = Math.max(surface[sA + 1]!, surface[sB + 1]!)
  } else {
    const { frictionRule, restitutionRule } = material
    const geometric = CombineRule.GeometricMean
    mixed[0] = combine(surface[sA]!, surface[sB]!, frictionRule[a]!, frictionRule[b]!, geometric)
    mixed[1] = combine(surface[sA + 1]!, surface[sB + 1]!, restitutionRule[a]!, restitutionRule[b]!, CombineRule.Max)
  }
  mixed[2] = surface[sA + 2]! + surface[sB + 2]!
  mixed[3] = Math.max(surface[sA + 3]!, surface[sB + 3]!)
}

/** Notes a record whose bodies resist rolling. What did not press in the step before has no impulse to carry over. */
function collectRoller(
  rollers: SpecialRows,
  contacts: ContactTable,
  contact: number,
  link: number,
  record: number,
  single: number,
): void {
  const index = rollers.push(link, record, single, 0) * SPECIAL
  rollers.data[index] = mixed[3]!
  rollers.data[index + 1] = contacts.impulse[contact * IMPULSE_STRIDE]! > 0 ? contacts.rolling[contact]! : 0
}

/**
 * The point to which a contact is reduced whose bodies do not turn: its two rows would be the same, and which of
 * them holds would be up to rounding.
 */
function deepestPoint(contacts: ContactTable, contact: number): number {
  const m = contact * MANIFOLD_STRIDE
  return contacts.pointCount[contact] === 2 && contacts.manifold[m + 7]! < contacts.manifold[m + 4]! ? 1 : 0
}

function prepareTwo(
  rows: ContactRows,
  contacts: ContactTable,
  bodies: Bodies,
  states: BodyStates,
  contact: number,
  a: number,
  b: number,
): void {
  const { manifold, impulse } = contacts
  const { pose, bodyOf, awakeIndex } = bodies
  const { data, link } = rows
  const { push } = states
  const record = rows.end
  const l = rows.count++ * LINK
  const source = contact * MANIFOLD_STRIDE
  const nx = manifold[source]!
  const ny = manifold[source + 1]!
  const pA = a * POSE_STRIDE
  const pB = b * POSE_STRIDE
  const indexA = awakeIndex[bodyOf[a]!]!
  const indexB = awakeIndex[bodyOf[b]!]!
  const free = states.lockedCount === 0
  const massA = free ? pose[pA + 6]! : contactMass(states, indexA, pose[pA + 6]!, nx, ny)
  const massB = free ? pose[pB + 6]! : contactMass(states, indexB, pose[pB + 6]!, nx, ny)
  const inertiaA = pose[pA + 7]!
  const inertiaB = pose[pB + 7]!
  const rigid = inertiaA + inertiaB === 0
  const points = rigid ? 1 : contacts.pointCount[contact]!
  link[l] = indexA * STATE_STRIDE
  link[l + 1] = indexB * STATE_STRIDE
  link[l + 2] = mixed[5] === 1 ? points + RUBS_EARLY : points
  link[l + 3] = contact
  data[record] = nx
  data[record + 1] = ny
  data[record + 2] = mixed[0]!
  data[record + 3] = massA
  data[record + 4] = inertiaA
  data[record + 5] = massB
  data[record + 6] = inertiaB
  data[record + 7] = mixed[2]!
  data[record + 9] = mixed[4]!
  data[record + 10] = 1 / (1 + mixed[4]!)
  // Points are relative to A's origin; anchors are relative to the centers of mass.
  const toAx = pose[pA + 4]!
  const toAy = pose[pA + 5]!
  const toBx = pose[pA]! - pose[pB]! + pose[pB + 4]!
  const toBy = pose[pA + 1]! - pose[pB + 1]! + pose[pB + 5]!
  // Where neither can move any mass will do: it keeps the divisions sound.
  const masses = rigid && massA + massB === 0 ? 1 : massA + massB
  let normal = 0
  let tangent = 0
  let turnA = 0
  let turnB = 0
  let p = record + TWO_HEADER
  const start = source + 2 + (rigid ? 3 * deepestPoint(contacts, contact) : 0)
  for (let k = 0, m = start, i = contact * IMPULSE_STRIDE; k < points; k++, m += 3, i += 2, p += TWO_POINT) {
    const x = manifold[m]!
    const y = manifold[m + 1]!
    const rAx = x + toAx
    const rAy = y + toAy
    const rBx = x + toBx
    const rBy = y + toBy
    const crossA = rAx * ny - rAy * nx
    const crossB = rBx * ny - rBy * nx
    const dotA = rAx * nx + rAy * ny
    const dotB = rBx * nx + rBy * ny
    const n = impulse[i]!
    const t = impulse[i + 1]!
    data[p] = crossA
    data[p + 1] = crossB
    data[p + 2] = dotA
    data[p + 3] = dotB
    data[p + 4] = manifold[m + 2]! - (dotB - dotA)
    data[p + 5] = masses + inertiaA * crossA * crossA + inertiaB * crossB * crossB
    data[p + 6] = 1 / (masses + inertiaA * dotA * dotA + inertiaB * dotB * dotB)
    data[p + 7] = n
    data[p + 8] = t
    normal += n
    tangent += t
    turnA += n * crossA + t * dotA
    turnB += n * crossB + t * dotB
  }
  rows.end = p
  const first = record + TWO_HEADER
  const second = first + TWO_POINT
  data[record + 8] =
    points === 1
      ? 1 / data[first + 5]!
      : masses + inertiaA * data[first]! * data[second]! + inertiaB * data[first + 1]! * data[second + 1]!
  const px = normal * nx - tangent * ny
  const py = normal * ny + tangent * nx
  const qA = indexA * PUSH_STRIDE
  const qB = indexB * PUSH_STRIDE
  push[qA] = push[qA]! - massA * px
  push[qA + 1] = push[qA + 1]! - massA * py
  push[qA + 2] = push[qA + 2]! - inertiaA * turnA
  push[qB] = push[qB]! + massB * px
  push[qB + 1] = push[qB + 1]! + massB * py
  push[qB + 2] = push[qB + 2]! + inertiaB * turnB
}

function prepareOne(
  rows: ContactRows,
  contacts: ContactTable,
  bodies: Bodies,
  states: BodyStates,
  contact: number,
  a: number,
  b: number,
): void {
  const { manifold, impulse } = contacts
  const { pose, bodyOf, awakeIndex } = bodies
  const { data, link } = rows
  const { push } = states
  // The normal is turned to point at the body that can move: the impulses along n and t stay what they are,
  // because both axes are reversed together with the side they push.
  const reversed = awakeIndex[bodyOf[b]!] === NOT_AWAKE
  const collider = reversed ? a : b
  const sign = reversed ? -1 : 1
  const record = rows.end
  const l = rows.count++ * LINK
  const source = contact * MANIFOLD_STRIDE
  const nx = sign * manifold[source]!
  const ny = sign * manifold[source + 1]!
  const pA = a * POSE_STRIDE
  const pB = collider * POSE_STRIDE
  const index = awakeIndex[bodyOf[collider]!]!
  const mass = states.lockedCount === 0 ? pose[pB + 6]! : contactMass(states, index, pose[pB + 6]!, nx, ny)
  const inertia = pose[pB + 7]!
  const points = inertia === 0 ? 1 : contacts.pointCount[contact]!
  link[l] = index * STATE_STRIDE
  link[l + 1] = index * STATE_STRIDE
  link[l + 2] = mixed[5] === 1 ? points + RUBS_EARLY : points
  link[l + 3] = contact
  data[record] = nx
  data[record + 1] = ny
  data[record + 2] = mixed[0]!
  data[record + 3] = mass
  data[record + 4] = inertia
  data[record + 6] = mixed[2]!
  data[record + 7] = mixed[4]!
  data[record + 8] = 1 / (1 + mixed[4]!)
  const toX = pose[pA]! - pose[pB]! + pose[pB + 4]!
  const toY = pose[pA + 1]! - pose[pB + 1]! + pose[pB + 5]!
  let normal = 0
  let tangent = 0
  let turn = 0
  // As above: what can neither move nor turn.
  const resisting = mass + inertia === 0 ? 1 : mass
  let p = record + ONE_HEADER
  const start = source + 2 + (inertia === 0 ? 3 * deepestPoint(contacts, contact) : 0)
  for (let k = 0, m = start, i = contact * IMPULSE_STRIDE; k < points; k++, m += 3, i += 2, p += ONE_POINT) {
    const rx = manifold[m]! + toX
    const ry = manifold[m + 1]! + toY
    const cross = rx * ny - ry * nx
    const dot = rx * nx + ry * ny
    const n = impulse[i]!
    const t = impulse[i + 1]!
    data[p] = cross
    data[p + 1] = dot
    data[p + 2] = manifold[m + 2]! - dot
    data[p + 3] = resisting + inertia * cross * cross
    data[p + 4] = 1 / (resisting + inertia * dot * dot)
    data[p + 5] = n
    data[p + 6] = t
    normal += n
    tangent += t
    turn += n * cross + t * dot
  }
  rows.end = p
  const first = record + ONE_HEADER
  data[record + 5] = points === 1 ? 1 / data[first + 3]! : mass + inertia * data[first]! * data[first + ONE_POINT]!
  const q = index * PUSH_STRIDE
  push[q] = push[q]! + mass * (normal * nx - tangent * ny)
  push[q + 1] = push[q + 1]! + mass * (normal * ny + tangent * nx)
  push[q + 2] = push[q + 2]! + inertia * turn
}

/** Notes the points of a record as points that may bounce. */
function collectBounces(bounces: SpecialRows, rows: ContactRows, l: number, record: number, single: number): void {
  const header = single === 1 ? ONE_HEADER : TWO_HEADER
  const point = single === 1 ? ONE_POINT : TWO_POINT
  for (let k = 0; k < (rows.link[l + 2]! & POINTS); k++) {
    bounces.data[bounces.push(l, record, single, record + header + k * point) * SPECIAL] = mixed[1]!
  }
}
