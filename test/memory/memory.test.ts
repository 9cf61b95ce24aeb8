import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoryColumns } from '../../src/stores/memory-columns.ts'
import type { Region } from '../../src/stores/memory.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'

test('regions keep their contents wherever they go', () => {
  fc.assert(fc.property(
    fc.boolean(), fc.array(fc.record({ which: fc.nat(4), bytes: fc.nat(20_000) }), { maxLength: 20 }),
    (scalar, calls) => {
      const memory = new KernelMemory(scalar ? plainKernel : simdKernel)
      // As a world does: there is a memory before anything is asked of it.
      memory.hold()
      memory.release()
      const regions: Region[] = []
      const contents: Uint8Array[] = []
      let told = 0
      memory.follow(() => told++)
      for (const { which, bytes } of calls) {
        if (which >= regions.length) {
          regions.push(memory.addRegion())
          contents.push(new Uint8Array(0))
          continue
        }
        const before = told
        const region = regions[which]!
        const changes = bytes !== region.bytes
        const kept = Math.min(bytes, region.bytes)
        memory.resize(region, bytes)
        expect(told - before).toBe(changes ? 1 : 0)
        if (changes) {
          const added = memory.u8.subarray(region.start + kept, region.start + bytes)
          expect(added.every((byte) => byte === 0)).toBe(true)
          const now = memory.u8.subarray(region.start, region.start + bytes)
          expect(Buffer.compare(now.subarray(0, kept), contents[which]!.subarray(0, kept))).toBe(0)
          now.forEach((_, i) => { now[i] = (i * 7 + told) & 255 })
          contents[which] = now.slice()
        }
        regions.forEach((each, i) => {
          expect(each.start % 64).toBe(0)
          expect(Buffer.compare(memory.u8.subarray(each.start, each.start + each.bytes), contents[i]!)).toBe(0)
        })
      }
    },
  ), { numRuns: 40 })
})

test('what 32 bits cannot address is refused, and nothing changes', () => {
  const memory = new KernelMemory()
  const region = memory.addRegion()
  memory.resize(region, 1000)
  memory.u8[region.start] = 7
  const { u8, kernel } = memory
  expect(() => memory.resize(region, 2 ** 32)).toThrow(/a world can have 4 GiB of bodies and contacts/)
  expect([region.bytes, memory.u8, memory.kernel, u8[region.start]]).toEqual([1000, u8, kernel, 7])
  const columns = new MemoryColumns(memory, 10)
  const owner = {} as { x: Float64Array }
  columns.define(owner, 'x', 'f64', 0)
  columns.open()
  expect(() => columns.grow(2 ** 30)).toThrow(RangeError)
  expect([columns.capacity, owner.x.length]).toEqual([10, 10])
})

test('columns keep their values when they or others grow, and the kernel is told where they are', () => {
  const memory = new KernelMemory()
  const first = new MemoryColumns(memory, 10)
  const second = new MemoryColumns(memory, 5)
  const a = {} as { x: Float64Array; kind: Uint8Array }
  const b = {} as { y: Int32Array }
  first.define(a, 'x', 'f64', 0, 2)
  first.define(a, 'kind', 'u8', 4, 1, 7)
  second.define(b, 'y', 'i32', 8, 1, -1)
  first.open()
  second.open()
  a.x.forEach((_, i) => { a.x[i] = i + 0.5 })
  a.kind[3] = 1
  b.y[4] = 44
  first.grow(1000)
  second.grow(300)
  first.grow(20)
  expect([a.x.length, a.kind.length, b.y.length]).toEqual([2000, 1000, 300])
  expect([...a.x.subarray(0, 22)]).toEqual([...Array.from({ length: 20 }, (_, i) => i + 0.5), 0, 0])
  expect([...a.kind.subarray(0, 12)]).toEqual([7, 7, 7, 1, 7, 7, 7, 7, 7, 7, 7, 7])
  expect([...b.y.subarray(0, 6)]).toEqual([-1, -1, -1, -1, 44, -1])
  for (const [slot, column] of [[0, a.x], [4, a.kind], [8, b.y]] as const) {
    expect(memory.i32[slot >> 2]).toBe(column.byteOffset)
    expect(column.byteOffset % 64).toBe(0)
    expect(column.buffer).toBe(memory.u8.buffer)
  }
})
