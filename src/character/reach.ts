import { ShapeType } from '../../components/shape-type.ts'
import { MAX_VERTICES, loadConvex } from '../collision/convex.ts'
import { Geometry, LINE_STRIDE } from '../collision/geometry.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { move } from './move.ts'
import { parts } from './parts.ts'
import { Move, PLACE_STRIDE, Place } from './records.ts'

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)

/** A direction, and how far something reaches along it from its origin. */
export const reach = new Float64Array(3)

/** Finds how far a part reaches from the origin of the character, along the direction at hand. */
export function findPartReach(physics: PhysicsWorld, p: number): void {
  const at = p * PLACE_STRIDE
  const { place, sizes, collider } = parts
  findReach(physics, collider[p]!, sizes, p * LINE_STRIDE, place, at)
  // Its record is rounder than the part by the skin.
  reach[2] = reach[2]! - move[Move.Skin]! + reach[0]! * place[at + Place.X]! + reach[1]! * place[at + Place.Y]!
}

/** Finds how far a shape reaches along the direction at hand, turned as `place[at]` has it. */
export function findReach(
  physics: PhysicsWorld, collider: number, sizes: Float64Array, g: number, place: Float64Array, at: number,
): void {
  const c = place[at + Place.Cos]!
  const s = place[at + Place.Sin]!
  const type = physics.collision.shapeType[collider] as ShapeType
  const turns = type !== ShapeType.Aabb
  const x = turns ? c * reach[0]! + s * reach[1]! : reach[0]!
  const y = turns ? c * reach[1]! - s * reach[0]! : reach[1]!
  const count = loadConvex(type, sizes, g, physics.collision.polygons, vertices, normals)
  let most = -Infinity
  for (let i = 0; i < count; i++) most = Math.max(most, vertices[2 * i]! * x + vertices[2 * i + 1]! * y)
  reach[2] = most + sizes[g + Geometry.Radius]!
}
