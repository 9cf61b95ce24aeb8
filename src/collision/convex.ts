/**
 * Every shape as a convex core: vertices counter-clockwise with the outward unit
 * normals of its edges, to which the rounding radius (slot 2 of the geometry)
 * adds a skin. A circle is one vertex, a capsule or segment two vertices and two
 * opposite normals, a box or polygon three and more.
 */
import { POLYGON_NORMALS, POLYGON_STRIDE, POLYGON_VERTICES } from './polygon-pool.ts'
import type { PolygonPool } from './polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { Geometry } from './geometry.ts'
import { Pair } from './manifold.ts'

export const MAX_VERTICES = 8

/**
 * An edge must be better than an earlier one by this share of its distance from the origin: no flicker by rounding. Of
 * edges that are nearly parallel the second best one may look at another vertex than the nearest.
 */
const FACE_PREFERENCE = 1e-11
/**
 * Of two neighboring edges the first is the incident one while the reference looks into the middle of their corner, to
 * this share of the square of the distance of their normals. A share of the corner, not a cosine: of two edges that are
 * all but parallel the wrong one does not hold the nearest vertex.
 */
const INCIDENT_PREFERENCE = 5e-4
/** Cosine up to which an edge that stands on the reference does not look away from it. */
const UPRIGHT = 1e-9

/** From a vertex in a polygon record to the normal of the edge that starts there. */
const NORMALS = POLYGON_NORMALS - POLYGON_VERTICES

/** Scratch of the pair at hand: both cores in the frame of A. Not kept between calls. */
export const verticesA = new Float64Array(MAX_VERTICES * 2)
export const normalsA = new Float64Array(MAX_VERTICES * 2)
export const verticesB = new Float64Array(MAX_VERTICES * 2)
export const normalsB = new Float64Array(MAX_VERTICES * 2)
/** Pose of B in the frame of A: x, y, cosine, sine. */
const placement = new Float64Array(4)

/** Writes the core of a shape in its own frame and returns its number of vertices, 0 for a shape without geometry. */
export function loadConvex(
  type: ShapeType, sizes: Float64Array, offset: number, pool: PolygonPool | null,
  vertices: Float64Array, normals: Float64Array,
): number {
  switch (type) {
    case ShapeType.Circle:
      vertices[0] = 0
      vertices[1] = 0
      return 1
    case ShapeType.Box:
    case ShapeType.Aabb:
      loadBox(sizes, offset, vertices, normals)
      return 4
    case ShapeType.Capsule:
      loadCapsule(sizes, offset, vertices, normals)
      return 2
    case ShapeType.Segment:
      loadSegment(sizes, offset, vertices, normals)
      return 2
    case ShapeType.Polygon:
      return pool === null ? 0 : loadPolygon(pool, sizes[offset + Geometry.Polygon]!, vertices, normals)
    default:
      return 0
  }
}

/** Writes the middle of a core, which is the mean of its vertices, to `out`. */
export function findMiddle(count: number, vertices: Float64Array, out: Float64Array): void {
  out[0] = 0
  out[1] = 0
  for (let i = 0; i < count; i++) {
    out[0] = out[0]! + vertices[2 * i]! / count
    out[1] = out[1]! + vertices[2 * i + 1]! / count
  }
}

function loadBox(sizes: Float64Array, offset: number, vertices: Float64Array, normals: Float64Array): void {
  const w = sizes[offset + Geometry.HalfWidth]!
  const h = sizes[offset + Geometry.HalfHeight]!
  vertices[0] = -w
  vertices[1] = -h
  vertices[2] = w
  vertices[3] = -h
  vertices[4] = w
  vertices[5] = h
  vertices[6] = -w
  vertices[7] = h
  normals[0] = 0
  normals[1] = -1
  normals[2] = 1
  normals[3] = 0
  normals[4] = 0
  normals[5] = 1
  normals[6] = -1
  normals[7] = 0
}

function loadCapsule(sizes: Float64Array, offset: number, vertices: Float64Array, normals: Float64Array): void {
  const x = sizes[offset + Geometry.HalfLength]!
  const y = sizes[offset + Geometry.HalfHeight]!
  const upright = x === 0
  vertices[0] = upright ? 0 : -x
  vertices[1] = upright ? -y : 0
  vertices[2] = upright ? 0 : x
  vertices[3] = upright ? y : 0
  normals[0] = upright ? 1 : 0
  normals[1] = upright ? 0 : -1
  normals[2] = upright ? -1 : 0
  normals[3] = upright ? 0 : 1
}

/** Normal 0 is on the right hand from point 1 to point 2, normal 1 on the left. */
function loadSegment(sizes: Float64Array, offset: number, vertices: Float64Array, normals: Float64Array): void {
  const x1 = sizes[offset + Geometry.X1]!
  const y1 = sizes[offset + Geometry.Y1]!
  const x2 = sizes[offset + Geometry.X2]!
  const y2 = sizes[offset + Geometry.Y2]!
  const ex = x2 - x1
  const ey = y2 - y1
  const length = Math.sqrt(ex * ex + ey * ey)
  vertices[0] = x1
  vertices[1] = y1
  vertices[2] = x2
  vertices[3] = y2
  normals[0] = length > 0 ? ey / length : 0
  normals[1] = length > 0 ? -ex / length : -1
  normals[2] = -normals[0]!
  normals[3] = -normals[1]!
}

function loadPolygon(pool: PolygonPool, handle: number, vertices: Float64Array, normals: Float64Array): number {
  const data = pool.data
  const at = handle * POLYGON_STRIDE
  const count = data[at]!
  for (let i = 0; i < count * 2; i++) {
    vertices[i] = data[at + POLYGON_VERTICES + i]!
    normals[i] = data[at + POLYGON_NORMALS + i]!
  }
  return count
}

/** Moves `count` vertices and normals of B by `placement`, in place. */
function moveConvex(count: number): void {
  const x = placement[0]!
  const y = placement[1]!
  const c = placement[2]!
  const s = placement[3]!
  for (let i = 0; i < count * 2; i += 2) {
    const vx = verticesB[i]!
    const vy = verticesB[i + 1]!
    verticesB[i] = c * vx - s * vy + x
    verticesB[i + 1] = s * vx + c * vy + y
    const nx = normalsB[i]!
    const ny = normalsB[i + 1]!
    normalsB[i] = c * nx - s * ny
    normalsB[i + 1] = s * nx + c * ny
  }
}

/** `loadPolygon` and `moveConvex` in one pass. */
function loadPlacedPolygon(data: Float64Array, at: number): number {
  const count = data[at]!
  const x = placement[0]!
  const y = placement[1]!
  const c = placement[2]!
  const s = placement[3]!
  for (let i = 0, v = at + POLYGON_VERTICES; i < count * 2; i += 2, v += 2) {
    const vx = data[v]!
    const vy = data[v + 1]!
    const nx = data[v + NORMALS]!
    const ny = data[v + NORMALS + 1]!
    verticesB[i] = c * vx - s * vy + x
    verticesB[i + 1] = s * vx + c * vy + y
    normalsB[i] = c * nx - s * ny
    normalsB[i + 1] = s * nx + c * ny
  }
  return count
}

/**
 * Loads A into `verticesA` and `normalsA`, B into `verticesB` and `normalsB`,
 * both in the frame of A, and returns 16 * count of A + count of B. `pair` is the
 * input record of `manifold.ts`.
 */
export function loadPair(
  typeA: ShapeType, sizesA: Float64Array, a: number, typeB: ShapeType, sizesB: Float64Array, b: number,
  pair: Float64Array, pool: PolygonPool | null,
): number {
  const countA = loadConvex(typeA, sizesA, a, pool, verticesA, normalsA)
  return countA * 16 + loadB(typeB, sizesB, b, pair, pool)
}

/** Loads B into `verticesB` and `normalsB`, in the frame of A, and returns its number of vertices. */
export function loadB(
  typeB: ShapeType, sizesB: Float64Array, b: number, pair: Float64Array, pool: PolygonPool | null,
): number {
  const dx = pair[Pair.X]!
  const dy = pair[Pair.Y]!
  const cA = pair[Pair.CosA]!
  const sA = pair[Pair.SinA]!
  const cB = pair[Pair.CosB]!
  const sB = pair[Pair.SinB]!
  placement[0] = cA * dx + sA * dy
  placement[1] = cA * dy - sA * dx
  placement[2] = cA * cB + sA * sB
  placement[3] = cA * sB - sA * cB
  if (typeB === ShapeType.Polygon && pool !== null) return loadPlacedPolygon(pool.data, sizesB[b + Geometry.Polygon]! * POLYGON_STRIDE)
  const countB = loadConvex(typeB, sizesB, b, pool, verticesB, normalsB)
  moveConvex(countB)
  return countB
}

/** The number of edges of a core: a circle's single vertex has none. */
export function edgeCount(count: number): number {
  return count > 1 ? count : 0
}

/** Where {@link findFace} writes: the separation of two cores along the faces of A and of B. */
export const faceFound = new Float64Array(2)
/** The vertices that were nearest to those faces. */
export const nearestFound = new Int32Array(2)

/**
 * The edge of the first core, among its first `edges` ones, from which the second core is farthest. Writes that
 * separation (minus infinity if there are no edges) to `faceFound[at]` and the vertex of the second core that is nearest
 * to the edge to `nearestFound[at]`, and returns the edge, or -1.
 */
export function findFace(
  edges: number, vertices: Float64Array, normals: Float64Array,
  otherCount: number, other: Float64Array, at: number,
): number {
  let best = -Infinity
  let face = -1
  let support = 0
  let nearest = 0
  for (let i = 0; i < edges; i++) {
    const nx = normals[i * 2]!
    const ny = normals[i * 2 + 1]!
    const distance = nx * vertices[i * 2]! + ny * vertices[i * 2 + 1]!
    const enough = best + distance + FACE_PREFERENCE * (distance < 0 ? -distance : distance)
    // The vertex that was nearest to the edge before is often near to this one, and one vertex can rule an edge out.
    let least = nx * other[support]! + ny * other[support + 1]!
    if (least <= enough) continue
    for (let j = 0; j < otherCount * 2; j += 2) {
      const d = nx * other[j]! + ny * other[j + 1]!
      if (d < least) {
        least = d
        support = j
      }
    }
    if (least > enough) {
      best = least - distance
      face = i
      nearest = support
    }
  }
  faceFound[at] = best
  nearestFound[at] = nearest >> 1
  return face
}

/**
 * The edge at vertex `nearest` whose normal points most against `otherNormals[face]` of the other core; 0 for a single
 * vertex. An edge that does not hold the vertex nearest to the face would hide it, however alike the two look.
 */
export function findOpposite(
  count: number, normals: Float64Array, nearest: number, otherNormals: Float64Array, face: number,
): number {
  if (count < 2) return 0
  const nx = otherNormals[face * 2]!
  const ny = otherNormals[face * 2 + 1]!
  const before = nearest > 0 ? nearest - 1 : count - 1
  const first = before < nearest ? before : nearest
  const last = before < nearest ? nearest : before
  const fx = normals[first * 2]!
  const fy = normals[first * 2 + 1]!
  const lx = normals[last * 2]!
  const ly = normals[last * 2 + 1]!
  const toFirst = nx * fx + ny * fy
  const gain = toFirst - (nx * lx + ny * ly)
  if (gain <= 0) return first
  // Which of two edges that look at the face alike must not depend on rounding.
  const bend = (fx - lx) * (fx - lx) + (fy - ly) * (fy - ly)
  return toFirst < UPRIGHT && gain <= INCIDENT_PREFERENCE * bend ? first : last
}
