import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { computeBounds } from '../collision/bounds.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import type { PhysicsWorld } from '../world.ts'

const tight = new Float64Array(4)

function computeTight(physics: PhysicsWorld, collider: number): void {
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
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  const inside =
    tight[0]! >= minX[collider]! &&
    tight[1]! >= minY[collider]! &&
    tight[2]! <= maxX[collider]! &&
    tight[3]! <= maxY[collider]!
  if (inside) return false
  growTight(physics, collider)
  return true
}

function growTight(physics: PhysicsWorld, collider: number): void {
  const { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB
  const { kind, bodyOf, exact } = physics.bodies
  const { speculativeDistance, maxFatMargin, fatMarginRatio } = physics.tolerances
  const fixed = kind[bodyOf[collider]!] === BodyKind.Static
  let margin = 0
  if (!fixed) {
    const extent = 0.5 * Math.max(tight[2]! - tight[0]!, tight[3]! - tight[1]!)
    margin = speculativeDistance + Math.min(maxFatMargin, fatMarginRatio * extent)
  }
  exact[collider] = fixed && isUpright(physics, collider) && physics.bodies.sensor[collider] === 0 ? 1 : 0
  minX[collider] = tight[0]! - margin
  minY[collider] = tight[1]! - margin
  maxX[collider] = tight[2]! + margin
  maxY[collider] = tight[3]! + margin
}

/** Whether the shape is a sharp box whose sides are parallel to the axes. */
export function isUpright(physics: PhysicsWorld, collider: number): boolean {
  if (physics.geometry[collider * GEOMETRY_STRIDE + 2] !== 0) return false
  const type = physics.shapeType[collider]
  return type === ShapeType.Aabb || (type === ShapeType.Box && physics.bodies.pose[collider * POSE_STRIDE + 3] === 0)
}
