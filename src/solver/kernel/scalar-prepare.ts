import { BodyKind } from '../../bodies/body-kind.ts'
import { NOT_AWAKE, POSE_STRIDE, SURFACE_STRIDE, Trait } from '../../bodies/bodies.ts'
import { HEAVY_RATIO, LARGE_ISLAND, SMALL_ISLAND, SMALL_ISLAND_COMPLIANCE } from '../../constants.ts'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE } from '../../contacts/contact-record.ts'
import { Field, LANES, POINT_FIELDS, PUSH_STRIDE, PointField } from '../contact-groups.ts'
import { Lock } from '../lock.ts'
import { FOREIGN, Frame } from '../../memory/frame.ts'
import { takeLane } from './scalar-rows.ts'
import type { MemoryViews } from '../../memory/memory.ts'

/** Bits in the place of an entry of {@link Frame.Soft}, in floats. */
const SINGLE = 2
const LARGE = 4

/** `SolverKernel.prepare` in JavaScript. */
export function prepare(views: MemoryViews, first: number, end: number, foreign: number): number {
  const { i32, u8, f64 } = views
  writeSoft(views)
  const active = i32[Frame.Active >> 2]! >>> 2
  const pointCount = i32[Frame.PointCount >> 2]! >>> 0
  const flags = i32[Frame.Flags >> 2]! >>> 0
  const ofA = i32[Frame.A >> 2]! >>> 2
  const ofB = i32[Frame.B >> 2]! >>> 2
  const traits = i32[Frame.Traits >> 2]! >>> 0
  const bodyOf = i32[Frame.BodyOf >> 2]! >>> 2
  const awakeIndex = i32[Frame.AwakeIndex >> 2]! >>> 2
  const pose = i32[Frame.Pose >> 2]! >>> 3
  const kind = i32[Frame.Kind >> 2]! >>> 0
  for (let i = first; i < end; i++) {
    const contact = i32[active + i]!
    if (u8[pointCount + contact] === 0 || (u8[flags + contact]! & ContactFlag.Unsolved) !== 0) continue
    const a = i32[ofA + contact]!
    const b = i32[ofB + contact]!
    const rules = ((u8[traits + a]! | u8[traits + b]!) & Trait.Rules) !== 0
    if (rules && foreign === 0) {
      i32[Frame.Wanted >> 2] = FOREIGN
      return i
    }
    const bodyA = i32[bodyOf + a]!
    const bodyB = i32[bodyOf + b]!
    const awakeA = i32[awakeIndex + bodyA]!
    const awakeB = i32[awakeIndex + bodyB]!
    const single = awakeA === NOT_AWAKE || awakeB === NOT_AWAKE
    // Against the world, A is the world: the impulses along n and t stay what they are, because both axes are reversed
    // together with the side they push.
    const reversed = awakeB === NOT_AWAKE
    const pA = pose + (reversed ? b : a) * POSE_STRIDE
    const pB = pose + (reversed ? a : b) * POSE_STRIDE
    const inertia = (single ? 0 : f64[pA + 7]!) + f64[pB + 7]!
    const points = inertia === 0 ? 1 : u8[pointCount + contact]!
    const recordA = single ? 0 : awakeA + 1
    const recordB = (reversed ? awakeA : awakeB) + 1
    const at = takeLane(views, contact, points, recordA, recordB)
    if (at === 0) return i
    writeSurfaces(views, at, a, b, rules)
    const dynamic = u8[kind + bodyA] === BodyKind.Dynamic && awakeA !== NOT_AWAKE
    const size = islandSize(views, dynamic ? bodyA : bodyB)
    // Whether one body is so much heavier that it would squeeze the other at the usual softness.
    const heavy = f64[pA + 6]! > HEAVY_RATIO * f64[pB + 6]! || f64[pB + 6]! > HEAVY_RATIO * f64[pA + 6]!
    writeSoftness(views, at, size, single, heavy && !single)
    writeRow(views, contact, at, points, recordA, recordB, pA, pB, reversed)
  }
  return end
}

/**
 * Fills {@link Frame.Soft}, so that most contacts need no division for it. How stiff contacts are depends on the number
 * of bodies in their island: see {@link SMALL_ISLAND_COMPLIANCE}.
 */
function writeSoft({ f32, f64 }: MemoryViews): void {
  for (let i = 0; i < 4; i++) {
    const usual = f64[((i & 1) === 0 ? Frame.MovingCompliance : Frame.FixedCompliance) >> 3]!
    const compliance = ((i & 2) === 0 ? SMALL_ISLAND_COMPLIANCE : 1) * usual
    f32[(Frame.Soft >> 2) + i * SINGLE] = compliance
    f32[(Frame.Soft >> 2) + i * SINGLE + 1] = 1 / (1 + compliance)
  }
}

/** Friction and surface speed; notes a contact that may bounce or resists rolling. */
function writeSurfaces(views: MemoryViews, at: number, a: number, b: number, foreign: boolean): void {
  const { i32, f32, f64 } = views
  const surface = i32[Frame.Surface >> 2]! >>> 2
  const sA = surface + a * SURFACE_STRIDE
  const sB = surface + b * SURFACE_STRIDE
  f32[at + Field.Friction * LANES] = foreign ? f64[Frame.Friction >> 3]! : Math.sqrt(f32[sA]! * f32[sB]!)
  f32[at + Field.Belt * LANES] = f32[sA + 2]! + f32[sB + 2]!
  const bounces = foreign ? f64[Frame.Restitution >> 3]! > 0 : f32[sA + 1]! > 0 || f32[sB + 1]! > 0
  if (bounces || f32[sA + 3]! > 0 || f32[sB + 3]! > 0) noteSpecial(views)
}

/** Notes the contact that came last as one that needs more than the passes do. */
function noteSpecial({ i32 }: MemoryViews): void {
  const count = i32[Frame.SpecialCount >> 2]!
  i32[(i32[Frame.Special >> 2]! >>> 2) + count] = i32[Frame.OwnerCount >> 2]! - 1
  i32[Frame.SpecialCount >> 2] = count + 1
}

/** How many bodies the island of a body has: `Islands.find` and `Islands.size`. */
function islandSize({ i32 }: MemoryViews, body: number): number {
  const parent = i32[Frame.IslandParent >> 2]! >>> 2
  let root = body
  let up = i32[parent + root]!
  while (up !== root) {
    const next = i32[parent + up]!
    // Halves the path for those who come after.
    i32[parent + root] = next
    root = next
    up = i32[parent + root]!
  }
  return i32[(i32[Frame.IslandSize >> 2]! >>> 2) + root]!
}

/**
 * How soft the contact is, and whether friction acts in the soft pass too.
 * @param size Bodies in the island.
 * @param single Only one of the bodies moves.
 * @param heavy The contact is as stiff as in a small island.
 */
function writeSoftness(views: MemoryViews, at: number, size: number, single: boolean, heavy: boolean): void {
  const { f32, f64 } = views
  const large = size >= LARGE_ISLAND
  f32[at + Field.RubsEarly * LANES] = large ? 1 : 0
  if (size > SMALL_ISLAND && !large && !heavy) {
    const part = (size - SMALL_ISLAND) / (LARGE_ISLAND - SMALL_ISLAND)
    const softer = SMALL_ISLAND_COMPLIANCE + (1 - SMALL_ISLAND_COMPLIANCE) * part
    const compliance = softer * f64[(single ? Frame.FixedCompliance : Frame.MovingCompliance) >> 3]!
    f32[at + Field.Compliance * LANES] = compliance
    f32[at + Field.Give * LANES] = 1 / (1 + compliance)
  } else {
    const soft = (Frame.Soft >> 2) + (single ? SINGLE : 0) + (large && !heavy ? LARGE : 0)
    f32[at + Field.Compliance * LANES] = f32[soft]!
    f32[at + Field.Give * LANES] = f32[soft + 1]!
  }
}

/**
 * The inverse mass with which a body answers a contact: none where the normal is nearer to an axis that is locked than
 * to a free one, so that it holds like a wall.
 */
function contactMass(axes: number, inverseMass: number, nx: number, ny: number): number {
  if (axes === 0) return inverseMass
  const steep = Math.abs(ny) > Math.abs(nx)
  return axes === (Lock.X | Lock.Y) || axes === (steep ? Lock.Y : Lock.X) ? 0 : inverseMass
}

/**
 * Writes the row of one contact, and adds its impulses to the push of its bodies.
 * @param at The float at which its lane begins.
 * @param points One where neither body turns, however many there are.
 * @param pA,pB The doubles at which the poses of the colliders begin. A is what does not move where only one does.
 * @param reversed The points of the manifold are measured from the origin of B, and its normal is turned round.
 */
function writeRow(
  views: MemoryViews,
  contact: number,
  at: number,
  points: number,
  recordA: number,
  recordB: number,
  pA: number,
  pB: number,
  reversed: boolean,
): void {
  const { f32, f64, i32, u8 } = views
  const source = (i32[Frame.Manifold >> 2]! >>> 3) + contact * MANIFOLD_STRIDE
  const axes = i32[Frame.Axes >> 2]! >>> 0
  const single = recordA === 0
  const sign = reversed ? -1 : 1
  const nx = sign * f64[source]!
  const ny = sign * f64[source + 1]!
  const massA = single ? 0 : contactMass(u8[axes + recordA - 1]!, f64[pA + 6]!, nx, ny)
  const massB = contactMass(u8[axes + recordB - 1]!, f64[pB + 6]!, nx, ny)
  const inertiaA = single ? 0 : f64[pA + 7]!
  const inertiaB = f64[pB + 7]!
  const rigid = inertiaA + inertiaB === 0
  f32[at + Field.NormalX * LANES] = nx
  f32[at + Field.NormalY * LANES] = ny
  f32[at + Field.MassA * LANES] = massA
  f32[at + Field.InertiaA * LANES] = inertiaA
  f32[at + Field.MassB * LANES] = massB
  f32[at + Field.InertiaB * LANES] = inertiaB
  // Points are relative to the origin; anchors are relative to the centers of mass. The world has none.
  const pO = reversed ? pB : pA
  const toAx = f64[pO]! - f64[pA]! + f64[pA + 4]!
  const toAy = f64[pO + 1]! - f64[pA + 1]! + f64[pA + 5]!
  const toBx = f64[pO]! - f64[pB]! + f64[pB + 4]!
  const toBy = f64[pO + 1]! - f64[pB + 1]! + f64[pB + 5]!
  let masses = massA + massB
  if (masses === 0) {
    // Where neither can move along the normal any mass will do: it keeps the divisions sound, also those of a disc,
    // whose spin does not yield along the normal either. Its own mass keeps friction in proportion.
    masses = rigid ? 1 : (single ? 0 : f64[pA + 6]!) + f64[pB + 6]!
  }
  let normal = 0
  let tangent = 0
  let turnA = 0
  let turnB = 0
  let crossA0 = 0
  let crossB0 = 0
  let across = 0
  let p = at + Field.Points * LANES
  // Where neither body turns the two rows would be the same, and which of them holds would be up to rounding: the
  // deeper point stands for both.
  const second = rigid && u8[(i32[Frame.PointCount >> 2]! >>> 0) + contact] === 2 && f64[source + 7]! < f64[source + 4]!
  let m = source + (second ? 5 : 2)
  let i = (i32[Frame.Impulse >> 2]! >>> 2) + contact * IMPULSE_STRIDE
  for (let k = 0; k < points; k++, m += 3, i += 2, p += POINT_FIELDS * LANES) {
    const x = f64[m]!
    const y = f64[m + 1]!
    const rAx = single ? 0 : x + toAx
    const rAy = single ? 0 : y + toAy
    const rBx = x + toBx
    const rBy = y + toBy
    const crossA = rAx * ny - rAy * nx
    const crossB = rBx * ny - rBy * nx
    const dotA = rAx * nx + rAy * ny
    const dotB = rBx * nx + rBy * ny
    const n = f32[i]!
    const t = f32[i + 1]!
    f32[p] = crossA
    f32[p + PointField.CrossB * LANES] = crossB
    f32[p + PointField.DotA * LANES] = dotA
    f32[p + PointField.DotB * LANES] = dotB
    f32[p + PointField.Base * LANES] = f64[m + 2]! - (dotB - dotA)
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
  const push = i32[Frame.Push >> 2]! >>> 2
  const px = normal * nx - tangent * ny
  const py = normal * ny + tangent * nx
  const qB = push + recordB * PUSH_STRIDE
  f32[qB] = f32[qB]! + massB * px
  f32[qB + 1] = f32[qB + 1]! + massB * py
  f32[qB + 2] = f32[qB + 2]! + inertiaB * turnB
  if (single) return
  const qA = push + recordA * PUSH_STRIDE
  f32[qA] = f32[qA]! - massA * px
  f32[qA + 1] = f32[qA + 1]! - massA * py
  f32[qA + 2] = f32[qA + 2]! - inertiaA * turnA
}
