import { expect, test } from 'vitest'
import { buildScene } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import type { SceneOptions } from '../../examples/scenes/types.ts'
import { collectDebug, createDebugBuffers, recordQueries } from '../../src/debug/index.ts'
import { castRay, castShape, circle, hashWorld, queryRegion } from '../../src/index.ts'
import { SOAK, whole } from '../support/soak.ts'
import { ALL } from './drawing.ts'

const SCENES: readonly (readonly [string, SceneOptions])[] = [
  ['card-house', {}], ['one-way', {}], ['bridge', { rows: 1 }], ['sensors', {}], ['mixed-shapes', { count: 60 }], ['compounds', {}], ['platformer', {}],
  ['ragdolls', {}], ['bullets', {}], ['windmill', {}], ['conveyors', {}], ['crane', {}],
]

const STEPS = SOAK ? 300 : 24

test.each(whole(SCENES, SCENES.slice(0, 4)))('drawing after each step of %s changes not one bit', (name, options) => {
  const make = () => buildScene(findScene(name)!.create(options))
  const [plain, drawn] = [make(), make()]
  const out = createDebugBuffers()
  recordQueries(drawn.world, true)
  for (let i = 0; i < STEPS; i++) {
    plain.step()
    drawn.step()
    collectDebug(drawn.world, i % 3 === 0 ? ALL : { ...ALL, view: { minX: -3, minY: 0, maxX: 4, maxY: 5 } }, out)
    // Both are asked, one of them is watched.
    for (const { world } of [plain, drawn]) {
      castRay(world, -5, 5, 5, 0)
      castShape(world, circle(0.3), -5, 5, 0, 10, -5)
      queryRegion(world, 0, 0, 2, 2)
    }
    expect(hashWorld(drawn.world)).toBe(hashWorld(plain.world))
  }
  expect(drawn.physics.stats).toEqual(plain.physics.stats)
  expect(out.lines.count).toBeGreaterThan(10)
})

test('a system of the user may draw between the stages of a step', () => {
  const [plain, drawn] = [0, 1].map(() => buildScene(findScene('bridge')!.create({})))
  const out = createDebugBuffers()
  let drawings = 0
  const draw = (): void => {
    collectDebug(drawn!.world, ALL, out)
    drawings++
  }
  drawn!.physics.systems.splice(3, 0, { name: 'draw', run: draw })
  drawn!.physics.systems.splice(6, 0, { name: 'draw substep', run: draw, perSubstep: true })
  for (let i = 0; i < STEPS; i++) {
    plain!.step()
    drawn!.step()
  }
  expect(drawings).toBe(STEPS * 5)
  expect(hashWorld(drawn!.world)).toBe(hashWorld(plain!.world))
})
