import { expect, it } from 'vitest'
import { mergeTiles } from '../../src/index.ts'
import { cave, measure, measureEdit } from '../../bench/levels.ts'
import { SOAK } from '../support/soak.ts'

// Twice that where other tests run beside it, on a machine that is shared.
it(`merges 256² cells within ${SOAK ? 5 : 10} ms`, () => {
  const cells = cave(256)
  expect(measure(15, () => mergeTiles({ width: 256, height: 256, cells })).least).toBeLessThan(SOAK ? 5 : 10)
})

it.runIf(SOAK)('takes an edit in within 0.2 ms', () => {
  expect(measureEdit(256, 16, 200)).toBeLessThan(0.2)
})

it.runIf(SOAK)('merges 4,096² cells within a second', () => {
  const cells = cave(4096)
  expect(measure(3, () => mergeTiles({ width: 4096, height: 4096, cells })).least).toBeLessThan(1000)
})
