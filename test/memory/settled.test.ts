import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'
import { SOAK } from '../support/soak.ts'
import { type Reading, STEPS, isLittle } from './bounds.ts'

test('a step allocates nothing for each body once the capacities are reached', { timeout: SOAK ? 900_000 : 120_000, retry: 1 }, () => {
  const printed = runBundled('test/memory/frames.ts', ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded'])
  const report = JSON.parse(printed) as Record<string, Reading>
  const { 'a step that allocates': leaking, ...scenes } = report
  expect(Object.keys(scenes).length).toBeGreaterThanOrEqual(8)
  expect(leaking!.bytes[0]! / STEPS).toBeGreaterThan(100)
  expect(Object.entries(scenes).filter(([name, reading]) => !isLittle(name, reading))).toEqual([])
})
