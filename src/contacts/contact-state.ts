import type { Extent, StateList } from '../stores/state-list.ts'
import type { Version } from '../stores/version.ts'
import type { ContactTable } from './contact-table.ts'

/**
 * What decides the future of the contacts. What room there is does not: nor since when there is too much of it.
 * @param motion Of what contacts do. Which there are has a version of its own.
 */
export function listContacts(list: StateList, table: ContactTable, motion: Version): void {
  const columns = table['columns']
  const shared = table['shared']
  const pushing = table['pushing']
  const rollers = table.rolls['columns']
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
  const rolling: Extent = {
    used: () => Math.min(table.highest + 1, rollers.capacity),
    reserve: (entries) => rollers.grow(entries),
    cleared: true,
  }
  const pairs = ['a', 'b', 'activeIndex', 'active', 'next', 'previous']
  const versionOf = (_: object, key: string): Version => (key === 'approach' ? table.touches : pairs.includes(key) ? table.pairs : motion)
  list.begin('contacts')
    .scratch(table, 'roomy').passOver(table['order'], table['numbering'], table['index'])
    .passOver(table.pairs, table.touches, table.rolls.version, table.doubts)
    .columns(columns, all, all, undefined, versionOf)
    .columns(shared, all, some, undefined, versionOf)
    .columns(pushing, some, some, undefined, versionOf)
    .columns(rollers, rolling, rolling, undefined, () => table.rolls.version)
    .counts(table, 'activeCount', 'activeSensors', 'sensors', 'changes', 'count', 'highest', 'firstFree', 'created')
    .versioned(table.pairs, () => list.index(table['index'], 'slots', () => table['index'].refill()))
}
