import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ItemList } from '../../src/broadphase/item-list.ts'
import { NearPairs } from '../../src/broadphase/near-pairs.ts'
import { ContactTable } from '../../src/contacts/contact-table.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import type { KernelMaker } from '../../src/kernel/kernel.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { PairBuffer } from '../../src/stores/buffers.ts'
import { MemoryColumns } from '../../src/stores/memory-columns.ts'

/** The kernel is asked from 128 boxes on, in the third search that has many moved ones. */
const MOVING = 140
const FIXED = 12
const ROOM = MOVING + FIXED + 1

/** Boxes that move, contacts that come and go, and the kernel's search beside a test of every pair. */
class World {
  private readonly memory: KernelMemory
  private readonly table: ContactTable
  private readonly near: NearPairs
  private readonly bodyOf!: Uint32Array
  private readonly boxes = {
    minX: new Float64Array(ROOM), minY: new Float64Array(ROOM), maxX: new Float64Array(ROOM), maxY: new Float64Array(ROOM),
  }
  private readonly lists = [new ItemList(), new ItemList()] as const
  private readonly flag = new Uint8Array(ROOM)
  private readonly out = new PairBuffer()
  private state: number
  /** Pairs that were found, and searches that were the kernel's. */
  found = 0
  searches = 0

  constructor(maker: KernelMaker, seed: number, private readonly spread: number, private readonly apart: number) {
    this.state = seed | 1
    this.memory = new KernelMemory(maker)
    const entities = new MemoryColumns(this.memory, ROOM)
    entities.define(this, 'bodyOf', 'u32', AddressTable.BodyOf)
    this.table = new ContactTable(entities, this.memory, 256)
    entities.open()
    this.near = new NearPairs(this.memory, this.table.doubts, { count: Infinity, find: () => 0 }, { partingCount: 0 })
    for (let item = 1; item < ROOM; item++) {
      this.lists[item <= MOVING ? 0 : 1].add(item)
      // Every tenth is a part of the body before it.
      this.bodyOf[item] = item % 10 === 0 ? item - 1 : item
      this.place(item, item > MOVING ? 4 : 1)
    }
  }

  private next(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) | 0
    return (this.state >>> 8) / 2 ** 24
  }

  private place(item: number, size: number): void {
    const { minX, minY, maxX, maxY } = this.boxes
    // On a raster, so that many boxes touch just so.
    const x = this.apart + Math.floor(this.next() * this.spread) / 4
    const y = Math.floor(this.next() * this.spread) / 4
    minX[item] = x
    minY[item] = y
    maxX[item] = x + size * (0.5 + Math.floor(this.next() * 4) / 4)
    maxY[item] = y + size * (0.5 + Math.floor(this.next() * 4) / 4)
  }

  private overlap(a: number, b: number): boolean {
    const { minX, minY, maxX, maxY } = this.boxes
    return minX[a]! <= maxX[b]! && maxX[a]! >= minX[b]! && minY[a]! <= maxY[b]! && maxY[a]! >= minY[b]!
  }

  /** What a search has to find, by the definition. */
  private wanted(): string[] {
    const pairs: string[] = []
    for (let a = 1; a < ROOM; a++) {
      for (let b = a + 1; b < ROOM; b++) {
        if ((this.flag[a]! | this.flag[b]!) === 0 || a > MOVING || this.bodyOf[a] === this.bodyOf[b]) continue
        if (this.overlap(a, b) && this.table.find(a, b) === 0) pairs.push(`${a}-${b}`)
      }
    }
    return pairs.sort()
  }

  step(): void {
    const { table, near, lists, flag, out } = this
    flag.fill(0)
    let moved = 0
    for (let item = 1; item < ROOM; item++) {
      const what = this.next()
      if (what > 0.5) continue
      // Some have another box, though nothing says that they moved; some moved and have the same.
      if (what < 0.47) this.place(item, item > MOVING ? 4 : 1)
      if (what < 0.45) {
        flag[item] = 1
        moved++
      }
    }
    for (let item = 1; item < ROOM; item++) {
      // Taken out, and put in again: to the end of the list.
      if (this.next() > 0.01) continue
      const list = lists[item <= MOVING ? 0 : 1]
      while (table.head[item] !== 0) table.remove(table.head[item]! >>> 1)
      list.remove(item)
      list.add(item)
      table.doubts.add(item, 0)
      flag[item] = 1
    }
    out.clear()
    if (!near.begin(moved, MOVING + FIXED)) return
    const list = { items: new Uint32Array(0), flag, count: moved }
    near.take(lists[0], false, this.boxes, list)
    near.take(lists[1], true, this.boxes, list)
    near.takeDoubts(...lists)
    const wanted = this.wanted()
    if (!near.search(out)) return
    this.searches++
    this.found += out.count
    expect(Array.from({ length: out.count }, (_, i) => `${out.a[i]}-${out.b[i]}`).sort()).toEqual(wanted)
    for (let i = 0; i < out.count; i++) {
      // Some are not taken in.
      if (this.next() < 0.1) table.doubts.add(out.a[i]!, out.b[i]!)
      else table.create(out.a[i]!, out.b[i]!)
    }
    for (let contact = 1; contact <= table.highest; contact++) {
      const b = table.b[contact]!
      // Those that parted go, and some others.
      if (b !== 0 && (this.next() < 0.05 || !this.overlap(table.a[contact]!, b))) table.remove(contact)
    }
  }
}

test.each([['simd', simdKernel], ['plain', plainKernel]] as const)('the kernel finds the pairs that are in no contact: %s', (_, maker) => {
  const seen = { found: 0, searches: 0 }
  fc.assert(fc.property(fc.nat(), fc.integer({ min: 40, max: 400 }), fc.constantFrom(0, -1e7, 1e5), (seed, spread, apart) => {
    const world = new World(maker, seed, spread, apart)
    for (let step = 0; step < 12; step++) world.step()
    seen.found += world.found
    seen.searches += world.searches
  }), { numRuns: 25 })
  expect(seen.searches).toBeGreaterThan(100)
  expect(seen.found).toBeGreaterThan(2000)
})

test('where no memory is left for a search it is left to the trees, and tried again later', () => {
  const COUNT = 20_000
  let full = false
  const memory = new KernelMemory((bytes) => {
    if (full) throw new RangeError('WebAssembly.Memory(): could not allocate memory')
    return simdKernel(bytes)
  })
  const entities = new MemoryColumns(memory, ROOM)
  const table = new ContactTable(entities, memory, 256)
  entities.open()
  const near = new NearPairs(memory, table.doubts, { count: Infinity, find: () => 0 }, { partingCount: 0 })
  const { bytes } = memory
  full = true
  for (let i = 0; i < 10; i++) expect(near.begin(COUNT, COUNT)).toBe(false)
  expect(memory.bytes).toBe(bytes)
  full = false
  let searches = 0
  while (!near.begin(COUNT, COUNT)) expect(++searches).toBeLessThan(100)
  expect(near.boxes.length).toBeGreaterThanOrEqual(4 * COUNT)
})
