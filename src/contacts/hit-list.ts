import { AddressTable, FollowAsk } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { MemoryColumns } from '../stores/memory-columns.ts'
import type { ContactTable } from './contact-table.ts'
import { STRAY_STRIDE, TO_FOLLOW_STRIDE, ToFollow } from './hit-records.ts'

/** Hits for each of those that are known as following begins, and besides, of which no more is followed in a step. */
const FOLLOWED_EACH = 4
const FOLLOWED_MORE = 16

/** Room for so many may stay whatever happens, and for that many times what was needed. */
const ROOMY = 4096
const SPARE = 16

/** The hits of a step that `Kernel.followHits` follows, and the bodies that go elsewhere after them. */
export class HitList {
  private toFollow!: Float64Array
  /** Hits that were followed up to here have told how fast their sides met. */
  private told = 0
  private following = false
  private readonly memory: KernelMemory
  private readonly room: MemoryColumns
  private readonly bodies: MemoryColumns

  constructor(memory: KernelMemory) {
    this.memory = memory
    this.room = new MemoryColumns(memory, FOLLOWED_MORE)
    this.room.define(this, 'toFollow', 'f64', AddressTable.ToFollow, TO_FOLLOW_STRIDE)
    // Two bodies stray at each hit, at most.
    this.room.define(this, 'strays', 'f64', AddressTable.Strays, 2 * STRAY_STRIDE)
    this.room.open()
    this.bodies = new MemoryColumns(memory, 1)
    this.bodies.define(this, 'strayPlaces', 'u32', AddressTable.StrayPlace)
    this.bodies.open()
  }

  get count(): number {
    return this.memory.i32[AddressTable.ToFollowCount >> 2]!
  }

  clear(): void {
    this.following = false
    this.memory.i32[AddressTable.ToFollowCount >> 2] = 0
  }

  /** Makes room for so many more, before hits are followed. May replace the memory. */
  reserve(more: number): void {
    const { room } = this
    if (this.following) return
    const wanted = this.count + more
    if (wanted > room.capacity) room.grow(Math.max(wanted, 2 * room.capacity))
    this.memory.i32[AddressTable.ToFollowMost >> 2] = room.capacity
  }

  /** Lists a contact of which a hit may come, after {@link reserve}; while hits are followed only as long as more are to be. */
  push(contact: number): void {
    const { i32 } = this.memory
    const count = i32[AddressTable.ToFollowCount >> 2]!
    if (count === i32[AddressTable.ToFollowMost >> 2]) return
    this.toFollow[count * TO_FOLLOW_STRIDE + ToFollow.Fastest] = 0
    this.toFollow[count * TO_FOLLOW_STRIDE + ToFollow.Contact] = contact
    i32[AddressTable.ToFollowCount >> 2] = count + 1
  }

  /**
   * To be called before they are followed.
   * @param entities How many entities there is room for.
   */
  begin(entities: number): void {
    const most = FOLLOWED_EACH * this.count + FOLLOWED_MORE
    this.reserve(most - this.count)
    this.bodies.grow(entities)
    this.following = true
    const { i32 } = this.memory
    i32[AddressTable.ToFollowMost >> 2] = most
    i32[AddressTable.Following >> 2] = i32[AddressTable.StrayCount >> 2] = i32[AddressTable.StrayAt >> 2] = i32[AddressTable.LookBody >> 2] = i32[AddressTable.KeptBody >> 2] = 0
    i32[AddressTable.Asked >> 2] = FollowAsk.Nothing
    this.told = 0
  }

  /** To be called once a step: gives room back that is much more than was needed. */
  giveBack(): void {
    const { room } = this
    if (room.capacity > ROOMY && SPARE * this.count < room.capacity) room.shrink(FOLLOWED_MORE)
  }

  /** Notes how fast the sides of those met that were followed since. */
  noteApproaches(contacts: ContactTable, dt: number): void {
    const { toFollow } = this
    const following = this.memory.i32[AddressTable.Following >> 2]!
    // Of the one at hand it may be known, too.
    for (let i = this.told; i <= following && i < this.count; i++) {
      const at = i * TO_FOLLOW_STRIDE
      const fastest = toFollow[at + ToFollow.Fastest]! / dt
      if (fastest === 0) continue
      toFollow[at + ToFollow.Fastest] = 0
      const contact = toFollow[at + ToFollow.Contact]!
      if (fastest > contacts.approach[contact]!) contacts.setApproach(contact, fastest)
    }
    this.told = following
  }
}
