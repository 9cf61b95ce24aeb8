import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { IMPACT_STRIDE, Limit, SWEEP_STRIDE } from './sweep-records.ts'

/**
 * Finds the first fraction at which the shapes of two colliders, moving along their sweeps (see `Sweep`), come as near as `limits`
 * say (see {@link Limit}). By conservative advancement, in the kernel: `kernel/time-of-impact.c`. A one-sided segment is passed by
 * a shape whose middle starts behind it, as it is by contacts.
 * @param radius The first number is the radius of a disc, around the origin of the first shape, that takes its place. `null`: the
 *   shape itself.
 * @param out Where the impact goes, see `HitPlace`.
 * @returns One of `Impact`.
 */
export function timeOfImpact(
  memory: KernelMemory, a: number, sweepA: Float64Array, b: number, sweepB: Float64Array,
  radius: Float64Array | null, limits: Float64Array, out: Float64Array,
): number {
  const { f64, kernel } = memory
  for (let i = 0; i < SWEEP_STRIDE; i++) {
    f64[(AddressTable.SweepA >> 3) + i] = sweepA[i]!
    f64[(AddressTable.SweepB >> 3) + i] = sweepB[i]!
  }
  if (radius !== null) f64[AddressTable.DiscRadius >> 3] = radius[0]!
  f64[AddressTable.ImpactTarget >> 3] = limits[Limit.Target]!
  f64[AddressTable.ImpactTolerance >> 3] = limits[Limit.Tolerance]!
  f64[AddressTable.ImpactLimit >> 3] = limits[Limit.Fraction]!
  const found = kernel.timeOfImpact(a, b, radius === null ? 0 : 1)
  for (let i = 0; i < IMPACT_STRIDE; i++) out[i] = f64[(AddressTable.Impact >> 3) + i]!
  return found
}
