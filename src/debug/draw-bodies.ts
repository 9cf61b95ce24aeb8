import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { computeTight, tight } from '../caches/fat-box.ts'
import { Geometry, GEOMETRY_STRIDE, LINE_STRIDE, LinkSides } from '../collision/geometry.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import type { ItemBuffer } from '../stores/buffers.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { islandOf } from './islands.ts'
import { DebugLabel } from './labels.ts'
import { Paint } from './paint.ts'
import { drawArrow, drawBox, drawCross, drawLine, drawNumber, spots } from './pen.ts'
import { drawOutline, fillOutline, traceShape } from './ring.ts'
import { type Sheet, Size, filled } from './sheet.ts'

/** Bodies whose marks were drawn, by the number of the drawing. */
let drawn = new Uint32Array(0)
let drawing = 0

/** Draws the colliders whose boxes are in the view, and what belongs to their bodies, once for each. */
export function drawBodies(sheet: Sheet, found: ItemBuffer): void {
  const { physics, options, view } = sheet
  const { bodies } = physics
  if (drawn.length < physics.columns.capacity) drawn = new Uint32Array(physics.columns.capacity)
  if (++drawing === 0xffffffff) drawn.fill((drawing = 0))
  for (let i = 0; i < found.count; i++) {
    const collider = found.items[i]!
    computeTight(physics, collider)
    if (tight[0]! > view[2]! || tight[2]! < view[0]! || tight[1]! > view[3]! || tight[3]! < view[1]!) continue
    drawCollider(sheet, collider)
    const body = bodies.bodyOf[collider]!
    if (drawn[body] === drawing) continue
    drawn[body] = drawing
    if (options.axes === true || options.velocities === true || options.centers === true || options.ids === true) drawMarks(sheet, body)
  }
}

function drawCollider(sheet: Sheet, collider: number): void {
  const { physics, options } = sheet
  const { bodies } = physics
  if (options.shapes !== false) drawShape(sheet, collider)
  if (options.boxes === true) drawFatBox(sheet, collider)
  if (bodies.sensor[collider] === 1 && options.sensors === true) drawInside(sheet, collider)
  if (options.oneWay === true && physics.presence.OneWay.has(collider)) drawOneWay(sheet, collider)
  if (options.chainNormals === true && physics.collision.shapeType[collider] === ShapeType.Segment) drawLinkSide(sheet, collider)
  if (options.ids === true && bodies.bodyOf[collider] !== collider && !physics.presence.ChainLink.has(collider)) {
    toCollider(physics, collider, 0)
    drawNumber(sheet, 0, DebugLabel.Entity, collider, Paint.Label)
  }
}

function drawShape(sheet: Sheet, collider: number): void {
  const { physics, fills } = sheet
  const { geometry, shapeType, polygons } = physics.collision
  const { pose } = physics.bodies
  const type = shapeType[collider] as ShapeType
  const paint = paintOf(sheet, collider)
  const p = collider * POSE_STRIDE
  const count = traceShape(sheet.circle, type, physics.collision.sizesOf(collider), physics.collision.placeOf(collider), pose, p, polygons)
  if (fills) fillOutline(sheet, count, filled(paint))
  drawOutline(sheet, count, paint)
  if (type !== ShapeType.Circle) return
  const radius = geometry[collider * GEOMETRY_STRIDE + Geometry.Radius]!
  spots[0] = pose[p + Pose.X]!
  spots[1] = pose[p + Pose.Y]!
  spots[2] = spots[0] + radius * pose[p + Pose.Cos]!
  spots[3] = spots[1] + radius * pose[p + Pose.Sin]!
  drawLine(sheet, 0, 1, paint)
}

/** What has changed since the last step is known by its tags alone. */
function paintOf({ physics, options, palette }: Sheet, collider: number): number {
  const { bodies, presence, lifecycle } = physics
  if (bodies.sensor[collider] === 1) return countInside(physics, collider) > 0 ? Paint.Entered : Paint.Sensor
  const body = bodies.bodyOf[collider]!
  if (presence.Static.has(body)) return Paint.Static
  if (presence.Kinematic.has(body)) return Paint.Kinematic
  if (options.islands === true) return Paint.Islands + ((Math.imul(islandOf(body), 0x9e3779b1) >>> 16) % palette.islands)
  const known = bodies.kind[body] === BodyKind.Dynamic && lifecycle.dirty.flag[body] === 0
  const asleep = known ? !bodies.isAwake(body) : presence.Sleeping.has(body)
  return asleep ? Paint.Sleeping : Paint.Dynamic
}

/** How many colliders touch a sensor. */
function countInside({ collision: { contacts } }: PhysicsWorld, sensor: number): number {
  let count = 0
  for (let edge = contacts.head[sensor]!; edge !== 0; edge = contacts.next[edge]!) {
    if ((contacts.flags[edge >>> 1]! & ContactFlag.Touching) !== 0) count++
  }
  return count
}

function drawInside(sheet: Sheet, sensor: number): void {
  const { physics } = sheet
  const { contacts } = physics.collision
  const count = countInside(physics, sensor)
  if (count === 0) return
  toCollider(physics, sensor, 0)
  for (let edge = contacts.head[sensor]!; edge !== 0; edge = contacts.next[edge]!) {
    if ((contacts.flags[edge >>> 1]! & ContactFlag.Touching) === 0) continue
    toCollider(physics, contacts.otherOf(edge), 1)
    drawArrow(sheet, 0, 1, Paint.Inside)
  }
  drawNumber(sheet, 0, DebugLabel.Inside, count, Paint.Inside)
}

/** Puts a spot where a collider is: its origin, or of a segment its middle. */
function toCollider({ bodies: { pose }, collision }: PhysicsWorld, collider: number, spot: number): void {
  const p = collider * POSE_STRIDE
  const g = collider * LINE_STRIDE
  const { lines } = collision
  const line = collision.shapeType[collider] === ShapeType.Segment
  const x = line ? 0.5 * (lines[g + Geometry.X1]! + lines[g + Geometry.X2]!) : 0
  const y = line ? 0.5 * (lines[g + Geometry.Y1]! + lines[g + Geometry.Y2]!) : 0
  spots[2 * spot] = pose[p + Pose.X]! + pose[p + Pose.Cos]! * x - pose[p + Pose.Sin]! * y
  spots[2 * spot + 1] = pose[p + Pose.Y]! + pose[p + Pose.Sin]! * x + pose[p + Pose.Cos]! * y
}

function drawFatBox(sheet: Sheet, collider: number): void {
  const { minX, minY, maxX, maxY } = sheet.physics.stores.BroadphaseAABB
  spots[0] = minX[collider]!
  spots[1] = minY[collider]!
  spots[2] = maxX[collider]!
  spots[3] = maxY[collider]!
  drawBox(sheet, 0, 1, Paint.Box)
}

function drawOneWay(sheet: Sheet, collider: number): void {
  const { physics, sizes } = sheet
  const { OneWay } = physics.components
  const { pose } = physics.bodies
  const p = collider * POSE_STRIDE
  const x = OneWay.x[collider]!
  const y = OneWay.y[collider]!
  const length = Math.sqrt(x * x + y * y)
  if (!(length > 0)) return
  toCollider(physics, collider, 0)
  const scale = (2 * sizes[Size.Mark]!) / length
  spots[2] = spots[0]! + scale * (pose[p + Pose.Cos]! * x - pose[p + Pose.Sin]! * y)
  spots[3] = spots[1]! + scale * (pose[p + Pose.Sin]! * x + pose[p + Pose.Cos]! * y)
  drawArrow(sheet, 0, 1, Paint.OneWay)
}

/** A link holds back from its left, seen along it. */
function drawLinkSide(sheet: Sheet, link: number): void {
  const { physics, sizes } = sheet
  const { lines } = physics.collision
  const { pose } = physics.bodies
  const g = link * LINE_STRIDE
  const p = link * POSE_STRIDE
  const sides = lines[g + Geometry.Sides]!
  if (sides === LinkSides.Free) return
  const dx = lines[g + Geometry.X2]! - lines[g + Geometry.X1]!
  const dy = lines[g + Geometry.Y2]! - lines[g + Geometry.Y1]!
  const scale = sizes[Size.Mark]! / Math.sqrt(dx * dx + dy * dy)
  toCollider(physics, link, 0)
  for (let side = 1; side >= (sides === LinkSides.Both ? -1 : 1); side -= 2) {
    spots[2] = spots[0]! + side * scale * (-pose[p + Pose.Cos]! * dy - pose[p + Pose.Sin]! * dx)
    spots[3] = spots[1]! + side * scale * (-pose[p + Pose.Sin]! * dy + pose[p + Pose.Cos]! * dx)
    drawLine(sheet, 0, 1, Paint.ChainNormal)
  }
}

/** Marks that a body has once, whatever its colliders. */
function drawMarks(sheet: Sheet, body: number): void {
  const { physics, options, sizes } = sheet
  const { pose } = physics.bodies
  const p = body * POSE_STRIDE
  spots[0] = pose[p + Pose.X]!
  spots[1] = pose[p + Pose.Y]!
  if (options.axes === true) {
    const size = sizes[Size.Mark]!
    spots[2] = spots[0] + size * pose[p + Pose.Cos]!
    spots[3] = spots[1] + size * pose[p + Pose.Sin]!
    drawLine(sheet, 0, 1, Paint.AxisX)
    spots[2] = spots[0] - size * pose[p + Pose.Sin]!
    spots[3] = spots[1] + size * pose[p + Pose.Cos]!
    drawLine(sheet, 0, 1, Paint.AxisY)
  }
  if (options.ids === true) drawNumber(sheet, 0, DebugLabel.Entity, body, Paint.Label)
  if (physics.presence.Static.has(body)) return
  spots[0] -= pose[p + Pose.FromCenterX]!
  spots[1] -= pose[p + Pose.FromCenterY]!
  if (options.centers === true) drawCross(sheet, 0, Paint.Center)
  if (options.velocities !== true) return
  const { Velocity } = physics.components
  spots[2] = spots[0] + sizes[Size.Velocity]! * Velocity.x[body]!
  spots[3] = spots[1] + sizes[Size.Velocity]! * Velocity.y[body]!
  drawArrow(sheet, 0, 1, Paint.Velocity)
}
