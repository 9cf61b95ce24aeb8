import type { Extent, StateList } from '../stores/state-list.ts'
import type { ContactTable } from './contact-table.ts'

/** What decides the future of the contacts. What room there is does not: nor since when there is too much of it. */
export function listContacts(list: StateList, table: ContactTable): void {
  const columns = table['columns']
  const shared = table['shared']
  const pushing = table['pushing']
  const all: Extent = {
    used: () => Math.min(table.highest + 1, columns.capacity),
    reserve: (entries) => {
      shared.grow(entries, shared.shortCapacity)
      table['fit']()
    },
    cleared: false,
  }
  const some: Extent = {
    used: () => Math.min(table.highest + 1, shared.shortCapacity, pushing.capacity),
    reserve: (entries) => {
      shared.grow(Math.max(entries, shared.capacity), entries)
      table['fit']()
    },
    cleared: false,
  }
  list.begin('contacts')
    .scratch(table, 'todo', 'ahead', 'marks', 'swaps', 'renamed', 'roomy')
    .columns(columns, all)
    .columns(shared, all, some)
    .columns(pushing, some)
    .counts(table, 'activeCount', 'activeSensors', 'sensors', 'changes', 'count', 'highest', 'firstFree', 'created')
    .index(table, 'slots', () => {
      table['slots'].fill(0)
      table['fillSlots']()
    })
}
