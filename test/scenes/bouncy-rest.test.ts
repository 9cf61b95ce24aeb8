import { describe, expect, test } from 'vitest'
import type { BuildOptions } from '../../examples/scenes/build.ts'
import { findScene } from '../../examples/scenes/index.ts'
import { makePile } from '../../examples/scenes/piles.ts'
import { createRandom } from '../../examples/scenes/random.ts'
import type { BodyData, Scene } from '../../examples/scenes/types.ts'
import { whole } from '../support/soak.ts'
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
/** The deepest is chance, so it is compared with that of several; and a circle may roll for long, so most must rest. */
const SEEDS = [1, 2, 3]
const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

describe.each<readonly [string, (seed: number) => Scene, BuildOptions]>([
  ['a pile with 1 substep', pile, { substeps: 1 }],
  ['a pile with 2 substeps', pile, { substeps: 2 }],
  ['a pile with 16 substeps', pile, { substeps: 16 }],
  ['a pile in pixels, 30 a meter', pile, { lengthUnit: 30 }],
  ['a pile of compounds', compounds, {}],
  ['boxes on a slope', slope, {}],
])('%s', { timeout: 300_000 }, (_, make, options) => {
  const run = (e: number): readonly Ending[] => SEEDS.map((seed) => settle(withRestitution(make(seed), e), 16, options))
  let known: readonly Ending[] | null = null
  const still = (): readonly Ending[] => (known ??= run(0))

  test('rests without bounce', () => {
    expect(middle(still().map(({ fastest }) => fastest))).toBeLessThan(0.05)
  })

  test.each(whole([0.1, 0.3, 0.6], [0.3]))('rests as well with a restitution of %f', (e) => {
    const endings = run(e)
    expect(middle(endings.map(({ fastest }) => fastest))).toBeLessThan(0.05)
    const bar = 1.5 * Math.max(RESTING_DEPTH, ...still().map(({ deepest }) => deepest))
    expect(Math.max(...endings.map(({ deepest }) => deepest))).toBeLessThanOrEqual(bar)
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
