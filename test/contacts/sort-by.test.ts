import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortBy } from '../../src/contacts/sort-by.ts'

test('a range of items is sorted by a column, few or many, and what is beside it stays', () => {
  const lists = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 60 })
  fc.assert(fc.property(lists, fc.nat(10), fc.nat(10), (keys, before, after) => {
    const column = Uint32Array.from(keys)
    const items = Uint32Array.from(keys.keys())
    const end = Math.max(before, items.length - after)
    sortBy(column, items, before, end)
    const sorted = [...keys.keys()].slice(before, end).sort((x, y) => keys[x]! - keys[y]!)
    expect([...items]).toEqual([...[...keys.keys()].slice(0, before), ...sorted, ...[...keys.keys()].slice(end)])
  }))
})
