/**
 * Slow and plain geometry to test against: shapes as lists of world points with a
 * radius, distances by looking at every vertex and edge.
 */
import fc from 'fast-check'
import { LINE_STRIDE } from '../../src/collision/geometry.ts'
import { createPolygonPool, registerPolygon } from '../../src/collision/polygon-pool.ts'
import type { PolygonPool } from '../../src/collision/polygon-pool.ts'
import { ShapeType } from '../../components/shape-type.ts'

export type Point = [number, number]

export interface TestShape {
  type: ShapeType
  sizes: Float64Array
  /** Core vertices in the shape's own frame, counter-clockwise. */
  core: Point[]
  radius: number
  label: string
}

export interface TestPose {
  x: number
  y: number
  angle: number
}

export const pool: PolygonPool = createPolygonPool(1024)

function shape(type: ShapeType, core: Point[], radius: number, values: number[], label: string): TestShape {
  const sizes = new Float64Array(LINE_STRIDE)
  sizes.set(values)
  sizes[2] = radius
  return { type, sizes, core, radius, label }
}

export function testCircle(radius: number): TestShape {
  return shape(ShapeType.Circle, [[0, 0]], radius, [], `circle(${radius})`)
}

export function testBox(w: number, h: number, radius = 0, type: ShapeType = ShapeType.Box): TestShape {
  return shape(type, [[-w, -h], [w, -h], [w, h], [-w, h]], radius, [w, h], `${type === ShapeType.Box ? 'box' : 'aabb'}(${w}, ${h}, ${radius})`)
}

export function testCapsule(half: number, radius: number, axis: 'x' | 'y' = 'x'): TestShape {
  if (axis === 'y') return shape(ShapeType.Capsule, [[0, -half], [0, half]], radius, [0, half], `capsule(${half}, ${radius}, y)`)
  return shape(ShapeType.Capsule, [[-half, 0], [half, 0]], radius, [half], `capsule(${half}, ${radius})`)
}

export function testSegment(a: Point, b: Point): TestShape {
  return shape(ShapeType.Segment, [a, b], 0, [a[0], a[1], 0, 0, b[0], b[1]], `segment(${a} ${b})`)
}

export function testLink(before: Point, a: Point, b: Point, after: Point): TestShape {
  return shape(
    ShapeType.Segment, [a, b], 0,
    [a[0], a[1], 0, 1, b[0], b[1], 0, 0, before[0], before[1], after[0], after[1]], `link(${a} ${b})`,
  )
}

export function testPolygon(points: Point[], radius = 0): TestShape {
  const handle = registerPolygon(pool, points.flat(), radius)
  return shape(ShapeType.Polygon, points, radius, [0, 0, 0, handle], `polygon(${points.join(' ')}, ${radius})`)
}

/** A regular polygon of `count` corners, squeezed and turned, around (x, y). */
export function testRegular(count: number, size: number, squeeze: number, turn: number, radius = 0, x = 0, y = 0): TestShape {
  const points: Point[] = []
  for (let i = 0; i < count; i++) {
    const angle = turn + i * 2 * Math.PI / count
    points.push([x + Math.cos(angle) * size, y + Math.sin(angle) * size * squeeze])
  }
  return testPolygon(points, radius)
}

/**
 * Evenly spread numbers: `fc.double` draws from the bit patterns, so that nearly
 * all of its numbers are all but zero.
 */
export function uniform(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 1000000 }).map(k => min + (max - min) * k / 1000000)
}

const length = uniform(0.05, 3)
const skin = fc.oneof(fc.constant(0), uniform(0.01, 0.5))
const place = uniform(-2, 2)

export const shapeArbitraries = {
  circle: length.map(testCircle),
  box: fc.tuple(length, length).map(([w, h]) => testBox(w, h)),
  'rounded box': fc.tuple(length, length, length).map(([w, h, r]) => testBox(w, h, r * 0.2)),
  aabb: fc.tuple(length, length).map(([w, h]) => testBox(w, h, 0, ShapeType.Aabb)),
  capsule: fc.tuple(length, length, fc.constantFrom<'x' | 'y'>('x', 'y')).map(([l, r, axis]) => testCapsule(l, r * 0.5, axis)),
  polygon: fc.tuple(fc.integer({ min: 3, max: 8 }), uniform(0.3, 2),
    uniform(0.2, 1), place, skin)
    .map(([n, size, squeeze, turn, r]) => testRegular(n, size, squeeze, turn, r)),
  segment: fc.tuple(place, place, place, place)
    .filter(([a, b, c, d]) => Math.hypot(c - a, d - b) > 0.1)
    .map(([a, b, c, d]) => testSegment([a, b], [c, d])),
}

export const anyShape: fc.Arbitrary<TestShape> = fc.oneof(...Object.values(shapeArbitraries))

export const anyPose: fc.Arbitrary<TestPose> = fc.record({
  x: uniform(-3, 3),
  y: uniform(-3, 3),
  angle: fc.oneof(uniform(-7, 7), fc.integer({ min: -4, max: 4 }).map(k => k * Math.PI / 4)),
})

/** Angle that the engine gives the shape. */
export function angleOf(s: TestShape, pose: TestPose): number {
  return s.type === ShapeType.Aabb ? 0 : pose.angle
}

export function worldCore(s: TestShape, pose: TestPose): Point[] {
  const angle = angleOf(s, pose)
  const c = Math.cos(angle)
  const n = Math.sin(angle)
  return s.core.map(([x, y]) => [pose.x + c * x - n * y, pose.y + n * x + c * y])
}

export function pointSegmentDistance(p: Point, a: Point, b: Point): number {
  const ex = b[0] - a[0]
  const ey = b[1] - a[1]
  const square = ex * ex + ey * ey
  const t = square > 0 ? Math.min(1, Math.max(0, ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / square)) : 0
  return Math.hypot(p[0] - a[0] - ex * t, p[1] - a[1] - ey * t)
}

export function edgesOf(core: Point[]): [Point, Point][] {
  if (core.length === 1) return [[core[0]!, core[0]!]]
  if (core.length === 2) return [[core[0]!, core[1]!]]
  return core.map((p, i) => [p, core[(i + 1) % core.length]!])
}

/** Signed distance of a point from a core: negative inside a polygon. */
export function pointCoreDistance(p: Point, core: Point[]): number {
  const outside = Math.min(...edgesOf(core).map(([a, b]) => pointSegmentDistance(p, a, b)))
  if (core.length < 3) return outside
  const inside = edgesOf(core).every(([a, b]) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0)
  return inside ? -outside : outside
}

/** Separation of two point sets along a direction from the first to the second. */
export function axisSeparation(a: Point[], b: Point[], nx: number, ny: number): number {
  return Math.min(...b.map(p => p[0] * nx + p[1] * ny)) - Math.max(...a.map(p => p[0] * nx + p[1] * ny))
}

function normalsOf(core: Point[]): Point[] {
  const normals: Point[] = []
  for (const [p, q] of edgesOf(core)) {
    const l = Math.hypot(q[0] - p[0], q[1] - p[1])
    if (l === 0) continue
    normals.push([(q[1] - p[1]) / l, -(q[0] - p[0]) / l])
    normals.push([-(q[1] - p[1]) / l, (q[0] - p[0]) / l])
  }
  return normals
}

/** Signed distance of two cores: the true distance, or minus the least depth over all edge directions. */
export function coreSeparation(a: Point[], b: Point[]): number {
  let deepest = -Infinity
  for (const [nx, ny] of [...normalsOf(a), ...normalsOf(b)]) deepest = Math.max(deepest, axisSeparation(a, b, nx, ny))
  if (a.length > 1 || b.length > 1) {
    // A crossing of two lines has only their own directions; anything else with a positive axis is apart.
    const crossing = deepest <= 0 && !(collinear(a) && collinear(b) && apart(a, b))
    if (crossing) return deepest
  }
  return vertexDistance(a, b)
}

function collinear(core: Point[]): boolean {
  return core.length < 3
}

/** Two lines or points on one line that do not meet. */
function apart(a: Point[], b: Point[]): boolean {
  return vertexDistance(a, b) > 1e-9 && !crosses(a, b)
}

function crosses(a: Point[], b: Point[]): boolean {
  if (a.length < 2 || b.length < 2) return false
  const side = (p: Point, q: Point, r: Point) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
  return side(a[0]!, a[1]!, b[0]!) * side(a[0]!, a[1]!, b[1]!) < 0 && side(b[0]!, b[1]!, a[0]!) * side(b[0]!, b[1]!, a[1]!) < 0
}

function vertexDistance(a: Point[], b: Point[]): number {
  let best = Infinity
  for (const p of a) for (const [u, v] of edgesOf(b)) best = Math.min(best, pointSegmentDistance(p, u, v))
  for (const p of b) for (const [u, v] of edgesOf(a)) best = Math.min(best, pointSegmentDistance(p, u, v))
  return best
}

/** Signed distance of two shapes at poses. */
export function shapeSeparation(a: TestShape, poseA: TestPose, b: TestShape, poseB: TestPose): number {
  return coreSeparation(worldCore(a, poseA), worldCore(b, poseB)) - a.radius - b.radius
}

/** A small generator of repeatable random numbers in [0, 1). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
