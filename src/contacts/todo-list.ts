import { AddressTable, TODO_STRIDE, Todo } from '../kernel/address-table.ts'
import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { ItemBuffer, PairBuffer } from '../stores/buffers.ts'
import { MemoryColumns } from '../stores/memory-columns.ts'

/**
 * So many contacts the kernel is given at a time: it has room to list each of them. With room for all contacts each took 12 bytes
 * more, though few have anything to be done about.
 */
const PART = 1024

/** What the kernel left to be done about active contacts, see `Kernel.collide`. */
export class TodoList {
  /** In `a` the contacts, in `b` their points before, see {@link Todo}; as numbers without a sign. */
  readonly todo = new PairBuffer()
  /** The contacts to look ahead for. */
  readonly ahead = new ItemBuffer()
  /** What the kernel lists of the part at hand. */
  private listed!: Int32Array
  private listedAhead!: Uint32Array
  private readonly memory: KernelMemory
  private readonly part: number
  private readonly room: MemoryColumns
  /** The longest list of this step. */
  private most = 0

  constructor(memory: KernelMemory, part = PART) {
    this.memory = memory
    this.part = part
    this.room = new MemoryColumns(memory, part)
    this.room.define(this, 'listed', 'i32', AddressTable.Todo, TODO_STRIDE)
    this.room.define(this, 'listedAhead', 'u32', AddressTable.Ahead)
    this.room.open()
  }

  /** Lets the kernel work on the active contacts from `first` up to `end`, and lists what it leaves in the place of what was listed. */
  fill(first: number, end: number): void {
    this.todo.clear()
    this.ahead.clear()
    this.collide(first, end)
    if (this.todo.count > this.most) this.most = this.todo.count
  }

  /** Nothing follows its loop, see `findPushedOff`. */
  private collide(first: number, end: number): void {
    const { memory, part, todo, ahead } = this
    for (let from = first; from < end; from += part) {
      const count = memory.kernel.collide(from, from + part < end ? from + part : end)
      const { listed, listedAhead } = this
      for (let i = 0; i < count; i++) todo.push(listed[i * TODO_STRIDE + Todo.Contact]!, listed[i * TODO_STRIDE + Todo.Before]!)
      for (let i = 0, looked = memory.i32[AddressTable.AheadCount >> 2]!; i < looked; i++) ahead.push(listedAhead[i]!)
    }
  }

  /** Shows the kernel what it is to look ahead for, from one on: as much as there is room for. Returns how many that are. */
  showAhead(from: number): number {
    const { listedAhead, ahead: { items, count }, part } = this
    const shown = count - from < part ? count - from : part
    for (let i = 0; i < shown; i++) listedAhead[i] = items[from + i]!
    return shown
  }

  /** To be called once a step: gives room back that is much more than was needed. */
  giveBack(): void {
    this.todo.giveBack(this.most)
    this.most = 0
  }
}
