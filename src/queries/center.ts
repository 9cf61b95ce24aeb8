import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { measureMass } from '../caches/mass.ts'
import { kindOf } from '../lifecycle/sync.ts'
import { sincosOf } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'

const turned = new Float64Array(2)

/** The center of mass that was found last, in the world. */
export const center = new Float64Array(2)

/** Writes where a point of a body, its center of mass, is in the world to {@link center}. Its pose record may still hold where the last step began. */
export function placeCenter(physics: PhysicsWorld, body: number, x: number, y: number): void {
  const { Position, Rotation } = physics.components
  turned[0] = physics.collision.shapeType[body] === ShapeType.Aabb ? 0 : Rotation.angle[body]!
  sincosOf(turned, 0, turned, 0)
  center[0] = Position.x[body]! + turned[0]! * x - turned[1]! * y
  center[1] = Position.y[body]! + turned[1]! * x + turned[0]! * y
}

/** Finds the {@link center} of mass of a body as the next step will have it. To be called after `refresh`. */
export function findCenter(physics: PhysicsWorld, body: number): void {
  const { bodies: { localCenter }, lifecycle: { preview } } = physics
  if (preview.slot[body] === 0) {
    placeCenter(physics, body, localCenter[body * 2]!, localCenter[body * 2 + 1]!)
    return
  }
  const { x, y } = measureMass(physics, body, kindOf(physics, body) === BodyKind.Dynamic, false)
  placeCenter(physics, body, x, y)
}
