import { ShapeType } from '../../components/shape-type.ts'
import { Pose } from '../bodies/body-records.ts'
import { Geometry, LINE_STRIDE } from '../collision/geometry.ts'
import { knowsPoints } from '../caches/shape-points.ts'
import { sincosOf } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Paint } from './paint.ts'
import { drawLine, spots } from './pen.ts'
import { drawOutline, fillOutline, traceShape } from './ring.ts'
import { type Sheet, filled } from './sheet.ts'

const sizes = new Float64Array(LINE_STRIDE)
/** x, y, cosine, sine; and the angle. */
const pose = new Float64Array(4)
const turned = new Float64Array(2)
const angle = new Float64Array(1)

/** Draws what is out of the simulation, by its components: the engine keeps nothing of it. */
export function drawDisabled(sheet: Sheet): void {
  const { physics } = sheet
  const { presence } = physics
  const { body } = physics.components.Collider
  for (let entity = 1; entity < physics.columns.capacity; entity++) {
    if (!presence.Shape.has(entity) || presence.Prefab.has(entity) || physics.bodies.isCollider(entity)) continue
    const part = presence.Collider.has(entity)
    const owner = part ? body[entity]! : entity
    if (!presence.Disabled.has(entity) && !presence.Disabled.has(owner)) continue
    // The links of a chain are drawn with it.
    if (presence.ChainLink.has(entity) || !presence.Position.has(owner)) continue
    placeAt(physics, owner)
    if (part) attach(physics, entity)
    sheet.mark()
    drawShape(sheet, entity)
    sheet.keepSeen()
  }
}

function placeAt({ components: { Position, Rotation }, stores: { Shape }, presence }: PhysicsWorld, body: number): void {
  pose[Pose.X] = Position.x[body]!
  pose[Pose.Y] = Position.y[body]!
  angle[0] = presence.Rotation.has(body) && Shape.type[body] !== ShapeType.Aabb ? Rotation.angle[body]! : 0
  sincosOf(angle, 0, pose, Pose.Cos)
}

/** Moves the pose of a body to that of a part of it. */
function attach({ components: { Collider } }: PhysicsWorld, part: number): void {
  const c = pose[Pose.Cos]!
  const s = pose[Pose.Sin]!
  const x = Collider.x[part]!
  const y = Collider.y[part]!
  pose[Pose.X] = pose[Pose.X]! + c * x - s * y
  pose[Pose.Y] = pose[Pose.Y]! + s * x + c * y
  angle[0] = Collider.angle[part]!
  sincosOf(angle, 0, turned, 0)
  pose[Pose.Cos] = c * turned[0]! - s * turned[1]!
  pose[Pose.Sin] = s * turned[0]! + c * turned[1]!
}

function drawShape(sheet: Sheet, entity: number): void {
  const { physics, fills } = sheet
  const { Shape } = physics.stores
  const type = Shape.type[entity]! as ShapeType
  const handle = Shape.geometry[entity]!
  // What cannot be simulated is not to be drawn either.
  if (!Number.isFinite(pose[Pose.X]! + pose[Pose.Y]! + pose[Pose.Cos]!)) return
  if (type >= ShapeType.Polygon && !knowsPoints(physics, type, handle)) return
  if (type === ShapeType.Segment || type === ShapeType.Chain) return drawPath(sheet, handle)
  sizes[Geometry.HalfWidth] = Shape.halfWidth[entity]!
  sizes[Geometry.HalfHeight] = Shape.halfHeight[entity]!
  sizes[Geometry.Radius] = Shape.radius[entity]!
  sizes[Geometry.Polygon] = handle
  if (!Number.isFinite(sizes[Geometry.HalfWidth]! + sizes[Geometry.HalfHeight]! + sizes[Geometry.Radius]!)) return
  const count = traceShape(sheet.circle, type, sizes, 0, pose, 0, physics.collision.polygons)
  if (fills) fillOutline(sheet, count, filled(Paint.Disabled))
  drawOutline(sheet, count, Paint.Disabled)
}

function drawPath(sheet: Sheet, handle: number): void {
  const { points, loop } = sheet.physics.lifecycle.paths.get(handle)!
  const count = points.length / 2
  for (let i = 0; i < (loop ? count : count - 1); i++) {
    put(points, i, 0)
    put(points, i + 1 === count ? 0 : i + 1, 1)
    drawLine(sheet, 0, 1, Paint.Disabled)
  }
}

function put(points: Float64Array, index: number, spot: number): void {
  const x = points[2 * index]!
  const y = points[2 * index + 1]!
  spots[2 * spot] = pose[Pose.X]! + pose[Pose.Cos]! * x - pose[Pose.Sin]! * y
  spots[2 * spot + 1] = pose[Pose.Y]! + pose[Pose.Sin]! * x + pose[Pose.Cos]! * y
}
