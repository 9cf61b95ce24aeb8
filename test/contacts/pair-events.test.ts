import { expect, test } from 'vitest'
import { EndReason, PairEvents } from '../../src/contacts/pair-events.ts'

function pairs(events: PairEvents): string[] {
  return Array.from({ length: events.count }, (_, i) => `${events.a[i]}-${events.b[i]}:${events.reason[i]}`)
}

test('an event can be seen from when it is pushed until the poll after the next end of a step', () => {
  const events = new PairEvents()
  events.beginStep()
  events.push(1, 2)
  events.endStep()
  expect(pairs(events)).toEqual(['1-2:0'])
  events.push(3, 4, 3, 4, EndReason.Removed)
  expect(pairs(events)).toEqual(['1-2:0', '3-4:1'])
  events.beginStep()
  events.push(5, 6)
  events.endStep()
  expect(pairs(events)).toEqual(['3-4:1', '5-6:0'])
  events.beginStep()
  events.endStep()
  expect(pairs(events)).toEqual([])
})

test('events of a step that failed stay for the poll after the next one', () => {
  const events = new PairEvents()
  events.push(1, 2)
  events.beginStep()
  events.beginStep()
  events.endStep()
  expect(pairs(events)).toEqual(['1-2:0'])
})

test('no event is lost by growth', () => {
  const events = new PairEvents()
  events.push(7, 8)
  events.endStep()
  for (let i = 1; i <= 1000; i++) events.push(i, i + 1)
  events.beginStep()
  expect(pairs(events)).toEqual(Array.from({ length: 1000 }, (_, i) => `${i + 1}-${i + 2}:0`))
})
