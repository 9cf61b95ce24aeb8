import { AddressTable } from '../kernel/address-table.ts'
import type { Region } from '../stores/memory.ts'
import { GROUP_BYTES_ONE, GROUP_BYTES_TWO, LANES } from './contact-groups.ts'
import { Cursor, CURSOR_STRIDE, OPEN, OWNER_STRIDE, RUN_STRIDE, Run, STREAMS } from '../kernel/filling.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'

/** Groups that follow each other in memory: the passes go through such a run in one call. */
const RUN = 64

const NONE = -1

/** What is taken where there is not enough room for groups, by what is needed. */
const GROWTH = 1.5

/** What is held is given back where it is that many times what can be needed, */
const SPARE = 4

/** for so many steps: who sleeps for a moment will need it again. */
const PATIENCE = 600

/** Groups begin at cache lines. */
const ALIGN = 64

/**
 * The contacts of a step in groups of four, in solving order (see `contact-groups.ts`), and what the kernel needs to fill
 * them: see `Kernel.prepare`.
 *
 * Groups are filled in the order in which contacts come: a contact goes into the first open group in which neither of its
 * bodies is. So the order stays nearly that of the contacts, and they stay near their bodies in memory. Coloring the
 * graph of contacts instead was as fast to solve, and takes a pass of its own.
 */
export class ContactRows {
  readonly memory: KernelMemory
  /** By stream: the run that is being filled. */
  private readonly current = new Int32Array(STREAMS)
  private readonly region: Region
  /** The first byte that is not taken. */
  private end = 0
  /** Bytes of all that is before the groups. */
  private fixed = 0
  /** Bytes of what takes all contacts of the step if nearly all groups become full, once that is known. */
  private groups = 0
  /** Steps in a row that needed little of what is held. */
  private idle = 0

  /** @param room Contacts that there is room for when the memory is made. */
  constructor(memory: KernelMemory, room = 0) {
    this.memory = memory
    this.region = memory.addRegion(room === 0 ? 0 : fixedBytes(room, room) + groupBytes(0, room))
  }

  /**
   * Says what a step is to have, before the memory is replaced for its contacts: it is replaced once then.
   * @param records Work records in use, that of the world among them.
   * @param contacts There will be no more than that,
   * @param single of which so many have one point,
   * @param double and so many two. More than these cost another memory.
   */
  expect(records: number, contacts: number, single: number, double: number): void {
    this.memory.plan(this.region, fixedBytes(records, contacts) + groupBytes(single, double))
  }

  /** Whether {@link reset} needs no other memory. If not, {@link count} goes first. */
  holds(records: number, contacts: number): boolean {
    return fixedBytes(records, contacts) <= this.region.bytes
  }

  /** Whether {@link addRun} needs no other memory. If not, {@link count} goes first. */
  hasRoom(stream: number): boolean {
    return this.end + runBytes(stream) - this.region.start <= this.region.bytes
  }

  /** Says how many contacts with one and with two points the step has, before the memory is replaced for them. */
  count(single: number, double: number): void {
    this.groups = groupBytes(single, double)
  }

  /**
   * Drops all groups, and begins to fill new ones, which are kept until {@link release}.
   * @param records Work records in use, that of the world among them.
   * @param contacts There will be no more than that.
   */
  reset(records: number, contacts: number): void {
    this.current.fill(NONE)
    const fixed = fixedBytes(records, contacts)
    this.fixed = fixed
    this.region.kept = false
    this.giveBack(fixed + contacts * GROUP_BYTES_TWO)
    this.reserve(fixed)
    this.region.kept = true
    const busy = this.region.start
    const open = busy + records * 4
    const cursors = open + STREAMS * OPEN * 4
    const owners = cursors + STREAMS * CURSOR_STRIDE * 4
    const special = owners + contacts * OWNER_STRIDE * 4
    this.end = busy + fixed
    const { i32 } = this.memory
    i32[AddressTable.Runs >> 2] = special + contacts * 4
    i32[AddressTable.RunCount >> 2] = 0
    i32.fill(0, busy >> 2, owners >> 2)
    i32[AddressTable.Busy >> 2] = busy
    i32[AddressTable.Open >> 2] = open
    i32[AddressTable.Cursors >> 2] = cursors
    i32[AddressTable.Owners >> 2] = owners
    i32[AddressTable.Special >> 2] = special
    i32[AddressTable.OwnerCount >> 2] = 0
    i32[AddressTable.SpecialCount >> 2] = 0
  }

  /** Drops all groups, where a step needs none. */
  rest(): void {
    this.memory.i32[AddressTable.RunCount >> 2] = 0
    this.memory.i32[AddressTable.OwnerCount >> 2] = 0
    this.memory.i32[AddressTable.SpecialCount >> 2] = 0
    this.giveBack(0)
  }

  /** Says that the groups are needed no more. */
  release(): void {
    this.region.kept = false
  }

  /** Gives a stream room for more groups. May replace the memory. */
  addRun(stream: number): void {
    this.endRun(stream)
    const first = this.end
    this.end += runBytes(stream)
    this.reserve(this.end - this.region.start)
    const { i32 } = this.memory
    const count = i32[AddressTable.RunCount >> 2]!
    i32[AddressTable.RunCount >> 2] = count + 1
    this.current[stream] = count
    const run = (i32[AddressTable.Runs >> 2]! >> 2) + count * RUN_STRIDE
    i32[run + Run.Stream] = stream
    i32[run + Run.First] = first
    const cursor = (i32[AddressTable.Cursors >> 2]! >> 2) + stream * CURSOR_STRIDE
    i32[cursor + Cursor.Next] = first
    i32[cursor + Cursor.End] = this.end
  }

  /** Ends the filling. */
  finish(): void {
    this.memory.kernel.finish()
    for (let stream = 0; stream < STREAMS; stream++) this.endRun(stream)
  }

  /** Notes where the run that a stream fills has ended. */
  private endRun(stream: number): void {
    const run = this.current[stream]!
    if (run === NONE) return
    const { i32 } = this.memory
    const next = i32[(i32[AddressTable.Cursors >> 2]! >> 2) + stream * CURSOR_STRIDE + Cursor.Next]!
    i32[(i32[AddressTable.Runs >> 2]! >> 2) + run * RUN_STRIDE + Run.End] = next
  }

  /** After a burst much more room is held than this many bytes, which suffice in any case. */
  private giveBack(bytes: number): void {
    const room = bytes + STREAMS * RUN * GROUP_BYTES_TWO
    this.idle = this.region.bytes > SPARE * room ? this.idle + 1 : 0
    if (this.idle <= PATIENCE) return
    this.idle = 0
    this.memory.resize(this.region, room, false)
  }

  /**
   * Replacing the memory copies all that is in it, so it is done once for all contacts: with a half more each time, 20,000
   * boxes that woke took five copies, and that step three to ten times as long as the next.
   */
  private reserve(bytes: number): void {
    if (bytes <= this.region.bytes) return
    const { region, memory } = this
    const least = region.bytes === 0 ? 0 : region.bytes + memory.leastGrowth
    memory.resize(region, Math.max(Math.ceil(bytes * GROWTH), this.fixed + this.groups, least))
    this.groups = 0
  }
}

/** Bytes of all that is before the groups. In integers, none of which is ever boxed. */
function fixedBytes(records: number, contacts: number): number {
  // All runs but one of each stream are full.
  const runs = STREAMS + Math.ceil(contacts / RUN)
  const numbers = records + STREAMS * (OPEN + CURSOR_STRIDE) + contacts * (OWNER_STRIDE + 1) + runs * RUN_STRIDE
  return (numbers * 4 + ALIGN - 1) & -ALIGN
}

/** Bytes of what takes that many contacts with one and with two points if nearly all groups become full. */
function groupBytes(single: number, double: number): number {
  const groups = Math.ceil(single / LANES) * GROUP_BYTES_ONE + Math.ceil(double / LANES) * GROUP_BYTES_TWO
  return groups + STREAMS * RUN * GROUP_BYTES_TWO
}

/** Bytes of the groups of a run. */
function runBytes(stream: number): number {
  return RUN * ((stream & 1) === 0 ? GROUP_BYTES_ONE : GROUP_BYTES_TWO)
}
