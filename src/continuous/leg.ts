import { HitPlace } from '../collision/convex-ray.ts'
import { IMPACT_STRIDE, Limit, LIMITS_STRIDE, SWEEP_STRIDE } from '../collision/sweep-records.ts'
import { Pose, POSE_STRIDE } from '../bodies/body-records.ts'
import { State, STATE_STRIDE } from '../solver/motion-records.ts'
import type { PhysicsWorld } from '../state/world.ts'

/**
 * A part of a body's way in a step, straight and evenly turning.
 *
 * | index | meaning |
 * | ----- | ------- |
 * | 0, 1  | center of mass where the leg begins, world |
 * | 2, 3  | how far it moves |
 * | 4     | radians turned between the beginning of the step and that of the leg |
 * | 5     | radians it turns |
 * | 6     | at which part of the step it begins |
 */
export const LEG_STRIDE = 7

/** Places in a leg: see the table above. */
export enum Leg {
  X = 0,
  Y = 1,
  DX = 2,
  DY = 3,
  Angle = 4,
  Turn = 5,
  From = 6,
}

/** The leg of the body at hand. Where its middle is held back the way in it becomes shorter. */
export const leg = new Float64Array(LEG_STRIDE)
/** Where shapes met in the last test that found something. See `HitPlace`. */
export const impact = new Float64Array(IMPACT_STRIDE)

/**
 * How near shapes may come, the tolerance of that, and at `Limit.Fraction` the fraction of the leg at hand up to which
 * nothing is hit, as far as is known. Fractions are handed on here: as arguments and results of calls they would become
 * garbage.
 */
export const limits = new Float64Array(LIMITS_STRIDE)

/** Whether the middle of the body at hand was held back, so that its way is another one now. */
export const hold = {
  changed: false,
  allowed: true,
  /** A kinematic body whose push is looked at, or 0. */
  pusher: 0,
  /** The kinematic line that held it last, or 0. */
  by: 0,
  /** Whether anything static did. */
  fixed: false,
}

/** The motions of the collider at hand and of another one. */
export const own = new Float64Array(SWEEP_STRIDE)
export const others = new Float64Array(SWEEP_STRIDE)
/** Where a leg begins and ends, as fractions of it. */
export const BOUNDS = new Float64Array([0, 1])

/** Writes the whole way of a body in this step. What is static or rests stays where it is. */
export function writeStepLeg(physics: PhysicsWorld, body: number, out: Float64Array): void {
  const { bodies } = physics
  const { states } = physics.solver
  const b = body * POSE_STRIDE
  out[Leg.X] = bodies.pose[b + Pose.X]! - bodies.pose[b + Pose.FromCenterX]!
  out[Leg.Y] = bodies.pose[b + Pose.Y]! - bodies.pose[b + Pose.FromCenterY]!
  const moves = isSolved(physics, body)
  const s = bodies.awakeIndex[body]! * STATE_STRIDE
  out[Leg.DX] = moves ? states.state[s + State.MovedX]! : 0
  out[Leg.DY] = moves ? states.state[s + State.MovedY]! : 0
  out[Leg.Angle] = 0
  out[Leg.Turn] = moves ? states.state[s + State.Turn]! : 0
  out[Leg.From] = 0
}

/** How far its middle goes on a leg. */
export function wayOf(way: Float64Array): number {
  return Math.sqrt(way[Leg.DX]! * way[Leg.DX]! + way[Leg.DY]! * way[Leg.DY]!)
}

/** Whether a body took part in this step: it has a state. */
export function isSolved(physics: PhysicsWorld, body: number): boolean {
  const index = physics.bodies.awakeIndex[body]!
  return index >= 0 && index < physics.solver.solvedCount
}

/** Whether the impact at hand comes before `limits[Limit.Fraction]`, which is that of the impact then. */
export function isSooner(): boolean {
  if (impact[HitPlace.Fraction]! >= limits[Limit.Fraction]!) return false
  limits[Limit.Fraction] = impact[HitPlace.Fraction]!
  return true
}

/** Drops what lies before a part of the step of a leg that is that of the whole step. */
export function beginAt(from: number, way: Float64Array): void {
  if (from === 0) return
  way[Leg.X] = way[Leg.X]! + from * way[Leg.DX]!
  way[Leg.Y] = way[Leg.Y]! + from * way[Leg.DY]!
  way[Leg.Angle] = way[Leg.Angle]! + from * way[Leg.Turn]!
  way[Leg.DX] = (1 - from) * way[Leg.DX]!
  way[Leg.DY] = (1 - from) * way[Leg.DY]!
  way[Leg.Turn] = (1 - from) * way[Leg.Turn]!
  way[Leg.From] = from
}
