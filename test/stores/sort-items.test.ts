import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortItems } from '../../src/stores/sort-items.ts'

it('sorts any ids, drops those that are listed again, and leaves the rest alone', () => {
  const ids = fc.oneof(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 5000 }),
    fc.integer({ min: 0, max: (1 << 22) - 1 }),
  )
  const list = fc.oneof(fc.array(ids, { maxLength: 40 }), fc.array(ids, { maxLength: 3000, size: 'max' }))
  fc.assert(
    fc.property(list, (numbers) => {
      const items = Uint32Array.from([...numbers, 7, 3, 5])
      const wanted = Array.from(new Set(numbers)).sort((a, b) => a - b)
      expect(sortItems(items, numbers.length)).toBe(wanted.length)
      expect(Array.from(items.subarray(0, wanted.length))).toEqual(wanted)
      expect(Array.from(items.subarray(numbers.length))).toEqual([7, 3, 5])
    }),
    { numRuns: 300 },
  )
})
