import { expect, test } from 'vitest'
import { type Ground, type Load, leaksOf } from '../fuzz/pile.ts'
import { whole } from '../support/soak.ts'

/** `node examples/run.mjs test/fuzz/leaks.ts --seeds 1000` looks at many more. These leaked once. */
const PILES: readonly [Ground, Load, seeds: readonly number[]][] = [
  ['chain', 'gravity', whole([13, 27], [13])],
  ['chain', 'piston', [1]],
  ['two-sided chain', 'piston', whole([1, 5], [1])],
  ['shaking chain', 'piston', [1]],
  ['shaking two-sided chain', 'piston', [1]],
  ['boxes', 'gravity', [13]],
  ['boxes', 'piston', whole([1, 9038, 9048], [1, 9038])],
]

test.each(PILES)('nothing gets through a ground of %s under %s', (ground, load, seeds) => {
  for (const seed of seeds) expect(leaksOf(ground, load, seed), `seed ${seed}`).toEqual([])
})
