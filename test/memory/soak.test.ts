import { entityExists, removeEntity } from 'bitecs'
import { expect, test } from 'vitest'
import { PIT_BODIES, Pits } from '../soak/pits.ts'
import { type Reading, growthOf } from '../soak/readings.ts'

const FLAT: Reading = { step: 0, heap: 20e6, buffers: 10e6, kernel: 5e6, resident: 100e6, stepTime: 0.2, yardstick: 0.05, awake: 10, contacts: 20 }

const readings = (change: (i: number) => Partial<Reading>): Reading[] => Array.from({ length: 40 }, (_, i) => ({ ...FLAT, ...change(i) }))

test('growth of memory or of step time is told, and a slower machine is none', () => {
  expect(growthOf(readings(() => ({})))).toEqual({ heap: 1, buffers: 1, kernel: 1, resident: 1, stepTime: 1, stepWork: 1 })
  expect(growthOf(readings((i) => ({ heap: 20e6 + i * 1e5 }))).heap).toBeGreaterThan(1.15)
  expect(growthOf(readings((i) => ({ stepTime: 0.2 + i * 0.01 }))).stepWork).toBeGreaterThan(2)
  const slower = growthOf(readings((i) => ({ stepTime: i < 20 ? 0.2 : 0.4, yardstick: i < 20 ? 0.05 : 0.1 })))
  expect([slower.stepTime, slower.stepWork]).toEqual([2, 1])
  // One slow reading is the machine's.
  expect(growthOf(readings((i) => (i === 38 ? { stepTime: 5 } : {}))).stepTime).toBe(1)
})

test('a world in which bodies come and go keeps their number, and says which of them got lost', () => {
  const one = new Pits(PIT_BODIES, 1, 5)
  for (let i = 0; i < 1.5 * PIT_BODIES; i++) one.step()
  one.checkAll()
  expect([one.alive, one.spawned, one.removed, one.losses]).toEqual([PIT_BODIES, 1.5 * PIT_BODIES, 0.5 * PIT_BODIES, []])
  const [far, gone, wrong] = one['bodies'].slice(-3) as [number, number, number]
  const { Position } = one.physics.components
  Position.x[far] = 1000
  removeEntity(one.world, gone)
  Position.y[wrong] = NaN
  expect(entityExists(one.world, far)).toBe(true)
  one.checkAll()
  expect(one.losses.map(({ entity, text }) => [entity, text.match(/left it|nobody removed it|has the numbers/)?.[0]]))
    .toEqual([[far, 'left it'], [gone, 'nobody removed it'], [wrong, 'has the numbers']])
})
