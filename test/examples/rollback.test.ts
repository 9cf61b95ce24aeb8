import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

test('rollback.ts: with 100 ms and 2 % of the packets lost both machines end with the same hash', () => {
  const printed = runBundled('examples/rollback.ts')
  const numbers = /hash (\d+) and (\d+): (\d+) packets lost, (\d+) and (\d+) frames simulated again, (\d+) and (\d+) touches/.exec(printed)!.slice(1).map(Number)
  const [one, other, lost, repeated, again, touches, heard] = numbers as [number, number, number, number, number, number, number]
  expect(other).toBe(one)
  expect(heard).toBe(touches)
  expect(touches).toBeGreaterThan(50)
  expect(lost).toBeGreaterThan(10)
  // Guesses are wrong when keys change, and right when they are held.
  for (const count of [repeated, again]) expect(count).toBeGreaterThan(100)
})
