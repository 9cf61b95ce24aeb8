import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ColumnKind, Columns } from '../../src/stores/columns.ts'

interface Owner {
  column: Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array
}

test('growth keeps every value, and fills what is new with the initial value', () => {
  const kind = fc.constantFrom<ColumnKind>('f64', 'u32', 'i32', 'u16', 'u8')
  const setup = fc.record({
    kind, stride: fc.integer({ min: 1, max: 8 }), initial: fc.integer({ min: 0, max: 100 }),
    sizes: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
  })
  const property = fc.property(setup, (given) => {
    const columns = new Columns(given.sizes[0]!)
    const owner = {} as Owner
    columns.define(owner, 'column', given.kind, given.stride, given.initial)
    let expected = Array.from({ length: columns.capacity * given.stride }, () => given.initial)
    let next = 0
    for (const size of given.sizes) {
      columns.grow(size)
      while (expected.length < columns.capacity * given.stride) expected.push(given.initial)
      expect([...owner.column]).toEqual(expected)
      expected = expected.map((value, i) => (i % 3 === 0 ? next++ % 200 : value))
      expected.forEach((value, i) => (owner.column[i] = value))
    }
  })
  fc.assert(property, { numRuns: 60 })
})

test('never shrinks, and counts its bytes', () => {
  const columns = new Columns(10)
  const owner = {} as Owner
  columns.define(owner, 'column', 'f64', 2)
  columns.define({}, 'other', 'u8')
  const before = owner.column
  columns.grow(5)
  expect(owner.column).toBe(before)
  expect(columns.bytes).toBe(10 * 17)
})

test('every array is made by the given allocator', () => {
  const made: number[] = []
  const columns = new Columns(4, (bytes) => {
    made.push(bytes)
    return new SharedArrayBuffer(bytes)
  })
  const owner = {} as Owner
  columns.define(owner, 'column', 'u32')
  columns.grow(8)
  expect(made).toEqual([16, 32])
  expect(owner.column.buffer).toBeInstanceOf(SharedArrayBuffer)
})
