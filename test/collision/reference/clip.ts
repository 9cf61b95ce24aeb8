/**
 * The contact of two facing edges of convex cores, the general form of what
 * `kernel/boxes.h` does: the incident edge is cut to the width of the reference edge;
 * where it lies beside it, the corner of the reference and the closest point of
 * the incident edge give one point with the true normal.
 * Unlike `src/collision/clip.ts`, which is exact, it lets stand what is as good within a tolerance.
 *
 * Results are in the frame of A (normal from A to B, points from A's origin).
 */
import { normalsA, normalsB, verticesA, verticesB } from '../../../src/collision/convex.ts'
import type { FeatureIds } from '../../../src/collision/manifold.ts'
import { Manifold, ManifoldPoint } from '../../../src/contacts/contact-record.ts'

/** Numbers for `clipFaces`: [0] radius of A, [1] radius of B, [2] margin, [3] separation of the cores, [4] tolerance. */
export const clipInput = new Float64Array(6)

/** Ways to treat an incident edge that lies beside the reference edge. */
export const CLIP_FACES_ONLY = 0
export const CLIP_WITH_CORNERS = 1

/** Below this share of an edge a distance is too short to give a direction. */
const NO_DIRECTION = 1e-9

/** The incident edge in the frame of the reference: low x, low y, high x, high y; then the width of the reference. */
const edge = new Float64Array(5)

/**
 * Manifold of edge `faceA` of A and edge `faceB` of B (of the cores in
 * `convex.ts`; a single vertex is an edge of no length). `flip` is 1 if B holds
 * the reference, else 0. Returns the number of points.
 */
export function clipFaces(
  countA: number, faceA: number, countB: number, faceB: number, flip: number, corners: number,
  out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const reference = flip === 1 ? faceB : faceA
  const normals = flip === 1 ? normalsB : normalsA
  const vertices = flip === 1 ? verticesB : verticesA
  placeEdge(countA, faceA, countB, faceB, flip)
  const nx = normals[reference * 2]!
  const ny = normals[reference * 2 + 1]!
  const rx = vertices[reference * 2]!
  const ry = vertices[reference * 2 + 1]!
  const radiusReference = flip === 1 ? clipInput[1]! : clipInput[0]!
  const radiusIncident = flip === 1 ? clipInput[0]! : clipInput[1]!
  const radius = radiusReference + radiusIncident
  const margin = clipInput[2]!
  const lowX = edge[0]!
  const lowY = edge[1]!
  const highX = edge[2]!
  const highY = edge[3]!
  const width = edge[4]!

  const nearest = lowX <= highX ? lowY : highY
  const empty = isBeside()
  // An edge that stands steeply on the reference is cut far from its nearer end, so that end counts by itself.
  const rise = highX - lowX
  const steep = rise * rise > (highY - lowY) * (highY - lowY)
  const beside = (nearest > width || nearest < 0) && (steep || clipInput[3]! > clipInput[4]!)
  if (empty || (corners === CLIP_WITH_CORNERS && beside)) {
    if (corners === CLIP_FACES_ONLY) return 0
    const written = clipCorner(countA, faceA, countB, faceB, flip, out, o, ids, io)
    if (written >= 0) return written
  }

  const nextA = faceA + 1 < countA ? faceA + 1 : 0
  const nextB = faceB + 1 < countB ? faceB + 1 : 0
  // The low end of the reference is its first vertex, that of the incident edge its second.
  const lowId = flip === 1 ? nextA | (faceB << 8) : faceA | (nextB << 8)
  const highId = flip === 1 ? faceA | (nextB << 8) : nextA | (faceB << 8)
  // What stands out by no more than the tolerance is not cut: the axis itself was chosen to no more than that.
  const slack = clipInput[4]!
  const cutLow = lowY < -slack
  const cutHigh = highY > width + slack
  const y0 = cutLow ? 0 : lowY
  const y1 = cutHigh ? width : highY
  const x0 = cutLow ? lowX - rise * (lowY / (highY - lowY)) : lowX
  const x1 = cutHigh ? highX - rise * ((highY - width) / (highY - lowY)) : highX
  const offset = 0.5 * (radiusReference - radiusIncident)
  // A vertex, or an edge that stands on the reference, is one point: its nearer end.
  const single = y1 - y0 <= NO_DIRECTION * width
  let count = 0
  if (x0 - radius <= margin && !(single && x1 < x0)) {
    const middle = 0.5 * x0 + offset
    out[o + Manifold.X0] = rx + nx * middle - ny * y0
    out[o + Manifold.Y0] = ry + ny * middle + nx * y0
    out[o + Manifold.Separation0] = x0 - radius
    ids[io] = lowId
    count = 1
  }
  if (x1 - radius <= margin && !(single && x1 >= x0)) {
    const p = o + 2 + count * 3
    const middle = 0.5 * x1 + offset
    out[p + ManifoldPoint.X] = rx + nx * middle - ny * y1
    out[p + ManifoldPoint.Y] = ry + ny * middle + nx * y1
    out[p + ManifoldPoint.Separation] = x1 - radius
    ids[io + count] = highId
    count++
  }
  if (count > 0) {
    out[o + Manifold.NormalX] = flip === 1 ? -nx : nx
    out[o + Manifold.NormalY] = flip === 1 ? -ny : ny
  }
  return count
}

/** Whether the incident edge lies beside the reference. One that stands upright on it may run backward by rounding. */
function isBeside(): boolean {
  const width = edge[4]!
  return (edge[1]! > width && edge[3]! > width) || (edge[3]! < 0 && edge[1]! < 0)
}

/** Fills `edge`. */
function placeEdge(countA: number, faceA: number, countB: number, faceB: number, flip: number): void {
  const vertices = flip === 1 ? verticesB : verticesA
  const others = flip === 1 ? verticesA : verticesB
  const normals = flip === 1 ? normalsB : normalsA
  const count = flip === 1 ? countB : countA
  const otherCount = flip === 1 ? countA : countB
  const reference = flip === 1 ? faceB : faceA
  const incident = flip === 1 ? faceA : faceB
  const next = reference + 1 < count ? reference + 1 : 0
  const otherNext = incident + 1 < otherCount ? incident + 1 : 0
  const nx = normals[reference * 2]!
  const ny = normals[reference * 2 + 1]!
  const rx = vertices[reference * 2]!
  const ry = vertices[reference * 2 + 1]!
  const ax = others[otherNext * 2]! - rx
  const ay = others[otherNext * 2 + 1]! - ry
  const bx = others[incident * 2]! - rx
  const by = others[incident * 2 + 1]! - ry
  edge[0] = nx * ax + ny * ay
  edge[1] = nx * ay - ny * ax
  edge[2] = nx * bx + ny * by
  edge[3] = nx * by - ny * bx
  edge[4] = nx * (vertices[next * 2 + 1]! - ry) - ny * (vertices[next * 2]! - rx)
}

/**
 * The corner of the reference against the closest point of the incident edge.
 * Returns the number of points, or -1 where the face contact describes it better.
 */
function clipCorner(
  countA: number, faceA: number, countB: number, faceB: number, flip: number,
  out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const lowX = edge[0]!
  const lowY = edge[1]!
  const highX = edge[2]!
  const highY = edge[3]!
  const width = edge[4]!
  const empty = isBeside()
  const reference = flip === 1 ? faceB : faceA
  const above = empty ? lowY > width : (lowX <= highX ? lowY : highY) > width
  const corner = above ? width : 0
  const ex = highX - lowX
  const ey = highY - lowY
  const square = ex * ex + ey * ey
  let t = square > 0 ? ((corner - lowY) * ey - lowX * ex) / square : 0
  const inside = t > 0 && t < 1
  if (t < 0) t = 0
  if (t > 1) t = 1
  let px = lowX + ex * t
  let py = lowY + ey * t
  const dy = py - corner
  const distance = Math.sqrt(px * px + dy * dy)
  // The face describes the contact as well if its distance is as good and cutting the edge costs next to nothing.
  const tolerance = clipInput[4]!
  const level = Math.abs(ex * dy) <= tolerance * Math.abs(ey)
  if (!empty && (inside || (level && distance - clipInput[3]! <= 0.1 * tolerance))) return -1

  const least = NO_DIRECTION * (width + Math.sqrt(square))
  const pointed = distance > least && (clipInput[3]! > least || isApart(countA, countB, flip, reference, px, dy))
  if (!pointed) {
    // In overlap the nearer end counts: it is beside the reference by rounding only.
    const low = lowX * lowX + (lowY - corner) * (lowY - corner)
    t = low <= highX * highX + (highY - corner) * (highY - corner) ? 0 : 1
    px = lowX + ex * t
    py = lowY + ey * t
  }
  const fx = pointed ? px / distance : 1
  const fy = pointed ? dy / distance : 0
  const gap = pointed ? distance : px
  const radiusReference = flip === 1 ? clipInput[1]! : clipInput[0]!
  const radiusIncident = flip === 1 ? clipInput[0]! : clipInput[1]!
  const separation = gap - radiusReference - radiusIncident
  if (separation > clipInput[2]!) return 0

  const normals = flip === 1 ? normalsB : normalsA
  const vertices = flip === 1 ? verticesB : verticesA
  const nx = normals[reference * 2]!
  const ny = normals[reference * 2 + 1]!
  const back = 0.5 * (gap - radiusReference + radiusIncident)
  const x = px - fx * back
  const y = py - fy * back
  const wx = nx * fx - ny * fy
  const wy = ny * fx + nx * fy
  out[o + Manifold.NormalX] = flip === 1 ? -wx : wx
  out[o + Manifold.NormalY] = flip === 1 ? -wy : wy
  out[o + Manifold.X0] = vertices[reference * 2]! + nx * x - ny * y
  out[o + Manifold.Y0] = vertices[reference * 2 + 1]! + ny * x + nx * y
  out[o + Manifold.Separation0] = separation
  const nextA = faceA + 1 < countA ? faceA + 1 : 0
  const nextB = faceB + 1 < countB ? faceB + 1 : 0
  const refEnd = flip === 1 ? (above ? nextB : faceB) : (above ? nextA : faceA)
  const incEnd = flip === 1 ? (t > 0.5 ? faceA : nextA) : (t > 0.5 ? faceB : nextB)
  ids[io] = flip === 1 ? incEnd | (refEnd << 8) : refEnd | (incEnd << 8)
  return 1
}

/**
 * Whether a direction in the frame of a reference edge, not a unit vector, tells the cores apart. Of two lines on one
 * line, or of points of needles, the way from corner to corner does, and the faces do not.
 */
function isApart(
  countA: number, countB: number, flip: number, reference: number, alongNormal: number, acrossNormal: number,
): boolean {
  const normals = flip === 1 ? normalsB : normalsA
  const sign = flip === 1 ? -1 : 1
  const nx = sign * (normals[reference * 2]! * alongNormal - normals[reference * 2 + 1]! * acrossNormal)
  const ny = sign * (normals[reference * 2 + 1]! * alongNormal + normals[reference * 2]! * acrossNormal)
  let most = -Infinity
  for (let i = 0; i < countA * 2; i += 2) most = Math.max(most, nx * verticesA[i]! + ny * verticesA[i + 1]!)
  for (let i = 0; i < countB * 2; i += 2) if (nx * verticesB[i]! + ny * verticesB[i + 1]! <= most) return false
  return true
}
