import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

/** Bytes a collection, of some thousand lines each: two boxed numbers. */
const MOST = 33

test('a collection allocates nothing for what it draws, once its buffers are large enough', { timeout: 120_000, retry: 1 }, () => {
  const flags = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128', '--single-threaded']
  const report = JSON.parse(runBundled('test/debug/memory.frames.ts', flags)) as Record<string, number>
  expect(Object.keys(report)).toEqual(['most', 'everywhere', 'crowd'])
  for (const [kind, bytes] of Object.entries(report)) expect([kind, bytes < MOST ? 'nothing' : bytes]).toEqual([kind, 'nothing'])
})
