import { expect, test } from 'vitest'
import { TodoList } from '../../src/contacts/todo-list.ts'
import { AddressTable } from '../../src/kernel/address-table.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'

test('what is to be looked ahead for is shown in parts, as much as there is room for', () => {
  const memory = new KernelMemory()
  const left = new TodoList(memory, 4)
  const contacts = Array.from({ length: 10 }, (_, i) => 100 + i)
  for (const contact of contacts) left.ahead.push(contact)
  const shown: number[] = []
  for (let from = 0; from < left.ahead.count; ) {
    const count = left.showAhead(from)
    expect(count).toBe(Math.min(4, 10 - from))
    const at = memory.i32[AddressTable.Ahead >> 2]! >> 2
    shown.push(...memory.i32.subarray(at, at + count))
    from += count
  }
  expect(shown).toEqual(contacts)
})
