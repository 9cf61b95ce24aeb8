import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

test('a frame of a loop allocates nothing for each body that is stepped and drawn', { timeout: 60_000, retry: 1 }, () => {
  const printed = runBundled('test/loop/frames.ts', ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded'])
  const [frame, leaking] = JSON.parse(printed.trim().split('\n').at(-1)!) as [number, number]
  // Numbers that are boxed a few times a frame: one for each of the 500 bodies would be 8,000.
  expect(frame).toBeLessThan(400)
  // What moves must be seen to be noticed.
  expect(leaking).toBeGreaterThan(500)
})
