import { describe, expect, test } from 'vitest'
import type { BuildOptions } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { makePile } from '../../examples/scenes/piles.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import type { BodyData, Scene } from '../../examples/scenes/types.ts'
import { type Ending, RESTING_DEPTH, settle } from '../support/settle.ts'

/** What bounces a little comes to rest, as deep in each other as what does not bounce at all. */

function withRestitution(scene: Scene, restitution: number): Scene {
  const bodies = scene.bodies.map((body): BodyData => (
    { ...body, restitution, ...(body.parts && { parts: body.parts.map((part) => ({ ...part, restitution })) }) }
  ))
  return { ...scene, bodies }
}

const pile = (seed: number): Scene => makePile({
  shape: 'mixed', restitution: 0, friction: 0.5, gravity: 10, sizes: 1, densities: 1, ground: 'plane', count: 100, seed,
})
const compounds = (seed: number): Scene => findScene('compounds-pile')!.create({ count: 60, seed })
/** The deepest is chance, so it is compared with that of several. */
const SEEDS = [1, 2, 3, 4]

describe.each<readonly [string, (seed: number) => Scene, BuildOptions]>([
  ['a pile with 1 substep', pile, { substeps: 1 }],
  ['a pile with 2 substeps', pile, { substeps: 2 }],
  ['a pile with 16 substeps', pile, { substeps: 16 }],
  ['a pile in pixels, 30 a meter', pile, { lengthUnit: 30 }],
  ['a pile of compounds', compounds, {}],
  ['boxes on a slope', slope, {}],
])('%s', (_, make, options) => {
  let known: readonly Ending[] = []
  const still = (): readonly Ending[] => {
    if (known.length === 0) known = SEEDS.map((seed) => settle(make(seed), 12, options))
    return known
  }

  test('rests without bounce', () => {
    for (const { fastest } of still()) expect(fastest).toBeLessThan(0.05)
  })

  test.each([0.1, 0.3, 0.6])('rests as well with a restitution of %f', (e) => {
    const { deepest, fastest } = settle(withRestitution(make(1), e), 12, options)
    expect(fastest).toBeLessThan(0.05)
    expect(deepest).toBeLessThanOrEqual(1.5 * Math.max(RESTING_DEPTH, ...still().map((ending) => ending.deepest)))
  })
})

/** Boxes on boxes on a plane that falls by one in four, which friction holds. */
function slope(seed: number): Scene {
  const angle = -Math.atan(0.25)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const random = createRandom(seed)
  const bodies: BodyData[] = [{ x: 0, y: 0, angle, shape: { type: 'box', halfWidth: 60, halfHeight: 1 }, kind: 'static', friction: 0.8 }]
  for (let i = 0; i < 60; i++) {
    const [along, up] = [(i % 20) * 2 - 19, 2.5 + Math.floor(i / 20) * 1.5 + 0.5 * random()]
    bodies.push({
      x: cos * along - sin * up, y: sin * along + cos * up, angle, shape: { type: 'box', halfWidth: 0.6, halfHeight: 0.4 }, friction: 0.8,
    })
  }
  return { ...pile(seed), bodies }
}
