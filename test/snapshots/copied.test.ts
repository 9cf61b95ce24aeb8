import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { createSnapshots } from '../../src/index.ts'
import { KeptArray } from '../../src/snapshots/kept-array.ts'

const COUNT = 300

/** Bytes that are in the arrays which `run` copies. */
function copied(run: () => void): number {
  const { save } = KeptArray.prototype
  let bytes = 0
  KeptArray.prototype.save = function (array, count) {
    if (!Array.isArray(array)) bytes += count * array.BYTES_PER_ELEMENT
    save.call(this, array, count)
  }
  try {
    run()
  } finally {
    KeptArray.prototype.save = save
  }
  return bytes
}

test('a save of boxes that lie in a pile and do not sleep copies less than 560 bytes for each', () => {
  const built = buildScene(findScene('box-bin')!.create({ count: COUNT }), { allowSleep: false })
  for (let i = 0; i < 900; i++) built.step()
  const snapshots = createSnapshots(built.world, { slots: 2 })
  for (let i = 0; i < 10; i++) {
    built.step()
    snapshots.save(i % 2)
  }
  const turns = Array.from({ length: 10 }, (_, i) => copied(() => {
    built.step()
    snapshots.save(i % 2)
  }))
  turns.sort((a, b) => a - b)
  expect(built.physics.stats.awake).toBe(COUNT)
  // Most of it is of contacts, of which each has three or so.
  expect(turns[5]! / COUNT).toBeLessThan(560)
  expect(turns[5]! / COUNT).toBeGreaterThan(400)
})
