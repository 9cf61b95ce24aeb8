import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { Region } from '../stores/memory.ts'
import { BOUNCE_STRIDE, HIT_BYTES, IMPACT_BODY_BYTES, MOST_LIMITS } from './impact-records.ts'

const BOUNCE_BYTES = BOUNCE_STRIDE * 4
const FIRST_BOUNCES = 64

/** Room that the kernel's impacts need: the contacts that may bounce, and what a substep finds out. See `kernel/impact-rounds.h`. */
export class Impacts {
  private readonly memory: KernelMemory
  private readonly bounces: Region
  private readonly found: Region
  /** Work records and bounces that there is room for. */
  private records = 0
  private most = 0

  constructor(memory: KernelMemory) {
    this.memory = memory
    this.bounces = memory.addRegion()
    this.found = memory.addRegion()
    memory.follow(() => this.place())
  }

  /** Contacts that may bounce in this step. */
  get count(): number {
    return this.memory.i32[AddressTable.BounceCount >> 2]!
  }

  /** How often the kernel has looked at a hit in this step: what impacts cost. */
  get visits(): number {
    return this.memory.i32[AddressTable.HitVisits >> 2]!
  }

  /** Begins a step, and drops what one that failed has left. */
  reset(): void {
    const { kernel, i32 } = this.memory
    kernel.forgetImpacts()
    i32[AddressTable.BounceCount >> 2] = 0
    i32[AddressTable.LinkedBounces >> 2] = 0
    i32[AddressTable.HitVisits >> 2] = 0
  }

  /** Makes room for more bounces. May replace the memory. */
  addRoom(): void {
    this.memory.resize(this.bounces, Math.max(FIRST_BOUNCES * BOUNCE_BYTES, 2 * this.bounces.bytes))
  }

  /** Makes room for what the substeps find, once all bounces are known. May replace the memory. */
  reserve(records: number): void {
    if (this.count === 0 || (records <= this.records && this.count <= this.most)) return
    this.records = Math.max(this.records, records * 2)
    this.most = Math.max(this.most, this.count * 2)
    const bytes = this.records * (IMPACT_BODY_BYTES + 12) + this.most * (2 * HIT_BYTES + 12) + MOST_LIMITS * HIT_BYTES + ((this.most + 31) >>> 5) * 4
    this.memory.resize(this.found, bytes, false)
  }

  private place(): void {
    const { i32 } = this.memory
    const { start } = this.found
    const hits = start + this.records * IMPACT_BODY_BYTES
    const met = hits + (this.most * 2 + MOST_LIMITS) * HIT_BYTES
    i32[AddressTable.Bounces >> 2] = this.bounces.start
    i32[AddressTable.BounceRoom >> 2] = this.bounces.bytes / BOUNCE_BYTES
    i32[AddressTable.ImpactBodies >> 2] = start
    i32[AddressTable.Hits >> 2] = hits
    i32[AddressTable.Met >> 2] = met
    i32[AddressTable.Struck >> 2] = met + this.records * 4
    const first = met + this.records * 4 + this.most * 4
    i32[AddressTable.FirstBounce >> 2] = first
    i32[AddressTable.QuickRecords >> 2] = first + this.records * 4
    i32[AddressTable.NextBounce >> 2] = first + this.records * 8
    i32[AddressTable.Pending >> 2] = first + this.records * 8 + this.most * 8
    // What was linked lay elsewhere.
    i32[AddressTable.LinkedBounces >> 2] = 0
  }
}
