import { BodyKind } from '../bodies/body-kind.ts'
import { kindOf } from '../lifecycle/sync.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { center, findCenter } from './center.ts'

/** Velocity along world x and y that was found last. */
export const velocity = new Float64Array(2)

/** Finds the {@link velocity} of the point of a body that is at (x, y). What is static does not move. To be called after `refresh`. */
export function velocityAt(physics: PhysicsWorld, body: number, x: number, y: number): void {
  const { Velocity } = physics.components
  const spin = spinOf(physics, body)
  const moves = kindOf(physics, body) !== BodyKind.Static
  if (spin !== 0) findCenter(physics, body)
  velocity[0] = moves ? Velocity.x[body]! - (spin === 0 ? 0 : spin * (y - center[1]!)) : 0
  velocity[1] = moves ? Velocity.y[body]! + (spin === 0 ? 0 : spin * (x - center[0]!)) : 0
}

/** How fast a body turns. */
export function spinOf(physics: PhysicsWorld, body: number): number {
  return kindOf(physics, body) === BodyKind.Static ? 0 : physics.components.Velocity.angular[body]!
}
