import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashWorld } from '../../src/index.ts'
import { FRAME_START } from '../../src/kernel/frame.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { addBody, buildBowl, random } from '../support/bowl.ts'

test('any world goes the same way with either kernel, also when the memory of the solver grows on the way', () => {
  let grown = 0
  fc.assert(fc.property(fc.nat(), fc.integer({ min: 30, max: 260 }), fc.constantFrom(1, 2, 4), (seed, count, substeps) => {
    const fast = buildBowl(seed, count, substeps)
    const plain = buildBowl(seed, count, substeps, plainKernel)
    const [late, again] = [random(seed + 7), random(seed + 7)]
    let replaced = 0
    fast.physics.states.memory.follow(() => replaced++)
    for (let step = 0; step < 40; step++) {
      for (let i = 0; i < (step % 10 === 5 ? 60 : 0); i++) {
        addBody(fast, late)
        addBody(plain, again)
      }
      fast.step()
      plain.step()
      expect(hashWorld(fast.world)).toBe(hashWorld(plain.world))

    }
    const { memory } = fast.physics.states
    expect(memory.bytes).toBe(plain.physics.states.memory.bytes)
    if (replaced > 1) grown++
    expect(memory.kernel.move.toString()).toContain('[native code]')
    expect(plain.physics.states.memory.kernel.move.toString()).not.toContain('[native code]')
    // Before the frame is the stack, where each build keeps what it likes.
    const other = plain.physics.states.memory.i32
    expect(memory.i32.findIndex((bits, i) => i >= FRAME_START / 4 && bits !== other[i])).toBe(-1)
  }), { numRuns: 12 })
  expect(grown).toBeGreaterThan(0)
}, 60_000)
