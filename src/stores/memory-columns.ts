import { BYTES, type ColumnKind, type Growable, swapEntries, view } from './columns.ts'
import type { Memory, Region } from './memory.ts'

interface MemoryColumn {
  readonly owner: Record<string, unknown>
  readonly key: string
  readonly kind: ColumnKind
  readonly stride: number
  readonly initial: number
  /** Whether it ends with `shortCapacity`. */
  readonly short: boolean
  /** The byte of the memory at which the column's address is kept. */
  readonly slot: number
}

/** Columns begin at cache lines, so that a record of 64 bytes is one. */
const ALIGN = 64

/**
 * Columns like those of `Columns`, in a {@link Memory}, where WebAssembly finds them. They are replaced on their owners
 * whenever the memory is, so code holds owners, never arrays, across anything that may make the memory grow: a new
 * entity, a new contact, the preparation of the solver.
 */
export class MemoryColumns {
  /** Entries that fit. */
  capacity: number
  /** Entries that fit into the columns that were declared as short ones. Never more. */
  shortCapacity: number
  private readonly memory: Memory
  private readonly region: Region
  private readonly records: MemoryColumn[] = []
  private opening = false

  /** @param short How many entries the short columns have. */
  constructor(memory: Memory, capacity: number, short = capacity) {
    this.memory = memory
    this.region = memory.addRegion()
    this.capacity = capacity
    this.shortCapacity = short
    memory.follow(() => this.place())
  }

  /**
   * Declares `owner[key]`, a column of `stride` numbers an entry, all `initial`. It is there after {@link open}.
   * @param slot The byte of the memory at which the kernel finds the column's address.
   * @param short Whether it may end before the others.
   */
  define(owner: object, key: string, kind: ColumnKind, slot: number, stride = 1, initial = 0, short = false): void {
    this.records.push({ owner: owner as Record<string, unknown>, key, kind, slot, stride, initial, short })
  }

  /** Makes all columns: at once, or with all else where the memory is to be opened. */
  open(): void {
    this.opening = true
    this.memory.resize(this.region, this.bytes, false)
  }

  /** Grows every column so that `capacity` entries fit, into the short ones `short`. Values are kept. */
  grow(capacity: number, short = capacity): void {
    if (capacity > this.capacity || short > this.shortCapacity) {
      this.resize(Math.max(capacity, this.capacity), Math.max(short, this.shortCapacity))
    }
  }

  /** Has them get room for `capacity` entries when something else in the memory grows, if there is any for them: {@link grow} moves nothing then. */
  plan(capacity: number): void {
    this.memory.plan(this.region, this.records.reduce((sum, { kind, stride }) => sum + sizeOf(capacity * stride * BYTES[kind]), 0))
  }

  /** Drops what does not fit into `capacity` entries, and gives its memory back. */
  shrink(capacity: number): void {
    if (capacity < this.capacity) this.resize(capacity, Math.min(capacity, this.shortCapacity))
  }

  /** Swaps entry i with entry `swaps[i]` in every column, for i from 1 to `count`. No column may be shorter then. */
  swap(swaps: Uint32Array, count: number): void {
    for (const { owner, key, stride } of this.records) swapEntries(owner[key] as Growable, stride, swaps, count)
  }

  /** Calls back for every column: its owner, its name there, numbers an entry, what these are at first, and whether it is a short one. */
  each(visit: (owner: object, key: string, stride: number, initial: number, short: boolean) => void): void {
    for (const { owner, key, stride, initial, short } of this.records) visit(owner, key, stride, initial, short)
  }

  /** By how many entries it is to grow at least, see `Memory.leastGrowth`. */
  get leastGrowth(): number {
    return Math.floor((this.memory.leastGrowth * this.capacity) / this.bytes)
  }

  /** Bytes held by all columns. */
  get bytes(): number {
    let sum = 0
    for (const record of this.records) sum += this.sizeOf(record)
    return sum
  }

  private resize(capacity: number, short: number): void {
    const { capacity: before, shortCapacity: shortBefore, region } = this
    const bytes = region.bytes
    const sizes = this.records.map((record) => this.sizeOf(record))
    const lengths = this.records.map((record) => this.lengthOf(record))
    this.capacity = capacity
    this.shortCapacity = short
    try {
      this.memory.resize(region, Math.max(bytes, this.bytes))
    } catch (error) {
      this.capacity = before
      this.shortCapacity = shortBefore
      throw error
    }
    this.spread(sizes, lengths, bytes)
    if (this.bytes < bytes) this.memory.resize(region, this.bytes)
    this.place()
    this.records.forEach((record, i) => fill(record, lengths[i]!))
  }

  /**
   * Moves columns that had these sizes and lengths to where they are to be: all of them up, or all of them down. What they
   * have more is 0 then.
   * @param used The bytes of the region that may be anything else.
   */
  private spread(sizes: readonly number[], lengths: readonly number[], used: number): void {
    const { records, region } = this
    const { u8 } = this.memory
    const before = startsOf(sizes, region.start), after = startsOf(records.map((record) => this.sizeOf(record)), region.start)
    const held = records.map(({ kind }, i) => lengths[i]! * BYTES[kind])
    // Not what is between the end of a column and the next: where they had been longer it is not 0.
    const move = (i: number): void => {
      u8.copyWithin(after[i]!, before[i]!, before[i]! + Math.min(held[i]!, after[i + 1]! - after[i]!))
    }
    if (after.at(-1)! < before.at(-1)!) records.forEach((_, i) => move(i))
    else for (let i = records.length - 1; i >= 0; i--) move(i)
    records.forEach((_, i) => {
      const first = after[i]! + held[i]!, end = Math.min(after[i + 1]!, region.start + used)
      if (first < end) u8.fill(0, first, end)
    })
  }

  private lengthOf({ stride, short }: MemoryColumn): number {
    return (short ? this.shortCapacity : this.capacity) * stride
  }

  private sizeOf(record: MemoryColumn): number {
    return sizeOf(this.lengthOf(record) * BYTES[record.kind])
  }

  /** Makes the arrays anew, on the memory as it is now. */
  private place(): void {
    if (this.region.bytes === 0) return
    let at = this.region.start
    for (const record of this.records) {
      const { owner, key, kind, slot } = record
      owner[key] = view(kind, this.memory.u8.buffer, at, this.lengthOf(record))
      this.memory.i32[slot >> 2] = at
      at += this.sizeOf(record)
    }
    if (!this.opening) return
    this.opening = false
    for (const record of this.records) fill(record, 0)
  }
}

/** What a column of so many bytes takes. */
function sizeOf(bytes: number): number {
  return Math.ceil(bytes / ALIGN) * ALIGN
}

/** Where things of these sizes begin that lie one behind the other, and where the last ends. */
function startsOf(sizes: readonly number[], start: number): number[] {
  const starts = [start]
  for (const size of sizes) starts.push((start += size))
  return starts
}

/** Gives entries from a number of the column on what they are at first, where they are 0. */
function fill({ owner, key, initial }: MemoryColumn, from: number): void {
  if (initial !== 0) (owner[key] as Growable).fill(initial, from)
}
