import { describe, expect, it } from 'vitest'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import type { SceneOptions } from '../../examples/scenes/types.ts'
import type { BroadPhaseFactory } from '../../src/broadphase/broad-phase.ts'
import { validated } from '../../src/broadphase/validated.ts'
import type { KernelMaker } from '../../src/kernel/kernel.ts'
import { simdKernel } from '../../src/kernel/simd-kernel.ts'
import { hashWorld } from '../../src/queries/hash.ts'

/** Name of the scene, its size, steps to run. */
const runs: [name: string, options: SceneOptions, steps: number][] = [
  ['large-pyramid', { base: 6 }, 60],
  ['circle-bin', { count: 40 }, 75],
  ['box-bin', { count: 40 }, 75],
  ['mixed-sizes', { count: 100 }, 45],
  ['gas', { count: 100 }, 60],
  ['sleepers', { count: 80, awake: 8 }, 90],
  ['terrain', { statics: 200, count: 40 }, 90],
  ['tumbler', { count: 40 }, 60],
  ['pile-up', { count: 30 }, 60],
]

/** A kernel whose searches for pairs are counted, and may report another number of them than there are. */
function searching(counted: { searches: number; found: number }, told = (found: number): number => found): KernelMaker {
  return (bytes) => {
    const made = simdKernel(bytes)
    const findPairs = (count: number, room: number): number => {
      const found = made.kernel.findPairs(count, room)
      counted.searches++
      counted.found += Math.max(found, 0)
      return told(found)
    }
    return { buffer: made.buffer, kernel: { ...made.kernel, findPairs }, joints: () => made.joints() }
  }
}

function hashesOf(name: string, options: SceneOptions, steps: number, broadPhase: BroadPhaseFactory, kernel: KernelMaker = simdKernel): number[] {
  const built = buildScene(findScene(name)!.create(options), { broadPhase, kernel })
  const hashes: number[] = []
  for (let step = 0; step < steps; step++) {
    built.step()
    if (step % 15 === 14) hashes.push(hashWorld(built.world))
  }
  return hashes
}

describe('scenes with each broad phase', () => {
  for (const [name, options, steps] of runs) {
    it(`${name} comes out the same to the last bit`, () => {
      const wanted = hashesOf(name, options, steps, BROAD_PHASES.quadtree)
      expect(new Set(wanted).size).toBeGreaterThan(1)
      for (const other of BROAD_PHASE_NAMES) expect([other, hashesOf(name, options, steps, BROAD_PHASES[other])]).toEqual([other, wanted])
    })
  }

  it('report nothing wrong to the validator', () => {
    for (const name of BROAD_PHASE_NAMES) {
      expect(hashesOf('circle-bin', { count: 40 }, 60, validated(BROAD_PHASES[name])).length).toBe(4)
    }
  })

  it('are validated where the kernel searches for them, too', () => {
    const counted = { searches: 0, found: 0 }
    const wanted = hashesOf('box-bin', { count: 150 }, 90, BROAD_PHASES.quadtree)
    expect(hashesOf('box-bin', { count: 150 }, 90, validated(BROAD_PHASES.quadtree), searching(counted))).toEqual(wanted)
    expect(counted.searches).toBeGreaterThan(20)
    expect(counted.found).toBeGreaterThan(20)
    const blind = searching(counted, () => 0)
    expect(() => hashesOf('box-bin', { count: 150 }, 90, validated(BROAD_PHASES.quadtree), blind)).toThrow(/'quadtree': computePairs missed the pair/)
  })
})
