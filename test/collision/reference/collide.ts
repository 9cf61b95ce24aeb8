/**
 * The table of the narrow phase: contact manifold of any two shapes.
 *
 * Each pair is computed with the shape of the more complicated kind as A; the
 * other order is swapped on the way in and out. A chain has no geometry of its
 * own (its links are one-sided segments) and touches nothing.
 */
import { collideBoxes } from './box-box.ts'
import { collideChainConvex } from './chain-convex.ts'
import { collideBoxCircle } from './circle-box.ts'
import { collideCircles } from '../../../src/collision/circle-circle.ts'
import { collidePolygonCircle } from './circle-polygon.ts'
import { collideCapsuleCircle, collideSegmentCircle } from './circle-segment.ts'
import { collideConvex } from './convex-convex.ts'
import { Geometry, LinkSides } from '../../../src/collision/geometry.ts'
import { Pair, PAIR_STRIDE } from '../../../src/collision/manifold.ts'
import { Manifold, ManifoldPoint } from '../../../src/contacts/contact-record.ts'
import type { FeatureIds } from '../../../src/collision/manifold.ts'
import type { PolygonPool } from '../../../src/collision/polygon-pool.ts'
import { ShapeType } from '../../../components/shape-type.ts'

const swapped = new Float64Array(PAIR_STRIDE)
const packed = new Float64Array(PAIR_STRIDE)

/**
 * Writes the manifold of shape A (type and geometry record at `a`) and shape B
 * to `out` at `o` and `ids` at `io`, and returns its number of points: 0, 1 or 2.
 * Records: `geometry.ts` (sizes), `manifold.ts` (pair, out, ids). The rotation in
 * `pair` of a shape that never turns is overwritten with none.
 */
export function collidePair(
  typeA: ShapeType, sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  pair: Float64Array, out: Float64Array, o: number, ids: FeatureIds, io: number, pool: PolygonPool | null,
): number {
  if (typeA === ShapeType.Circle && typeB === ShapeType.Circle) {
    ids[io] = 0
    return collideCircles(sizesA, a, sizesB, b, pair, out, o)
  }
  if (typeA === ShapeType.Aabb) {
    pair[Pair.CosA] = 1
    pair[Pair.SinA] = 0
  }
  if (typeB === ShapeType.Aabb) {
    pair[Pair.CosB] = 1
    pair[Pair.SinB] = 0
  }
  const boxA = typeA === ShapeType.Box || typeA === ShapeType.Aabb
  const boxB = typeB === ShapeType.Box || typeB === ShapeType.Aabb
  if (boxA && boxB && sizesA[a + Geometry.Radius] === 0 && sizesB[b + Geometry.Radius] === 0) {
    return collideBoxes(sizesA, a, sizesB, b, pair, out, o, ids, io)
  }
  if (typeA === ShapeType.None || typeB === ShapeType.None) return 0
  if (typeA === ShapeType.Chain || typeB === ShapeType.Chain) return 0
  const linkA = typeA === ShapeType.Segment && sizesA[a + Geometry.Sides] !== LinkSides.Free
  const linkB = typeB === ShapeType.Segment && sizesB[b + Geometry.Sides] !== LinkSides.Free
  if (linkA && linkB) return 0
  if (typeA === ShapeType.Circle || linkB) {
    swapPair(pair, swapped)
    const count = collideOrdered(typeB, sizesB, b, typeA, sizesA, a, swapped, out, o, ids, io, pool)
    return swapManifold(count, pair, out, o, ids, io)
  }
  return collideOrdered(typeA, sizesA, a, typeB, sizesB, b, pair, out, o, ids, io, pool)
}

/** A is not a circle; a link of a chain is A. */
function collideOrdered(
  typeA: ShapeType, sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  pair: Float64Array, out: Float64Array, o: number, ids: FeatureIds, io: number, pool: PolygonPool | null,
): number {
  if (typeB === ShapeType.Circle) {
    switch (typeA) {
      case ShapeType.Box:
      case ShapeType.Aabb:
        return collideBoxCircle(sizesA, a, sizesB, b, pair, out, o, ids, io)
      case ShapeType.Capsule:
        return collideCapsuleCircle(sizesA, a, sizesB, b, pair, out, o, ids, io)
      case ShapeType.Segment:
        return collideSegmentCircle(sizesA, a, sizesB, b, pair, out, o, ids, io)
      case ShapeType.Polygon:
        return pool === null ? 0 : collidePolygonCircle(sizesA, a, sizesB, b, pair, pool, out, o, ids, io)
      default:
        return 0
    }
  }
  if (typeA === ShapeType.Segment && sizesA[a + Geometry.Sides] !== LinkSides.Free) {
    return collideChainConvex(sizesA, a, typeB, sizesB, b, pair, pool, out, o, ids, io)
  }
  return collideConvex(typeA, sizesA, a, typeB, sizesB, b, pair, pool, out, o, ids, io)
}

/**
 * `collidePair` with the pose as arguments: (dx, dy) from the origin of A to that
 * of B in world axes, then the cosine and sine of each. For callers outside the
 * step; where a call is not inlined, fractional arguments become garbage.
 */
export function collideShapes(
  typeA: ShapeType, sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  dx: number, dy: number, cA: number, sA: number, cB: number, sB: number, margin: number,
  out: Float64Array, o: number, ids: FeatureIds, io: number, pool: PolygonPool | null,
): number {
  packed[0] = dx
  packed[1] = dy
  packed[2] = cA
  packed[3] = sA
  packed[4] = cB
  packed[5] = sB
  packed[6] = margin
  packed[7] = 0
  return collidePair(typeA, sizesA, a, typeB, sizesB, b, packed, out, o, ids, io, pool)
}

/** Writes the input of the pair (B, A) to `target`, given that of (A, B). */
function swapPair(pair: Float64Array, target: Float64Array): void {
  target[Pair.X] = -pair[Pair.X]!
  target[Pair.Y] = -pair[Pair.Y]!
  target[Pair.CosA] = pair[Pair.CosB]!
  target[Pair.SinA] = pair[Pair.SinB]!
  target[Pair.CosB] = pair[Pair.CosA]!
  target[Pair.SinB] = pair[Pair.SinA]!
  target[Pair.Margin] = pair[Pair.Margin]!
  target[Pair.Tie] = pair[Pair.Tie]!
}

/**
 * Turns a manifold of (B, A) into that of (A, B), in place. `pair` is the input
 * of (A, B). Returns `count`.
 */
function swapManifold(
  count: number, pair: Float64Array, out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  if (count === 0) return 0
  const dx = pair[Pair.X]!
  const dy = pair[Pair.Y]!
  out[o + Manifold.NormalX] = -out[o + Manifold.NormalX]!
  out[o + Manifold.NormalY] = -out[o + Manifold.NormalY]!
  for (let i = 0; i < count; i++) {
    const p = o + 2 + i * 3
    out[p + ManifoldPoint.X] = out[p + ManifoldPoint.X]! + dx
    out[p + ManifoldPoint.Y] = out[p + ManifoldPoint.Y]! + dy
    const id = ids[io + i]!
    ids[io + i] = ((id & 255) << 8) | (id >>> 8)
  }
  return count
}
