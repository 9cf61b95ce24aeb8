/**
 * Any two convex shapes with straight edges (box, capsule, polygon, segment),
 * rounded or not. Separating axes over the faces of both cores choose the
 * reference; `clip.ts` makes the points. See `box-box.ts` for why the faces suffice. Unlike `collideCores` of the library, which is exact, it prefers the face of before.
 */
import { CLIP_WITH_CORNERS, clipFaces, clipInput } from './clip.ts'
import { manifoldToWorld } from '../../../src/collision/clip.ts'
import {
  edgeCount, faceFound, findFace, findOpposite, loadPair, nearestFound, normalsA, normalsB, verticesA, verticesB,
} from '../../../src/collision/convex.ts'
import type { FeatureIds } from '../../../src/collision/manifold.ts'
import type { PolygonPool } from '../../../src/collision/polygon-pool.ts'
import type { ShapeType } from '../../../components/shape-type.ts'
import { Geometry } from '../../../src/collision/geometry.ts'
import { Pair } from '../../../src/collision/manifold.ts'

/** A face of B that lies on one of A must beat it by this share of the shorter of the two edges. */
const FACE_PREFERENCE = 5e-4
/** Any other face of B must beat the best one of A by this share of that: no flicker by rounding. */
const ROUNDING = 1e-8
/** Cosine of the angle between the lines of two faces up to which they lie on each other. */
const LEVEL = 0.9999

const squares = new Float64Array(2)

/** Convex shape A against convex shape B, neither a circle; records as in `manifold.ts` and `geometry.ts`. */
export function collideConvex(
  typeA: ShapeType, sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  pair: Float64Array, pool: PolygonPool | null, out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const counts = loadPair(typeA, sizesA, a, typeB, sizesB, b, pair, pool)
  clipInput[0] = sizesA[a + Geometry.Radius]!
  clipInput[1] = sizesB[b + Geometry.Radius]!
  clipInput[2] = pair[Pair.Margin]!
  const count = collideCores(counts >> 4, counts & 15, FACE_PREFERENCE, out, o, ids, io)
  return manifoldToWorld(count, pair, out, o)
}

/**
 * The manifold of the two cores in `convex.ts`, at least one of them with edges,
 * in the frame of A. Radii and margin are in `clipInput`. A face of B must beat
 * one of A by `preference`, see FACE_PREFERENCE.
 */
function collideCores(
  countA: number, countB: number, preference: number,
  out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const limit = clipInput[0]! + clipInput[1]! + clipInput[2]!
  let faceA = findFace(edgeCount(countA), verticesA, normalsA, countB, verticesB, 0)
  if (faceFound[0]! > limit) return 0
  let faceB = findFace(edgeCount(countB), verticesB, normalsB, countA, verticesA, 1)
  if (faceFound[1]! > limit || (faceA < 0 && faceB < 0)) return 0
  let tolerance = 0
  if (preference > 0 && faceA >= 0 && faceB >= 0) {
    measureEdge(countA, verticesA, faceA, 0)
    measureEdge(countB, verticesB, faceB, 1)
    tolerance = preference * Math.sqrt(squares[0]! < squares[1]! ? squares[0]! : squares[1]!)
  }
  const flip = prefersB(countA, faceA, countB, faceB, tolerance) ? 1 : 0
  if (flip === 1) faceA = findOpposite(countA, normalsA, nearestFound[1]!, normalsB, faceB)
  else faceB = findOpposite(countB, normalsB, nearestFound[0]!, normalsA, faceA)
  clipInput[3] = faceFound[flip]!
  clipInput[4] = tolerance
  return clipFaces(countA, faceA, countB, faceB, flip, CLIP_WITH_CORNERS, out, o, ids, io)
}

/**
 * Whether the face of B is the reference, and not that of A. Of two that lie on each other it hardly matters, and A keeps
 * it; else the worse one may look at other corners than the nearest.
 */
function prefersB(countA: number, faceA: number, countB: number, faceB: number, tolerance: number): boolean {
  const gain = faceFound[1]! - faceFound[0]!
  if (gain <= ROUNDING * tolerance) return false
  if (gain > tolerance) return true
  const cosine = normalsA[faceA * 2]! * normalsB[faceB * 2]! + normalsA[faceA * 2 + 1]! * normalsB[faceB * 2 + 1]!
  return cosine > -LEVEL
    || findOpposite(countA, normalsA, nearestFound[1]!, normalsB, faceB) !== faceA
    || findOpposite(countB, normalsB, nearestFound[0]!, normalsA, faceA) !== faceB
}

/** Writes the squared length of an edge to `squares[at]`. */
function measureEdge(count: number, vertices: Float64Array, face: number, at: number): void {
  const next = face + 1 < count ? face + 1 : 0
  const x = vertices[next * 2]! - vertices[face * 2]!
  const y = vertices[next * 2 + 1]! - vertices[face * 2 + 1]!
  squares[at] = x * x + y * y
}
