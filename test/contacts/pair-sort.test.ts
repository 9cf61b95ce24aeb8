import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PairSort } from '../../src/contacts/pair-sort.ts'
import { PairBuffer } from '../../src/stores/buffers.ts'

function sorted(pairs: readonly (readonly [number, number])[], sort = new PairSort()): [number, number][] {
  const buffer = new PairBuffer(1)
  for (const [a, b] of pairs) buffer.push(a, b)
  sort.sort(buffer)
  expect(buffer.count).toBe(pairs.length)
  return Array.from({ length: buffer.count }, (_, i) => [buffer.a[i]!, buffer.b[i]!])
}

const byBoth = (p: readonly number[], q: readonly number[]) => p[0]! - q[0]! || p[1]! - q[1]!

test.each([3, 2047, 2048, 70_000, (1 << 22) - 1])('sorts by a, then by b, for ids up to %i', (highest) => {
  const id = fc.integer({ min: 1, max: highest })
  const pair = fc.tuple(id, id).map(([a, b]): [number, number] => (a < b ? [a, b] : [b, a]))
  const sort = new PairSort()
  const property = fc.property(fc.array(pair, { maxLength: 300, size: 'max' }), (pairs) => {
    expect(sorted(pairs, sort)).toEqual([...pairs].sort(byBoth))
  })
  fc.assert(property, { numRuns: 60 })
})

test('keeps the pairs of a buffer that is reused at changing sizes', () => {
  const sort = new PairSort()
  const buffer = new PairBuffer(1)
  for (const count of [5, 500, 3, 0, 1, 900]) {
    buffer.clear()
    for (let i = count; i > 0; i--) buffer.push(i, i + 7)
    sort.sort(buffer)
    expect([...buffer.a.subarray(0, count)]).toEqual(Array.from({ length: count }, (_, i) => i + 1))
    expect([...buffer.b.subarray(0, count)]).toEqual(Array.from({ length: count }, (_, i) => i + 8))
  }
})

test.each([5000, 65_000])('sorts more pairs than there are ids up to %i', (highest) => {
  let seed = 7
  const next = (): number => 1 + (seed = Math.imul(seed, 1_103_515_245) + 12_345 >>> 0) % highest
  const pairs = Array.from({ length: 70_000 }, (): [number, number] => [next(), next()])
  expect(sorted(pairs)).toEqual(pairs.sort(byBoth))
})

test('no id is the higher one of more pairs than sorting says; of few, or of what is in order, it says nothing', () => {
  let told = 0
  const property = fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 400, size: 'max' }), fc.boolean(), (pairs, wide) => {
    const sort = new PairSort()
    const counts = new Map<number, number>()
    // Of ids with more digits than one sort looks at at once, too.
    sorted(pairs.map(([a, b]) => [a, wide ? b * 5003 : b]), sort)
    for (const [, b] of pairs) counts.set(b, (counts.get(b) ?? 0) + 1)
    expect(sort.mostBelow).toBeGreaterThanOrEqual(Math.max(...counts.values()))
    if (sort.mostBelow < pairs.length) told++
  })
  fc.assert(property, { numRuns: 60 })
  expect(told).toBeGreaterThan(20)
  const sort = new PairSort()
  sorted(Array.from({ length: 400 }, (_, i) => [1, 402 - i]), sort)
  expect(sort.mostBelow).toBeLessThan(400)
  sorted([[1, 2]], sort)
  expect(sort.mostBelow).toBe(Infinity)
})
