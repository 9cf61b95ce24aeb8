import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { syncSleepingTags, wakeBody } from '../sleep/waking.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { move } from './move.ts'
import { obstacles } from './obstacles.ts'
import { Aim, AIM_STRIDE, Hit, Move } from './records.ts'

/** How fast the obstacle goes along the normal after the push, as the only number. */
export const given = new Float64Array(1)

/** What is pushed, see {@link Aim}. */
export const aim = new Float64Array(AIM_STRIDE)

/** Finds how a dynamic body goes where a point of it is pushed against the normal, and how it gives way. @param at Normal and point. */
export function takeAim(physics: PhysicsWorld, body: number, at: Float64Array): void {
  const { pose } = physics.bodies
  const { Velocity } = physics.components
  const p = body * POSE_STRIDE
  const nx = at[Hit.NormalX]!
  const ny = at[Hit.NormalY]!
  // From the center of mass.
  const rx = at[Hit.X]! - pose[p + Pose.X]! + pose[p + Pose.FromCenterX]!
  const ry = at[Hit.Y]! - pose[p + Pose.Y]! + pose[p + Pose.FromCenterY]!
  const arm = rx * ny - ry * nx
  aim[Aim.Arm] = arm
  aim[Aim.Along] = (Velocity.x[body]! - Velocity.angular[body]! * ry) * nx + (Velocity.y[body]! + Velocity.angular[body]! * rx) * ny
  aim[Aim.Yields] = pose[p + Pose.InverseMass]! + arm * arm * pose[p + Pose.InverseInertia]!
}

/** Gives the body that was aimed at an impulse against the normal. */
export function kick(physics: PhysicsWorld, body: number, at: Float64Array): void {
  const { pose } = physics.bodies
  const { Velocity } = physics.components
  const p = body * POSE_STRIDE
  const impulse = aim[Aim.Impulse]!
  const inverseMass = pose[p + Pose.InverseMass]!
  Velocity.x[body] = Velocity.x[body]! - impulse * at[Hit.NormalX]! * inverseMass
  Velocity.y[body] = Velocity.y[body]! - impulse * at[Hit.NormalY]! * inverseMass
  Velocity.angular[body] = Velocity.angular[body]! - impulse * aim[Aim.Arm]! * pose[p + Pose.InverseInertia]!
}

/**
 * Pushes a dynamic body that the character runs into, with its velocity and as if it had the pushing mass, but with no
 * more than the pushing force. What is asleep wakes only if it is pushed to some purpose.
 * @param at What was met: normal and point.
 */
export function pushObstacle(physics: PhysicsWorld, obstacle: number, at: Float64Array): void {
  const { bodies } = physics
  given[0] = 0
  if (obstacles.kind[obstacle] !== BodyKind.Dynamic) return
  const body = bodies.bodyOf[obstacles.collider[obstacle]!]!
  takeAim(physics, body, at)
  const along = aim[Aim.Along]!
  given[0] = along
  const approach = along - (move[Move.VX]! * at[Hit.NormalX]! + move[Move.VY]! * at[Hit.NormalY]!)
  const pushMass = move[Move.PushMass]!
  const most = move[Move.PushForce]! * move[Move.Time]!
  if (!(approach > 0) || pushMass === 0 || most === 0) return
  aim[Aim.Impulse] = Math.min(approach / (1 / pushMass + aim[Aim.Yields]!), most)
  if (!bodies.isAwake(body)) {
    wakeBody(physics, body)
    syncSleepingTags(physics)
  }
  kick(physics, body, at)
  given[0] = along - aim[Aim.Impulse]! * aim[Aim.Yields]!
}
