import { pointsViolation } from '../../components/shape.ts'
import { ShapeType } from '../../components/shape-type.ts'
import { POLYGON_STRIDE, registerPolygon, releasePolygon, retainPolygon } from '../collision/polygon-pool.ts'
import type { Path } from '../collision/path-pool.ts'
import type { PhysicsWorld } from '../state/world.ts'

/**
 * Takes the points of a shape into the pool of its kind and returns their handle, with one reference.
 * @throws RangeError on points that make no convex polygon, or no line.
 */
export function addPoints(
  physics: PhysicsWorld,
  type: number,
  radius: number,
  path: Path,
): number {
  const { points, ends } = path
  if (type !== ShapeType.Polygon) requireLine(type, points)
  // A link has points of its chain, which were looked at, and goes back along itself at its bare ends.
  const violation = isLink(type, points) ? '' : pointsViolation(points, physics.settings.lengthUnit)
  if (violation) throw new RangeError(violation)
  if (type === ShapeType.Polygon) return registerPolygon(physics.collision.polygons, points, radius)
  return physics.lifecycle.paths.add({ ...path, points: points.slice(), ends: ends?.slice() })
}

function isLink(type: number, points: Float64Array): boolean {
  return type === ShapeType.Segment && points.length === 8
}

/** Data that was not made by `segment` or `chain` is looked at here. */
function requireLine(type: number, points: Float64Array): void {
  if (points.length < 4 || points.length % 2 !== 0 || !points.every(Number.isFinite)) {
    throw new RangeError('points must be x and y of at least two points, all finite')
  }
  // A link of a chain carries its neighbors' points, which may repeat one another.
  if (type !== ShapeType.Chain && points.length !== 4) return
  for (let i = 2; i < points.length; i += 2) {
    if (points[i] === points[i - 2] && points[i + 1] === points[i - 1]) {
      throw new RangeError(`points ${i / 2 - 1} and ${i / 2} are equal`)
    }
  }
}

/** Whether a handle names points of this kind of shape. */
export function knowsPoints(physics: PhysicsWorld, type: number, handle: number): boolean {
  if (type !== ShapeType.Polygon) return physics.lifecycle.paths.get(handle) !== null
  const { data } = physics.collision.polygons
  return handle > 0 && handle * POLYGON_STRIDE < data.length && data[handle * POLYGON_STRIDE]! > 0
}

/** Counts one more reference to the points of a shape that was copied from another entity. */
export function retainPoints(physics: PhysicsWorld, type: number, handle: number): void {
  if (type === ShapeType.Polygon) retainPolygon(physics.collision.polygons, handle)
  else physics.lifecycle.paths.retain(handle)
}

/** The points that an entity holds a reference to, or 0. */
function heldBy({ lifecycle: { heldPoints } }: PhysicsWorld, entity: number): number {
  return heldPoints[entity] ?? 0
}

/**
 * Notes which points an entity holds a reference to, and gives back those it held before. Before it takes the reference to them there
 * has to be room, see `makeRoomForPoints`: where there is none, nobody would give that back.
 */
export function holdPoints(physics: PhysicsWorld, entity: number, type: number, handle: number): void {
  const { heldPoints, heldType, points } = physics.lifecycle
  const held = heldBy(physics, entity)
  if (held === 0 && handle === 0) return
  if (held !== 0 && heldType[entity] === ShapeType.Polygon) releasePolygon(physics.collision.polygons, held)
  else if (held !== 0) physics.lifecycle.paths.release(held)
  points.note()
  heldPoints[entity] = handle
  heldType[entity] = type
}

/** Notes which polygon the engine works with for a collider until it takes in another: 0 for none. */
export function usePolygon(physics: PhysicsWorld, collider: number, handle: number): void {
  const { lifecycle } = physics
  const { polygons } = physics.collision
  const used = lifecycle.usedPolygon[collider] ?? 0
  if (used === handle) return
  lifecycle.makeRoomForPoints(collider)
  if (handle !== 0) retainPolygon(polygons, handle)
  if (used !== 0) releasePolygon(polygons, used)
  lifecycle.points.note()
  lifecycle.usedPolygon[collider] = handle
}

/**
 * Takes a reference to points whose handle was written to the array, as a restore does: else they would be freed, or
 * become others, with the entity that they came from.
 */
export function adoptPoints(physics: PhysicsWorld, entity: number): void {
  const { type, geometry } = physics.stores.Shape
  const handle = geometry[entity]!
  if (handle === heldBy(physics, entity)) return
  if (handle !== 0) physics.lifecycle.makeRoomForPoints(entity)
  if (handle !== 0) retainPoints(physics, type[entity]!, handle)
  holdPoints(physics, entity, type[entity]!, handle)
}
