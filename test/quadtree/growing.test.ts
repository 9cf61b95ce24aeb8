import { expect, test } from 'vitest'
import { buildKnown } from '../../src/quadtree/build.ts'
import { pairsOfStore } from '../../src/quadtree/pairs.ts'
import { Store } from '../../src/quadtree/store.ts'
import { PairBuffer } from '../../src/stores/buffers.ts'
import { Boxes, random, sortedPairs } from './oracle.ts'

const SMALL = 1980
const LARGE = 20
const COLUMNS = 45

/** Writes boxes of two sizes; the small ones are `grown` times what they were. */
function write(boxes: Boxes, at: readonly [number, number][], grown: number): void {
  at.forEach(([x, y], i) => {
    const half = i < SMALL ? 0.25 * grown : 2
    boxes.write(i + 1, x - half, y - half, x + half, y + half)
  })
}

test('boxes that grow a little with each build, as those of bodies that fall, are found in cells of their own size', () => {
  const next = random(3)
  const at = Array.from({ length: SMALL + LARGE }, (_, i): [number, number] => (
    i < SMALL ? [(i % COLUMNS) * 0.7 + 0.1 * next(), Math.floor(i / COLUMNS) * 0.7 + 0.1 * next()] : [next() * 32, next() * 31]
  ))
  const boxes = new Boxes(SMALL + LARGE + 1)
  boxes.items = at.map((_, i) => i + 1)
  const store = new Store(16)
  let most = 0
  for (let build = 0; build < 80; build++) {
    write(boxes, at, 1 + 0.012 * build)
    buildKnown(store, boxes, boxes.list(), boxes.items.length, boxes.items.length)
    most = Math.max(most, store.count - store.levels.filled[0]!)
    if (build % 20 !== 19) continue
    const pairs = new PairBuffer(8)
    pairsOfStore(store, pairs)
    expect(sortedPairs(pairs)).toEqual(boxes.pairs())
  }
  // Without another plan before the 32nd use of one they were all 2,000.
  expect(most).toBeLessThan(2 * LARGE + SMALL / 16)
})
