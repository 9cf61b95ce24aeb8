import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { computeBounds } from '../collision/bounds.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import type { PhysicsWorld } from '../world.ts'

/** The tight box of the collider that was looked at last: minX, minY, maxX, maxY. */
export const tight = new Float64Array(4)

/** Writes the box around the shape of a collider to {@link tight}. */
export function computeTight(physics: PhysicsWorld, collider: number): void {
  computeBounds(
    physics.shapeType[collider] as ShapeType,
    physics.geometry,
    collider * GEOMETRY_STRIDE,
    physics.bodies.pose,
    collider * POSE_STRIDE,
    physics.polygons,
    tight,
    0,
  )
}

/**
 * Gives a collider a new fat box around its pose: the tight box and a margin of the speculative distance and,
 * for bodies that move, an eighth of the extent, at most 5 cm. What is static has its tight box.
 */
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

/** Whether {@link tight} lies within the box of a collider. */
export function holdsTight(physics: PhysicsWorld, collider: number): boolean {
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
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

/** Makes {@link tight} the box of a static collider. */
export function keepTight(physics: PhysicsWorld, collider: number): void {
  const { exact, sensor } = physics.bodies
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  exact[collider] = isUpright(physics, collider) && sensor[collider] === 0 ? 1 : 0
  minX[collider] = tight[0]!
  minY[collider] = tight[1]!
  maxX[collider] = tight[2]!
  maxY[collider] = tight[3]!
}

/**
 * The same for a body that moves.
 *
 * Rejected, in a gas of which four in five leave their box in each step: room for two more steps along the velocity
 * (1.8 times the pairs, 1.08 of the step), and no room beyond the speculative distance where the next step leads out of
 * it anyway (0.76 of the pairs, 0.99 of the step).
 */
export function growMoving(physics: PhysicsWorld, collider: number): void {
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  const { speculativeDistance, maxFatMargin, fatMarginRatio } = physics.tolerances
  const left = tight[0]!, bottom = tight[1]!, right = tight[2]!, top = tight[3]!
  const width = right - left, height = top - bottom
  const margin = speculativeDistance + Math.min(maxFatMargin, fatMarginRatio * 0.5 * (width > height ? width : height))
  minX[collider] = left - margin
  minY[collider] = bottom - margin
  maxX[collider] = right + margin
  maxY[collider] = top + margin
}

/** Whether the shape is a sharp box whose sides are parallel to the axes. */
export function isUpright(physics: PhysicsWorld, collider: number): boolean {
  if (physics.geometry[collider * GEOMETRY_STRIDE + 2] !== 0) return false
  const type = physics.shapeType[collider]
  return type === ShapeType.Aabb || (type === ShapeType.Box && physics.bodies.pose[collider * POSE_STRIDE + 3] === 0)
}
