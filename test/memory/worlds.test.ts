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

test('a room of 20 bodies that is made for as few steps in the memory that it came with', { timeout: 120_000 }, () => {
  const room = JSON.parse(runBundled('test/memory/rooms.frames.ts', ['--expose-gc'])) as { contacts: number; heap: number; outside: number }
  expect(room.contacts).toBeGreaterThan(15)
  // What it grows out of is followed by a buffer with much to spare: 6 MB, once, so that a hundred rooms had the collector run all the time.
  expect(room.outside).toBeLessThan(400_000)
  // A fourth of it is what bitECS has of a world.
  expect(room.heap).toBeLessThan(400_000)
})
