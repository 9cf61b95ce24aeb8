import { describe, expect, test } from 'vitest'
import { PILE_SHAPES, type PileShape, makePile } from '../../examples/scenes/piles.ts'
import { SOAK, whole } from '../support/soak.ts'
import { type Ending, settle } from '../support/settle.ts'

/** What a pile does hangs on its seed: the deepest of 200 boxes are 12 to 26 mm deep. So the median of as many. */
const SEEDS = [1, 2, 3, 4, 5]
/** Seconds until the slowest of the medians sleeps are 6.8 at 60 Hz and 7.8 at 30. */
const SECONDS = 12
/** The most that bouncing may add to the deepest overlap. The most of all medians was 1.21 times (circles, e = 0.1, 60 Hz). */
const MOST = 1.5

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!
}

function endings(shape: PileShape, restitution: number, hz: number): Ending[] {
  return SEEDS.map((seed) => settle(
    makePile({ shape, restitution, friction: 0.5, gravity: 10, sizes: 1, densities: 1, ground: 'plane', count: 200, seed }), SECONDS, { dt: 1 / hz },
  ))
}

describe.each(whole([60, 30], [60]))('at %i Hz', (hz) => {
  test.each(whole<PileShape>(PILE_SHAPES, ['circle', 'box', 'capsule', 'mixed']))('a pile of 200 that bounce rests no deeper than 1.5 times one that does not: %s', (shape) => {
    const still = median(endings(shape, 0, hz).map(({ deepest }) => deepest))
    const wrong: string[] = []
    for (const e of [0.1, 0.3, 0.6]) {
      const ended = endings(shape, e, hz)
      const deepest = median(ended.map((ending) => ending.deepest))
      const awake = median(ended.map((ending) => ending.awake))
      if (deepest <= MOST * still && awake === 0) continue
      wrong.push(`e ${e}: ${(1000 * deepest).toFixed(1)} mm, ${(1000 * still).toFixed(1)} without, ${awake} awake`)
    }
    expect(wrong).toEqual([])
  }, SOAK ? 300_000 : 60_000)
})
