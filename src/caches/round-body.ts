import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import type { PhysicsWorld } from '../state/world.ts'

/**
 * Whether the surface of a body stays where it is while it turns: one circle whose center of mass is in its middle. It is `is_round_body`
 * of the kernel.
 */
export function isRoundBody({ bodies: { pose, firstChild }, collision: { shapeType } }: PhysicsWorld, body: number): boolean {
  const p = body * POSE_STRIDE
  return shapeType[body] === ShapeType.Circle && firstChild[body] === 0 && pose[p + Pose.FromCenterX] === 0 && pose[p + Pose.FromCenterY] === 0
}
