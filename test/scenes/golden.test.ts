import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { BROAD_PHASES, BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import { type BuildOptions, buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import type { SceneOptions } from '../../examples/scenes/types.ts'
import { hashWorld } from '../../src/index.ts'
import { plainKernel } from '../../src/kernel/plain-kernel.ts'
import { JOINT_SCENES } from '../support/joint-scenes.ts'
import { SOAK } from '../support/soak.ts'

/**
 * The state after 240 steps, to the last bit, on every machine and with every broad phase (`npm run soak`: and with either
 * kernel, which test/kernel/worlds.test.ts compares over fewer steps). A change that is meant to
 * change it changes these values with it, and says why in its commit.
 */
const golden: readonly (readonly [string, SceneOptions, number])[] = [
  ['large-pyramid', { base: 12 }, 554213460],
  ['circle-bin', { count: 150 }, 3109827953],
  ['box-bin', { count: 120 }, 101066939],
  ['gas', { count: 200 }, 677561538],
  ['tumbler', { count: 80 }, 2385423532],
  ['terrain', { count: 30, statics: 400 }, 2981359254],
  ['bridge', { rows: 1 }, 3640594052],
  ['ragdoll-bin', { count: 24 }, 1352678367],
  ['car', {}, 2272004505],
  ['scissor-lift', {}, 4221774434],
  ['windmill', { count: 40 }, 2615548953],
  ['joint-grid', { rows: 16 }, 4294445613],
  ['crane', {}, 2379897775],
  ['cloth', { count: 150 }, 2001949635],
  ['weld-tower', {}, 2403526130],
  ['ball-and-chain', {}, 3865233621],
  ['ragdolls', { count: 8 }, 2852657351],
  ['rod-cradle', {}, 878790270],
]

test.each(golden)('%s %o', (name, options, expected) => {
  const builds = BROAD_PHASE_NAMES.map((broadPhase): [string, BuildOptions] => [broadPhase, { broadPhase: BROAD_PHASES[broadPhase] }])
  if (SOAK) builds.push(['plain kernel', { kernel: plainKernel }])
  for (const [label, build] of builds) {
    const built = buildScene(findScene(name)!.create(options), build)
    for (let step = 0; step < 240; step++) built.step()
    expect([label, hashWorld(built.world)]).toEqual([label, expected])
  }
})

test('every scene with joints is among them', () => {
  expect(golden.filter(([name, options]) => JOINT_SCENES.some((scene) => isDeepStrictEqual(scene, [name, options]))).length).toBe(JOINT_SCENES.length)
})
