import { ShapeType } from '../../components/shape-type.ts'
import { sincos } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'

const turn = new Float64Array(2)

/** Whether a body never turns, whatever its components say: an AABB. */
export function isUpright({ presence, stores }: PhysicsWorld, body: number): boolean {
  return presence.Shape.has(body) && stores.Shape.type[body] === ShapeType.Aabb
}

/** How far a body is turned. */
export function angleOf(physics: PhysicsWorld, body: number): number {
  return isUpright(physics, body) ? 0 : physics.components.Rotation.angle[body]!
}

/** Writes where the point (x, y) of a body is in the world. Its pose record may still hold where the last step began. */
export function placePoint(physics: PhysicsWorld, body: number, x: number, y: number, out: Float64Array): void {
  const { Position } = physics.components
  sincos(angleOf(physics, body), turn, 0)
  out[0] = Position.x[body]! + turn[0]! * x - turn[1]! * y
  out[1] = Position.y[body]! + turn[1]! * x + turn[0]! * y
}
