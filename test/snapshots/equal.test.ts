import { createWorld } from 'bitecs'
import { expect, it } from 'vitest'
import { playScene } from '../../examples/scenes/play.ts'
import { addPhysics, chain, spawnBody } from '../../src/index.ts'
import { areEqual } from '../../src/snapshots/equal.ts'
import { makeSnapshots } from '../../src/snapshots/snapshots.ts'

function save() {
  const game = playScene({ scene: 'ragdolls', options: { count: 3 } })
  for (let i = 0; i < 20; i++) game.step(undefined, i)
  const snapshots = makeSnapshots(game.world, { stores: [...game.stores!, [1, undefined, NaN]] }, 'test')
  snapshots.save()
  return snapshots.keptIn(0, 'test')
}

it('two states are equal when all of their bits are, and not when one number of any array is another', () => {
  const [one, two] = [save(), save()]
  expect(areEqual(one, two)).toBe(true)
  const { slot, entities, stores } = two
  const kept = [...slot.arrays, ...stores.columns].filter(({ count }) => count > 0).map(({ values, count }) => ({ values: values as number[], count }))
  const plain = [slot.counts, slot.reals].map((values) => ({ values: values as unknown as number[], count: values.length }))
  const ids = [entities.alive, ...entities.masks].map((values) => ({ values: values as unknown as number[], count: entities.maxId + 1 }))
  expect(kept.length).toBeGreaterThan(60)
  for (const { values, count } of [...kept, ...plain, ...ids]) {
    for (const at of new Set([0, count >> 1, count - 1])) {
      const before = values[at]
      values[at] = before === 1 ? 2 : 1
      expect(areEqual(one, two)).toBe(false)
      values[at] = before!
    }
  }
  expect(areEqual(one, two)).toBe(true)
  // −0 is another number than 0.
  const { values } = kept.find(({ values: array }) => array instanceof Float64Array && array.includes(0))!
  const zero = [...values].findIndex((value) => Object.is(value, 0))
  values[zero] = -0
  expect(areEqual(one, two)).toBe(false)
})

it('chains of two worlds are equal when all of their points are', () => {
  const saved = (height: number, before?: { x: number; y: number }) => {
    const world = createWorld()
    addPhysics(world)
    spawnBody(world, { type: 'static', shape: chain([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: height }], before === undefined ? {} : { before }) })
    const snapshots = makeSnapshots(world, {}, 'test')
    snapshots.save()
    return snapshots.keptIn(0, 'test')
  }
  expect(areEqual(saved(1), saved(1))).toBe(true)
  expect(areEqual(saved(1), saved(2))).toBe(false)
  expect(areEqual(saved(1, { x: -1, y: 0 }), saved(1))).toBe(false)
  expect(areEqual(saved(1, { x: -1, y: 0 }), saved(1, { x: -1, y: 1 }))).toBe(false)
})
