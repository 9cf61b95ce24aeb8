import { expect, it } from 'vitest'
import { mergeTiles } from '../../src/index.ts'
import { cave, measure, measureEdit } from '../../bench/levels.ts'
import { SOAK } from '../support/soak.ts'

// Twice that where other tests run beside it, on a machine that is shared.
it.each([['rectangles', 5], ['outlines', 8]] as const)('merges 256² cells to %s within some milliseconds', (to, most) => {
  const cells = cave(256)
  expect(measure(15, () => mergeTiles({ width: 256, height: 256, cells }, { to })).least).toBeLessThan(SOAK ? most : 2 * most)
})

it.runIf(SOAK)('takes an edit in within 0.2 ms', () => {
  expect(measureEdit(256, 16, 200)).toBeLessThan(0.2)
})

it.runIf(SOAK).each(['rectangles', 'outlines'] as const)('merges 4,096² cells to %s within a second', (to) => {
  const cells = cave(4096)
  expect(measure(5, () => mergeTiles({ width: 4096, height: 4096, cells }, { to })).least).toBeLessThan(1000)
})
