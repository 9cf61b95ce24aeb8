import { Pose, POSE_STRIDE } from '../bodies/body-records.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { Impact, SWEEP_STRIDE, Sweep } from './sweep-records.ts'

/**
 * Writes to `out` how far two colliders are apart where they stand; in overlap minus the shortest way apart. What lets the other one pass,
 * since that is behind it, is infinitely far. By the kernel: the first thing that `timeOfImpact` finds out.
 * @param off By how much the first one is put elsewhere: x, y. Arrays, because fractional arguments may become garbage.
 */
export function measureGap({ kernel, f64 }: KernelMemory, pose: Float64Array, a: number, b: number, off: Float64Array, out: Float64Array): void {
  const first = AddressTable.SweepA >> 3
  stand(f64, first, pose, a)
  stand(f64, AddressTable.SweepB >> 3, pose, b)
  f64[first + Sweep.EndX] = f64[first + Sweep.StartX]! += off[0]!
  f64[first + Sweep.EndY] = f64[first + Sweep.StartY]! += off[1]!
  f64[AddressTable.ImpactTarget >> 3] = Infinity
  f64[AddressTable.ImpactLimit >> 3] = 0
  out[0] = kernel.timeOfImpact(a, b, 0) === Impact.None ? Infinity : f64[AddressTable.ImpactGap >> 3]!
}

/** Writes a sweep that goes nowhere. */
function stand(f64: Float64Array, at: number, pose: Float64Array, collider: number): void {
  const p = collider * POSE_STRIDE
  f64.fill(0, at, at + SWEEP_STRIDE)
  f64[at + Sweep.StartX] = f64[at + Sweep.EndX] = pose[p + Pose.X]!
  f64[at + Sweep.StartY] = f64[at + Sweep.EndY] = pose[p + Pose.Y]!
  f64[at + Sweep.Cos] = pose[p + Pose.Cos]!
  f64[at + Sweep.Sin] = pose[p + Pose.Sin]!
}
