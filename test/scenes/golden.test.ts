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
  ['large-pyramid', { base: 12 }, 2752038901],
  ['circle-bin', { count: 150 }, 528518672],
  ['box-bin', { count: 120 }, 3503195202],
  ['gas', { count: 200 }, 1738874330],
  ['tumbler', { count: 80 }, 855663159],
  ['terrain', { count: 30, statics: 400 }, 2324280653],
  ['bridge', { rows: 1 }, 1732040246],
  ['ragdoll-bin', { count: 24 }, 3209364164],
  ['car', {}, 1459809799],
  ['scissor-lift', {}, 4158236447],
  ['windmill', { count: 40 }, 1006861691],
  ['joint-grid', { rows: 16 }, 1052950546],
  ['crane', {}, 294303655],
  ['cloth', { count: 150 }, 1017717341],
  ['weld-tower', {}, 1434279437],
  ['ball-and-chain', {}, 2521211596],
  ['ragdolls', { count: 8 }, 4216337957],
  ['rod-cradle', {}, 2179595819],
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
