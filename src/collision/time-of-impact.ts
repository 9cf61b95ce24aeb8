/**
 * Time of impact of two moving, turning shapes, by conservative advancement: it
 * never steps past a touch, however fast the shapes turn.
 *
 * At the current time the distance gives a separating direction: between two
 * corners it is kept fixed, at a face it turns with the face (`face-advance.ts`).
 * Along a fixed direction the gap between a corner of A and a corner of B is a
 * line plus two sine waves, whose curvature is at most the squared turn times the
 * corner's distance from its center. A parabola with that curvature stays below
 * the gap, so the time at which the lowest of the parabolas reaches the target is
 * safe to go to. Near a touch this converges like Newton's method, where the
 * usual bound (the speed of the farthest corner) crawls. When the direction is
 * used up, the distance gives the next one.
 */
import { MAX_VERTICES, findMiddle, loadConvex } from './convex.ts'
import { DISTANCE_STRIDE, Gap, measureDistance } from './distance.ts'
import { advanceAlongFace, safeFraction } from './face-advance.ts'
import { Geometry, LinkSides } from './geometry.ts'
import { Pair, PAIR_STRIDE } from './manifold.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { poseAt, Sweep } from './sweep.ts'
import { HitPlace } from './convex-ray.ts'
import { Pose, START_STRIDE } from '../bodies/body-records.ts'

/**
 * | index | meaning |
 * | ----- | ------- |
 * | 0     | fraction of the sweep up to which the shapes may go |
 * | 1, 2  | unit normal from A to B there |
 * | 3, 4  | point between the shapes there, world |
 */
export const IMPACT_STRIDE = 5

/**
 * What is asked for, in an array because fractional arguments may become garbage:
 *
 * | index | meaning |
 * | ----- | ------- |
 * | 0     | how near the shapes may come, above 0; a quarter of the linear slop is usual |
 * | 1     | tolerance within which that is met, below the target; a quarter of it is usual |
 * | 2     | greatest fraction, usually 1 |
 */
export const LIMITS_STRIDE = 3

/** Places in it: see the table above. */
export enum Limit {
  Target = 0,
  Tolerance = 1,
  /** In sweeps it becomes the first hit so far. */
  Fraction = 2,
}

/** The shapes do not meet; the fraction is the greatest one asked for. */
export const IMPACT_NONE = 0
/** They meet at the fraction. */
export const IMPACT_HIT = 1
/** They are nearer than the target at the start; the fraction is 0. Contacts, not sweeps, handle that. */
export const IMPACT_AT_START = 2
/** The iterations ran out; the shapes are apart up to the fraction and may be after it. To be treated as a hit. */
export const IMPACT_UNSURE = 3

const MAX_DIRECTIONS = 20
const MAX_ADVANCES = 40

const localA = new Float64Array(MAX_VERTICES * 2)
const localB = new Float64Array(MAX_VERTICES * 2)
const normalsA = new Float64Array(MAX_VERTICES * 2)
const normalsB = new Float64Array(MAX_VERTICES * 2)
const poses = new Float64Array(8)
const turned = new Float64Array(4)
const pair = new Float64Array(PAIR_STRIDE)
const distance = new Float64Array(DISTANCE_STRIDE)
/** Time, separation to stop at, tolerance, greatest fraction, and the step that is safe from that time on. */
const state = new Float64Array(5)
const START = new Float64Array(1)
const middle = new Float64Array(2)
/** Corner tables for one direction and time: gap term, its change per fraction, bound of its curvature. */
const termsA = new Float64Array(MAX_VERTICES * 3)
const termsB = new Float64Array(MAX_VERTICES * 3)

/**
 * First fraction at which shapes A and B, moving along `sweepsA[sa]` and `sweepsB[sb]`
 * (see `sweep.ts`), come as near as `limits` say (see `LIMITS_STRIDE`). Writes `out[o]`
 * (see `IMPACT_STRIDE`) and returns one of the `IMPACT_` values.
 *
 * A one-sided segment (A or B) is passed by a shape whose middle starts behind it,
 * as it is by contacts.
 */
export function timeOfImpact(
  typeA: ShapeType, sizesA: Float64Array, a: number, sweepsA: Float64Array, sa: number,
  typeB: ShapeType, sizesB: Float64Array, b: number, sweepsB: Float64Array, sb: number,
  limits: Float64Array, pool: PolygonPool | null, out: Float64Array, o: number,
): number {
  const target = limits[Limit.Target]!
  const tolerance = limits[Limit.Tolerance]!
  const limit = limits[Limit.Fraction]!
  out[o + HitPlace.Fraction] = limit
  const countA = loadConvex(typeA, sizesA, a, pool, localA, normalsA)
  const countB = loadConvex(typeB, sizesB, b, pool, localB, normalsB)
  if (countA === 0 || countB === 0) return IMPACT_NONE
  if (isOneSided(typeA, sizesA, a) && startsBehind(sizesA, a, sweepsA, sa, countB, localB, sweepsB, sb)) return IMPACT_NONE
  if (isOneSided(typeB, sizesB, b) && startsBehind(sizesB, b, sweepsB, sb, countA, localA, sweepsA, sa)) return IMPACT_NONE
  const radius = sizesA[a + Geometry.Radius]! + sizesB[b + Geometry.Radius]!
  state[0] = 0
  state[1] = target + radius
  state[2] = tolerance
  state[3] = limit
  for (let round = 0; round < MAX_DIRECTIONS; round++) {
    poseAt(sweepsA, sa, state, 0, poses, 0)
    poseAt(sweepsB, sb, state, 0, poses, 4)
    pair[Pair.X] = poses[START_STRIDE + Pose.X]! - poses[Pose.X]!
    pair[Pair.Y] = poses[START_STRIDE + Pose.Y]! - poses[Pose.Y]!
    pair[Pair.CosA] = poses[Pose.Cos]!
    pair[Pair.SinA] = poses[Pose.Sin]!
    pair[Pair.CosB] = poses[START_STRIDE + Pose.Cos]!
    pair[Pair.SinB] = poses[START_STRIDE + Pose.Sin]!
    measureDistance(typeA, sizesA, a, typeB, sizesB, b, pair, pool, distance, 0)
    if (distance[Gap.Distance]! <= target + tolerance) {
      writeImpact(out, o)
      return round === 0 ? IMPACT_AT_START : IMPACT_HIT
    }
    const turnsA = typeA !== ShapeType.Aabb
    const turnsB = typeB !== ShapeType.Aabb
    const faceA = turnsA && turnsB ? findContactFace(countA, normalsA, 0, 1) : -1
    const faceB = turnsA && turnsB && faceA < 0 ? findContactFace(countB, normalsB, 4, -1) : -1
    if (faceA >= 0) advanceAlongFace(localA, normalsA, faceA, sweepsA, sa, countB, localB, sweepsB, sb, state)
    else if (faceB >= 0) advanceAlongFace(localB, normalsB, faceB, sweepsB, sb, countA, localA, sweepsA, sa, state)
    else advance(countA, sweepsA, sa, turnsA, countB, sweepsB, sb, turnsB)
    if (state[0]! >= limit) {
      out[o + HitPlace.Fraction] = limit
      return IMPACT_NONE
    }
  }
  writeImpact(out, o)
  return IMPACT_UNSURE
}

function writeImpact(out: Float64Array, o: number): void {
  out[o + HitPlace.Fraction] = state[0]!
  out[o + HitPlace.NormalX] = distance[Gap.NormalX]!
  out[o + HitPlace.NormalY] = distance[Gap.NormalY]!
  out[o + HitPlace.X] = poses[Pose.X]! + 0.5 * (distance[Gap.AX]! + distance[Gap.BX]!)
  out[o + HitPlace.Y] = poses[Pose.Y]! + 0.5 * (distance[Gap.AY]! + distance[Gap.BY]!)
}

/** The edge whose normal is the direction in `distance` (for B, with sign -1, its opposite), or -1. */
function findContactFace(count: number, normals: Float64Array, p: number, sign: number): number {
  if (count < 2) return -1
  const c = poses[p + Pose.Cos]!
  const s = poses[p + Pose.Sin]!
  const nx = sign * (c * distance[Gap.NormalX]! + s * distance[Gap.NormalY]!)
  const ny = sign * (c * distance[Gap.NormalY]! - s * distance[Gap.NormalX]!)
  for (let i = 0; i < count; i++) {
    if (nx * normals[i * 2]! + ny * normals[i * 2 + 1]! > 1 - 1e-9) return i
  }
  return -1
}

function isOneSided(type: ShapeType, sizes: Float64Array, offset: number): boolean {
  return type === ShapeType.Segment && sizes[offset + Geometry.Sides] === LinkSides.Left
}

/** Whether the middle of the other shape starts on the right side of a one-sided segment. */
function startsBehind(
  sizes: Float64Array, offset: number, sweeps: Float64Array, s: number,
  count: number, local: Float64Array, others: Float64Array, t: number,
): boolean {
  poseAt(sweeps, s, START, 0, poses, 0)
  poseAt(others, t, START, 0, poses, 4)
  findMiddle(count, local, middle)
  const dx = poses[START_STRIDE + Pose.X]! - poses[Pose.X]! + poses[START_STRIDE + Pose.Cos]! * middle[0]! - poses[START_STRIDE + Pose.Sin]! * middle[1]!
  const dy = poses[START_STRIDE + Pose.Y]! - poses[Pose.Y]! + poses[START_STRIDE + Pose.Sin]! * middle[0]! + poses[START_STRIDE + Pose.Cos]! * middle[1]!
  const x = poses[Pose.Cos]! * dx + poses[Pose.Sin]! * dy - sizes[offset + Geometry.X1]!
  const y = poses[Pose.Cos]! * dy - poses[Pose.Sin]! * dx - sizes[offset + Geometry.Y1]!
  return (sizes[offset + Geometry.X2]! - sizes[offset + Geometry.X1]!) * y - (sizes[offset + Geometry.Y2]! - sizes[offset + Geometry.Y1]!) * x < 0
}

/** Moves `state[0]` (time) on along the direction in `distance` until the gap there is the target or the limit is reached. */
function advance(
  countA: number, sweepsA: Float64Array, sa: number, turnsA: boolean,
  countB: number, sweepsB: Float64Array, sb: number, turnsB: boolean,
): void {
  const limit = state[3]!
  for (let i = 0; i < MAX_ADVANCES; i++) {
    // The gap is measured relative to the center of A, so that far from the world's origin nothing is lost.
    fillTerms(countA, localA, sweepsA, sa, turnsA, sweepsA, sa, termsA)
    fillTerms(countB, localB, sweepsB, sb, turnsB, sweepsA, sa, termsB)
    // Within the tolerance of the target: the direction is used up.
    if (!findSafeStep(countA, countB)) return
    state[0] = state[0]! + state[4]!
    if (state[0]! >= limit) {
      state[0] = limit
      return
    }
  }
}

/** For each corner: its place along the direction, the change of that per fraction, and the curvature bound. */
function fillTerms(
  count: number, local: Float64Array, sweeps: Float64Array, s: number, turns: boolean,
  base: Float64Array, b: number, terms: Float64Array,
): void {
  const nx = distance[Gap.NormalX]!
  const ny = distance[Gap.NormalY]!
  const time = state[0]!
  const turn = sweeps[s + Sweep.EndAngle]! - sweeps[s + Sweep.StartAngle]!
  poseAt(sweeps, s, state, 0, turned, 0)
  const c = turned[2]!
  const n = turned[3]!
  const vx = sweeps[s + Sweep.EndX]! - sweeps[s + Sweep.StartX]!
  const vy = sweeps[s + Sweep.EndY]! - sweeps[s + Sweep.StartY]!
  const x = sweeps[s + Sweep.StartX]! - base[b]! + time * vx
  const y = sweeps[s + Sweep.StartY]! - base[b + 1]! + time * vy
  for (let i = 0; i < count; i++) {
    const ax = local[i * 2]!
    const ay = local[i * 2 + 1]!
    // A shape that never turns is still carried around the center of mass.
    const lx = (turns ? ax : 0) - sweeps[s + Sweep.CenterX]!
    const ly = (turns ? ay : 0) - sweeps[s + Sweep.CenterY]!
    const rx = c * lx - n * ly
    const ry = n * lx + c * ly
    const px = x + rx + (turns ? 0 : ax)
    const py = y + ry + (turns ? 0 : ay)
    terms[i * 3] = nx * px + ny * py
    terms[i * 3 + 1] = nx * (vx - turn * ry) + ny * (vy + turn * rx)
    terms[i * 3 + 2] = turn * turn * Math.sqrt(rx * rx + ry * ry)
  }
}

/**
 * Writes the largest fraction for which no pair of corners can reach the target to `state[4]`; false if one is there
 * within the tolerance.
 */
function findSafeStep(countA: number, countB: number): boolean {
  const target = state[1]!
  const tolerance = state[2]!
  let step = Infinity
  for (let i = 0; i < countA * 3; i += 3) {
    for (let j = 0; j < countB * 3; j += 3) {
      const room = termsB[j]! - termsA[i]! - target
      if (room <= tolerance) return false
      const speed = termsB[j + 1]! - termsA[i + 1]!
      const curve = termsA[i + 2]! + termsB[j + 2]!
      if (step < Infinity && room + step * (speed - 0.5 * curve * step) >= 0) continue
      const at = safeFraction(room, speed, curve)
      if (at < step) step = at
    }
  }
  state[4] = step
  return true
}
