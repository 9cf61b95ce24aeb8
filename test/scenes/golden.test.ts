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
  ['circle-bin', { count: 150 }, 593838539],
  ['box-bin', { count: 120 }, 2060056743],
  ['gas', { count: 200 }, 489694303],
  ['tumbler', { count: 80 }, 3592675269],
  ['terrain', { count: 30, statics: 400 }, 1197168240],
  ['bridge', { rows: 1 }, 526307616],
  ['ragdoll-bin', { count: 24 }, 1032227491],
  ['car', {}, 4132043308],
  ['scissor-lift', {}, 4101511967],
  ['windmill', { count: 40 }, 3861245104],
  ['joint-grid', { rows: 16 }, 3958029132],
  ['crane', {}, 188311504],
  ['cloth', { count: 150 }, 4290484562],
  ['weld-tower', {}, 927714227],
  ['ball-and-chain', {}, 1444384195],
  ['ragdolls', { count: 8 }, 816109783],
  ['rod-cradle', {}, 3353494346],
]

test.each(golden)('%s %o', (name, options, expected) => {
  for (const broadPhase of BROAD_PHASE_NAMES) {
    const built = buildScene(findScene(name)!.create(options), { broadPhase: BROAD_PHASES[broadPhase] })
    for (let step = 0; step < 240; step++) built.step()
    expect([broadPhase, hashWorld(built.world)]).toEqual([broadPhase, expected])
  }
})
