import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

test('a settled step leaves nothing on the heap, not one boxed number, once its code is compiled', { timeout: 60_000, retry: 1 }, () => {
  const readings = JSON.parse(runBundled('test/memory/settled-heap.ts')) as number[]
  // A boxed number is 16 bytes. A collection in between makes a reading negative, a note of the compiler a large one.
  const sorted = readings.sort((a, b) => a - b)
  expect(Math.abs(sorted[sorted.length >> 1]!)).toBeLessThan(4)
})
