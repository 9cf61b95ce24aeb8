import { AddressTable, Foreseen } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { type FeatureIds, MANIFOLD_STRIDE, PAIR_STRIDE } from './manifold.ts'
import { Manifold } from '../contacts/contact-record.ts'

/**
 * Collides two colliders that lie to each other as `pair` says, and writes their manifold to `out` at `o` and `ids` at `io`: see
 * `manifold.ts`. Collider 0 is the link at `AddressTable.LooseLink`.
 * @returns The number of points: 0, 1 or 2.
 */
export function collidePair(
  { kernel, f64, i32 }: KernelMemory, a: number, b: number, pair: Float64Array, out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const place = AddressTable.Pair >> 3
  for (let i = 0; i < PAIR_STRIDE; i++) f64[place + i] = pair[i]!
  const points = kernel.collidePair(a, b)
  const found = AddressTable.Foreseen >> 3
  const count = points === 2 ? MANIFOLD_STRIDE : points === 1 ? Manifold.X1 : 0
  for (let i = 0; i < count; i++) out[o + i] = f64[found + Foreseen.Manifold + i]!
  for (let k = 0; k < points; k++) ids[io + k] = i32[(found + Foreseen.Feature) * 2 + k]!
  return points
}
