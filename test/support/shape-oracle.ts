/**
 * Slow and plain geometry of the colliders of a world: shapes as world points with a radius, told from the components
 * and the point pools, without a call into `src/collision/`.
 */
import { ShapeType } from '../../components/shape-type.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'

export type Point = readonly [number, number]

/** A convex core in world coordinates and what is added around it. */
export interface WorldShape {
  readonly core: readonly Point[]
  readonly radius: number
  /** A link of a chain: lets through what comes from behind. */
  readonly oneSided: boolean
}

const POSE = 8
const START = 4
const GEOMETRY = 4
const POLYGON = 40

/** The shape of a collider where it is; or where it was when the last step began, which tested it there. */
export function worldShape(physics: PhysicsWorld, collider: number, when: 'now' | 'before' = 'now'): WorldShape {
  const { pose, start } = physics.bodies
  const [x, y, c, s] = when === 'now' ? pose.subarray(collider * POSE) : start.subarray(collider * START)
  const turns = physics.collision.shapeType[collider] !== ShapeType.Aabb
  const core = localCore(physics, collider).map(([u, v]): Point =>
    turns ? [x! + c! * u - s! * v, y! + s! * u + c! * v] : [x! + u, y! + v],
  )
  const g = collider * GEOMETRY
  const segment = physics.collision.shapeType[collider] === ShapeType.Segment
  return { core, radius: physics.collision.geometry[g + 2]!, oneSided: segment && physics.collision.geometry[g + 3] === 1 }
}

function localCore(physics: PhysicsWorld, collider: number): Point[] {
  const { components } = physics
  const { paths } = physics.lifecycle
  const { polygons } = physics.collision
  const { Shape } = components
  const w = Shape.halfWidth[collider]!
  const h = Shape.halfHeight[collider]!
  switch (physics.collision.shapeType[collider]) {
    case ShapeType.Circle:
      return [[0, 0]]
    case ShapeType.Box:
    case ShapeType.Aabb:
      return [[-w, -h], [w, -h], [w, h], [-w, h]]
    case ShapeType.Capsule:
      return w === 0 ? [[0, -h], [0, h]] : [[-w, 0], [w, 0]]
    case ShapeType.Segment: {
      const { points } = paths.get(Shape.geometry[collider]!)!
      const first = points.length === 8 ? 2 : 0
      return [[points[first]!, points[first + 1]!], [points[first + 2]!, points[first + 3]!]]
    }
    case ShapeType.Polygon: {
      const r = Shape.geometry[collider]! * POLYGON
      const core: Point[] = []
      for (let i = 0; i < polygons.data[r]!; i++) {
        core.push([polygons.data[r + 8 + 2 * i]!, polygons.data[r + 9 + 2 * i]!])
      }
      return core
    }
    default:
      throw new Error(`collider ${collider} has no shape that can touch: type ${physics.collision.shapeType[collider]}`)
  }
}

/** Distance of two shapes; negative by the depth of the overlap. */
export function separation(a: WorldShape, b: WorldShape): number {
  let widest = -Infinity
  for (const [nx, ny] of [...axes(a.core), ...axes(b.core)]) {
    widest = Math.max(widest, gap(a.core, b.core, nx, ny), gap(b.core, a.core, nx, ny))
  }
  const cores = widest > 0 || widest === -Infinity ? nearest(a.core, b.core) : widest
  return cores - a.radius - b.radius
}

/** Lowest and highest x and y. */
export function boundsOf(shape: WorldShape): [number, number, number, number] {
  const xs = shape.core.map((point) => point[0])
  const ys = shape.core.map((point) => point[1])
  const { radius } = shape
  return [Math.min(...xs) - radius, Math.min(...ys) - radius, Math.max(...xs) + radius, Math.max(...ys) + radius]
}

/** Largest distance of two points of the core, or its radius: the scale of tolerances. */
export function sizeOf(shape: WorldShape): number {
  let size = shape.radius
  for (const p of shape.core) for (const q of shape.core) size = Math.max(size, Math.hypot(p[0] - q[0], p[1] - q[1]))
  return size
}

/** Directions that can separate a core: the normals of its edges, and the way along a line. */
function axes(core: readonly Point[]): Point[] {
  const found: Point[] = []
  for (const [p, q] of edges(core)) {
    const length = Math.hypot(q[0] - p[0], q[1] - p[1])
    if (length === 0) continue
    found.push([(q[1] - p[1]) / length, -(q[0] - p[0]) / length])
    if (core.length === 2) found.push([(q[0] - p[0]) / length, (q[1] - p[1]) / length])
  }
  return found
}

function edges(core: readonly Point[]): [Point, Point][] {
  if (core.length < 3) return [[core[0]!, core[core.length - 1]!]]
  return core.map((point, i) => [point, core[(i + 1) % core.length]!])
}

function gap(a: readonly Point[], b: readonly Point[], nx: number, ny: number): number {
  const high = Math.max(...a.map(([x, y]) => x * nx + y * ny))
  return Math.min(...b.map(([x, y]) => x * nx + y * ny)) - high
}

function nearest(a: readonly Point[], b: readonly Point[]): number {
  let best = Infinity
  for (const p of a) for (const [u, v] of edges(b)) best = Math.min(best, toEdge(p, u, v))
  for (const p of b) for (const [u, v] of edges(a)) best = Math.min(best, toEdge(p, u, v))
  return best
}

function toEdge(p: Point, a: Point, b: Point): number {
  const ex = b[0] - a[0]
  const ey = b[1] - a[1]
  const square = ex * ex + ey * ey
  const t = square > 0 ? Math.min(1, Math.max(0, ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / square)) : 0
  return Math.hypot(p[0] - a[0] - ex * t, p[1] - a[1] - ey * t)
}
