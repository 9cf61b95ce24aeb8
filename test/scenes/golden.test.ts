import { expect, test } from 'vitest'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import type { SceneOptions } from '../../examples/scenes/types.ts'
import { hashWorld } from '../../src/index.ts'

/**
 * The state after 240 steps, to the last bit, on every machine and with every broad phase. A change that is meant to
 * change it changes these values with it, and says why in its commit.
 */
const golden: readonly (readonly [string, SceneOptions, number])[] = [
  ['large-pyramid', { base: 12 }, 2752038901],
  ['circle-bin', { count: 150 }, 145200598],
  ['box-bin', { count: 120 }, 2657606440],
  ['gas', { count: 200 }, 1599927640],
  ['tumbler', { count: 80 }, 341605799],
  ['terrain', { count: 30, statics: 400 }, 980662680],
  ['bridge', { rows: 1 }, 3982178630],
  ['ragdoll-bin', { count: 24 }, 1142737125],
  ['car', {}, 892268100],
  ['scissor-lift', {}, 3793969847],
  ['windmill', { count: 40 }, 1096603800],
  ['joint-grid', { rows: 16 }, 1047093457],
  ['crane', {}, 3241262659],
  ['cloth', { count: 150 }, 3174934686],
  ['weld-tower', {}, 368552954],
]

test.each(golden)('%s %o', (name, options, expected) => {
  for (const broadPhase of BROAD_PHASE_NAMES) {
    const built = buildScene(findScene(name)!.create(options), { broadPhase: BROAD_PHASES[broadPhase] })
    for (let step = 0; step < 240; step++) built.step()
    expect([broadPhase, hashWorld(built.world)]).toEqual([broadPhase, expected])
  }
})
