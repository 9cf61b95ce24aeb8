import {
  FAR,
  Field,
  GROUP_BYTES_ONE,
  GROUP_BYTES_TWO,
  LANES,
  MIN_DETERMINANT,
  POINT_FIELDS,
  PUSH_STRIDE,
  PointField,
  Rate,
  WORK_STRIDE,
} from '../contact-groups.ts'
import type { MemoryViews } from '../../memory/memory.ts'

const f = Math.fround
const LEAST_DETERMINANT = f(MIN_DETERMINANT)
const FAR_AHEAD = f(FAR)

/** Floats from one place of a group to the next, and from a point to the second. */
const NEXT = LANES
const SECOND = POINT_FIELDS * LANES

/** The impulses that the contacts of a group should have: of the first point of each lane, then of the second. */
const sums = new Float32Array(2 * LANES)

/**
 * One pass of the projected Gauss–Seidel iteration over a range of groups, soft. Every operation is rounded to a float,
 * as in the kernel of WebAssembly, whose every bit this is tested against.
 *
 * The two points of a manifold are solved together as a small complementarity problem: one after the other lets tall
 * stacks lean (a tower of 60 boxes fell at 4 substeps, and stands).
 */
export function pressGroups(
  views: MemoryViews,
  points: 1 | 2,
  first: number,
  end: number,
  work: number,
  rates: number,
): void {
  const soft = readRates(views, rates, false)
  for (let at = first; at < end; at += (points === 1 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO)) {
    const group = at >> 2
    if (!solveGroup(views, points, group, work >> 2, soft)) continue
    const early = group + Field.RubsEarly * NEXT
    const rubs = views.f32[early]! > 0 || views.f32[early + 1]! > 0 || views.f32[early + 2]! > 0 || views.f32[early + 3]! > 0
    for (let lane = 0; lane < LANES; lane++) {
      applyNormal(views, points, group + lane, work >> 2, lane)
      if (rubs) rub(views, points, group + lane, work >> 2, views.f32[early + lane]! > 0)
    }
  }
}

/**
 * The rigid pass, with friction. It also adds up the impulses so far into what the bodies are pushed by in the next
 * substep: the rows are at hand here, and a warm-starting pass of its own would have to read them all once more.
 */
export function relaxGroups(
  views: MemoryViews,
  points: 1 | 2,
  first: number,
  end: number,
  work: number,
  push: number,
  rates: number,
): void {
  const soft = readRates(views, rates, true)
  for (let at = first; at < end; at += (points === 1 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO)) {
    if (!solveGroup(views, points, at >> 2, work >> 2, soft)) continue
    for (let lane = 0; lane < LANES; lane++) {
      const g = (at >> 2) + lane
      applyNormal(views, points, g, work >> 2, lane)
      rub(views, points, g, work >> 2, true)
      addPush(views, points, g, push >> 2)
    }
  }
}

interface Soft {
  readonly inverseH: number
  readonly biasRate: number
  readonly least: number
  readonly rigid: boolean
}

function readRates({ f32 }: MemoryViews, rates: number, rigid: boolean): Soft {
  const r = rates >> 2
  return { inverseH: f32[r + Rate.Substeps]!, biasRate: f32[r + Rate.Bias]!, least: -f32[r + Rate.MaxPush]!, rigid }
}

/** Finds the impulses of a group. False where none of its shapes press, did, or hold friction to be let go of. */
function solveGroup(views: MemoryViews, points: 1 | 2, group: number, work: number, soft: Soft): boolean {
  const { f32 } = views
  let anything = false
  for (let lane = 0; lane < LANES; lane++) {
    const g = group + lane
    const p = g + Field.Points * NEXT
    if (points === 1) solveOne(views, g, work, lane, soft)
    else solveTwo(views, g, work, lane, soft)
    for (let k = 0; k < points; k++) {
      const q = p + k * SECOND
      if (sums[k * LANES + lane] !== 0 || f32[q + PointField.Normal * NEXT] !== 0) anything = true
      if (f32[q + PointField.Tangent * NEXT] !== 0) anything = true
    }
  }
  return anything
}

/** What a point asks for: the velocity it lacks along the normal, and 1 where the shapes are apart there. */
const asked = new Float32Array(4)

function normalRow(views: MemoryViews, g: number, p: number, work: number, soft: Soft, out: number): void {
  const { f32, i32 } = views
  const A = work + (i32[g + Field.A * NEXT]! >> 2)
  const B = work + (i32[g + Field.B * NEXT]! >> 2)
  const nx = f32[g + Field.NormalX * NEXT]!
  const ny = f32[g + Field.NormalY * NEXT]!
  const crossA = f32[p + PointField.CrossA * NEXT]!
  const crossB = f32[p + PointField.CrossB * NEXT]!
  const apart = f(f(nx * f(f32[B + 4]! - f32[A + 4]!)) + f(ny * f(f32[B + 5]! - f32[A + 5]!)))
  const along = f(f(nx * f(f32[B]! - f32[A]!)) + f(ny * f(f32[B + 1]! - f32[A + 1]!)))
  const onB = f(f(f32[B + 6]! * f32[p + PointField.DotB * NEXT]!) + f(f32[B + 7]! * crossB))
  const onA = f(f(f32[A + 6]! * f32[p + PointField.DotA * NEXT]!) + f(f32[A + 7]! * crossA))
  const separation = f(f(f(f32[p + PointField.Base * NEXT]! + apart) + onB) - onA)
  const ahead = soft.rigid && !(f32[p + PointField.Normal * NEXT]! > 0) ? FAR_AHEAD : f(separation * soft.inverseH)
  const behind = f(soft.biasRate * separation)
  const bias = separation > 0 ? ahead : soft.rigid ? 0 : behind < soft.least ? soft.least : behind
  asked[out] = f(f(along + bias) + f(f(f32[B + 2]! * crossB) - f(f32[A + 2]! * crossA)))
  asked[out + 1] = separation > 0 ? 1 : 0
}

function solveOne(views: MemoryViews, g: number, work: number, lane: number, soft: Soft): void {
  const { f32 } = views
  const p = g + Field.Points * NEXT
  normalRow(views, g, p, work, soft, 0)
  const old = f32[p + PointField.Normal * NEXT]!
  let wanted = f(f32[g + Field.Across * NEXT]! * asked[0]!)
  if (!soft.rigid && asked[1] === 0) {
    wanted = f(f(wanted + f(f32[g + Field.Compliance * NEXT]! * old)) * f32[g + Field.Give * NEXT]!)
  }
  sums[lane] = atLeastZero(f(old - wanted))
}

/** Both points at once: find x ≥ 0 with w = A x + c ≥ 0 and x · w = 0, A being the inverse effective masses. */
function solveTwo(views: MemoryViews, g: number, work: number, lane: number, soft: Soft): void {
  const { f32 } = views
  const p = g + Field.Points * NEXT
  const q = p + SECOND
  normalRow(views, g, p, work, soft, 0)
  normalRow(views, g, q, work, soft, 2)
  const old1 = f32[p + PointField.Normal * NEXT]!
  const old2 = f32[q + PointField.Normal * NEXT]!
  const across = f32[g + Field.Across * NEXT]!
  const k1 = f32[p + PointField.InverseMass * NEXT]!
  const k2 = f32[q + PointField.InverseMass * NEXT]!
  const compliance = f32[g + Field.Compliance * NEXT]!
  const a11 = soft.rigid || asked[1] === 1 ? k1 : f(k1 + f(k1 * compliance))
  const a22 = soft.rigid || asked[3] === 1 ? k2 : f(k2 + f(k2 * compliance))
  const c1 = f(f(asked[0]! - f(k1 * old1)) - f(across * old2))
  const c2 = f(f(asked[2]! - f(across * old1)) - f(k2 * old2))
  const product = f(a11 * a22)
  const determinant = f(product - f(across * across))
  const u1 = f(f(across * c2) - f(a22 * c1))
  const u2 = f(f(across * c1) - f(a11 * c2))
  if (u1 >= 0 && u2 >= 0 && determinant > f(LEAST_DETERMINANT * product)) {
    const inverse = f(1 / determinant)
    sums[lane] = f(u1 * inverse)
    sums[lane + LANES] = f(u2 * inverse)
    return
  }
  const only1 = atLeastZero(f(f(0 - c1) / a11))
  const holds = c1 <= 0 && f(f(across * only1) + c2) >= 0
  sums[lane] = holds ? only1 : 0
  sums[lane + LANES] = holds ? 0 : atLeastZero(f(f(0 - c2) / a22))
}

function atLeastZero(x: number): number {
  return x < 0 ? 0 : x
}

/** Brings the normal impulses of one contact to `sums`. */
function applyNormal(views: MemoryViews, points: 1 | 2, g: number, work: number, lane: number): void {
  const { f32, i32 } = views
  const A = work + (i32[g + Field.A * NEXT]! >> 2)
  const B = work + (i32[g + Field.B * NEXT]! >> 2)
  const p = g + Field.Points * NEXT
  const nx = f32[g + Field.NormalX * NEXT]!
  const ny = f32[g + Field.NormalY * NEXT]!
  const change1 = f(sums[lane]! - f32[p + PointField.Normal * NEXT]!)
  f32[p + PointField.Normal * NEXT] = sums[lane]!
  let total = change1
  let turnA = f(change1 * f32[p + PointField.CrossA * NEXT]!)
  let turnB = f(change1 * f32[p + PointField.CrossB * NEXT]!)
  if (points === 2) {
    const q = p + SECOND
    const change2 = f(sums[lane + LANES]! - f32[q + PointField.Normal * NEXT]!)
    f32[q + PointField.Normal * NEXT] = sums[lane + LANES]!
    total = f(total + change2)
    turnA = f(turnA + f(change2 * f32[q + PointField.CrossA * NEXT]!))
    turnB = f(turnB + f(change2 * f32[q + PointField.CrossB * NEXT]!))
  }
  const onA = f(f32[g + Field.MassA * NEXT]! * total)
  const onB = f(f32[g + Field.MassB * NEXT]! * total)
  f32[A] = f32[A]! - f(onA * nx)
  f32[A + 1] = f32[A + 1]! - f(onA * ny)
  f32[A + 2] = f32[A + 2]! - f(f32[g + Field.InertiaA * NEXT]! * turnA)
  f32[B] = f32[B]! + f(onB * nx)
  f32[B + 1] = f32[B + 1]! + f(onB * ny)
  f32[B + 2] = f32[B + 2]! + f(f32[g + Field.InertiaB * NEXT]! * turnB)
}

/** Friction at the points of one contact, or no change to it: the lanes of a group go through the same arithmetic. */
function rub(views: MemoryViews, points: 1 | 2, g: number, work: number, active: boolean): void {
  const { f32, i32 } = views
  const A = work + (i32[g + Field.A * NEXT]! >> 2)
  const B = work + (i32[g + Field.B * NEXT]! >> 2)
  const nx = f32[g + Field.NormalX * NEXT]!
  const ny = f32[g + Field.NormalY * NEXT]!
  for (let k = 0; k < points; k++) {
    const p = g + Field.Points * NEXT + k * SECOND
    const dotA = f32[p + PointField.DotA * NEXT]!
    const dotB = f32[p + PointField.DotB * NEXT]!
    const sliding = f(f(nx * f(f32[B + 1]! - f32[A + 1]!)) - f(ny * f(f32[B]! - f32[A]!)))
    const spinning = f(f(f32[B + 2]! * dotB) - f(f32[A + 2]! * dotA))
    const slip = f(f(sliding + spinning) + f32[g + Field.Belt * NEXT]!)
    const limit = f(f32[g + Field.Friction * NEXT]! * f32[p + PointField.Normal * NEXT]!)
    const held = f32[p + PointField.Tangent * NEXT]!
    const wanted = f(held - f(f32[p + PointField.TangentMass * NEXT]! * slip))
    const below = limit < wanted ? limit : wanted
    const sum = !active ? held : below < -limit ? -limit : below
    const change = f(sum - held)
    f32[p + PointField.Tangent * NEXT] = sum
    const onA = f(f32[g + Field.MassA * NEXT]! * change)
    const onB = f(f32[g + Field.MassB * NEXT]! * change)
    f32[A] = f32[A]! + f(onA * ny)
    f32[A + 1] = f32[A + 1]! - f(onA * nx)
    f32[A + 2] = f32[A + 2]! - f(f32[g + Field.InertiaA * NEXT]! * f(change * dotA))
    f32[B] = f32[B]! - f(onB * ny)
    f32[B + 1] = f32[B + 1]! + f(onB * nx)
    f32[B + 2] = f32[B + 2]! + f(f32[g + Field.InertiaB * NEXT]! * f(change * dotB))
  }
}

/** Adds what the impulses of one contact will change in the next substep. */
function addPush(views: MemoryViews, points: 1 | 2, g: number, push: number): void {
  const { f32, i32 } = views
  const A = push + (i32[g + Field.A * NEXT]! >> 2) * (PUSH_STRIDE / WORK_STRIDE)
  const B = push + (i32[g + Field.B * NEXT]! >> 2) * (PUSH_STRIDE / WORK_STRIDE)
  const p = g + Field.Points * NEXT
  const nx = f32[g + Field.NormalX * NEXT]!
  const ny = f32[g + Field.NormalY * NEXT]!
  let normal = 0
  let tangent = 0
  let turnA = 0
  let turnB = 0
  for (let k = 0; k < points; k++) {
    const q = p + k * SECOND
    const n = f32[q + PointField.Normal * NEXT]!
    const t = f32[q + PointField.Tangent * NEXT]!
    const addedA = f(f(n * f32[q + PointField.CrossA * NEXT]!) + f(t * f32[q + PointField.DotA * NEXT]!))
    const addedB = f(f(n * f32[q + PointField.CrossB * NEXT]!) + f(t * f32[q + PointField.DotB * NEXT]!))
    normal = k === 0 ? n : f(normal + n)
    tangent = k === 0 ? t : f(tangent + t)
    turnA = k === 0 ? addedA : f(turnA + addedA)
    turnB = k === 0 ? addedB : f(turnB + addedB)
  }
  const px = f(f(normal * nx) - f(tangent * ny))
  const py = f(f(normal * ny) + f(tangent * nx))
  f32[A] = f32[A]! + f(0 - f(f32[g + Field.MassA * NEXT]! * px))
  f32[A + 1] = f32[A + 1]! + f(0 - f(f32[g + Field.MassA * NEXT]! * py))
  f32[A + 2] = f32[A + 2]! + f(0 - f(f32[g + Field.InertiaA * NEXT]! * turnA))
  f32[B] = f32[B]! + f(f32[g + Field.MassB * NEXT]! * px)
  f32[B + 1] = f32[B + 1]! + f(f32[g + Field.MassB * NEXT]! * py)
  f32[B + 2] = f32[B + 2]! + f(f32[g + Field.InertiaB * NEXT]! * turnB)
}
