import type { EntityId, World } from 'bitecs'
import { requireOut } from '../check-names.ts'
import { exists } from '../exists.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { knowsPoints } from '../caches/shape-points.ts'
import { POLYGON_STRIDE, POLYGON_VERTICES } from '../collision/polygon-pool.ts'
import { requirePhysics } from '../state/registry.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { shown } from '../shown.ts'

/** The points of a shape as columns, for i from 0 to `count` − 1, in the frame of its collider. Unit: length. */
export interface PointView {
  readonly count: number
  readonly x: Float64Array
  readonly y: Float64Array
  /** The shape is everything within this distance of what the points enclose or join. Unit: length; 0 for sharp corners. */
  readonly radius: number
  /** Whether the last point is joined to the first: for a polygon, a box and a chain that is a loop. */
  readonly closed: boolean
}

/** Columns of points of your own: pass it as `out`. Columns that are too short are replaced. */
export class PointBuffer implements PointView {
  count = 0
  x: Float64Array
  y: Float64Array
  radius = 0
  closed = false

  /** @param capacity Points that fit before it grows. Default 8. */
  constructor(capacity = 8) {
    this.x = new Float64Array(Math.max(1, capacity))
    this.y = new Float64Array(Math.max(1, capacity))
  }
}

/**
 * The points of which the shape of an entity is made, in its own frame (as they were given, before the body is turned and
 * moved): of a polygon in counter-clockwise order where y points up, beginning with the leftmost; of a chain and a segment in the
 * order given; the four corners of a box; both ends of the line in a capsule; the middle of a circle. Each is made round by
 * `radius`. What was set between two steps is there at once.
 * @param out Where to write. Default: a new buffer.
 * @throws Error when the entity does not exist or has no shape. @throws TypeError when the buffer is none.
 */
export function getPoints(world: World, entity: EntityId, out: PointBuffer = new PointBuffer()): PointView {
  const physics = requirePhysics(world, 'getPoints')
  if (!exists(world, entity)) throw new Error(`getPoints: entity ${shown(entity)} does not exist.`)
  const { Shape } = physics.stores
  if (!physics.presence.Shape.has(entity) || Shape.type[entity] === ShapeType.None) {
    throw new Error(`getPoints: entity ${entity} has no Shape. Set it with set(Shape, circle(radius)) or another shape.`)
  }
  const type = Shape.type[entity]!
  const handle = Shape.geometry[entity]!
  if (hasPoints(type) && !knowsPoints(physics, type, handle)) {
    throw new Error(`getPoints: the shape of entity ${entity} names points ${handle}, which this world does not have.`)
  }
  requireOut(out, 'getPoints')
  if (!('x' in out)) throw new TypeError('getPoints: out.x and out.y must be Float64Arrays. Pass new PointBuffer().')
  out.count = 0
  out.closed = false
  out.radius = Shape.radius[entity]!
  switch (type) {
    case ShapeType.Circle:
      put(out, 0, 0)
      break
    case ShapeType.Box:
    case ShapeType.Aabb:
      putBox(out, Shape.halfWidth[entity]!, Shape.halfHeight[entity]!)
      break
    case ShapeType.Capsule:
      putCapsule(out, Shape.halfWidth[entity]!, Shape.halfHeight[entity]!)
      break
    case ShapeType.Polygon:
      putPolygon(physics, handle, out)
      break
    default:
      putPath(physics, handle, physics.presence.ChainLink.has(entity), out)
  }
  return out
}

function hasPoints(type: number): boolean {
  return type === ShapeType.Polygon || type === ShapeType.Segment || type === ShapeType.Chain
}

function putBox(out: PointBuffer, w: number, h: number): void {
  put(out, -w, -h)
  put(out, w, -h)
  put(out, w, h)
  put(out, -w, h)
  out.closed = true
}

function putCapsule(out: PointBuffer, alongX: number, alongY: number): void {
  const y = alongX === 0 ? alongY : 0
  put(out, 0 - alongX, 0 - y)
  put(out, alongX, y)
}

function putPolygon(physics: PhysicsWorld, handle: number, out: PointBuffer): void {
  const { data } = physics.collision.polygons
  const at = handle * POLYGON_STRIDE
  reserve(out, data[at]!)
  for (let i = 0; i < data[at]!; i++) put(out, data[at + POLYGON_VERTICES + 2 * i]!, data[at + POLYGON_VERTICES + 2 * i + 1]!)
  out.closed = true
}

/** @param link Whether it is a link of a chain, which has its neighbors' points around its own two. */
function putPath(physics: PhysicsWorld, handle: number, link: boolean, out: PointBuffer): void {
  const { points, loop } = physics.lifecycle.paths.get(handle)!
  const first = link ? 2 : 0
  const end = points.length - first
  reserve(out, (end - first) / 2)
  for (let i = first; i < end; i += 2) put(out, points[i]!, points[i + 1]!)
  out.closed = loop
}

function put(out: PointBuffer, x: number, y: number): void {
  reserve(out, out.count + 1)
  out.x[out.count] = x
  out.y[out.count++] = y
}

/** @throws TypeError on what is no buffer. */
function reserve(out: PointBuffer, count: number): void {
  if (!(out.x instanceof Float64Array && out.y instanceof Float64Array)) {
    throw new TypeError('getPoints: out.x and out.y must be Float64Arrays. Pass new PointBuffer().')
  }
  if (out.x.length >= count && out.y.length >= count) return
  const room = Math.max(count, 2 * out.x.length)
  out.x = enlarged(out.x, room)
  out.y = enlarged(out.y, room)
}

function enlarged(column: Float64Array, length: number): Float64Array {
  const larger = new Float64Array(length)
  larger.set(column.subarray(0, length))
  return larger
}
