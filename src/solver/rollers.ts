import { Impulse, IMPULSE_STRIDE } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import { AddressTable } from '../kernel/address-table.ts'
import { Owner, OWNER_STRIDE } from '../kernel/filling.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import type { Region } from '../stores/memory.ts'
import { Roller, ROLLER_BYTES, ROLLER_STRIDE } from './roller-records.ts'

/**
 * The contacts of a step whose bodies resist rolling, which `prepare` has noted: what it costs is nothing where there are none.
 * See `kernel/rolling.c`.
 */
export class Rollers {
  private readonly memory: KernelMemory
  private readonly region: Region

  constructor(memory: KernelMemory) {
    this.memory = memory
    this.region = memory.addRegion()
    memory.follow(() => { memory.i32[AddressTable.Rollers >> 2] = this.region.start })
  }

  /** How many there are in this step. */
  get count(): number {
    return this.memory.i32[AddressTable.SpecialCount >> 2]!
  }

  /** Makes them, once all rows are known. What did not press in the step before has no impulse to carry over. May replace the memory. */
  lay(contacts: ContactTable): void {
    const { count, memory, region } = this
    if (count === 0) return
    if (count * ROLLER_BYTES > region.bytes) memory.resize(region, 2 * count * ROLLER_BYTES, false)
    memory.kernel.layRollers()
    const impulses = (region.start + Roller.Impulse * 4) >> 3
    for (let i = 0; i < count; i++) {
      const contact = this.contactOf(i)
      const pressed = contacts.impulse[contact * IMPULSE_STRIDE + Impulse.Normal0]! > 0
      memory.f64[impulses + ((i * ROLLER_STRIDE) >> 1)] = pressed ? contacts.rolls.of(contact) : 0
    }
  }

  /** Keeps the angular impulses for the next step's warm start. */
  store(contacts: ContactTable): void {
    const { count, region } = this
    const { f64 } = this.memory
    const impulses = (region.start + Roller.Impulse * 4) >> 3
    for (let i = 0; i < count; i++) {
      contacts.rolls.set(this.contactOf(i), f64[impulses + ((i * ROLLER_STRIDE) >> 1)]!, contacts.approach.length)
    }
  }

  private contactOf(roller: number): number {
    const { i32 } = this.memory
    const row = i32[(i32[AddressTable.Special >> 2]! >>> 2) + roller]!
    return i32[(i32[AddressTable.Owners >> 2]! >>> 2) + row * OWNER_STRIDE + Owner.Contact]! >>> 1
  }
}
