import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Columns } from '../../src/stores/columns.ts'
import { EntityQueue } from '../../src/stores/entity-queue.ts'

type Operation =
  | { name: 'add'; entity: number; reasons: number }
  | { name: 'remove'; entity: number }
  | { name: 'compact' | 'clear' }
  | { name: 'grow' }

const entity = fc.integer({ min: 1, max: 15 })
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ name: fc.constant('add' as const), entity, reasons: fc.integer({ min: 1, max: 127 }) }) },
  { weight: 6, arbitrary: fc.record({ name: fc.constant('remove' as const), entity }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constantFrom('compact' as const, 'clear' as const) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('grow' as const) }) },
)

test('holds each entity once with all its reasons, whatever left and came back', () => {
  const property = fc.property(fc.array(operation, { maxLength: 200, size: 'max' }), (operations) => {
    const columns = new Columns(16)
    const owner = new EntityQueue(columns)
    const model = new Map<number, number>()
    for (const op of operations) {
      if (op.name === 'add') {
        owner.add(op.entity, op.reasons)
        model.set(op.entity, (model.get(op.entity) ?? 0) | op.reasons)
      } else if (op.name === 'remove') {
        owner.remove(op.entity)
        model.delete(op.entity)
      } else if (op.name === 'compact') {
        owner.compact()
        expect(owner.count).toBe(model.size)
      } else if (op.name === 'clear') {
        owner.clear()
        model.clear()
      } else {
        columns.grow(Math.min(256, columns.capacity * 2))
      }
      for (let id = 1; id < 16; id++) {
        if (owner.flag[id] !== (model.get(id) ?? 0)) throw new Error(`${op.name}: flag of ${id} is ${owner.flag[id]}`)
      }
    }
    owner.compact()
    const items = [...owner.items.subarray(0, owner.count)]
    expect([...items].sort((a, b) => a - b)).toEqual([...model.keys()].sort((a, b) => a - b))
  })
  fc.assert(property, { numRuns: 150 })
})

test('keeps the order in which entities came', () => {
  const queue = new EntityQueue(new Columns(16))
  for (const id of [9, 3, 12, 3, 5]) queue.add(id)
  queue.remove(12)
  queue.compact()
  expect([...queue.items.subarray(0, queue.count)]).toEqual([9, 3, 5])
  queue.flag[9] = 0
  queue.dropFirst(1)
  expect([...queue.items.subarray(0, queue.count)]).toEqual([3, 5])
})

test('takes over what is in another one, each once, in its order and with its reasons', () => {
  const columns = new Columns(16)
  const [from, to] = [new EntityQueue(columns), new EntityQueue(columns)]
  to.add(4, 1)
  for (const id of [9, 3, 4, 5]) from.add(id, id)
  // It left and came back, and stands there twice.
  from.remove(3)
  from.add(3, 2)
  from.remove(5)
  to.takeOver(from)
  expect([...to.items.subarray(0, to.count)]).toEqual([4, 9, 3])
  expect([4, 9, 3, 5].map((id) => [to.flag[id], from.flag[id]])).toEqual([[5, 0], [9, 0], [2, 0], [0, 0]])
  expect(from.count).toBe(0)
  from.add(3)
  from.compact()
  expect([...from.items.subarray(0, from.count)]).toEqual([3])
})
