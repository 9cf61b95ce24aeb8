import { AddressTable } from '../kernel/address-table.ts'
import type { Memory } from '../stores/memory.ts'
import { MemoryColumns } from '../stores/memory-columns.ts'
import { closeSlot, fillSlots, findSlot } from '../stores/pair-slots.ts'

/** By contact: the lower entity id of its pair, and the higher one, 0 where there is no contact. No contact has an id above `highest`. */
interface PairColumns {
  readonly a: Uint32Array
  readonly b: Uint32Array
  readonly highest: number
}

/** Finds contacts by their pairs. The kernel looks here, too. */
export class PairIndex {
  /** Two and more for each contact that there is room for, see pair-slots.ts. */
  slots!: Uint32Array
  private readonly table: PairColumns
  private readonly memory: Memory
  private readonly room: MemoryColumns

  /** @param capacity So many contacts there is room for. */
  constructor(table: PairColumns, memory: Memory, capacity: number) {
    this.table = table
    this.memory = memory
    this.room = new MemoryColumns(memory, slotsFor(capacity))
    this.room.define(this, 'slots', 'u32', AddressTable.PairSlots)
    this.room.open()
    memory.follow(() => this.showCount())
  }

  get bytes(): number {
    return this.slots.byteLength
  }

  /** The contact of two entities, `a` lower than `b`, or 0. */
  find(a: number, b: number): number {
    return this.slots[findSlot(this.slots, this.table.a, this.table.b, a, b)]!
  }

  /** Takes in a contact whose pair is in the columns. */
  add(contact: number): void {
    const { slots, table: { a, b } } = this
    slots[findSlot(slots, a, b, a[contact]!, b[contact]!)] = contact
  }

  /** Takes in the contacts from `first` to `end`, whose pairs are in the columns. */
  addAll(first: number, end: number): void {
    fillSlots(this.slots, this.table.a, this.table.b, first, end)
  }

  /** Takes a contact out whose pair is still in the columns. */
  remove(contact: number): void {
    const { slots, table: { a, b } } = this
    closeSlot(slots, a, b, findSlot(slots, a, b, a[contact]!, b[contact]!))
  }

  /** Finds all contacts anew. */
  refill(): void {
    this.slots.fill(0)
    this.addAll(1, this.table.highest + 1)
  }

  /** Has it get the room for so many contacts when something else in the memory grows: each growth moves what lies behind. */
  plan(capacity: number): void {
    this.room.plan(slotsFor(capacity))
  }

  /** Gives it the slots for so many contacts. */
  fit(capacity: number): void {
    const count = slotsFor(capacity)
    if (count === this.slots.length) return
    this.room.grow(count)
    this.room.shrink(count)
    this.refill()
    this.showCount()
  }

  /** Tells the kernel how many slots there are. */
  private showCount(): void {
    this.memory.i32[AddressTable.PairSlotCount >> 2] = this.room.capacity
  }
}

/** How many slots an index has for so many contacts. */
function slotsFor(capacity: number): number {
  return 1 << (33 - Math.clz32(capacity - 1))
}
