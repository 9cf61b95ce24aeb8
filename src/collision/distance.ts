/**
 * Distance and overlap of any two shapes, exact: the face with the largest
 * separation and the edge that faces it hold the closest points (see
 * `box-box.ts`), so nothing is iterated. One-sided segments count as plain ones.
 */
import { clipInput, manifoldToWorld } from './clip.ts'
import { collideCores } from './convex-convex.ts'
import { loadPair } from './convex.ts'
import { collideCircles } from './circle-circle.ts'
import { MANIFOLD_STRIDE, PAIR_STRIDE } from './manifold.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'

/**
 * | index | meaning |
 * | ----- | ------- |
 * | 0     | distance of the surfaces; in overlap minus the length of the shortest way apart |
 * | 1, 2  | unit normal from A to B, world axes |
 * | 3, 4  | closest point of A, world-axis offset from the origin of A |
 * | 5, 6  | closest point of B, from the origin of A too |
 */
export const DISTANCE_STRIDE = 7

const manifold = new Float64Array(MANIFOLD_STRIDE)
const ids = new Int32Array(2)
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
    out[o] = Infinity
    return
  }
  const p = count === 2 && manifold[7]! < manifold[4]! ? 5 : 2
  const nx = manifold[0]!
  const ny = manifold[1]!
  const half = 0.5 * manifold[p + 2]!
  out[o] = manifold[p + 2]!
  out[o + 1] = nx
  out[o + 2] = ny
  out[o + 3] = manifold[p]! - nx * half
  out[o + 4] = manifold[p + 1]! - ny * half
  out[o + 5] = manifold[p]! + nx * half
  out[o + 6] = manifold[p + 1]! + ny * half
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
  fixedPair[6] = margin
  if (typeA === ShapeType.Circle && typeB === ShapeType.Circle) {
    return collideCircles(sizesA, a, sizesB, b, fixedPair, manifold, 0, ids, 0)
  }
  if (typeA === ShapeType.Aabb) {
    fixedPair[2] = 1
    fixedPair[3] = 0
  }
  if (typeB === ShapeType.Aabb) {
    fixedPair[4] = 1
    fixedPair[5] = 0
  }
  const counts = loadPair(typeA, sizesA, a, typeB, sizesB, b, fixedPair, pool)
  const countA = counts >> 4
  const countB = counts & 15
  if (countA === 0 || countB === 0) return 0
  clipInput[0] = sizesA[a + 2]!
  clipInput[1] = sizesB[b + 2]!
  clipInput[2] = margin
  return manifoldToWorld(collideCores(countA, countB, 0, manifold, 0, ids, 0), fixedPair, manifold, 0)
}
