import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

const FRAMES = 'test/plugin/kept-world.frames.ts'

interface Printed { readonly counts: readonly number[]; readonly y: number }

test('once a program has done some hundred steps, one small world more is there for good', () => {
  const { counts, y } = JSON.parse(runBundled(FRAMES)) as Printed
  expect(counts).toEqual([1, 1, 2, 2, 2, 2])
  // What has no room for it steps on as if there were none, and tries no more.
  const without = JSON.parse(runBundled(FRAMES, [], ['fails'])) as Printed
  expect(without.counts.at(-1)).toBeLessThan(4)
  expect(without.counts.slice(2)).toEqual(Array(4).fill(without.counts[2]))
  expect(without.y).toBe(y)
})
