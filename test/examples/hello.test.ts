import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

test('hello.ts: the ball falls and touches the ground when the formula says', () => {
  const line = runBundled('examples/hello.ts').trim().split('\n').at(-1)!
  const [, steps, y] = /after (\d+) steps the ball touches the ground at y = ([\d.]+)$/.exec(line)!
  // It falls 7.5 m: t = sqrt(2 h / g), seen at the first step that ends at the ground or after it.
  expect(Math.abs(Number(steps) - 60 * Math.sqrt((2 * 7.5) / 9.81))).toBeLessThanOrEqual(2)
  expect(Number(y)).toBeCloseTo(0.5, 2)
})
