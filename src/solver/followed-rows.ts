import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { Region } from '../stores/memory.ts'
import { FOLLOWED_BYTES, FOLLOWED_STRIDE, FollowedRow } from './followed-records.ts'

/** The rows of a step that are followed as their bodies turn: see `FollowedRow`. */
export class FollowedRows {
  readonly memory: KernelMemory
  private readonly region: Region

  constructor(memory: KernelMemory) {
    this.memory = memory
    this.region = memory.addRegion()
    memory.follow(() => { memory.i32[AddressTable.FollowedRows >> 2] = this.region.start })
  }

  get count(): number {
    return this.memory.i32[AddressTable.FollowedCount >> 2]!
  }

  set count(value: number) {
    this.memory.i32[AddressTable.FollowedCount >> 2] = value
  }

  /** Begins a step, with room for so many. May replace the memory. */
  reset(most: number): void {
    this.count = 0
    const { memory, region } = this
    if (most * FOLLOWED_BYTES > region.bytes) memory.resize(region, 2 * most * FOLLOWED_BYTES, false)
  }

  /** Where row `n` begins, among integers. */
  place(n: number): number {
    return (this.region.start >> 2) + n * FOLLOWED_STRIDE
  }

  contactOf(n: number): number {
    return this.memory.i32[this.place(n) + FollowedRow.Contact]!
  }

  /** Whether row `n` is one of those that are solved. */
  isSolved(n: number): boolean {
    return this.memory.i32[this.place(n) + FollowedRow.Solved] !== 0
  }
}
