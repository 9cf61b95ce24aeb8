import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

test('a step allocates nothing once the capacities are reached', () => {
  const printed = runBundled('test/memory/frames.ts', ['--expose-gc', '--max-semi-space-size=64', '--single-threaded'])
  const report = JSON.parse(printed) as Record<string, number[]>
  const { 'a step that allocates': leaking, ...scenes } = report
  expect(Object.keys(scenes).length).toBe(5)
  expect(leaking![0]).toBeGreaterThan(40_000)
  for (const [name, readings] of Object.entries(scenes)) {
    // The compiler keeps notes now and then; what a step keeps would show in each of the readings.
    const kept = readings.filter((_, i) => i % 2 === 1)
    expect([name, kept, Math.min(...kept) < 8000]).toEqual([name, kept, true])
    // Numbers that the compiler did not keep in registers; an object for each body and step would be far above.
    const dropped = readings.filter((_, i) => i % 2 === 0)
    expect([name, dropped, Math.min(...dropped) < 4000 * 1000]).toEqual([name, dropped, true])
  }
})
