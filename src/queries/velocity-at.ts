import { BodyKind } from '../bodies/body-kind.ts'
import { isUpright } from '../lifecycle/place-point.ts'
import { kindOf } from '../lifecycle/sync.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { center, findCenter } from './center.ts'

/** Velocity along world x and y that was found last. */
export const velocity = new Float64Array(2)

/** Finds the {@link velocity} of the point of a body that is at (x, y). What is static does not move. To be called after `refresh`. */
export function velocityAt(physics: PhysicsWorld, body: number, x: number, y: number): void {
  velocity.fill(0)
  if (kindOf(physics, body) === BodyKind.Static) return
  const { Velocity } = physics.components
  const spin = spinOf(physics, body)
  findCenter(physics, body)
  velocity[0] = Velocity.x[body]! - spin * (y - center[1]!)
  velocity[1] = Velocity.y[body]! + spin * (x - center[0]!)
}

/** How fast a body turns. */
export function spinOf(physics: PhysicsWorld, body: number): number {
  return kindOf(physics, body) === BodyKind.Static || isUpright(physics, body) ? 0 : physics.components.Velocity.angular[body]!
}
