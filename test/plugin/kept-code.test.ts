import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

/** Without the empty world that is kept there were 70 to 101, with it one. */
const MOST = 20

test('with the only world of a program its compiled code is not dropped', { timeout: 60_000 }, () => {
  const printed = runBundled('test/plugin/kept-code.frames.ts', ['--expose-gc', '--trace-deopt'])
  const [before, after] = printed.split('\ndropped\n')
  expect(before).toContain('deoptimizing')
  const lost = after!.split('\ncollected')[0]!.split('\n').filter((line) => line.includes('reason: weak objects'))
  expect(lost.length, lost.join('\n')).toBeLessThan(MOST)
})
