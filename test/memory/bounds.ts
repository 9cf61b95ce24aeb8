/** What steps may leave on the heap: what runs the scenes stops measuring one as soon as its readings are within. */

/** Steps of a reading. */
export const STEPS = 400

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

/** Growth of the heap in bytes, before and after a collection, in turn; and what it was measured in. */
export interface Reading {
  readonly bytes: readonly number[]
  readonly pairs: number
}

/** Whether the best of its readings are within: what the steps make shows in each. */
export function isLittle(name: string, { bytes, pairs }: Reading): boolean {
  const kept = Math.min(...bytes.filter((_, i) => i % 2 === 1))
  const dropped = Math.min(...bytes.filter((_, i) => i % 2 === 0)) / STEPS
  const others = BOUNCING_SCENES.includes(name) ? BOUNCING : OTHERS + OTHERS_PAIR * pairs
  return kept <= KEPT && dropped <= (QUIET_SCENES.includes(name) ? QUIET : ROLLING_SCENES.includes(name) ? ROLLING : others)
}
