import { Pose } from '../bodies/body-records.ts'
import { sincosOf } from '../math/rotation.ts'
import { Sweep } from './sweep-records.ts'

const angle = new Float64Array(1)
const turned = new Float64Array(2)

/**
 * Writes the pose x, y, cosine, sine of the shape's origin at the fraction `fractions[f]`
 * of the sweep at `sweeps[s]` (see {@link Sweep}) to `poses[p]`.
 */
export function poseAt(
  sweeps: Float64Array, s: number, fractions: Float64Array, f: number, poses: Float64Array, p: number,
): void {
  const fraction = fractions[f]!
  angle[0] = fraction * sweeps[s + Sweep.Turn]!
  sincosOf(angle, 0, turned, 0)
  const c = sweeps[s + Sweep.Cos]!
  const n = sweeps[s + Sweep.Sin]!
  const cosine = c * turned[0]! - n * turned[1]!
  const sine = n * turned[0]! + c * turned[1]!
  const x = sweeps[s + Sweep.CenterX]!
  const y = sweeps[s + Sweep.CenterY]!
  poses[p + Pose.Cos] = cosine
  poses[p + Pose.Sin] = sine
  poses[p + Pose.X] = sweeps[s + Sweep.StartX]! + fraction * (sweeps[s + Sweep.EndX]! - sweeps[s + Sweep.StartX]!) - (cosine * x - sine * y)
  poses[p + Pose.Y] = sweeps[s + Sweep.StartY]! + fraction * (sweeps[s + Sweep.EndY]! - sweeps[s + Sweep.StartY]!) - (sine * x + cosine * y)
}
