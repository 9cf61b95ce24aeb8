import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ContactFlag } from '../../src/contacts/contact-record.ts'
import { ContactTable } from '../../src/contacts/contact-table.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { MemoryColumns } from '../../src/stores/memory-columns.ts'

const ENTITIES = 24

function makeTable(room: number): ContactTable {
  const memory = new KernelMemory(plainKernel)
  const entities = new MemoryColumns(memory, ENTITIES)
  const table = new ContactTable(entities, memory, room)
  entities.open()
  return table
}

/** All that is known of the contacts, but for what behind the last one nobody reads. */
function stateOf(table: ContactTable): object {
  const end = table.highest + 1
  const pushing = Array.from({ length: end }, (_, id) => id).filter((id) => (table.flags[id]! & ContactFlag.Sensor) === 0 && table.b[id] !== 0)
  return {
    ids: [table.highest, table.count, table.activeCount, table.activeSensors],
    own: ['sensors', 'created', 'changes', 'firstFree'].map((key) => Reflect.get(table, key) as number),
    columns: (['a', 'b', 'flags', 'pointCount', 'foreseen', 'activeIndex'] as const).map((key) => [...table[key].subarray(1, end)]),
    links: [[...table.next.subarray(2, 2 * end)], [...table.previous.subarray(2, 2 * end)], [...table.head]],
    active: [...table.active.subarray(0, table.activeCount)],
    pushing: pushing.map((id) => [table.rolls.of(id), ...table.impulse.subarray(4 * id, 4 * id + 4), table.known[8 * id]]),
    found: pushing.map((id) => table.find(table.a[id]!, table.b[id]!)),
  }
}

/** Leaves something in every place of a contact. */
function use(table: ContactTable, id: number): void {
  table.pointCount[id] = 2
  table.foreseen[id] = 1
  if ((table.flags[id]! & ContactFlag.Sensor) !== 0) return
  table.impulse.fill(9, 4 * id, 4 * id + 4)
  table.known.fill(9, 8 * id, 8 * id + 8)
  table.rolls.set(id, 9, table.approach.length)
}

const pair = fc.record({ a: fc.integer({ min: 1, max: ENTITIES - 2 }), by: fc.integer({ min: 1, max: ENTITIES }), sensor: fc.boolean(), stays: fc.boolean() })

test('contacts that are made at once are those that are made one by one, whatever there was before', () => {
  const rows = { appended: 0, reused: 0 }
  fc.assert(fc.property(fc.array(pair, { maxLength: 40 }), fc.array(pair, { minLength: 20, maxLength: 60 }), fc.boolean(), fc.constantFrom(8, 256), (before, pairs, renumbers, room) => {
    const tables = [makeTable(room), makeTable(room)]
    const known = new Set<number>()
    const isNew = ({ a, by }: { a: number; by: number }): boolean => {
      const b = a + by
      if (b >= ENTITIES || known.has(a * ENTITIES + b)) return false
      known.add(a * ENTITIES + b)
      return true
    }
    const first = before.filter(isNew)
    for (const table of tables) {
      const ids = first.map(({ a, by, sensor }) => table.create(a, a + by, sensor ? ContactFlag.Sensor : ContactFlag.OneWay))
      ids.forEach((id) => table.activate(id))
      ids.forEach((id) => use(table, id))
      first.forEach(({ stays }, i) => stays || table.remove(ids[i]!))
      if (renumbers) Reflect.get(table, 'renumber').call(table)
    }
    const all = pairs.filter(isNew)
    const ones = Uint32Array.from(all, ({ a }) => a)
    const twos = Uint32Array.from(all, ({ a, by }) => a + by)
    const flags = Uint8Array.from(all, ({ sensor }) => (sensor ? ContactFlag.Sensor : ContactFlag.Driven))
    rows[Reflect.get(tables[0]!, 'firstFree') === 0 ? 'appended' : 'reused'] += all.length
    all.forEach((_, i) => tables[0]!.activate(tables[0]!.create(ones[i]!, twos[i]!, flags[i]!)))
    const some = Math.min(7, all.length)
    tables[1]!.createAll(ones, twos, flags, 0, some)
    tables[1]!.createAll(ones, twos, flags.subarray(some), some, all.length)
    expect(stateOf(tables[1]!)).toEqual(stateOf(tables[0]!))
  }), { numRuns: 300 })
  expect(Math.min(rows.appended, rows.reused)).toBeGreaterThan(1000)
})
