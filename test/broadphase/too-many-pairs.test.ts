import { expect, test } from 'vitest'
import { EntityQueue } from '../../src/stores/entity-queue.ts'
import { SweepAndPruneBroadPhase } from '../../src/broadphase/sweep-and-prune-broad-phase.ts'
import { MOST_PAIRS, PairBuffer, TooManyPairs } from '../../src/stores/buffers.ts'
import { Columns } from '../../src/stores/columns.ts'
import { type Boxes, keysOf } from './side-by-side.ts'

test('a list of pairs refuses to grow beyond what a world can have', () => {
  const pairs = new PairBuffer()
  expect(() => pairs.reserve(MOST_PAIRS + 1)).toThrow(TooManyPairs)
  pairs.push(1, 2)
  expect(keysOf(pairs)).toEqual([2 ** 22 + 2])
})

test('sweep and prune is whole again after it had too many pairs', () => {
  const columns = new Columns(64)
  const boxes = {} as Boxes
  for (const key of ['minX', 'minY', 'maxX', 'maxY']) columns.define(boxes, key, 'f64')
  const moved = new EntityQueue(columns)
  const sap = new SweepAndPruneBroadPhase(boxes, 100)
  const place = (item: number, x: number): void => {
    boxes.minX[item] = x
    boxes.maxX[item] = x + 1
    boxes.minY[item] = 0
    boxes.maxY[item] = 1
    moved.add(item)
  }
  const count = (): number => {
    const out = new PairBuffer()
    sap.computePairs(moved, out)
    return keysOf(out).length
  }
  for (let item = 1; item <= 10; item++) {
    place(item, 0.5)
    sap.add(item, false)
  }
  expect(count()).toBe(45)
  for (let item = 11; item <= 30; item++) {
    place(item, 0)
    sap.add(item, false)
  }
  expect(count).toThrow(TooManyPairs)
  expect(count).toThrow(TooManyPairs)
  for (let item = 1; item <= 20; item++) {
    sap.remove(item)
    moved.remove(item)
  }
  moved.compact()
  place(21, 40)
  sap.update(21)
  expect(count()).toBe(36)
})
