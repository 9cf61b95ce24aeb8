import { expect, it } from 'vitest'
import { runBundled } from '../support/bundle.ts'
import { whole } from '../support/soak.ts'

/** Bytes a move: one number in a box of its own has 16. What is seldom passed through is compiled late. */
const MOST = 15.5

const FLAGS = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded']

it.each(whole(['box', 'capsule'] as const, ['box']))('moving a crowd of %s feet leaves no garbage', { timeout: 120_000, retry: 1 }, (foot) => {
  const printed = runBundled('test/character/characters.frames.ts', FLAGS, [foot])
  const report = JSON.parse(printed.trim().split('\n').at(-1)!) as [string, number][]
  expect(report.map(([name]) => name)).toEqual([foot, 'leaking'])
  const [bytes, leaking] = report.map(([, number]) => number)
  expect(bytes).toBeLessThan(MOST)
  expect(leaking).toBeGreaterThan(MOST + 12)
})
