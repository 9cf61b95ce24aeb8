import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { scenes } from '../../examples/scenes/index.ts'
import { hashWorld } from '../../src/index.ts'
import { TABLE_START } from '../../src/kernel/address-table.ts'
import type { KernelMemory } from '../../src/kernel/kernel-memory.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { addBody, buildBowl, random } from '../support/bowl.ts'
import { inner } from '../support/inner.ts'
import { whole } from '../support/soak.ts'

/** Bodies of a scene that is played at the size of the gallery. Larger ones are played with this `count`, if they have one. */
const SMALL = 300
const COUNT = 80

/** Says that two memories are the same from the address table on: before it is the stack, where each build keeps what it likes. */
function expectSameMemory(fast: KernelMemory, plain: KernelMemory): void {
  expect(fast.kernel.move.toString()).toContain('[native code]')
  expect(plain.kernel.move.toString()).not.toContain('[native code]')
  expect(fast.bytes).toBe(plain.bytes)
  const [ours, theirs] = [fast, plain].map(({ u8 }) => Buffer.from(u8.buffer).subarray(TABLE_START))
  expect(Buffer.compare(ours!, theirs!)).toBe(0)
}

/** Of each kind of row and of contact. `npm run test:engines` plays every scene with both builds. */
const PART = [
  'pyramid-820', 'mixed-shapes', 'compounds-pile', 'bullets', 'one-way', 'cradle', 'ragdoll-bin', 'ball-and-chain', 'car', 'crane', 'weld-tower', 'planet', 'harbor',
]

describe('with either build of the kernel the same happens, to the last bit', () => {
  const small = scenes.map((entry) => {
    const options = entry.create({}).bodies.length <= SMALL ? {} : { count: COUNT, base: 10, statics: 400, rows: 4 }
    return [entry.name, entry.create(options)] as const
  }).filter(([, scene]) => scene.bodies.length <= 10 * SMALL)

  test('most scenes are small enough to be played', () => {
    expect(small.length).toBeGreaterThanOrEqual(20)
  })

  test.each(whole(small, small.filter(([name]) => PART.includes(name))))('in the scene %s', (_, scene) => {
    const fast = buildScene(scene)
    const plain = buildScene(scene, { kernel: plainKernel })
    const steps = scene.bodies.length > SMALL ? 15 : 60
    for (let step = 0; step < steps; step++) {
      fast.step()
      plain.step()
    }
    expect(hashWorld(fast.world)).toBe(hashWorld(plain.world))
    expectSameMemory(inner(fast.physics).solver.states.memory, inner(plain.physics).solver.states.memory)
  })

  test('in bowls of all kinds of bodies, also when the memory grows on the way', () => {
    let grown = 0
    fc.assert(fc.property(fc.nat(), fc.integer({ min: 30, max: 60 }), fc.constantFrom(1, 2, 4), (seed, count, substeps) => {
      const fast = buildBowl(seed, count, substeps)
      const plain = buildBowl(seed, count, substeps, plainKernel)
      const [late, again] = [random(seed + 7), random(seed + 7)]
      let replaced = 0
      inner(fast.physics).solver.states.memory.follow(() => replaced++)
      for (let step = 0; step < 24; step++) {
        for (let i = 0; i < (step % 10 === 5 ? 60 : 0); i++) {
          addBody(fast, late)
          addBody(plain, again)
        }
        fast.step()
        plain.step()
        expect(hashWorld(fast.world)).toBe(hashWorld(plain.world))
      }
      if (replaced > 1) grown++
      expectSameMemory(inner(fast.physics).solver.states.memory, inner(plain.physics).solver.states.memory)
    }), { numRuns: 3 })
    expect(grown).toBeGreaterThan(0)
  })
})
