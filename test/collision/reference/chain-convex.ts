/**
 * A one-sided segment (a link of a chain) against a convex shape, so that bodies
 * slide over the seams.
 *
 * Seen alone, a link would push a box that crosses its end sideways. So the
 * normal that the two shapes would get on their own is judged by how the chain
 * goes on at the end it leans to:
 *
 * - the chain turns away there (a convex corner): normals between those of the
 *   link and of its neighbor belong to the corner and are kept; normals beyond
 *   that of the neighbor are the neighbor's business, and there is no contact;
 *   but what is deeper in than it reaches to the sides both would leave to each
 *   other: the link behind which it is less deep uses its own normal then;
 * - the chain goes straight on or turns towards the shape: no shape can touch
 *   the end from the side, so the link's own normal is used instead, cut to the
 *   width of the link;
 * - the chain ends there: what meets the end does so as a point, from all of the
 *   front.
 *
 * (The rules of smooth edge collision as published for Box2D.)
 */
import { CLIP_FACES_ONLY, CLIP_WITH_CORNERS, clipFaces, clipInput } from './clip.ts'
import { manifoldToWorld } from '../../../src/collision/clip.ts'
import {
  faceFound, findFace, findMiddle, findOpposite, loadB, nearestFound, normalsA, normalsB, verticesA, verticesB,
} from '../../../src/collision/convex.ts'
import { Geometry, LinkSides } from '../../../src/collision/geometry.ts'
import { faceLink, facing } from './link-side.ts'
import type { FeatureIds } from '../../../src/collision/manifold.ts'
import type { PolygonPool } from '../../../src/collision/polygon-pool.ts'
import type { ShapeType } from '../../../components/shape-type.ts'
import { Manifold } from '../../../src/contacts/contact-record.ts'
import { Pair } from '../../../src/collision/manifold.ts'

/** Sine of the angle between links up to which the chain counts as straight. */
const STRAIGHT = 0.01
/** Sine of the angle by which a normal may pass that of the link or neighbor. */
const BEYOND = 0.02
/** A face of the shape must beat the link by this share of the shorter edge. */
const FACE_PREFERENCE = 5e-4
/** Depths behind two links that differ by a smaller part are the same: both hold it. By rounding alone each would leave it to the other. */
const SAME_DEPTH = 1e-9

const middle = new Float64Array(2)

const KEEP = 0
const SKIP = 1
const SNAP = 2
/** As `SNAP`, where the chain turns towards the shape at the end, or at the beginning. */
const SNAP_END = 3
const SNAP_BEGIN = 4

/** Link A of a chain against convex shape B, not a circle; records as in `manifold.ts` and `geometry.ts`. */
export function collideChainConvex(
  sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  pair: Float64Array, pool: PolygonPool | null, out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const countB = loadB(typeB, sizesB, b, pair, pool)
  if (countB < 2) return 0
  if (sizesA[a + Geometry.Sides] === LinkSides.Left) return collideLink(sizesA, a, false, countB, sizesB, b, pair, out, o, ids, io)
  findMiddle(countB, verticesB, middle)
  faceLink(sizesA, a, middle)
  return collideLink(facing, 0, true, countB, sizesB, b, pair, out, o, ids, io)
}

/** One-sided segment A, which may be one side of a two-sided one, against the convex shape of `countB` vertices in `verticesB`. */
function collideLink(
  sizesA: Float64Array, a: number, both: boolean, countB: number, sizesB: Float64Array, b: number,
  pair: Float64Array, out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  loadLink(sizesA, a)
  if (middleIsBehind(countB)) return 0
  const limit = sizesA[a + Geometry.Radius]! + sizesB[b + Geometry.Radius]! + pair[Pair.Margin]!
  // Only edge 0, the front of the link, may be a reference.
  findFace(1, verticesA, normalsA, countB, verticesB, 0)
  if (faceFound[0]! > limit) return 0
  const faceB = findFace(countB, verticesB, normalsB, 2, verticesA, 1)
  if (faceB < 0 || faceFound[1]! > limit) return 0

  clipInput[0] = sizesA[a + Geometry.Radius]!
  clipInput[1] = sizesB[b + Geometry.Radius]!
  clipInput[2] = pair[Pair.Margin]!
  setTolerance(faceB, countB)
  const flip = faceFound[1]! > faceFound[0]! + clipInput[4]! ? 1 : 0
  clipInput[3] = faceFound[flip]!
  const front = findOpposite(countB, normalsB, nearestFound[0]!, normalsA, 0)
  const back = flip === 1 ? findOpposite(2, normalsA, nearestFound[1]!, normalsB, faceB) : 0
  let count = clipFaces(2, back, countB, flip === 1 ? faceB : front, flip, CLIP_WITH_CORNERS, out, o, ids, io)
  if (count === 0) return 0
  const verdict = judge(sizesA, a, both, count, countB, out, o)
  if (verdict === SKIP || (verdict > SNAP && isPastCorner(sizesA, a, verdict, pair))) return 0
  if (verdict >= SNAP) {
    clipInput[3] = faceFound[0]!
    count = clipFaces(2, 0, countB, front, 0, CLIP_FACES_ONLY, out, o, ids, io)
    if (count === 0 && verdict !== SNAP) {
      reachBack(verdict, pair)
      count = clipFaces(2, 0, countB, front, 0, CLIP_FACES_ONLY, out, o, ids, io)
    }
  }
  return manifoldToWorld(count, pair, out, o)
}

/** Core of the link with edge 0 running from point 2 to point 1, so that its outward normal is the front. */
function loadLink(sizes: Float64Array, a: number): void {
  const x1 = sizes[a + Geometry.X1]!
  const y1 = sizes[a + Geometry.Y1]!
  const x2 = sizes[a + Geometry.X2]!
  const y2 = sizes[a + Geometry.Y2]!
  const ex = x2 - x1
  const ey = y2 - y1
  const length = Math.sqrt(ex * ex + ey * ey)
  verticesA[0] = x2
  verticesA[1] = y2
  verticesA[2] = x1
  verticesA[3] = y1
  normalsA[0] = -ey / length
  normalsA[1] = ex / length
  normalsA[2] = ey / length
  normalsA[3] = -ex / length
}

/** Tolerance of the clipping: a share of the shorter one of the link and an edge of B. */
function setTolerance(faceB: number, countB: number): void {
  const next = faceB + 1 < countB ? faceB + 1 : 0
  const ax = verticesA[2]! - verticesA[0]!
  const ay = verticesA[3]! - verticesA[1]!
  const bx = verticesB[next * 2]! - verticesB[faceB * 2]!
  const by = verticesB[next * 2 + 1]! - verticesB[faceB * 2 + 1]!
  clipInput[4] = FACE_PREFERENCE * Math.sqrt(Math.min(ax * ax + ay * ay, bx * bx + by * by))
}

/** Whether the middle of B is behind the link: B comes from the open side or has passed. */
function middleIsBehind(countB: number): boolean {
  findMiddle(countB, verticesB, middle)
  return normalsA[0]! * (middle[0]! - verticesA[0]!) + normalsA[1]! * (middle[1]! - verticesA[1]!) < 0
}

/**
 * Whether B only passes the corner where the chain turns: its middle is behind the neighbor, and it reaches over the link by no more
 * than the margin. Where solid cells touch at a corner alone, what slides up a wall past it has nothing to do with the wedge between
 * them: with the normal of a link of that a character was put up or down by half its height, into the solid there.
 */
function isPastCorner(sizes: Float64Array, a: number, verdict: number, pair: Float64Array): boolean {
  const end = verdict === SNAP_END
  const i = end ? 0 : 2
  const dx = end ? sizes[a + Geometry.NextX]! - verticesA[0]! : verticesA[2]! - sizes[a + Geometry.PreviousX]!
  const dy = end ? sizes[a + Geometry.NextY]! - verticesA[1]! : verticesA[3]! - sizes[a + Geometry.PreviousY]!
  const behind = dx * (middle[1]! - verticesA[i + 1]!) - dy * (middle[0]! - verticesA[i]!) < 0
  return behind && clipInput[3]! - clipInput[0]! - clipInput[1]! > -pair[Pair.Margin]!
}

/**
 * Lets the link begin sooner, by the margin: at the foot of a slope all that is in front of the floor is also in front of the line of the
 * slope under it. What came along the floor corner first had no point with the slope, and was a whole step deep in it.
 */
function reachBack(verdict: number, pair: Float64Array): void {
  const i = verdict === SNAP_END ? 0 : 2
  const more = verdict === SNAP_END ? pair[Pair.Margin]! : -pair[Pair.Margin]!
  // The link's direction is its front normal turned clockwise.
  verticesA[i] = verticesA[i]! + more * normalsA[1]!
  verticesA[i + 1] = verticesA[i + 1]! - more * normalsA[0]!
}

/**
 * What to do with the normal in `out` (frame of A). Where the chain goes straight on, two points may lean as their shape
 * does; one alone would lean on the end of the link: at 100 m/s a rounded corner was thrown up by 2.7 mm.
 */
function judge(sizes: Float64Array, a: number, both: boolean, count: number, countB: number, out: Float64Array, o: number): number {
  const nx = out[o + Manifold.NormalX]!
  const ny = out[o + Manifold.NormalY]!
  const fx = normalsA[0]!
  const fy = normalsA[1]!
  // The link's direction from point 1 to point 2 is its front normal turned clockwise.
  const atEnd = nx * fy - ny * fx > 0
  const dx = atEnd ? sizes[a + Geometry.NextX]! - verticesA[0]! : verticesA[2]! - sizes[a + Geometry.PreviousX]!
  const dy = atEnd ? sizes[a + Geometry.NextY]! - verticesA[1]! : verticesA[3]! - sizes[a + Geometry.PreviousY]!
  const length = Math.sqrt(dx * dx + dy * dy)
  // Normal of the neighbor, and how far the chain turns right (away from the front) at this end.
  const gx = length > 0 ? -dy / length : fx
  const gy = length > 0 ? dx / length : fy
  const turn = atEnd ? fy * gx - fx * gy : gy * fx - gx * fy
  const lean = atEnd ? fy * nx - fx * ny : fx * ny - fy * nx
  const folded = fx * gx + fy * gy < 0
  // At a bare end what is under it comes from behind.
  if (folded && turn === 0) return both || nx * fx + ny * fy >= -BEYOND ? KEEP : SKIP
  if (turn <= STRAIGHT && !(folded && turn > 0)) {
    if (count === 2 && lean <= BEYOND && nx * fx + ny * fy > 0) return KEEP
    return turn >= -STRAIGHT ? SNAP : atEnd ? SNAP_END : SNAP_BEGIN
  }
  const past = atEnd ? gy * nx - gx * ny : gx * ny - gy * nx
  if (past <= BEYOND) return KEEP
  return faceFound[0]! < 0 && faceFound[0]! * (1 - SAME_DEPTH) >= separationAlong(gx, gy, atEnd ? 0 : 2, countB) ? SNAP : SKIP
}

/** How far B is in front of the line through vertex `i` (twice its number) of the link with a normal. */
function separationAlong(nx: number, ny: number, i: number, countB: number): number {
  let least = Infinity
  for (let j = 0; j < countB * 2; j += 2) {
    least = Math.min(least, nx * (verticesB[j]! - verticesA[i]!) + ny * (verticesB[j + 1]! - verticesA[i + 1]!))
  }
  return least
}
