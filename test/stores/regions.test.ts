import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnKind, Growable } from '../../src/stores/columns.ts'
import { MemoryColumns } from '../../src/stores/memory-columns.ts'
import { Memory, type Region } from '../../src/stores/memory.ts'
import { SOAK } from '../support/soak.ts'

/** At its first bytes it has what is found by address. */
const TABLE = 128

class LimitedMemory extends Memory {
  /** Whether it is given what it asks for: the next time, the one after that, and so on; then it always is. */
  readonly answers: boolean[] = []
  refused = 0
  moves = 0

  constructor() {
    super()
    this.addRegion(TABLE)
    this.follow(() => this.moves++)
  }

  protected take(bytes: number): ArrayBuffer {
    if (this.answers.shift() ?? true) return new ArrayBuffer(bytes)
    this.refused++
    throw new RangeError('no room')
  }
}

/** A region, and what is to be in it. */
interface Part {
  readonly region: Region
  holds: Uint8Array
  planned: number
}

interface Column {
  readonly key: string
  readonly kind: ColumnKind
  readonly stride: number
  readonly initial: number
  readonly short: boolean
  readonly slot: number
}

const kinds: readonly Column[] = [
  { key: 'bytes', kind: 'u8', stride: 1, initial: 0, short: false, slot: 0 },
  { key: 'pairs', kind: 'f64', stride: 2, initial: 0, short: true, slot: 4 },
  { key: 'links', kind: 'u32', stride: 1, initial: 9, short: true, slot: 8 },
  { key: 'halves', kind: 'u16', stride: 3, initial: 5, short: false, slot: 12 },
]

/** Columns, and what is to be in each. */
class Table {
  readonly owner: Record<string, Growable> = {}
  readonly columns: MemoryColumns
  readonly holds = new Map<Column, number[]>()
  readonly first: number

  constructor(memory: Memory, first: number, capacity: number, short: number) {
    this.first = first
    this.columns = new MemoryColumns(memory, capacity, short)
    for (const column of kinds) {
      this.columns.define(this.owner, column.key, column.kind, first + column.slot, column.stride, column.initial, column.short)
      this.holds.set(column, [])
    }
    this.fit(capacity, short)
    this.columns.open()
  }

  fit(capacity: number, short: number): void {
    for (const [{ stride, initial, short: isShort }, numbers] of this.holds) {
      const length = (isShort ? short : capacity) * stride
      while (numbers.length < length) numbers.push(initial)
      numbers.length = length
    }
  }
}

const size = fc.oneof({ weight: 3, arbitrary: fc.nat(300) }, { weight: 1, arbitrary: fc.nat(40000) })
const which = fc.nat(2)
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('resize' as const), which, size, flag: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('plan' as const, 'kept' as const), which, size, flag: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constantFrom('grow' as const, 'short' as const, 'shrink' as const), which, size: fc.oneof(fc.nat(60), fc.nat(1500)), flag: fc.boolean() }) },
)
const refusals = fc.array(fc.boolean(), { maxLength: 4 })
const actions = fc.array(fc.tuple(action, fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: refusals })), { maxLength: 40 })
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

class Model {
  readonly memory = new LimitedMemory()
  readonly parts: Part[]
  readonly tables: Table[]
  private turn = 0

  constructor() {
    const { memory } = this
    // Regions and columns take turns, as each moves what is behind it.
    memory.hold()
    const part = (): Part => ({ region: memory.addRegion(), holds: new Uint8Array(0), planned: 0 })
    const first = part(), one = new Table(memory, 0, 7, 0), second = part(), other = new Table(memory, 64, 1, 1)
    this.parts = [first, second, part()]
    this.tables = [one, other]
    memory.release()
    memory.follow(() => this.checkPlaces())
  }

  act({ does, which: i, size: number, flag }: Action, answers: readonly boolean[]): void {
    const { memory, parts, tables } = this
    const part = parts[i]!, { columns } = tables[i % 2]!
    const { moves, refused } = memory
    memory.answers.splice(0, memory.answers.length, ...answers)
    let asked = part.region.bytes, failed = false
    let { capacity, shortCapacity: short } = columns
    try {
      if (does === 'plan') memory.plan(part.region, (part.planned = number))
      else if (does === 'kept') part.region.kept = flag
      else if (does === 'resize') memory.resize(part.region, (asked = number), flag)
      else if (does === 'shrink') {
        columns.shrink(number + 1)
        capacity = Math.min(capacity, number + 1)
        short = Math.min(short, capacity)
      } else {
        const [wanted, wantedShort] = does === 'grow' ? [number, number >> 1] : [0, Math.min(number, capacity)]
        columns.grow(wanted, wantedShort)
        capacity = Math.max(capacity, wanted)
        short = Math.max(short, wantedShort)
      }
    } catch (error) {
      failed = true
      expect(error).toBeInstanceOf(RangeError)
    }
    memory.answers.length = 0
    const isRefused = memory.refused > refused
    if (failed) {
      expect([isRefused, memory.moves, does]).toEqual([true, moves, expect.stringMatching(/resize|grow|short/)])
      // What there is room for is not refused, whatever else was planned, and less never.
      if (does === 'resize') expect(memory.bytes + asked - part.region.bytes + 64).toBeGreaterThan(memory.u8.byteLength)
    } else if (does === 'resize') this.follow(part, asked, flag, moves, isRefused)
    else {
      if (memory.moves > moves) this.follow(null, 0, true, moves, isRefused)
      tables[i % 2]!.fit(capacity, short)
    }
    this.check()
    this.write()
  }

  /** What becomes of all regions where one of them, or columns, changed. */
  private follow(changed: Part | null, bytes: number, keep: boolean, moves: number, isRefused: boolean): void {
    if (changed?.holds.length === bytes) return
    expect(this.memory.moves).toBeGreaterThan(moves)
    for (const part of this.parts) {
      const before = part.holds
      // What is only planned need not be had where memory is refused.
      const planned = isRefused && part.region.bytes === before.length ? 0 : part.planned
      part.holds = new Uint8Array(part === changed ? bytes : Math.max(before.length, planned))
      if (part.region.kept && (keep || part !== changed)) part.holds.set(before.subarray(0, part.holds.length))
      part.planned = 0
    }
  }

  private checkPlaces(): void {
    const { memory } = this
    let end = TABLE
    const { regions } = memory as unknown as { regions: Region[] }
    for (const { start, bytes } of regions.slice(1)) {
      if (start % 64 !== 0 || start < end) throw new Error(`a region at ${start}, where the one before it ends at ${end}`)
      end = start + bytes
    }
    if (end > memory.bytes || memory.bytes > memory.u8.byteLength) throw new Error(`regions end at ${end} of ${memory.bytes}`)
  }

  private check(): void {
    const { memory } = this
    this.parts.forEach(({ region, holds }, i) => {
      const found = memory.u8.subarray(region.start, region.start + region.bytes)
      expect(region.bytes, `bytes of region ${i}`).toBe(holds.length)
      if (Buffer.compare(found, holds) !== 0) expect([...found], `region ${i}`).toEqual([...holds])
    })
    for (const { owner, holds, first } of this.tables) {
      for (const [{ key, slot }, numbers] of holds) {
        const found = owner[key]!
        expect([key, found.buffer === memory.u8.buffer, found.byteOffset, found.length]).toEqual([key, true, memory.i32[(first + slot) >> 2], numbers.length])
        if (numbers.some((number, k) => found[k] !== number)) expect([...found], key).toEqual(numbers)
      }
    }
  }

  /** Writes everywhere, so that nothing is 0 by chance. */
  private write(): void {
    const { memory, parts, tables } = this
    const turn = ++this.turn
    parts.forEach(({ region: { start, bytes }, holds }, k) => {
      for (let i = 0; i < bytes; i++) memory.u8[start + i] = holds[i] = 1 + ((i * 7 + turn * 31 + k * 11) % 255)
    })
    for (const { owner, holds } of tables) {
      for (const [{ key }, numbers] of holds) {
        const column = owner[key]!
        for (let i = 0; i < numbers.length; i++) column[i] = numbers[i] = 1 + ((i * 5 + turn * 29) % 255)
      }
    }
  }
}

const columnsOf = (does: 'grow' | 'shrink', entries: number): Action => ({ does, which: 0, size: entries, flag: false })

/** Sequences that went wrong. */
const known: [Action, boolean[]][][] = [
  // A smaller memory is refused: columns had moved down, and their arrays had not.
  [[columnsOf('grow', 10), []], [columnsOf('shrink', 0), [false, false]]],
  // What was behind the end of a shorter column went along with it.
  [[columnsOf('grow', 4), []], [columnsOf('shrink', 0), []], [columnsOf('grow', 193), []]],
]

/** What parts of a memory hold is what arrays would that each were alone: however they grow, wherever they lie, and whenever there is no more room. */
test('regions and columns keep what they hold, and the rest of them is 0', () => {
  const property = fc.property(actions, (all) => {
    const model = new Model()
    for (const [one, answers] of all) model.act(one, answers)
  })
  fc.assert(property, { numRuns: SOAK ? 5000 : 100, examples: known.map((all) => [all]) })
})
