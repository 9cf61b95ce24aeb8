import { AddressTable } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { Region } from '../stores/memory.ts'
import {
  ANSWER_BYTES, ANSWERS_OF_MEMBER, BLOW_BYTES, CHAIN_BYTES, CHAIN_TIES, CHAINS_BYTES, MEMBER_BYTES, MOST_ANSWERS, MOST_FACTORS, MOST_LIMITS, MOST_MEMBERS, MOST_TIES, TIE_BYTES, TIES_OF_JOINT,
} from './impact-records.ts'

/** Room for what joints hold together around what is hit. The kernel lays it out: see `kernel/impact-chains.h`. */
export class ImpactChains {
  private readonly memory: KernelMemory
  private readonly region: Region

  constructor(memory: KernelMemory) {
    this.memory = memory
    this.region = memory.addRegion()
    memory.follow(() => {
      memory.i32[AddressTable.ImpactChains >> 2] = this.region.start
    })
  }

  /** Makes room for so many work records and joints. May replace the memory. */
  reserve(records: number, joints: number): void {
    const members = Math.min(records, MOST_MEMBERS)
    const ties = Math.min(TIES_OF_JOINT * joints, MOST_TIES)
    const factors = Math.min(ties * Math.min(ties, CHAIN_TIES), MOST_FACTORS)
    const bytes = CHAINS_BYTES + factors * 8 + Math.min(members * ANSWERS_OF_MEMBER, MOST_ANSWERS) * ANSWER_BYTES + members * (MEMBER_BYTES + CHAIN_BYTES) + (ties + MOST_LIMITS) * TIE_BYTES +
      records * 8 + joints * (12 + BLOW_BYTES)
    if (bytes > this.region.bytes) this.memory.resize(this.region, Math.ceil(bytes / 64) * 80)
  }
}
