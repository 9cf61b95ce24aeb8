/**
 * Distance and overlap of any two shapes, exact: the face with the largest
 * separation and the edge that faces it hold the closest points (see
 * `convex-convex.ts`), so nothing is iterated. One-sided segments count as plain ones.
 */
import { clipInput, manifoldToWorld } from './clip.ts'
import { collideCores } from './convex-convex.ts'
import { loadPair } from './convex.ts'
import { collideCircles } from './circle-circle.ts'
import { MANIFOLD_STRIDE, Pair, PAIR_STRIDE } from './manifold.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { Geometry } from './geometry.ts'
import { Manifold, ManifoldPoint } from '../contacts/contact-record.ts'

/**
 * | index | meaning |
 * | ----- | ------- |
 * | 0     | distance of the surfaces; in overlap minus the length of the shortest way apart |
 * | 1, 2  | unit normal from A to B, world axes |
 * | 3, 4  | closest point of A, world-axis offset from the origin of A |
 * | 5, 6  | closest point of B, from the origin of A too |
 */
export const DISTANCE_STRIDE = 7

/** Places in a distance record: see the table above. */
export enum Gap {
  Distance = 0,
  NormalX = 1,
  NormalY = 2,
  AX = 3,
  AY = 4,
  BX = 5,
  BY = 6,
}

const manifold = new Float64Array(MANIFOLD_STRIDE)
const fixedPair = new Float64Array(PAIR_STRIDE)

/**
 * Writes the distance record of two shapes to `out` at `o`. `pair` is the input
 * record of `manifold.ts` (its margin is not used). A shape without geometry is
 * infinitely far: only index 0 is written then. Touching shapes have distance 0.
 */
export function measureDistance(
  typeA: ShapeType, sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  pair: Float64Array, pool: PolygonPool | null, out: Float64Array, o: number,
): void {
  const count = closestManifold(typeA, sizesA, a, typeB, sizesB, b, pair, pool, Infinity)
  if (count === 0) {
    out[o + Gap.Distance] = Infinity
    return
  }
  const p = count === 2 && manifold[Manifold.Separation1]! < manifold[Manifold.Separation0]! ? 5 : 2
  const nx = manifold[Manifold.NormalX]!
  const ny = manifold[Manifold.NormalY]!
  const half = 0.5 * manifold[p + ManifoldPoint.Separation]!
  out[o + Gap.Distance] = manifold[p + ManifoldPoint.Separation]!
  out[o + Gap.NormalX] = nx
  out[o + Gap.NormalY] = ny
  out[o + Gap.AX] = manifold[p + ManifoldPoint.X]! - nx * half
  out[o + Gap.AY] = manifold[p + ManifoldPoint.Y]! - ny * half
  out[o + Gap.BX] = manifold[p + ManifoldPoint.X]! + nx * half
  out[o + Gap.BY] = manifold[p + ManifoldPoint.Y]! + ny * half
}

/** Whether two shapes overlap or touch. */
export function overlapShapes(
  typeA: ShapeType, sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  pair: Float64Array, pool: PolygonPool | null,
): boolean {
  return closestManifold(typeA, sizesA, a, typeB, sizesB, b, pair, pool, 0) > 0
}

/** Fills `manifold` with exact points up to `margin` and returns their number. */
function closestManifold(
  typeA: ShapeType, sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  pair: Float64Array, pool: PolygonPool | null, margin: number,
): number {
  fixedPair.set(pair)
  fixedPair[Pair.Margin] = margin
  if (typeA === ShapeType.Circle && typeB === ShapeType.Circle) {
    return collideCircles(sizesA, a, sizesB, b, fixedPair, manifold, 0)
  }
  if (typeA === ShapeType.Aabb) {
    fixedPair[Pair.CosA] = 1
    fixedPair[Pair.SinA] = 0
  }
  if (typeB === ShapeType.Aabb) {
    fixedPair[Pair.CosB] = 1
    fixedPair[Pair.SinB] = 0
  }
  const counts = loadPair(typeA, sizesA, a, typeB, sizesB, b, fixedPair, pool)
  const countA = counts >> 4
  const countB = counts & 15
  if (countA === 0 || countB === 0) return 0
  clipInput[0] = sizesA[a + Geometry.Radius]!
  clipInput[1] = sizesB[b + Geometry.Radius]!
  clipInput[2] = margin
  return manifoldToWorld(collideCores(countA, countB, manifold, 0), fixedPair, manifold, 0)
}
