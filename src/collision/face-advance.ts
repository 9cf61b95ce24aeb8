/**
 * Conservative advancement along the normal of a face that turns with its body.
 *
 * With n the normal, w the way from the reference body's center of mass to a
 * corner of the other shape, and h the face's distance from that center, the gap
 * of the corner is f = n . w - h. Its change is f' = n . w' + turn (n perp . w),
 * and its curvature at most turn^2 |w| + 2 |turn| |w'| + |w''|, where |w'| is at most
 * the relative speed plus the other body's turn times the corner's distance from
 * its own center, and |w| at most what it is now plus that for the time left.
 */
import { poseAt, Sweep } from './sweep.ts'

const MAX_ADVANCES = 40

const reference = new Float64Array(4)
const other = new Float64Array(4)

/**
 * How far a gap may be followed until a parabola below it reaches zero: the gap
 * is `room` (above 0), changes by `speed` and curves by at most `curve` (0 or above).
 */
export function safeFraction(room: number, speed: number, curve: number): number {
  const root = Math.sqrt(speed * speed + 2 * curve * room)
  if (speed < 0) return 2 * room / (root - speed)
  return curve > 0 ? (speed + root) / curve : Infinity
}

/**
 * Moves `state[0]` (the fraction) on until a corner of the other shape is as near to
 * the face as `state[1]`, within `state[2]`, or `state[3]` is reached. Shapes are
 * given as in `time-of-impact.ts`, corners and normals in their own frames.
 */
export function advanceAlongFace(
  corners: Float64Array, normals: Float64Array, face: number, sweeps: Float64Array, s: number,
  otherCount: number, otherCorners: Float64Array, otherSweeps: Float64Array, t: number, state: Float64Array,
): void {
  const turn = sweeps[s + Sweep.EndAngle]! - sweeps[s + Sweep.StartAngle]!
  const otherTurn = otherSweeps[t + Sweep.EndAngle]! - otherSweeps[t + Sweep.StartAngle]!
  const vx = (otherSweeps[t + Sweep.EndX]! - otherSweeps[t + Sweep.StartX]!) - (sweeps[s + Sweep.EndX]! - sweeps[s + Sweep.StartX]!)
  const vy = (otherSweeps[t + Sweep.EndY]! - otherSweeps[t + Sweep.StartY]!) - (sweeps[s + Sweep.EndY]! - sweeps[s + Sweep.StartY]!)
  const speed = Math.sqrt(vx * vx + vy * vy)
  const lnx = normals[face * 2]!
  const lny = normals[face * 2 + 1]!
  const height = lnx * (corners[face * 2]! - sweeps[s + Sweep.CenterX]!) + lny * (corners[face * 2 + 1]! - sweeps[s + Sweep.CenterY]!)
  for (let i = 0; i < MAX_ADVANCES; i++) {
    const time = state[0]!
    const left = state[3]! - time
    poseAt(sweeps, s, state, 0, reference, 0)
    poseAt(otherSweeps, t, state, 0, other, 0)
    const nx = reference[2]! * lnx - reference[3]! * lny
    const ny = reference[3]! * lnx + reference[2]! * lny
    // Way between the two centers of mass.
    const cx = otherSweeps[t + Sweep.StartX]! - sweeps[s + Sweep.StartX]! + time * vx
    const cy = otherSweeps[t + Sweep.StartY]! - sweeps[s + Sweep.StartY]! + time * vy
    let step = Infinity
    for (let k = 0; k < otherCount * 2; k += 2) {
      const lx = otherCorners[k]! - otherSweeps[t + Sweep.CenterX]!
      const ly = otherCorners[k + 1]! - otherSweeps[t + Sweep.CenterY]!
      const rx = other[2]! * lx - other[3]! * ly
      const ry = other[3]! * lx + other[2]! * ly
      const wx = cx + rx
      const wy = cy + ry
      const room = nx * wx + ny * wy - height - state[1]!
      if (room <= state[2]!) return
      const arm = Math.sqrt(rx * rx + ry * ry)
      const most = speed + Math.abs(otherTurn) * arm
      const change = nx * (vx - otherTurn * ry) + ny * (vy + otherTurn * rx) + turn * (nx * wy - ny * wx)
      const reach = Math.sqrt(wx * wx + wy * wy) + most * left
      const curve = turn * turn * reach + 2 * Math.abs(turn) * most + otherTurn * otherTurn * arm
      const at = safeFraction(room, change, curve)
      if (at < step) step = at
    }
    state[0] = time + step
    if (state[0]! >= state[3]!) {
      state[0] = state[3]!
      return
    }
  }
}
