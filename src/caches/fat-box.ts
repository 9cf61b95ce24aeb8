import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, WAY_STRIDE } from '../bodies/bodies.ts'
import { computeBounds } from '../collision/bounds.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Pose, Way } from '../bodies/body-records.ts'
import { isRoundBody } from './round-body.ts'

/**
 * A quick body that is alone gets a box for so many further steps, if they take it no farther than this part of its width:
 * one search in place of four, and sleepers with a hundred that hop take two thirds of the time. In a crowd the larger boxes
 * cost more than the searches (a tumbler 8 %, a gas 5 %).
 */
const FREE_STEPS = 3
const FREE_WAY = 0.5

/** No more than this part of the bodies is awake where pairs are searched body by body. */
const FEW_AWAKE = 1 / 8

/** The tight box of the collider that was looked at last: minX, minY, maxX, maxY. */
export const tight = new Float64Array(4)

/** Writes the box around the shape of a collider to {@link tight}. */
export function computeTight(physics: PhysicsWorld, collider: number): void {
  computeBounds(
    physics.collision.shapeType[collider] as ShapeType,
    physics.collision.sizesOf(collider),
    physics.collision.placeOf(collider),
    physics.bodies.pose,
    collider * POSE_STRIDE,
    physics.collision.polygons,
    tight,
    0,
  )
}

/** Gives a collider a new fat box around its pose; what is static has its tight box. */
export function writeFatBox(physics: PhysicsWorld, collider: number): void {
  computeTight(physics, collider)
  growTight(physics, collider)
}

/** Gives a collider a new fat box if its shape has left the old one. Returns whether it did. */
export function followFatBox(physics: PhysicsWorld, collider: number): boolean {
  computeTight(physics, collider)
  if (holdsTight(physics, collider)) return false
  growTight(physics, collider)
  return true
}

/**
 * Makes sure that the fat box of a collider of an awake body, whose tight box is at hand, takes in whatever the coming
 * step may bring near. Returns whether it became another one.
 *
 * The box must hold the shape with the speculative distance around it, so that a contact is known that much ahead; and
 * where the body is quick all of its way, because contacts are looked for along it, see `foresight.ts`. Beyond that a slow
 * body gets an eighth of its extent, at most 5 cm, so that it seldom leaves its box; one that goes farther than that in a
 * step would leave it anyway.
 */
export function keepFatBox(physics: PhysicsWorld, collider: number): boolean {
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  const { speculativeDistance, maxFatMargin, fatMarginRatio } = physics.tolerances
  const { extent, bodyOf, quick, way } = physics.bodies
  const body = bodyOf[collider]!
  let left = tight[0]! - speculativeDistance
  let bottom = tight[1]! - speculativeDistance
  let right = tight[2]! + speculativeDistance
  let top = tight[3]! + speculativeDistance
  const far = quick[body] === 1
  if (far) {
    const dx = way[body * WAY_STRIDE + Way.X]!
    const dy = way[body * WAY_STRIDE + Way.Y]!
    const turn = way[body * WAY_STRIDE + Way.Turn]!
    if (dx < 0) left += dx
    else right += dx
    if (dy < 0) bottom += dy
    else top += dy
    if (turn !== 0 && !isRoundBody(physics, body)) {
      // A point never gets farther than to the other side.
      const around = Math.min(turn < 0 ? -turn : turn, 2) * extent[body]!
      left -= around
      bottom -= around
      right += around
      top += around
    }
  }
  if (left >= minX[collider]! && bottom >= minY[collider]! && right <= maxX[collider]! && top <= maxY[collider]!) return false
  const width = tight[2]! - tight[0]!
  const height = tight[3]! - tight[1]!
  let more = Math.min(maxFatMargin, fatMarginRatio * 0.5 * (width > height ? width : height))
  if (far) {
    const free = FREE_WAY * (width < height ? width : height)
    const dx = way[body * WAY_STRIDE + Way.X]! * FREE_STEPS
    const dy = way[body * WAY_STRIDE + Way.Y]! * FREE_STEPS
    if (dx < free && dx > -free && dy < free && dy > -free && areFewAwake(physics)
      && physics.collision.contacts.head[body] === 0) {
      if (dx < 0) left += dx
      else right += dx
      if (dy < 0) bottom += dy
      else top += dy
    } else if (right - left - width + (top - bottom - height) > 4 * speculativeDistance + more) more = 0
  }
  physics.version.stores.BroadphaseAABB.note()
  minX[collider] = left - more
  minY[collider] = bottom - more
  maxX[collider] = right + more
  maxY[collider] = top + more
  return true
}

/** Whether so few bodies move that pairs are searched for body by body. */
export function areFewAwake({ bodies: { awakeCount, count } }: PhysicsWorld): boolean {
  return awakeCount <= count * FEW_AWAKE
}

/** Whether {@link tight} lies within the box of a collider. */
export function holdsTight(physics: PhysicsWorld, collider: number): boolean {
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  return (
    tight[0]! >= minX[collider]! &&
    tight[1]! >= minY[collider]! &&
    tight[2]! <= maxX[collider]! &&
    tight[3]! <= maxY[collider]!
  )
}

/** Makes {@link tight} and a margin the fat box of a collider. */
function growTight(physics: PhysicsWorld, collider: number): void {
  const { kind, bodyOf, exact } = physics.bodies
  if (kind[bodyOf[collider]!] === BodyKind.Static) {
    keepTight(physics, collider)
    return
  }
  exact[collider] = 0
  growMoving(physics, collider)
}

/** Makes {@link tight} and the margins of a slow body the box of a collider. */
export function growMoving(physics: PhysicsWorld, collider: number): void {
  physics.version.stores.BroadphaseAABB.note()
  physics.stores.BroadphaseAABB.minX[collider] = Infinity
  keepFatBox(physics, collider)
}

/** Makes {@link tight} the box of a static collider. */
export function keepTight(physics: PhysicsWorld, collider: number): void {
  const { exact, sensor } = physics.bodies
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  exact[collider] = isUpright(physics, collider) && sensor[collider] === 0 ? 1 : 0
  physics.version.stores.BroadphaseAABB.note()
  minX[collider] = tight[0]!
  minY[collider] = tight[1]!
  maxX[collider] = tight[2]!
  maxY[collider] = tight[3]!
}

/** Whether the shape is a sharp box whose sides are parallel to the axes. */
export function isUpright(physics: PhysicsWorld, collider: number): boolean {
  if (physics.collision.geometry[collider * GEOMETRY_STRIDE + Geometry.Radius] !== 0) return false
  const type = physics.collision.shapeType[collider]
  return type === ShapeType.Aabb || (type === ShapeType.Box && physics.bodies.pose[collider * POSE_STRIDE + Pose.Sin] === 0)
}
