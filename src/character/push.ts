import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { syncSleepingTags, wakeBody } from '../sleep/waking.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { marks, move } from './move.ts'
import { obstacles } from './obstacles.ts'
import { Hit, Mark, Move } from './records.ts'

/** How fast the obstacle goes along the normal after the push, as the only number. */
export const given = new Float64Array(1)

/**
 * Pushes a dynamic body that the character runs into, with its velocity and as if it had the pushing mass, but with no
 * more than the pushing force. What is asleep wakes only if it is pushed to some purpose.
 * @param at What was met: normal and point. @param standing Whether it bears down on it, which no force limits.
 */
export function pushObstacle(physics: PhysicsWorld, obstacle: number, at: Float64Array, standing: boolean): void {
  const { bodies } = physics
  const { Velocity } = physics.components
  given[0] = 0
  if (obstacles.kind[obstacle] !== BodyKind.Dynamic) return
  const body = bodies.bodyOf[obstacles.collider[obstacle]!]!
  const p = body * POSE_STRIDE
  const nx = at[Hit.NormalX]!
  const ny = at[Hit.NormalY]!
  // From the center of mass.
  const rx = at[Hit.X]! - bodies.pose[p + Pose.X]! + bodies.pose[p + Pose.FromCenterX]!
  const ry = at[Hit.Y]! - bodies.pose[p + Pose.Y]! + bodies.pose[p + Pose.FromCenterY]!
  const inverseMass = bodies.pose[p + Pose.InverseMass]!
  const inverseInertia = bodies.pose[p + Pose.InverseInertia]!
  const arm = rx * ny - ry * nx
  const along = (Velocity.x[body]! - Velocity.angular[body]! * ry) * nx + (Velocity.y[body]! + Velocity.angular[body]! * rx) * ny
  given[0] = along
  const fall = standing ? riding(body, nx, ny, along) - move[Move.Fall]! : move[Move.VX]! * nx + move[Move.VY]! * ny
  const approach = along - fall
  const pushMass = move[Move.PushMass]!
  const most = standing ? Infinity : move[Move.PushForce]! * move[Move.Time]!
  if (!(approach > 0) || pushMass === 0 || most === 0) return
  const yields = inverseMass + arm * arm * inverseInertia
  const impulse = Math.min(approach / (1 / pushMass + yields), most)
  if (!bodies.isAwake(body)) {
    // What it stands on may sleep under it.
    if (standing && fall > -physics.tolerances.sleepSpeed * 10) return
    wakeBody(physics, body)
    syncSleepingTags(physics)
  }
  Velocity.x[body] = Velocity.x[body]! - impulse * nx * inverseMass
  Velocity.y[body] = Velocity.y[body]! - impulse * ny * inverseMass
  Velocity.angular[body] = Velocity.angular[body]! - impulse * arm * inverseInertia
  given[0] = along - impulse * yields
}

/**
 * How fast the character goes along the normal with what carries it: as fast as that went when the step began, and between that and
 * standing still. By its average over the step: what falls freely with it is not pressed, and what yields is not held up by one who stands still.
 */
function riding(body: number, nx: number, ny: number, along: number): number {
  if (body !== marks[Mark.Carrier]) return 0
  const began = 2 * (move[Move.RideX]! * nx + move[Move.RideY]! * ny) - along
  return along > 0 ? Math.min(along, Math.max(0, began)) : Math.max(along, Math.min(0, began))
}
