import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortItems } from '../../src/broadphase/sort-items.ts'

it('sorts any ids, listed once or more often, and leaves the rest alone', () => {
  const ids = fc.oneof(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 5000 }),
    fc.integer({ min: 0, max: (1 << 22) - 1 }),
  )
  const list = fc.oneof(fc.array(ids, { maxLength: 40 }), fc.array(ids, { maxLength: 3000, size: 'max' }))
  fc.assert(
    fc.property(list, fc.boolean(), (numbers, once) => {
      const wanted = once ? Array.from(new Set(numbers)) : numbers
      const items = Uint32Array.from([...wanted, 7, 3, 5])
      sortItems(items, wanted.length)
      expect(Array.from(items)).toEqual([...wanted].sort((a, b) => a - b).concat(7, 3, 5))
    }),
    { numRuns: 300 },
  )
})
