import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoryColumns } from '../../src/stores/memory-columns.ts'
import { ContactFlag, NOT_ACTIVE } from '../../src/contacts/contact-record.ts'
import { ContactTable } from '../../src/contacts/contact-table.ts'
import { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'

/** Of every third pair a side is a sensor. */
const sensorOf = (a: number, b: number): number => ((a + b) % 3 === 0 ? ContactFlag.Sensor : 0)
/** Touching and Driven. */
const KEPT = 5

function tableIn(memory: KernelMemory, entities: MemoryColumns): ContactTable {
  const table = new ContactTable(entities, memory, 256)
  entities.open()
  return table
}

/** The table, and the same in a Map that nobody could get wrong. */
class Model {
  readonly memory = new KernelMemory(plainKernel)
  readonly columns = new MemoryColumns(this.memory, 64)
  readonly table = tableIn(this.memory, this.columns)
  readonly contacts = new Map<string, { id: number; active: boolean }>()

  create(a: number, b: number): void {
    const key = `${a}-${b}`
    if (this.contacts.has(key)) return
    const sensor = sensorOf(a, b)
    const id = this.table.create(a, b, sensor)
    // Whatever an earlier contact with this id left behind must be gone.
    expect([this.table.flags[id], this.table.pointCount[id], this.table.activeIndex[id]]).toEqual([sensor, 0, NOT_ACTIVE])
    if (!sensor) expect([...this.table.impulse.subarray(id * 4, id * 4 + 4)]).toEqual([0, 0, 0, 0])
    this.table.flags[id] = sensor | KEPT
    this.table.pointCount[id] = 2
    if (!sensor) this.table.impulse.fill(9, id * 4, id * 4 + 4)
    this.contacts.set(key, { id, active: false })
  }

  remove(a: number, b: number): void {
    const entry = this.contacts.get(`${a}-${b}`)
    if (entry === undefined) return
    this.table.remove(entry.id)
    this.contacts.delete(`${a}-${b}`)
  }

  toggle(a: number, b: number): void {
    const entry = this.contacts.get(`${a}-${b}`)
    if (entry === undefined) return
    if (entry.active) this.table.deactivate(entry.id)
    else this.table.activate(entry.id)
    entry.active = !entry.active
  }

  /** Names all contacts anew, with what belongs to them. */
  tidy(): void {
    const { table, contacts } = this
    for (const [key, { id }] of contacts) {
      const [a, b] = key.split('-').map(Number)
      if (sensorOf(a!, b!)) continue
      table.manifold.fill(id, id * 8, id * 8 + 8)
      table.rolls.set(id, id, table.approach.length)
    }
    // Whatever came and went: when it pays to do so is no question here.
    Reflect.get(table, 'renumber').call(table)
    expect(table.highest).toBe(contacts.size)
    for (const [key, entry] of contacts) {
      const [a, b] = key.split('-').map(Number)
      const id = table.find(a!, b!)
      const sensor = sensorOf(a!, b!)
      expect([table.a[id], table.b[id], table.flags[id]]).toEqual([a, b, sensor | KEPT])
      if (!sensor) expect(table.rolls.of(id)).toBe(entry.id)
      if (!sensor) expect([...table.manifold.subarray(id * 8, id * 8 + 8)].every((number) => number === entry.id)).toBe(true)
      expect(table.activeIndex[id] !== NOT_ACTIVE).toBe(entry.active)
      entry.id = id
    }
    for (let id = 2; id <= table.highest; id++) {
      expect(table.a[id]! * 1e4 + table.b[id]!).toBeGreaterThan(table.a[id - 1]! * 1e4 + table.b[id - 1]!)
    }
  }

  check(ids: number): void {
    const { table, contacts } = this
    expect(table.count).toBe(contacts.size)
    for (let a = 1; a <= ids; a++) {
      const listed: string[] = []
      for (let edge = table.head[a]!; edge !== 0; edge = table.next[edge]!) {
        expect([table.a[edge >>> 1], table.b[edge >>> 1]]).toContain(a)
        listed.push(`${Math.min(a, table.otherOf(edge))}-${Math.max(a, table.otherOf(edge))}`)
      }
      const expected = [...contacts.keys()].filter((key) => key.split('-').includes(String(a)))
      expect(listed.sort()).toEqual(expected.sort())
      for (let b = a + 1; b <= ids; b++) {
        const id = contacts.get(`${a}-${b}`)?.id ?? 0
        if (table.find(a, b) !== id) throw new Error(`${a}-${b} is found as ${table.find(a, b)}, not as ${id}`)
      }
    }
    const active = [...table.active.subarray(0, table.activeCount)].sort((p, q) => p - q)
    const expected = [...contacts.values()].filter((entry) => entry.active).map((entry) => entry.id)
    expect(active).toEqual(expected.sort((p, q) => p - q))
    expect(table.activeSensors).toBe(active.filter((id) => sensorOf(table.a[id]!, table.b[id]!)).length)
  }
}

const operation = fc.record({
  name: fc.constantFrom('create', 'create', 'create', 'remove', 'toggle', 'tidy'),
  a: fc.integer({ min: 1, max: 11 }),
  gap: fc.integer({ min: 1, max: 12 }),
})

test('is the same as a Map under any order of calls', () => {
  const property = fc.property(fc.array(operation, { minLength: 20, maxLength: 120, size: 'max' }), (operations) => {
    const model = new Model()
    for (const { name, a, gap } of operations) model[name as 'create'](a, Math.min(12, a + gap))
    model.check(12)
  })
  fc.assert(property, { numRuns: 60 })
})

test('keeps every pair through growth of contacts, of slots and of entities', () => {
  const model = new Model()
  for (let a = 1; a < 45; a++) for (let b = a + 1; b <= 45; b++) model.create(a, b)
  for (let a = 1; a < 45; a += 3) for (let b = a + 1; b <= 45; b++) model.toggle(a, b)
  for (let a = 1; a < 45; a += 2) for (let b = a + 1; b <= 45; b++) model.remove(a, b)
  model.columns.grow(4096)
  model.create(44, 4000)
  model.contacts.set('44-4000', { id: model.table.find(44, 4000), active: false })
  expect(model.table.find(44, 4000)).toBeGreaterThan(0)
  model.check(45)
})

test('contacts for which room was made take one new memory, and little more room than they need', () => {
  const room = [0, 1000, 40_000].map((reserved) => {
    const memory = new KernelMemory(plainKernel)
    const table = tableIn(memory, new MemoryColumns(memory, 2000))
    let replaced = 0
    memory.follow(() => replaced++)
    table.reserve(reserved, reserved)
    for (let a = 1; a < 201; a++) for (let b = 201; b < 401; b++) table.create(a, b)
    expect(table.count).toBe(40_000)
    for (let a = 1; a < 201; a++) expect(table.a[table.find(a, 300)]).toBe(a)
    return [replaced, table.a.length]
  })
  expect(room).toEqual([[8, 65_536], [7, 68_096], [1, 42_502]])
})

test('room for contacts takes into account which ids are free, and how many of them push', () => {
  const memory = new KernelMemory(plainKernel)
  const table = tableIn(memory, new MemoryColumns(memory, 2000))
  for (let a = 1; a < 101; a++) table.create(a, 101)
  for (let a = 1; a < 101; a++) table.remove(table.find(a, 101))
  let replaced = 0
  memory.follow(() => replaced++)
  table.reserve(255, 255)
  expect([replaced, table.a.length]).toEqual([0, 256])
  table.reserve(2000, 100)
  expect([replaced, table.a.length, table.pointCount.length]).toEqual([1, 2127, 2127])
  // What only pushes is as long as before.
  expect([table.manifold.length, table.approach.length, table.impulse.length]).toEqual([256 * 8, 256, 256 * 4])
  for (let a = 1; a < 101; a++) table.create(a, 102)
  for (let b = 103; b < 2003 - 100; b++) table.create(1, b, ContactFlag.Sensor)
  expect([replaced, table.count]).toEqual([1, 1900])
})

test('after a burst the memory is given back', () => {
  const model = new Model()
  const { table } = model
  const small = table.bytes
  model.columns.grow(2000)
  for (let a = 1; a < 200; a++) for (let b = 200; b < 300; b++) table.create(a, b)
  const large = table.bytes
  for (let a = 1; a < 199; a++) for (let b = 200; b < 300; b++) table.remove(table.find(a, b))
  for (let step = 0; step < 600 + 64; step++) table.tidy(step)
  expect([table.count, table.highest]).toEqual([100, 100])
  expect(table.bytes).toBeLessThan(large / 10)
  expect(table.bytes).toBeLessThan(small * 6)
  for (let b = 200; b < 300; b++) expect(table.a[table.find(199, b)]).toBe(199)
  for (let a = 1; a < 199; a++) for (let b = 200; b < 300; b++) table.create(a, b)
  expect(table.count).toBe(19_900)
})

test('a freed id is given to the next contact, so that memory follows what is there', () => {
  const { table } = new Model()
  for (let round = 0; round < 1000; round++) table.remove(table.create(1 + (round % 20), 40))
  expect(table.highest).toBe(1)
})
