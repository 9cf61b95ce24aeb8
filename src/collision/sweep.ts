/**
 * The motion of a body during a step: its center of mass moves straight, its
 * angle turns evenly.
 *
 * | index | meaning |
 * | ----- | ------- |
 * | 0, 1  | center of mass at the start, world |
 * | 2, 3  | center of mass at the end |
 * | 4, 5  | angle at the start and at the end, radians, not wrapped: the difference is the way it turns |
 * | 6, 7  | center of mass in the shape's own frame (0, 0 if it is the shape's origin) |
 */
import { sincosOf } from '../math/rotation.ts'
import { Pose } from '../bodies/body-records.ts'

export const SWEEP_STRIDE = 8

/** Places in a sweep: see the table above. */
export enum Sweep {
  StartX = 0,
  StartY = 1,
  EndX = 2,
  EndY = 3,
  StartAngle = 4,
  EndAngle = 5,
  CenterX = 6,
  CenterY = 7,
}

const angle = new Float64Array(1)

/**
 * Writes the pose x, y, cosine, sine of the shape's origin at the fraction `fractions[f]`
 * of the sweep at `sweeps[s]` to `poses[p]`.
 */
export function poseAt(
  sweeps: Float64Array, s: number, fractions: Float64Array, f: number, poses: Float64Array, p: number,
): void {
  const fraction = fractions[f]!
  angle[0] = sweeps[s + Sweep.StartAngle]! + fraction * (sweeps[s + Sweep.EndAngle]! - sweeps[s + Sweep.StartAngle]!)
  sincosOf(angle, 0, poses, p + Pose.Cos)
  const cosine = poses[p + Pose.Cos]!
  const sine = poses[p + Pose.Sin]!
  const x = sweeps[s + Sweep.CenterX]!
  const y = sweeps[s + Sweep.CenterY]!
  poses[p + Pose.X] = sweeps[s + Sweep.StartX]! + fraction * (sweeps[s + Sweep.EndX]! - sweeps[s + Sweep.StartX]!) - (cosine * x - sine * y)
  poses[p + Pose.Y] = sweeps[s + Sweep.StartY]! + fraction * (sweeps[s + Sweep.EndY]! - sweeps[s + Sweep.StartY]!) - (sine * x + cosine * y)
}
