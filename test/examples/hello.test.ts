import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

test('hello.ts: the ball falls and comes to rest on the ground', () => {
  const lines = runBundled('examples/hello.ts').trim().split('\n')
  const rest = /rests at y = ([\d.]+)$/.exec(lines.at(-1)!)
  expect(Number(rest?.[1])).toBeCloseTo(0.5, 2)
})
