import type { World } from 'bitecs'
import { ShapeType } from '../../components/shape-type.ts'
import type { ShapeData } from '../../components/shape-data.ts'
import { MAX_VERTICES } from '../collision/convex.ts'
import { Pose } from '../bodies/body-records.ts'
import { Geometry, LINE_STRIDE } from '../collision/geometry.ts'
import { sincosOf } from '../math/rotation.ts'
import type { Hit, HitView } from '../queries/hit.ts'
import { type Query, type QueryWatcher, queriesOf } from '../queries/state.ts'
import { requirePhysics } from '../state/registry.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Circle } from './circle.ts'
import { Paint } from './paint.ts'
import { drawLine, drawPoint, spots } from './pen.ts'
import { core, findNormals, ring, traceCore, traceShape } from './ring.ts'
import type { Sheet } from './sheet.ts'
import { shown } from '../shown.ts'

/** So many lines and points are kept until they are shown. */
const MOST_MARKS = 8192

/** Lines around a circle. */
const ARCS = 24

/** A line from (0, 1) to (2, 3); or, where both are one, a point. */
const MARK_STRIDE = 4

/** What queries of a world looked for and found since the last collection that showed it. */
export class QueryLog implements QueryWatcher {
  /** Queries of which nothing was kept, because there was no room. */
  missed = 0
  /** Marks, and what each is painted with. */
  private count = 0
  private marks = new Float64Array(64 * MARK_STRIDE)
  private paints = new Uint8Array(64)
  private readonly pose = new Float64Array(4)
  private readonly angle = new Float64Array(1)
  private readonly sizes = new Float64Array(LINE_STRIDE)
  private readonly circle = new Circle()

  constructor() {
    this.circle.divide(ARCS)
  }

  note(query: Query, subject: unknown, found: unknown): void {
    if (this.count >= MOST_MARKS) {
      this.missed++
      return
    }
    const { given } = query
    switch (query.caller) {
      case 'castRay':
        return this.noteRay(given, 0, found as Hit | null)
      case 'castRayAny':
      case 'castRayAll':
        this.line(given[0]!, given[1]!, given[2]!, given[3]!)
        if (query.caller === 'castRayAll') this.noteHits(found as HitView)
        return
      case 'castRays':
        // The query has used the place of its number for the rays.
        for (let i = 0; i < (found as HitView).count; i++) this.noteManyth(subject as ArrayLike<number>, i, found as HitView)
        return
      case 'queryPoint':
        return this.point(given[0]!, given[1]!, Paint.Query)
      case 'queryRegion':
      case 'queryView':
        return this.noteBox(given)
      case 'nearest':
        return this.noteNearest(given, found as HitView)
      case 'queryShape':
        return this.noteShape(subject as ShapeData, given[0]!, given[1]!, given[2]!)
      case 'castShape':
        return this.noteCast(subject as ShapeData, given, found as Hit | null)
      default:
    }
  }

  /** Draws what was noted, if it can be seen, and forgets it. */
  show(sheet: Sheet): void {
    const { marks } = this
    for (let i = 0; i < this.count; i++) {
      const m = i * MARK_STRIDE
      for (let k = 0; k < MARK_STRIDE; k++) spots[k] = marks[m + k]!
      sheet.mark()
      if (spots[0] === spots[2] && spots[1] === spots[3]) drawPoint(sheet, 0, this.paints[i]!)
      else drawLine(sheet, 0, 1, this.paints[i]!)
      sheet.keepSeen()
    }
    sheet.out.missedQueries = this.missed
    this.count = 0
    this.missed = 0
  }

  private noteRay(given: Float64Array, at: number, hit: Hit | null): void {
    if (hit === null) return this.line(given[at]!, given[at + 1]!, given[at + 2]!, given[at + 3]!)
    this.line(given[at]!, given[at + 1]!, hit.x, hit.y)
    this.point(hit.x, hit.y, Paint.QueryHit)
  }

  private noteManyth(rays: ArrayLike<number>, i: number, hits: HitView): void {
    this.line(rays[4 * i]!, rays[4 * i + 1]!, hits.x[i]!, hits.y[i]!)
    if (hits.entities[i] !== 0) this.point(hits.x[i]!, hits.y[i]!, Paint.QueryHit)
  }

  private noteHits(hits: HitView): void {
    for (let i = 0; i < hits.count; i++) this.point(hits.x[i]!, hits.y[i]!, Paint.QueryHit)
  }

  /** Infinite bounds have no lines. */
  private noteBox(box: Float64Array): void {
    const minX = box[0]!, minY = box[1]!, maxX = box[2]!, maxY = box[3]!
    this.line(minX, minY, maxX, minY)
    this.line(maxX, minY, maxX, maxY)
    this.line(maxX, maxY, minX, maxY)
    this.line(minX, maxY, minX, minY)
  }

  private noteNearest(given: Float64Array, hits: HitView): void {
    this.sizes[Geometry.Radius] = given[2]!
    if (given[2]! > 0 && given[2]! < Infinity) this.outline(ShapeType.Circle, given[0]!, given[1]!, 0)
    else this.point(given[0]!, given[1]!, Paint.Query)
    for (let i = 0; i < hits.count; i++) {
      this.line(given[0]!, given[1]!, hits.x[i]!, hits.y[i]!)
      this.point(hits.x[i]!, hits.y[i]!, Paint.QueryHit)
    }
  }

  /** Where it began, where it got, and the way between. */
  private noteCast(shape: ShapeData, given: Float64Array, hit: Hit | null): void {
    const fraction = hit === null ? 1 : hit.fraction
    const x = given[0]! + given[3]! * fraction
    const y = given[1]! + given[4]! * fraction
    this.noteShape(shape, given[0]!, given[1]!, given[2]!)
    this.noteShape(shape, x, y, given[2]!)
    this.line(given[0]!, given[1]!, x, y)
    if (hit !== null) this.point(hit.x, hit.y, Paint.QueryHit)
  }

  private noteShape(shape: ShapeData, x: number, y: number, angle: number): void {
    const { points, type } = shape
    if (points !== undefined && type !== ShapeType.Polygon) return this.notePath(shape, x, y, angle)
    this.sizes[Geometry.HalfWidth] = shape.halfWidth
    this.sizes[Geometry.HalfHeight] = shape.halfHeight
    this.sizes[Geometry.Radius] = shape.radius
    if (points === undefined) return this.outline(type, x, y, angle)
    if (points.length > 2 * MAX_VERTICES) return
    loadAround(points)
    this.place(x, y, angle)
    this.trace(traceCore(this.circle, points.length / 2, this.sizes, Geometry.Radius, this.pose, 0, true))
  }

  private notePath({ points, loop }: ShapeData, x: number, y: number, angle: number): void {
    this.place(x, y, angle)
    const { pose } = this
    const count = points!.length / 2
    for (let i = 0; i < count; i++) {
      ring[2 * (i & 1)] = pose[Pose.X]! + pose[Pose.Cos]! * points![2 * i]! - pose[Pose.Sin]! * points![2 * i + 1]!
      ring[2 * (i & 1) + 1] = pose[Pose.Y]! + pose[Pose.Sin]! * points![2 * i]! + pose[Pose.Cos]! * points![2 * i + 1]!
      if (i === 0) {
        ring[4] = ring[0]!
        ring[5] = ring[1]!
      } else {
        this.line(ring[0]!, ring[1]!, ring[2]!, ring[3]!)
      }
    }
    const last = (count - 1) & 1
    if (loop === true) this.line(ring[2 * last]!, ring[2 * last + 1]!, ring[4]!, ring[5]!)
  }

  private outline(type: ShapeType, x: number, y: number, angle: number): void {
    this.place(x, y, angle)
    this.trace(traceShape(this.circle, type, this.sizes, 0, this.pose, 0, null))
  }

  private place(x: number, y: number, angle: number): void {
    this.angle[0] = angle
    this.pose[Pose.X] = x
    this.pose[Pose.Y] = y
    sincosOf(this.angle, 0, this.pose, Pose.Cos)
  }

  private trace(count: number): void {
    for (let i = 0; i < count; i++) {
      const next = i + 1 === count ? 0 : i + 1
      this.line(ring[2 * i]!, ring[2 * i + 1]!, ring[2 * next]!, ring[2 * next + 1]!)
    }
  }

  private point(x: number, y: number, paint: Paint): void {
    this.put(x, y, x, y, paint)
  }

  private line(x1: number, y1: number, x2: number, y2: number): void {
    this.put(x1, y1, x2, y2, Paint.Query)
  }

  private put(x1: number, y1: number, x2: number, y2: number, paint: Paint): void {
    if (this.count >= MOST_MARKS || !Number.isFinite(x1 + y1 + x2 + y2)) return
    if (this.count === this.paints.length) this.grow()
    const m = this.count * MARK_STRIDE
    this.marks[m] = x1
    this.marks[m + 1] = y1
    this.marks[m + 2] = x2
    this.marks[m + 3] = y2
    this.paints[this.count++] = paint
  }

  private grow(): void {
    const { marks, paints } = this
    this.marks = new Float64Array(marks.length * 2)
    this.marks.set(marks)
    this.paints = new Uint8Array(paints.length * 2)
    this.paints.set(paints)
  }
}

/** Copies the points of a polygon to the core at hand, counter-clockwise. */
function loadAround(points: Float64Array): void {
  const count = points.length / 2
  let area = 0
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count
    area += points[2 * i]! * points[2 * next + 1]! - points[2 * next]! * points[2 * i + 1]!
  }
  for (let i = 0; i < count; i++) {
    const from = area < 0 ? count - 1 - i : i
    core[2 * i] = points[2 * from]!
    core[2 * i + 1] = points[2 * from + 1]!
  }
  findNormals(count)
}

/** The log of the queries of a world, or null where none is kept. */
export function logOf(physics: PhysicsWorld): QueryLog | null {
  const { watcher } = queriesOf(physics)
  return watcher instanceof QueryLog ? watcher : null
}

/**
 * Begins to record the queries of a world, or ends it and forgets them: rays, casts, regions, points, shapes and `nearest`, with
 * what they found. `collectDebug` with `{ queries: true }` shows those made since it did last. Recording takes some time with
 * each query, so it is off until it is switched on.
 * @throws Error when the world has no physics. @throws TypeError when `on` is no boolean.
 */
export function recordQueries(world: World, on: boolean): void {
  const physics = requirePhysics(world, 'recordQueries')
  if (typeof on !== 'boolean') throw new TypeError(`recordQueries: on must be true or false, got ${shown(on)}.`)
  const queries = queriesOf(physics)
  queries.watcher = on ? (queries.watcher ?? new QueryLog()) : null
}
