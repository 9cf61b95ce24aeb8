import { expect, test } from 'vitest'
import { runBundled } from '../support/bundle.ts'
import { SOAK } from '../support/soak.ts'

const STEPS = 400

/**
 * Bytes a step that are left where nothing is allocated for a body or a pair: numbers that are boxed a few times a step
 * (its length, handed to the solver), and what the compiler notes now and then. A box for each body is 16 bytes, 640 in the
 * smallest of these scenes. What V8 inlines depends on things as small as the path of the file: large-pyramid had 107 or 374.
 */
const QUIET = 600
const QUIET_SCENES: readonly string[] = [
  'asleep large-pyramid', 'large-pyramid', 'many-pyramids', 'tower',
  'filters',
]

/** Sixty bodies that roll and are swept now and then: by how V8 inlines that, 405 to 680 bytes. A box for each would be 960 more. */
const ROLLING = 900
const ROLLING_SCENES: readonly string[] = ['terrain']

/** A few impacts a step go through functions that V8 leaves to its interpreter for long, which boxes every number. */
const BOUNCING = 4000
const BOUNCING_SCENES: readonly string[] = ['restitution', 'cradle']

/** In the others, and among sleepers of which a hundred hop and get new boxes (520 B a step), bodies come and go or are swept now and then, in functions that V8 has not compiled for good yet. */
const OTHERS = 1000
const OTHERS_PAIR = 16

/** Bytes that may stay after all steps in the best reading: notes of the compiler (5 kB in crane). 20 a step are 8 kB in each. */
const KEPT = 8000

test('a step allocates nothing for each body once the capacities are reached', { timeout: SOAK ? 900_000 : 120_000, retry: 1 }, () => {
  const printed = runBundled('test/memory/frames.ts', ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--single-threaded'])
  const report = JSON.parse(printed) as Record<string, { bytes: number[]; pairs: number }>
  const { 'a step that allocates': leaking, ...scenes } = report
  expect(Object.keys(scenes).length).toBeGreaterThanOrEqual(8)
  expect(leaking!.bytes[0]! / STEPS).toBeGreaterThan(100)
  const excess: Record<string, unknown> = {}
  for (const [name, { bytes, pairs }] of Object.entries(scenes)) {
    // The compiler keeps notes now and then; what a step keeps shows in each reading.
    const kept = bytes.filter((_, i) => i % 2 === 1).sort((x, y) => x - y)
    const dropped = bytes.filter((_, i) => i % 2 === 0).map((sum) => sum / STEPS)
    const others = BOUNCING_SCENES.includes(name) ? BOUNCING : OTHERS + OTHERS_PAIR * pairs
    const allowed = QUIET_SCENES.includes(name) ? QUIET : ROLLING_SCENES.includes(name) ? ROLLING : others
    if (kept[0]! > KEPT || Math.min(...dropped) > allowed) excess[name] = { kept, dropped, allowed }
  }
  expect(excess).toEqual({})
})
