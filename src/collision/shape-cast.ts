/**
 * A shape moved along a straight line against another shape, exact: the moving
 * shape A shrinks to a point and B grows by it (the Minkowski difference, merged
 * from the two outlines), so the cast is a ray against a convex polygon rounded
 * by both radii.
 */
import { castConvex, CONVEX_RAY_STRIDE, HitPlace, Ray } from './convex-ray.ts'
import { loadPair, normalsA, normalsB, verticesA, verticesB } from './convex.ts'
import { DISTANCE_STRIDE, Gap, measureDistance } from './distance.ts'
import { Geometry, LinkSides } from './geometry.ts'
import { Pair, PAIR_STRIDE } from './manifold.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'

/**
 * | index | meaning |
 * | ----- | ------- |
 * | 0     | fraction of the translation at which the shapes touch |
 * | 1, 2  | outward unit normal of B at the point |
 * | 3, 4  | point of touch, world-axis offset from where the origin of A started |
 */
export const SHAPE_HIT_STRIDE = 5

const vertices = new Float64Array(34)
const normals = new Float64Array(34)
const ray = new Float64Array(CONVEX_RAY_STRIDE)
const local = new Float64Array(3)
const moved = new Float64Array(PAIR_STRIDE)
const distance = new Float64Array(DISTANCE_STRIDE)

/**
 * Moves shape A by the translation dx, dy, up to the fraction, at
 * `translation[t]`, `[t + 1]`, `[t + 2]`, against the resting shape B. `pair` is
 * the input record of `manifold.ts` at the start. Writes the hit to `out[o]` and
 * returns 1, or returns 0.
 *
 * Shapes that overlap or touch at the start hit at fraction 0, with the normal of
 * the shortest way out, unless the motion leads out along that normal or beside
 * it: then A is let go and there is no hit. A one-sided segment B is passed from
 * behind and along.
 */
export function castShapes(
  typeA: ShapeType, sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  pair: Float64Array, translation: Float64Array, t: number, pool: PolygonPool | null, out: Float64Array, o: number,
): number {
  moved.set(pair)
  if (typeA === ShapeType.Aabb) {
    moved[Pair.CosA] = 1
    moved[Pair.SinA] = 0
  }
  if (typeB === ShapeType.Aabb) {
    moved[Pair.CosB] = 1
    moved[Pair.SinB] = 0
  }
  const counts = loadPair(typeA, sizesA, a, typeB, sizesB, b, moved, pool)
  const countA = counts >> 4
  const countB = counts & 15
  if (countA === 0 || countB === 0) return 0
  const c = moved[Pair.CosA]!
  const s = moved[Pair.SinA]!
  const dx = translation[t]!
  const dy = translation[t + 1]!
  ray[Ray.DX] = c * dx + s * dy
  ray[Ray.DY] = c * dy - s * dx
  ray[Ray.Most] = translation[t + 2]!
  const link = typeB === ShapeType.Segment && sizesB[b + Geometry.Sides] === LinkSides.Left
  if (link && ray[Ray.DX]! * normalsB[2]! + ray[Ray.DY]! * normalsB[3]! >= 0) return 0

  const count = mergeDifference(countA, countB)
  ray[Ray.Radius] = sizesA[a + Geometry.Radius]! + sizesB[b + Geometry.Radius]!
  if (castConvex(vertices, normals, count, count > 1 ? count : 0, ray, local, 0) === 0) return 0
  const fraction = local[0]!
  moved[Pair.X] = moved[Pair.X]! - dx * fraction
  moved[Pair.Y] = moved[Pair.Y]! - dy * fraction
  measureDistance(typeA, sizesA, a, typeB, sizesB, b, moved, pool, distance, 0)
  const started = local[1] === 0 && local[2] === 0
  const nx = started ? -distance[Gap.NormalX]! : c * local[HitPlace.NormalX]! - s * local[HitPlace.NormalY]!
  const ny = started ? -distance[Gap.NormalY]! : s * local[HitPlace.NormalX]! + c * local[HitPlace.NormalY]!
  if (started && dx * nx + dy * ny >= 0) return 0
  out[o + HitPlace.Fraction] = fraction
  out[o + HitPlace.NormalX] = nx
  out[o + HitPlace.NormalY] = ny
  out[o + HitPlace.X] = 0.5 * (distance[Gap.AX]! + distance[Gap.BX]!) + dx * fraction
  out[o + HitPlace.Y] = 0.5 * (distance[Gap.AY]! + distance[Gap.BY]!) + dy * fraction
  return 1
}

/**
 * Outline of all differences b - a, from the two outlines in `convex.ts`: their
 * edges in the order of their directions. Returns the number of vertices.
 */
function mergeDifference(countA: number, countB: number): number {
  const edgesA = countA > 1 ? countA : 0
  const edgesB = countB > 1 ? countB : 0
  // Both outlines start at their lowest vertex; that of -A is the highest of A.
  const startA = lowest(countA, verticesA, -1)
  const startB = lowest(countB, verticesB, 1)
  let usedA = 0
  let usedB = 0
  let count = 0
  do {
    const i = (startA + usedA) % countA
    const j = (startB + usedB) % countB
    vertices[count * 2] = verticesB[j * 2]! - verticesA[i * 2]!
    vertices[count * 2 + 1] = verticesB[j * 2 + 1]! - verticesA[i * 2 + 1]!
    const turn = nextEdge(i, usedA, edgesA, j, usedB, edgesB)
    if (turn >= 0 && usedB < edgesB) {
      normals[count * 2] = normalsB[j * 2]!
      normals[count * 2 + 1] = normalsB[j * 2 + 1]!
      usedB++
    } else if (usedA < edgesA) {
      normals[count * 2] = -normalsA[i * 2]!
      normals[count * 2 + 1] = -normalsA[i * 2 + 1]!
    }
    if (turn <= 0 && usedA < edgesA) usedA++
    count++
  } while (usedA < edgesA || usedB < edgesB)
  return count
}

/** The order of the next edge of A and of B: numbers with fractions that are passed get boxes of their own. */
const orders = new Float64Array(2)

/**
 * Order of an edge's direction, counter-clockwise from +x, as a number from 0 to
 * 4 that needs no angle: the normal, times `sign`, turned a quarter. Rounding may put a
 * first edge just below +x or a last one just above; both are known by their place.
 * Written to `orders[side]`.
 */
function setOrder(side: number, from: Float64Array, n: number, sign: number, used: number, edges: number): void {
  const nx = sign * from[n]!
  const ny = sign * from[n + 1]!
  const share = -ny / (Math.abs(nx) + Math.abs(ny))
  const order = nx >= 0 ? 1 - share : 3 + share
  if (used === 0 && order > 3) orders[side] = order - 4
  else orders[side] = used > 0 && used === edges - 1 && order < 1 ? order + 4 : order
}

/** 1 if the next edge of B comes before that of -A, -1 if after, 0 if they are parallel. */
function nextEdge(i: number, usedA: number, edgesA: number, j: number, usedB: number, edgesB: number): number {
  if (usedA === edgesA) return 1
  if (usedB === edgesB) return -1
  setOrder(0, normalsA, i * 2, -1, usedA, edgesA)
  setOrder(1, normalsB, j * 2, 1, usedB, edgesB)
  const difference = orders[0]! - orders[1]!
  return difference > 1e-12 ? 1 : difference < -1e-12 ? -1 : 0
}

/** The vertex with the lowest `sign` * y, of equal ones that with the lowest `sign` * x. */
function lowest(count: number, points: Float64Array, sign: number): number {
  let best = 0
  for (let i = 1; i < count; i++) {
    const dy = sign * (points[i * 2 + 1]! - points[best * 2 + 1]!)
    if (dy < 0 || (dy === 0 && sign * (points[i * 2]! - points[best * 2]!) < 0)) best = i
  }
  return best
}
