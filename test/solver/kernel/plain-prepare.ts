import { CombineRule, type Material, combine } from '../../../components/material.ts'
import { BodyKind } from '../../../src/bodies/body-kind.ts'
import { type Bodies, NOT_AWAKE, POSE_STRIDE, SURFACE_STRIDE, Trait } from '../../../src/bodies/bodies.ts'
import { HEAVY_RATIO, LARGE_ISLAND, SMALL_ISLAND, SMALL_ISLAND_COMPLIANCE } from '../../../src/constants.ts'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE } from '../../../src/contacts/contact-record.ts'
import type { ContactTable } from '../../../src/contacts/contact-table.ts'
import type { BodyStates } from '../../../src/solver/body-states.ts'
import { Field, LANES, POINT_FIELDS, PUSH_STRIDE, PointField } from '../../../src/solver/contact-groups.ts'
import type { Islands } from '../../../src/solver/islands.ts'
import { Lock } from '../../../src/solver/lock.ts'
import type { ContactSoftness } from '../../../src/solver/softness.ts'
import { PlainRows } from './plain-rows.ts'

/** What contacts are prepared from. */
export interface Case {
  readonly contacts: ContactTable
  readonly bodies: Bodies
  readonly states: BodyStates
  readonly islands: Islands
  readonly softness: ContactSoftness
  readonly material: Material
}

/** A point that may bounce, or a contact that resists rolling: see `SpecialRows`. */
export interface Special {
  /** The floats at which its lane and its point begin. */
  readonly lane: number
  readonly point: number
  readonly contact: number
  readonly data: readonly number[]
}

export interface PlainData {
  readonly rows: PlainRows
  readonly bounces: Special[]
  readonly rollers: Special[]
}

/**
 * Friction, restitution, surface speed, rolling resistance and compliance of the pair at hand, and 1 where friction acts
 * in the soft pass too. An array, so that none is boxed.
 */
const mixed = new Float64Array(6)

/** The float at which the lane of the contact at hand begins, and how many points it got there. */
const placed = new Int32Array(2)

/**
 * Turns the manifolds of the active contacts into rows, and the impulses of the step before into the push that the
 * bodies get first, one contact after the other, as it was done before the kernel did it. This is the straightforward
 * version, kept as an oracle for the kernel's: do not make it clever, and do not let it share code with that.
 */
export function preparePlainly({ contacts, bodies, states, islands, softness, material }: Case): PlainData {
  const { active, activeCount, pointCount, flags, a: ofA, b: ofB } = contacts
  const { awakeIndex, bodyOf, kind: kindOf } = bodies
  const data: PlainData = { rows: new PlainRows(bodies.awakeCount + 1), bounces: [], rollers: [] }
  for (let i = 0; i < activeCount; i++) {
    const contact = active[i]!
    if (pointCount[contact] === 0 || (flags[contact]! & ContactFlag.Unsolved) !== 0) continue
    const a = ofA[contact]!
    const b = ofB[contact]!
    mixSurfaces(bodies, material, a, b)
    const bodyA = bodyOf[a]!
    const bodyB = bodyOf[b]!
    const single = awakeIndex[bodyA] === NOT_AWAKE || awakeIndex[bodyB] === NOT_AWAKE
    const body = kindOf[bodyA] === BodyKind.Dynamic && awakeIndex[bodyA] !== NOT_AWAKE ? bodyA : bodyB
    const size = islands.size[islands.find(body)]!
    mixed[4] = SMALL_ISLAND_COMPLIANCE
    if (size > SMALL_ISLAND) {
      const large = Math.min((size - SMALL_ISLAND) / (LARGE_ISLAND - SMALL_ISLAND), 1)
      mixed[4] = SMALL_ISLAND_COMPLIANCE + (1 - SMALL_ISLAND_COMPLIANCE) * large
    }
    mixed[5] = size >= LARGE_ISLAND ? 1 : 0
    if (!single && carriesHeavy(bodies, a, b)) mixed[4] = Math.min(mixed[4]!, SMALL_ISLAND_COMPLIANCE)
    mixed[4] = mixed[4]! * (single ? softness.fixed : softness.moving).compliance
    // Against the world, A is the world: the impulses along n and t stay what they are, because both axes are reversed
    // together with the side they push.
    const reversed = awakeIndex[bodyB] === NOT_AWAKE
    prepareContact(data.rows, contacts, bodies, states, contact, reversed ? b : a, reversed ? a : b, single, a)
    if (mixed[1]! > 0) collectBounce(data.bounces, contact)
    if (mixed[3]! > 0) collectRoller(data.rollers, contacts, contact)
  }
  data.rows.finish()
  return data
}

/**
 * The inverse mass with which a body answers a contact: none where the normal is nearer to an axis that is locked than
 * to a free one, so that it holds like a wall.
 */
function contactMass(states: BodyStates, index: number, inverseMass: number, nx: number, ny: number): number {
  const axes = states.axes[index]!
  if (axes === 0) return inverseMass
  const steep = Math.abs(ny) > Math.abs(nx)
  return axes === (Lock.X | Lock.Y) || axes === (steep ? Lock.Y : Lock.X) ? 0 : inverseMass
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

/**
 * The point to which a contact is reduced whose bodies do not turn: its two rows would be the same, and which of
 * them holds would be up to rounding.
 */
function deepestPoint(contacts: ContactTable, contact: number): number {
  const m = contact * MANIFOLD_STRIDE
  return contacts.pointCount[contact] === 2 && contacts.manifold[m + 7]! < contacts.manifold[m + 4]! ? 1 : 0
}

/** Notes a contact whose bodies resist rolling. What did not press in the step before has no impulse to carry over. */
function collectRoller(rollers: Special[], contacts: ContactTable, contact: number): void {
  const lane = placed[0]!
  const held = contacts.impulse[contact * IMPULSE_STRIDE]! > 0 ? contacts.rolling[contact]! : 0
  const owner = contact * 2 + placed[1]! - 1
  rollers.push({ lane, point: lane + Field.Points * LANES, contact: owner, data: [mixed[3]!, held] })
}

/** Notes a contact that may bounce. */
function collectBounce(bounces: Special[], contact: number): void {
  const lane = placed[0]!
  bounces.push({ lane, point: lane + Field.Points * LANES, contact: contact * 2 + placed[1]! - 1, data: [mixed[1]!] })
}

/**
 * Writes the row of one contact.
 * @param a,b The colliders; `a` is what does not move where only one does.
 * @param origin The collider from whose origin the points of the manifold are measured.
 */
function prepareContact(
  rows: PlainRows,
  contacts: ContactTable,
  bodies: Bodies,
  states: BodyStates,
  contact: number,
  a: number,
  b: number,
  single: boolean,
  origin: number,
): void {
  const { manifold, impulse } = contacts
  const { pose, bodyOf, awakeIndex } = bodies
  const source = contact * MANIFOLD_STRIDE
  const sign = origin === a ? 1 : -1
  const nx = sign * manifold[source]!
  const ny = sign * manifold[source + 1]!
  const pA = a * POSE_STRIDE
  const pB = b * POSE_STRIDE
  const pO = origin * POSE_STRIDE
  const indexA = single ? -1 : awakeIndex[bodyOf[a]!]!
  const indexB = awakeIndex[bodyOf[b]!]!
  const free = states.lockedCount === 0
  const massA = single ? 0 : free ? pose[pA + 6]! : contactMass(states, indexA, pose[pA + 6]!, nx, ny)
  const massB = free ? pose[pB + 6]! : contactMass(states, indexB, pose[pB + 6]!, nx, ny)
  const inertiaA = single ? 0 : pose[pA + 7]!
  const inertiaB = pose[pB + 7]!
  const rigid = inertiaA + inertiaB === 0
  const points = rigid ? 1 : contacts.pointCount[contact]!
  const at = rows.add(contact, points, indexA + 1, indexB + 1)
  const { f32 } = rows
  placed[0] = at
  placed[1] = points
  f32[at + Field.NormalX * LANES] = nx
  f32[at + Field.NormalY * LANES] = ny
  f32[at + Field.Friction * LANES] = mixed[0]!
  f32[at + Field.MassA * LANES] = massA
  f32[at + Field.InertiaA * LANES] = inertiaA
  f32[at + Field.MassB * LANES] = massB
  f32[at + Field.InertiaB * LANES] = inertiaB
  f32[at + Field.Belt * LANES] = mixed[2]!
  f32[at + Field.Compliance * LANES] = mixed[4]!
  f32[at + Field.Give * LANES] = 1 / (1 + mixed[4]!)
  f32[at + Field.RubsEarly * LANES] = mixed[5]!
  // Points are relative to the origin; anchors are relative to the centers of mass. The world has none.
  const toAx = pose[pO]! - pose[pA]! + pose[pA + 4]!
  const toAy = pose[pO + 1]! - pose[pA + 1]! + pose[pA + 5]!
  const toBx = pose[pO]! - pose[pB]! + pose[pB + 4]!
  const toBy = pose[pO + 1]! - pose[pB + 1]! + pose[pB + 5]!
  let masses = massA + massB
  if (masses === 0) {
    // Where neither can move along the normal any mass will do: it keeps the divisions sound, also those of a disc,
    // whose spin does not yield along the normal either. Its own mass keeps friction in proportion.
    masses = rigid ? 1 : (single ? 0 : pose[pA + 6]!) + pose[pB + 6]!
  }
  let normal = 0
  let tangent = 0
  let turnA = 0
  let turnB = 0
  let crossA0 = 0
  let crossB0 = 0
  let across = 0
  let p = at + Field.Points * LANES
  let m = source + 2 + (rigid ? 3 * deepestPoint(contacts, contact) : 0)
  for (let k = 0, i = contact * IMPULSE_STRIDE; k < points; k++, m += 3, i += 2, p += POINT_FIELDS * LANES) {
    const x = manifold[m]!
    const y = manifold[m + 1]!
    const rAx = single ? 0 : x + toAx
    const rAy = single ? 0 : y + toAy
    const rBx = x + toBx
    const rBy = y + toBy
    const crossA = rAx * ny - rAy * nx
    const crossB = rBx * ny - rBy * nx
    const dotA = rAx * nx + rAy * ny
    const dotB = rBx * nx + rBy * ny
    const n = impulse[i]!
    const t = impulse[i + 1]!
    f32[p] = crossA
    f32[p + PointField.CrossB * LANES] = crossB
    f32[p + PointField.DotA * LANES] = dotA
    f32[p + PointField.DotB * LANES] = dotB
    f32[p + PointField.Base * LANES] = manifold[m + 2]! - (dotB - dotA)
    const inverseMass = masses + inertiaA * crossA * crossA + inertiaB * crossB * crossB
    f32[p + PointField.InverseMass * LANES] = inverseMass
    f32[p + PointField.TangentMass * LANES] = 1 / (masses + inertiaA * dotA * dotA + inertiaB * dotB * dotB)
    f32[p + PointField.Normal * LANES] = n
    f32[p + PointField.Tangent * LANES] = t
    normal += n
    tangent += t
    turnA += n * crossA + t * dotA
    turnB += n * crossB + t * dotB
    across = points === 1 ? 1 / inverseMass : masses + inertiaA * crossA0 * crossA + inertiaB * crossB0 * crossB
    crossA0 = crossA
    crossB0 = crossB
  }
  f32[at + Field.Across * LANES] = across
  const { push } = states
  const px = normal * nx - tangent * ny
  const py = normal * ny + tangent * nx
  const qB = (indexB + 1) * PUSH_STRIDE
  push[qB] = push[qB]! + massB * px
  push[qB + 1] = push[qB + 1]! + massB * py
  push[qB + 2] = push[qB + 2]! + inertiaB * turnB
  if (single) return
  const qA = (indexA + 1) * PUSH_STRIDE
  push[qA] = push[qA]! - massA * px
  push[qA + 1] = push[qA + 1]! - massA * py
  push[qA + 2] = push[qA + 2]! - inertiaA * turnA
}
