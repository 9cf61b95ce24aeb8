import type { Columns } from './columns.ts'

/** Entries that fit before the first growth. */
const INITIAL = 32

/** Room for so many entries may stay whatever happens, and for that many times what is in it. */
const ROOMY = 4096
const SPARE = 16

/** The bit of a flag that marks an entry while holes are closed; reasons use the other seven. */
const KEPT = 0x80

/**
 * Entities in the order in which they were added, each once: an array and a flag by entity id.
 * The flag is not 0 for everything in the queue, and may carry reasons as bits.
 */
export class EntityQueue {
  /** First `count` entries. Entries whose flag is 0 were taken out: {@link compact} drops them. */
  items: Uint32Array = new Uint32Array(INITIAL)
  flag!: Uint8Array
  count = 0
  /** How many of the first entries were there at the last {@link pass}. */
  passed = 0
  private holes = 0
  private readonly columns: Columns

  constructor(columns: Columns) {
    this.columns = columns
    columns.define(this, 'flag', 'u8')
  }

  /** Adds an entity, or adds reasons to one that is in the queue. */
  add(entity: number, reasons = 1): void {
    const flag = this.flag[entity]!
    this.flag[entity] = flag | reasons
    if (flag !== 0) return
    // An entity that left and came back has two entries, so the entries are bounded by closing holes in time.
    if (this.count === this.items.length) this.makeRoom()
    this.items[this.count++] = entity
  }

  /** Most queues stay short: room for every entity in each of them would be 64 bytes an entity. */
  private makeRoom(): void {
    if (this.count >= this.columns.capacity * 2) {
      this.compact()
      return
    }
    const larger = new Uint32Array(Math.min(this.count * 2, this.columns.capacity * 2))
    larger.set(this.items)
    this.items = larger
  }

  /** Whether an entity is in the queue. */
  has(entity: number): boolean {
    return entity < this.flag.length && this.flag[entity] !== 0
  }

  /** Takes an entity out. Constant time: its entry stays as a hole. */
  remove(entity: number): void {
    if (!this.has(entity)) return
    this.flag[entity] = 0
    this.holes++
  }

  /** Draws a line: what is in the queue is told from what is added after it. Holes are closed before, so that none of them moves it. */
  pass(): void {
    this.compact()
    this.passed = this.count
  }

  /** Closes the holes that {@link remove} left. The order of the others stays. */
  compact(): void {
    if (this.holes === 0) return
    const { items, flag } = this
    let kept = 0
    let passed = 0
    // After leaving and coming back an entity stands twice; the first entry stays.
    for (let i = 0; i < this.count; i++) {
      const entity = items[i]!
      if (flag[entity] === 0 || (flag[entity]! & KEPT) !== 0) continue
      flag[entity] = flag[entity]! | KEPT
      items[kept++] = entity
      if (i < this.passed) passed = kept
    }
    for (let i = 0; i < kept; i++) flag[items[i]!] = flag[items[i]!]! & ~KEPT
    this.count = kept
    this.passed = passed
    this.holes = 0
  }

  /**
   * Gives the room back where it is much more than there is in it: what came at once is not paid for in good. `clear` and
   * {@link dropFirst} do so by themselves.
   */
  giveBack(): void {
    if (this.items.length <= ROOMY || this.count * SPARE >= this.items.length) return
    const smaller = new Uint32Array(Math.max(INITIAL, this.count * 2))
    smaller.set(this.items.subarray(0, this.count))
    this.items = smaller
  }

  /** Takes in all that is in another queue, which has nothing then. */
  takeOver(other: EntityQueue): void {
    const { flag } = this
    const { items, flag: flags, count } = other
    for (let i = 0; i < count; i++) {
      const entity = items[i]!
      const reasons = flags[entity]!
      if (reasons === 0) continue
      flags[entity] = 0
      const own = flag[entity]!
      flag[entity] = own | reasons
      if (own !== 0) continue
      if (this.count === this.items.length) this.makeRoom()
      this.items[this.count++] = entity
    }
    other.reset()
  }

  /** Drops the first `count` entries, whose flags are 0 already. */
  dropFirst(count: number): void {
    this.giveBack()
    this.items.copyWithin(0, count, this.count)
    this.count -= count
    this.passed = Math.max(0, this.passed - count)
  }

  /** Forgets the entries, whose flags are 0 or will be. */
  private reset(): void {
    this.giveBack()
    this.count = 0
    this.passed = 0
    this.holes = 0
  }

  clear(): void {
    const { items, count, flag } = this
    this.reset()
    // Nothing follows the loop: V8 would give its code up there in every step, see `findPushedOff`.
    for (let i = 0; i < count; i++) flag[items[i]!] = 0
  }
}
