/** The outline of a convex shape as points around it: what is drawn as lines, and filled as a fan of triangles. */
import { ShapeType } from '../../components/shape-type.ts'
import { Pose } from '../bodies/body-records.ts'
import { MAX_VERTICES, loadConvex } from '../collision/convex.ts'
import { Geometry } from '../collision/geometry.ts'
import type { PolygonPool } from '../collision/polygon-pool.ts'
import { growPrimitives } from './buffers.ts'
import type { Circle } from './circle.ts'
import { MOST_ARCS } from './options.ts'
import { type Sheet, Size } from './sheet.ts'

/** Points of the ring at hand, x and y in turn, in the world; one arc more than a circle has for the ends of a capsule. */
export const ring = new Float64Array(2 * (MOST_ARCS + 8 * MAX_VERTICES))

/** The core of the shape at hand in its own frame: vertices counter-clockwise, and the normals of the edges that begin there. */
export const core = new Float64Array(2 * MAX_VERTICES)
const normals = new Float64Array(2 * MAX_VERTICES)

/** The radius of the shape at hand: as an argument it would be boxed. */
const rounding = new Float64Array(1)

/** Lines that a rounded corner of a polygon has. */
const CORNER = 4

/** Writes the outline of a shape to {@link ring}. Returns how many points it has, 2 for a line without thickness, 0 for none. */
export function traceShape(
  circle: Circle, type: ShapeType, sizes: Float64Array, offset: number, poses: Float64Array, p: number, pool: PolygonPool | null,
): number {
  const count = loadConvex(type, sizes, offset, pool, core, normals)
  const turns = type !== ShapeType.Aabb
  return traceCore(circle, count, sizes, offset + Geometry.Radius, poses, p, turns)
}

/** The same for what {@link core} holds, with the radius at `radii[r]`. */
export function traceCore(
  circle: Circle, count: number, radii: Float64Array, r: number, poses: Float64Array, p: number, turns: boolean,
): number {
  const c = turns ? poses[p + Pose.Cos]! : 1
  const s = turns ? poses[p + Pose.Sin]! : 0
  rounding[0] = radii[r]!
  let points = count
  if (count === 1) points = roundPoint(circle)
  else if (rounding[0] > 0) points = count === 2 ? roundLine(circle) : roundCorners(count)
  else for (let i = 0; i < 2 * count; i++) ring[i] = core[i]!
  for (let i = 0; i < 2 * points; i += 2) {
    const x = ring[i]!
    const y = ring[i + 1]!
    ring[i] = poses[p + Pose.X]! + c * x - s * y
    ring[i + 1] = poses[p + Pose.Y]! + s * x + c * y
  }
  return points
}

/** Works out the normals of a core that was written by hand. */
export function findNormals(count: number): void {
  for (let i = 0; i < count; i++) {
    const next = i + 1 === count ? 0 : i + 1
    const dx = core[2 * next]! - core[2 * i]!
    const dy = core[2 * next + 1]! - core[2 * i + 1]!
    const length = Math.sqrt(dx * dx + dy * dy)
    normals[2 * i] = length > 0 ? dy / length : 0
    normals[2 * i + 1] = length > 0 ? -dx / length : 0
  }
}

function roundPoint({ points, arcs }: Circle): number {
  const radius = rounding[0]!
  for (let i = 0; i < arcs; i++) {
    ring[2 * i] = core[0]! + radius * points[2 * i]!
    ring[2 * i + 1] = core[1]! + radius * points[2 * i + 1]!
  }
  return arcs
}

/** A half circle at each end, from the normal of one side to that of the other. */
function roundLine({ points, arcs }: Circle): number {
  const radius = rounding[0]!
  const half = arcs / 2
  let to = 0
  for (let end = 1; end >= 0; end--) {
    // The half circle around the second point begins where the first edge ends, at that edge's normal.
    const edge = end === 1 ? 0 : 1
    const nx = normals[2 * edge]! * radius
    const ny = normals[2 * edge + 1]! * radius
    for (let i = 0; i <= half; i++) {
      ring[to++] = core[2 * end]! + points[2 * i]! * nx - points[2 * i + 1]! * ny
      ring[to++] = core[2 * end + 1]! + points[2 * i + 1]! * nx + points[2 * i]! * ny
    }
  }
  return to / 2
}

const arc = new Float64Array(2 * (CORNER + 1))

/** Corners are divided in halves twice. */
function roundCorners(count: number): number {
  const radius = rounding[0]!
  let to = 0
  for (let i = 0; i < count; i++) {
    const before = i === 0 ? count - 1 : i - 1
    arc[0] = normals[2 * before]!
    arc[1] = normals[2 * before + 1]!
    arc[2 * CORNER] = normals[2 * i]!
    arc[2 * CORNER + 1] = normals[2 * i + 1]!
    for (let step = CORNER; step > 1; step /= 2) for (let k = 0; k < CORNER; k += step) halve(k, k + step)
    for (let k = 0; k <= CORNER; k++) {
      ring[to++] = core[2 * i]! + radius * arc[2 * k]!
      ring[to++] = core[2 * i + 1]! + radius * arc[2 * k + 1]!
    }
  }
  return to / 2
}

function halve(from: number, to: number): void {
  const x = arc[2 * from]! + arc[2 * to]!
  const y = arc[2 * from + 1]! + arc[2 * to + 1]!
  const length = Math.sqrt(x * x + y * y)
  arc[from + to] = length > 0 ? x / length : arc[2 * from]!
  arc[from + to + 1] = length > 0 ? y / length : arc[2 * from + 1]!
}

/** Draws the first points of {@link ring} as lines, closed where there are more than two. */
export function drawOutline({ out: { lines }, palette: { colors }, sizes }: Sheet, count: number, paint: number): void {
  const edges = count > 2 ? count : count - 1
  if (edges < 1) return
  const originX = sizes[Size.OriginX]!
  const originY = sizes[Size.OriginY]!
  const color = colors[paint]!
  while (2 * (lines.count + edges) > lines.colors.length) growPrimitives(lines)
  const { xy } = lines
  for (let i = 0; i < edges; i++) {
    const next = i + 1 === count ? 0 : i + 1
    const at = 2 * lines.count++
    xy[2 * at] = ring[2 * i]! - originX
    xy[2 * at + 1] = ring[2 * i + 1]! - originY
    xy[2 * at + 2] = ring[2 * next]! - originX
    xy[2 * at + 3] = ring[2 * next + 1]! - originY
    lines.colors[at] = color
    lines.colors[at + 1] = color
  }
}

/** Fills what the first points of {@link ring} are around. */
export function fillOutline({ out: { triangles }, palette: { colors }, sizes }: Sheet, count: number, paint: number): void {
  if (count < 3) return
  const originX = sizes[Size.OriginX]!
  const originY = sizes[Size.OriginY]!
  const color = colors[paint]!
  while (3 * (triangles.count + count - 2) > triangles.colors.length) growPrimitives(triangles)
  const { xy } = triangles
  for (let i = 1; i + 1 < count; i++) {
    const at = 3 * triangles.count++
    xy[2 * at] = ring[0]! - originX
    xy[2 * at + 1] = ring[1]! - originY
    xy[2 * at + 2] = ring[2 * i]! - originX
    xy[2 * at + 3] = ring[2 * i + 1]! - originY
    xy[2 * at + 4] = ring[2 * i + 2]! - originX
    xy[2 * at + 5] = ring[2 * i + 3]! - originY
    triangles.colors[at] = color
    triangles.colors[at + 1] = color
    triangles.colors[at + 2] = color
  }
}
