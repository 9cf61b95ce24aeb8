import { Columns } from '../stores/columns.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { Memory } from '../stores/memory.ts'
import { MemoryColumns } from '../stores/memory-columns.ts'
import { ContactFlag, IMPULSE_STRIDE, KNOWN_STRIDE, MANIFOLD_STRIDE, NOT_ACTIVE } from './contact-record.ts'
import { MarkSort } from './mark-sort.ts'
import { Numbering } from './numbering.ts'
import { PairIndex } from './pair-index.ts'
import { roomFor } from './room-for.ts'
import { RollingImpulses } from './rolling-impulses.ts'
import { Doubts } from '../stores/doubts.ts'
import { Version } from '../stores/version.ts'

/** Every so many steps it is looked at whether contacts are to be numbered anew. */
const TIDY_EVERY = 64

/**
 * They are when this part of them came since the last time. Bodies that are near each other have ids near each other more
 * often than not, and then a step goes through their records from front to back: in a bin of 5,000 boxes that saves 5 % of
 * the step, in one of 10,000 circles of two sizes 13 %.
 */
const CHURN = 1 / 4

/** So many contacts are near each other anyway. */
const FEW_CONTACTS = 512

/** They are, too, when their ids take that many times as much room. */
const SPARSE = 4

/** Steps for which the table was much too large before it shrinks: who makes and removes crowds in turn goes on quickly. */
const PATIENCE = 600

/** The active list is put in order when a sixteenth of it changed. */
const ORDER_EVERY = 16

/**
 * The persistent pairs: every two colliders whose fat boxes overlap, found by their ids, with manifold and impulses.
 *
 * A contact is a small integer from 1 up; 0 is none. Freed ids are reused last-in first-out. An edge is
 * `contact * 2 + side` and links the contacts of one body in a list (`head`, `next`, `previous`).
 * Pairs are found by a {@link PairIndex}.
 *
 * What only contacts have that push is in columns of its own, which end at the highest of those: a crowd of 3,000 sensors
 * has 4.5 million contacts, of which nothing but begin and end is reported. contact-state.ts lists what decides the future.
 */
export class ContactTable {
  /** The lower entity id of the pair. */
  a!: Uint32Array
  /** The higher entity id of the pair. */
  b!: Uint32Array
  flags!: Uint8Array
  pointCount!: Uint8Array
  manifold!: Float64Array
  impulse!: Float32Array
  /** Feature ids of the two points. */
  feature!: Int32Array
  /** The speed at which the shapes came together when points first appeared, length/s. */
  approach!: Float64Array
  /** 1 where the points are those of a hit to come, see `foresight.ts`; 2 while a narrow phase knows that there is none; 3 where they are those of the end of its bodies' ways. */
  foreseen!: Uint8Array
  /** From where the manifold was made, see {@link KNOWN_STRIDE}. */
  known!: Float32Array
  activeIndex!: Int32Array
  /** By edge: the neighbors in the list of the edge's body. */
  next!: Uint32Array
  previous!: Uint32Array
  /** The contacts that are worked on each step. First `activeCount` entries. */
  active!: Uint32Array
  activeCount = 0
  /** How many of them have a sensor on a side: they are never solved. */
  activeSensors = 0
  /** How many contacts, the resting ones too, have a sensor on a side. */
  private sensors = 0
  /** How often the active list changed since it was put in order. */
  private changes = 0
  private readonly order = new MarkSort()
  /** All contacts, the resting ones too. */
  count = 0
  /** Of which pairs there are, how they are called and found, and the lists that they are in. */
  readonly pairs = new Version()
  readonly rolls = new RollingImpulses()
  /** The pairs that were removed. */
  readonly doubts = new Doubts()
  /** Of {@link approach}: most steps leave a heap alone. */
  readonly touches = new Version()
  /** By entity: the first edge of its contacts. */
  head!: Uint32Array
  private readonly columns: Columns
  private readonly shared: MemoryColumns
  /** Like the short ones of `shared`, these end with what pushes. */
  private readonly pushing: Columns
  private readonly index: PairIndex
  private firstFree = 0
  /** Contacts made since they were numbered anew. */
  private created = 0
  /** For how many steps the table has been much too large. */
  private roomy = 0
  private readonly numbering = new Numbering()
  /** No contact has a higher id. */
  highest = 0

  /** @param room Contacts that there is room for at first. */
  constructor(entities: MemoryColumns, memory: Memory, room: number) {
    this.columns = new Columns(room)
    this.pushing = new Columns(room)
    entities.define(this, 'head', 'u32', AddressTable.FirstEdge)
    this.shared = new MemoryColumns(memory, room)
    const { columns, shared, pushing } = this
    shared.define(this, 'a', 'u32', AddressTable.A)
    shared.define(this, 'b', 'u32', AddressTable.B)
    shared.define(this, 'flags', 'u8', AddressTable.Flags)
    shared.define(this, 'pointCount', 'u8', AddressTable.PointCount)
    shared.define(this, 'foreseen', 'u8', AddressTable.ForeseenOf)
    shared.define(this, 'known', 'f32', AddressTable.Known, KNOWN_STRIDE, 0, true)
    shared.define(this, 'manifold', 'f64', AddressTable.Manifold, MANIFOLD_STRIDE, 0, true)
    shared.define(this, 'impulse', 'f32', AddressTable.Impulse, IMPULSE_STRIDE, 0, true)
    shared.define(this, 'feature', 'i32', AddressTable.Feature, 2, 0, true)
    pushing.define(this, 'approach', 'f64')
    shared.define(this, 'activeIndex', 'i32', AddressTable.ActiveIndex, 1, NOT_ACTIVE)
    shared.define(this, 'next', 'u32', AddressTable.NextEdge, 2)
    columns.define(this, 'previous', 'u32', 2)
    shared.define(this, 'active', 'u32', AddressTable.Active)
    shared.open()
    this.index = new PairIndex(this, memory, room)
  }

  /** Bytes held by the table. */
  get bytes(): number {
    return this.columns.bytes + this.shared.bytes + this.pushing.bytes + this.rolls.bytes + this.index.bytes
  }

  /** The contact of two entities, `a` lower than `b`, or 0. */
  find(a: number, b: number): number {
    return this.index.find(a, b)
  }

  /** Whether there is room for more contacts, see {@link reserve}. */
  holds(count: number, pushing: number): boolean {
    return this.count + count < this.shared.capacity && (pushing === 0 || this.count + pushing < this.shared.shortCapacity)
  }

  /**
   * Makes room for contacts that are about to be made, at once: each time it copies the memory of the kernel.
   * @param count How many.
   * @param pushing How many of them there are up to the last that pushes.
   */
  reserve(count: number, pushing: number): void {
    const { capacity, shortCapacity, leastGrowth } = this.shared
    // Ids that are free are taken first.
    const first = this.count + 1
    // Where only sensors come what pushes needs no place behind those there are.
    const short = pushing === 0 ? shortCapacity : roomFor(first + pushing, shortCapacity, leastGrowth)
    this.grow(roomFor(first + count, capacity, leastGrowth), short)
    this.fit()
  }

  /**
   * Adds the contact of two entities, `a` lower than `b`, to the table and to both bodies. It starts inactive.
   * @param flags See {@link ContactFlag}. Whether `Sensor` is among them stays as it is.
   */
  create(a: number, b: number, flags = 0): number {
    const pushes = (flags & ContactFlag.Sensor) === 0
    this.pairs.note()
    const contact = this.takeId(pushes)
    this.a[contact] = a
    this.b[contact] = b
    this.flags[contact] = flags
    this.pointCount[contact] = 0
    this.foreseen[contact] = 0
    this.activeIndex[contact] = NOT_ACTIVE
    if (pushes) {
      for (let i = contact * IMPULSE_STRIDE; i < (contact + 1) * IMPULSE_STRIDE; i++) this.impulse[i] = 0
      this.rolls.set(contact, 0, 0)
      this.known[contact * KNOWN_STRIDE] = NaN
    }
    this.link(contact * 2, a)
    this.link(contact * 2 + 1, b)
    this.count++
    if (!pushes) this.sensors++
    this.created++
    this.index.add(contact)
    return contact
  }

  /**
   * Does what {@link create} and {@link activate} do for the pairs from `first` to `end`, of which none is known, in one loop.
   * @param ones,twos The lower and the higher entity of each pair. @param flags Those of the pair at `first`, and so on.
   */
  createAll(ones: Uint32Array, twos: Uint32Array, flags: Uint8Array, first: number, end: number): void {
    let pushing = end
    while (pushing > first && (flags[pushing - first - 1]! & ContactFlag.Sensor) !== 0) pushing--
    let i = first
    // Ids that are free are taken first, and where there is none they follow each other.
    for (; i < end && (this.firstFree !== 0 || !this.holds(end - i, Math.max(0, pushing - i))); i++) {
      this.activate(this.create(ones[i]!, twos[i]!, flags[i - first]!))
    }
    if (i < end) this.append(ones, twos, flags, first, i, end)
  }

  setApproach(contact: number, speed: number): void {
    this.touches.note()
    this.approach[contact] = speed
  }

  /** Removes a contact from the table, from both bodies and from the active list. */
  remove(contact: number): void {
    this.pairs.note()
    if (this.activeIndex[contact] !== NOT_ACTIVE) this.deactivate(contact)
    this.doubts.add(this.a[contact]!, this.b[contact]!)
    this.unlink(contact * 2, this.a[contact]!)
    this.unlink(contact * 2 + 1, this.b[contact]!)
    this.index.remove(contact)
    this.a[contact] = this.firstFree
    this.b[contact] = 0
    this.firstFree = contact
    this.count--
    if ((this.flags[contact]! & ContactFlag.Sensor) !== 0) this.sensors--
  }

  /**
   * Puts the active list in ascending order when it has changed a lot: the step then walks through the arrays of the
   * table from front to back. In a pile of 10,000 mixed bodies an unordered list made the whole step 1.6 times as long.
   */
  orderActive(): void {
    if (this.changes * ORDER_EVERY <= this.activeCount) return
    this.changes = 0
    this.pairs.note()
    this.order.sort(this.active, this.activeIndex, this.activeCount, this.highest)
  }

  /**
   * To be called once a step: numbers the contacts anew when that pays, and gives memory back after a burst. No contact
   * id is valid across this.
   * @param step Steps done so far.
   * @returns Whether contacts have other numbers now.
   */
  tidy(step: number): boolean {
    const limit = this.count + FEW_CONTACTS
    // Of sensors none is solved: in a crowd of them, awake or not, that would only cost.
    const churned = this.created >= CHURN * limit && 2 * this.sensors <= this.count
    // Not in the first step: what it made is in order.
    const renumbered = step % TIDY_EVERY === TIDY_EVERY - 1 && (churned || this.highest > SPARSE * limit)
    if (renumbered) this.renumber()
    this.giveBack(Math.max(2 * limit, this.highest + 1))
    return renumbered
  }

  /**
   * Numbers the contacts in the order of their lower bodies: then they lie in few places of the memory, and near each
   * other if their bodies do. After a burst of 1,000 bodies from one spot the 2,600 contacts that were left lay in the
   * room of 500,000.
   */
  private renumber(): void {
    this.created = 0
    this.pairs.note()
    this.touches.note()
    // What pushes may get any id.
    this.shared.grow(this.shared.capacity)
    this.pushing.grow(this.columns.capacity)
    this.numbering.plan(this)
    const { swaps } = this.numbering
    this.columns.swap(swaps, this.count)
    this.shared.swap(swaps, this.count)
    this.pushing.swap(swaps, this.count)
    this.rolls.swap(swaps, this.count, this.columns.capacity)
    this.numbering.rename(this)
    this.changes = 0
    this.highest = this.count
    this.firstFree = 0
    this.index.refill()
  }

  /**
   * Shrinks the table to so much room when that had been enough for long. What room there happens to be must not show in the
   * simulation, so no contact gets another number here.
   */
  private giveBack(room: number): void {
    this.roomy = this.shared.capacity > SPARSE * room ? this.roomy + 1 : 0
    if (this.roomy < PATIENCE) return
    this.roomy = 0
    this.shared.shrink(room)
    this.columns.shrink(room)
    this.pushing.shrink(room)
    this.rolls.shrink(room)
    this.index.fit(this.columns.capacity)
    this.numbering.release()
  }

  activate(contact: number): void {
    this.pairs.note()
    this.changes++
    if ((this.flags[contact]! & ContactFlag.Sensor) !== 0) this.activeSensors++
    this.activeIndex[contact] = this.activeCount
    this.active[this.activeCount++] = contact
  }

  deactivate(contact: number): void {
    this.pairs.note()
    this.changes++
    if ((this.flags[contact]! & ContactFlag.Sensor) !== 0) this.activeSensors--
    const index = this.activeIndex[contact]!
    const last = this.active[--this.activeCount]!
    this.active[index] = last
    this.activeIndex[last] = index
    this.activeIndex[contact] = NOT_ACTIVE
  }

  /** The other body of the contact that an edge belongs to. */
  otherOf(edge: number): number {
    return (edge & 1) === 0 ? this.b[edge >>> 1]! : this.a[edge >>> 1]!
  }

  private append(ones: Uint32Array, twos: Uint32Array, newFlags: Uint8Array, first: number, from: number, end: number): void {
    this.fit()
    const { a, b, flags, pointCount, foreseen, activeIndex, active, impulse, known, head, next, previous } = this
    const begin = this.highest + 1
    let id = begin, place = this.activeCount, sensors = 0
    for (let i = from; i < end; i++, id++, place++) {
      const one = ones[i]!, two = twos[i]!, own = newFlags[i - first]!, edge = id * 2
      a[id] = one
      b[id] = two
      flags[id] = own
      pointCount[id] = foreseen[id] = 0
      activeIndex[id] = place
      active[place] = id
      const afterOne = head[one]!, afterTwo = head[two]!
      next[edge] = afterOne
      next[edge + 1] = afterTwo
      previous[edge] = previous[edge + 1] = 0
      if (afterOne !== 0) previous[afterOne] = edge
      if (afterTwo !== 0) previous[afterTwo] = edge + 1
      head[one] = edge
      head[two] = edge + 1
      sensors += (own & ContactFlag.Sensor) === 0 ? 0 : 1
      if ((own & ContactFlag.Sensor) !== 0) continue
      for (let k = id * IMPULSE_STRIDE; k < (id + 1) * IMPULSE_STRIDE; k++) impulse[k] = 0
      known[id * KNOWN_STRIDE] = NaN
    }
    this.pairs.note()
    this.rolls.forget(begin, id)
    this.index.addAll(begin, id)
    const made = id - begin
    this.highest = id - 1
    this.count += made
    this.created += made
    this.changes += made
    this.activeCount += made
    this.sensors += sensors
    this.activeSensors += sensors
  }

  private takeId(pushes: boolean): number {
    const free = this.firstFree
    const id = free !== 0 ? free : this.highest + 1
    const { shared, columns, pushing } = this
    if (id >= (pushes ? shared.shortCapacity : shared.capacity)) {
      const room = id < shared.capacity ? shared.capacity : shared.capacity * 2
      this.grow(room, pushes ? room : shared.shortCapacity)
    }
    // A question of its own: another may have failed before.
    if (id >= columns.capacity || (pushes && id >= pushing.capacity)) this.fit()
    if (free !== 0) this.firstFree = this.a[free]!
    else this.highest = id
    return id
  }

  /** Grows what the kernel works on, and has the index get its room at once. */
  private grow(capacity: number, short: number): void {
    this.index.plan(Math.max(capacity, this.shared.capacity))
    this.shared.grow(capacity, short)
  }

  /** Grows the rest like that. */
  private fit(): void {
    const { shared, columns, pushing } = this
    if (columns.capacity < shared.capacity) {
      // First: where there is no memory for it, it is tried anew.
      this.index.fit(shared.capacity)
      columns.grow(shared.capacity)
    }
    pushing.grow(shared.shortCapacity)
  }

  private link(edge: number, entity: number): void {
    const first = this.head[entity]!
    this.next[edge] = first
    this.previous[edge] = 0
    if (first !== 0) this.previous[first] = edge
    this.head[entity] = edge
  }

  private unlink(edge: number, entity: number): void {
    const next = this.next[edge]!
    const previous = this.previous[edge]!
    if (next !== 0) this.previous[next] = previous
    if (previous !== 0) this.next[previous] = next
    else this.head[entity] = next
  }
}
