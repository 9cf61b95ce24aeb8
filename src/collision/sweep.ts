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

export const SWEEP_STRIDE = 8

const angle = new Float64Array(1)

/**
 * Writes the pose x, y, cosine, sine of the shape's origin at the fraction `fractions[f]`
 * of the sweep at `sweeps[s]` to `poses[p]`.
 */
export function poseAt(
  sweeps: Float64Array, s: number, fractions: Float64Array, f: number, poses: Float64Array, p: number,
): void {
  const fraction = fractions[f]!
  angle[0] = sweeps[s + 4]! + fraction * (sweeps[s + 5]! - sweeps[s + 4]!)
  sincosOf(angle, 0, poses, p + 2)
  const cosine = poses[p + 2]!
  const sine = poses[p + 3]!
  const x = sweeps[s + 6]!
  const y = sweeps[s + 7]!
  poses[p] = sweeps[s]! + fraction * (sweeps[s + 2]! - sweeps[s]!) - (cosine * x - sine * y)
  poses[p + 1] = sweeps[s + 1]! + fraction * (sweeps[s + 3]! - sweeps[s + 1]!) - (sine * x + cosine * y)
}
