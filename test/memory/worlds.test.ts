import { createWorld } from 'bitecs'
import { expect, test } from 'vitest'
import { addPhysics, box, spawnBody, stepPhysics } from '../../src/index.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { runBundled } from '../support/bundle.ts'
import { SOAK } from '../support/soak.ts'

interface Left {
  readonly memories: number
  readonly heap: number
  readonly buffers: number
  readonly outside: number
}

/** A thousand in a soak: of what the compiler notes next to nothing is left then for each. */
const WORLDS = SOAK ? 1000 : 80
const HEAP = SOAK ? 1000 : 20_000

test('worlds that are made and dropped by the dozen leave nothing', { timeout: SOAK ? 600_000 : 120_000 }, () => {
  const { first, last } = JSON.parse(runBundled('test/memory/worlds.frames.ts', ['--expose-gc'], [String(WORLDS)])) as { first: Left; last: Left }
  // What the engine used last may be held until it uses something else.
  expect(last.memories).toBeLessThanOrEqual(1)
  // One of these worlds takes 100 kB and more; the compiler goes on making notes for as long as this takes.
  expect((last.heap - first.heap) / WORLDS).toBeLessThan(HEAP)
  expect((last.buffers - first.buffers) / WORLDS).toBeLessThan(100)
  expect((last.outside - first.outside) / WORLDS).toBeLessThan(100)
})

test('a room of 20 bodies that is made for as few steps in the memory that it came with', { timeout: 120_000 }, () => {
  const room = JSON.parse(runBundled('test/memory/rooms.frames.ts', ['--expose-gc'])) as { contacts: number; heap: number; outside: number }
  expect(room.contacts).toBeGreaterThan(15)
  // What it grows out of is followed by a buffer with much to spare: 6 MB, once, so that a hundred rooms had the collector run all the time.
  expect(room.outside).toBeLessThan(400_000)
  // A fourth of it is what bitECS has of a world.
  expect(room.heap).toBeLessThan(400_000)
})

test('a room that is made for no number of bodies takes no memory for a thousand', () => {
  const made: number[] = []
  const world = createWorld()
  addPhysics(world, {
    kernel(bytes) {
      made.push(bytes)
      return simdKernel(bytes)
    },
  })
  for (let i = 0; i < 20; i++) spawnBody(world, { shape: box(0.5, 0.5), x: (i % 5) * 1.2, y: Math.floor(i / 5) })
  for (let i = 0; i < 5; i++) stepPhysics(world, 1 / 60)
  expect(made.length).toBe(1)
  expect(made[0]).toBeLessThan(800_000)
})
