import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'

interface Left {
  readonly memories: number
  readonly heap: number
  readonly buffers: number
  readonly outside: number
}

test('worlds that are made and dropped by the dozen leave nothing', { timeout: 120_000 }, () => {
  const printed = JSON.parse(runBundled('test/memory/worlds.frames.ts', ['--expose-gc'])) as { worlds: number; first: Left; last: Left }
  const { worlds, first, last } = printed
  expect(worlds).toBeGreaterThan(50)
  // What the engine used last may be held until it uses something else.
  expect(last.memories).toBeLessThanOrEqual(1)
  // One of these worlds takes 100 kB and more; the compiler goes on making notes for as long as this takes.
  expect((last.heap - first.heap) / worlds).toBeLessThan(20_000)
  expect((last.buffers - first.buffers) / worlds).toBeLessThan(100)
  expect((last.outside - first.outside) / worlds).toBeLessThan(100)
})
