/** Judges what the engine says of a pair of shapes by `separation.ts`. */
import { collideShapes } from '../collision/engine-shapes.ts'
import { DISTANCE_STRIDE, measureDistance, overlapShapes } from '../../src/collision/distance.ts'
import { MANIFOLD_STRIDE } from '../../src/collision/manifold.ts'
import type { PolygonPool } from '../../src/collision/polygon-pool.ts'
import { SHAPE_HIT_STRIDE, castShapes } from '../../src/collision/shape-cast.ts'
import { coreSeparation, pointCoreDistance, separationAlong } from './separation.ts'
import { type Placed, updateWorld } from './shape-pairs.ts'

const out = new Float64Array(MANIFOLD_STRIDE)
const ids = new Int32Array(2)
const distance = new Float64Array(DISTANCE_STRIDE)
const hit = new Float64Array(SHAPE_HIT_STRIDE)
const translation = new Float64Array(3)

/** A share of the smaller shape: by so much may the chosen face be worse than the best one, so that it does not flicker. */
const FACE_CHOICE = 1e-3
/** A share of both shapes and their distance. */
const ROUNDING = 1e-9

export function shapeSeparation(a: Placed, b: Placed): number {
  return coreSeparation(a.world, b.world) - a.shape.radius - b.shape.radius
}

function scaleOf(a: Placed, b: Placed): number {
  return a.shape.reach + b.shape.reach + Math.abs(b.x - a.x) + Math.abs(b.y - a.y)
}

function collide(a: Placed, b: Placed, margin: number, pool: PolygonPool): number {
  return collideShapes(
    a.shape.type, a.shape.sizes, 0, b.shape.type, b.shape.sizes, 0, b.x - a.x, b.y - a.y,
    a.cos, a.sin, b.cos, b.sin, margin, out, 0, ids, 0, pool,
  )
}

/** What is wrong with the manifold of a pair, or nothing. */
export function manifoldFault(a: Placed, b: Placed, margin: number, pool: PolygonPool): string {
  const truth = shapeSeparation(a, b)
  const rounding = ROUNDING * scaleOf(a, b)
  const tolerance = FACE_CHOICE * Math.min(a.shape.reach, b.shape.reach) + rounding
  const count = collide(a, b, margin, pool)
  if (count === 0) return truth < margin - tolerance ? `no contact at ${truth}` : ''
  if (truth > margin + tolerance) return `a contact at ${truth}`
  const nx = out[0]!
  const ny = out[1]!
  if (Math.abs(nx * nx + ny * ny - 1) > 1e-9) return `normal (${nx}, ${ny})`
  const nearest = count === 2 && out[7]! < out[4]! ? 5 : 2
  const least = out[nearest + 2]!
  if (Math.abs(least - truth) > tolerance) return `separation ${least}, not ${truth}`
  const along = separationAlong(a.world, b.world, nx, ny) - a.shape.radius - b.shape.radius
  if (Math.abs(along - truth) > tolerance) return `along the normal ${along}, not ${truth}`
  for (let p = 2; p < 2 + 3 * count; p += 3) {
    const s = out[p + 2]!
    if (s > margin + 1e-12 * scaleOf(a, b)) return `a point at ${s}, beyond the margin`
    const x = a.x + out[p]!
    const y = a.y + out[p + 1]!
    const da = pointCoreDistance(x - (nx * s) / 2, y - (ny * s) / 2, a.world) - a.shape.radius
    const db = pointCoreDistance(x + (nx * s) / 2, y + (ny * s) / 2, b.world) - b.shape.radius
    if (da > tolerance || db > tolerance) return `a point ${da} off A, ${db} off B`
    if (p === nearest && (da < -tolerance || db < -tolerance)) return `the nearest point ${da} off A, ${db} off B`
  }
  if (count === 2 && ids[0] === ids[1]) return 'two points with one id'
  const back = collide(b, a, margin, pool)
  if (back === 0) return truth < margin - tolerance ? 'no contact the other way round' : ''
  const leastBack = back === 2 && out[7]! < out[4]! ? out[7]! : out[4]!
  if (Math.abs(leastBack - least) > tolerance) return `separation ${leastBack} the other way round, not ${least}`
  const cosine = -(nx * out[0]! + ny * out[1]!)
  // Only in overlap may two faces be as good.
  if (truth > 10 * tolerance && cosine < 0.9) return `normal turned by ${cosine} the other way round`
  return ''
}

/** Whether a motion of a few rounding errors changes what the points are called. */
export function changesIds(a: Placed, b: Placed, margin: number, pool: PolygonPool): boolean {
  const count = collide(a, b, margin, pool)
  const first = ids[0]!
  const second = ids[1]!
  const { x, y } = b
  b.x += 1e-12 * scaleOf(a, b)
  b.y -= 1e-12 * scaleOf(a, b)
  const moved = collide(a, b, margin, pool)
  b.x = x
  b.y = y
  return moved !== count || (count > 0 && ids[0] !== first) || (count > 1 && ids[1] !== second)
}

const pair = new Float64Array(8)

function fillPair(a: Placed, b: Placed): void {
  pair[0] = b.x - a.x
  pair[1] = b.y - a.y
  pair[2] = a.cos
  pair[3] = a.sin
  pair[4] = b.cos
  pair[5] = b.sin
  pair[6] = 0
  pair[7] = 0
}

/** What is wrong with the distance and the overlap of a pair, or nothing. */
export function distanceFault(a: Placed, b: Placed, pool: PolygonPool): string {
  const truth = shapeSeparation(a, b)
  const scale = scaleOf(a, b)
  // The nearer of two faces is known to a millionth of their distance from the origin.
  const tolerance = 1e-5 * Math.min(a.shape.reach, b.shape.reach) + ROUNDING * scale
  fillPair(a, b)
  measureDistance(a.shape.type, a.shape.sizes, 0, b.shape.type, b.shape.sizes, 0, pair, pool, distance, 0)
  if (Math.abs(distance[0]! - truth) > tolerance) return `distance ${distance[0]}, not ${truth}`
  const da = pointCoreDistance(a.x + distance[3]!, a.y + distance[4]!, a.world) - a.shape.radius
  const db = pointCoreDistance(a.x + distance[5]!, a.y + distance[6]!, b.world) - b.shape.radius
  if (Math.abs(da) > tolerance || Math.abs(db) > tolerance) return `distance: points ${da} off A, ${db} off B`
  const overlaps = overlapShapes(a.shape.type, a.shape.sizes, 0, b.shape.type, b.shape.sizes, 0, pair, pool)
  if (Math.abs(truth) > tolerance && overlaps !== truth < 0) return `overlaps is ${overlaps} at ${truth}`
  return ''
}

/** What is wrong with moving A by (dx, dy) against B, or nothing. */
export function castFault(a: Placed, b: Placed, dx: number, dy: number, pool: PolygonPool): string {
  const rounding = 1e-7 * (scaleOf(a, b) + Math.abs(dx) + Math.abs(dy))
  if (shapeSeparation(a, b) < rounding) return ''
  fillPair(a, b)
  translation[0] = dx
  translation[1] = dy
  translation[2] = 1
  const met = castShapes(a.shape.type, a.shape.sizes, 0, b.shape.type, b.shape.sizes, 0, pair, translation, 0, pool, hit, 0)
  const fraction = met === 1 ? hit[0]! : 1
  const { x, y } = a
  let fault = ''
  for (let i = 1; i <= 8 && fault === ''; i++) {
    const t = (fraction * i) / 8
    a.x = x + dx * t
    a.y = y + dy * t
    updateWorld(a)
    const s = shapeSeparation(a, b)
    if (s < -rounding) fault = `cast to ${fraction} passes ${s} at ${t}`
    if (i === 8 && met === 1 && s > rounding) fault = `cast ends ${s} away at ${fraction}`
  }
  a.x = x
  a.y = y
  updateWorld(a)
  return fault
}
