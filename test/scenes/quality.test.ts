import { describe, expect, test } from 'vitest'
import { measureOverlaps } from '../../bench/harness/overlaps.ts'
import { buildScene } from '../../examples/scenes/build.ts'
import { type PileOptions, makePile } from '../../examples/scenes/piles.ts'

/** The part of docs/quality.md that there is time for: `npm run bench -- quality` has the rest, and the peers. */

const USUAL: PileOptions = {
  shape: 'mixed', restitution: 0, friction: 0.5, gravity: 10, sizes: 1, densities: 1, ground: 'plane', count: 200, seed: 1,
}
/** Longer than box2d3-wasm takes to sleep in any of these piles, and the three seconds that we may take beyond it. */
const SECONDS = 12
/** Meters: as deep as bodies are let rest. Below it no pile is told from another. */
const FLOOR = 0.005

interface Ending {
  readonly deepest: number
  readonly mean: number
  readonly awake: number
  readonly fastest: number
  readonly lost: number
}

function settle(options: PileOptions, dt: number): Ending {
  const scene = makePile(options)
  const built = buildScene(scene, { dt })
  for (let step = 0; step < SECONDS / dt; step++) built.step()
  const { Position, Rotation, Velocity } = built.physics.components
  const poses = Float64Array.from(Array.from(built.entities, (entity) => {
    const angle = Rotation.angle[entity]!
    return [Position.x[entity]!, Position.y[entity]!, Math.cos(angle), Math.sin(angle)]
  }).flat())
  const dynamic = scene.bodies.flatMap(({ kind }, i) => (kind === undefined ? [built.entities[i]!] : []))
  const { maxPenetration, meanPenetration } = measureOverlaps(scene.bodies, poses)
  return {
    deepest: maxPenetration,
    mean: meanPenetration,
    awake: built.physics.stats.awake,
    fastest: Math.max(...dynamic.map((entity) => Math.hypot(Velocity.x[entity]!, Velocity.y[entity]!))),
    lost: dynamic.filter((entity) => !(Math.abs(Position.x[entity]!) < 8 && Position.y[entity]! > -1)).length,
  }
}

type Kind = readonly [name: string, options: Partial<PileOptions>, dt: number]

/**
 * With millimeters from the table, both without bounce: the deepest overlap of the better peer, and the mean one of
 * box2d3-wasm. A restitution among the options is the one that the second test takes.
 */
const KINDS: readonly (readonly [...Kind, number, number])[] = [
  ['circles', { shape: 'circle' }, 1 / 60, 17, 3.4],
  ['boxes', { shape: 'box' }, 1 / 60, 45, 6.5],
  ['planks', { shape: 'plank' }, 1 / 60, 49, 16],
  ['triangles', { shape: 'triangle' }, 1 / 60, 37, 7.9],
  ['capsules', { shape: 'capsule' }, 1 / 60, 27, 6.7],
  ['rounded boxes', { shape: 'rounded' }, 1 / 60, 30, 5.3],
  ['polygons', { shape: 'polygon' }, 1 / 60, 27, 3.9],
  ['all shapes', {}, 1 / 60, 35, 8],
  ['all shapes that hardly bounce', { restitution: 0.1 }, 1 / 60, 35, 8],
  ['all shapes that bounce high', { restitution: 0.6 }, 1 / 60, 35, 8],
  ['rounded boxes on a chain at 30 Hz', { shape: 'rounded', ground: 'chain', friction: 2 }, 1 / 30, 49, 21],
  ['capsules at 30 Hz', { shape: 'capsule' }, 1 / 30, 32, 26],
  ['all shapes on a chain at 120 Hz', { ground: 'chain', friction: 2 }, 1 / 120, 62, 8.1],
  ['all shapes on tiles at 240 Hz', { ground: 'tiles' }, 1 / 240, 49, 7.8],
  ['boxes of 1:10 on tiles at 240 Hz', { shape: 'box', ground: 'tiles', sizes: 10 }, 1 / 240, 109, 8.9],
]

describe.each(KINDS)('a pile of %s', (_, options, dt, peer, peerMean) => {
  let still: Ending | null = null
  const withoutBounce = (): Ending => (still ??= settle({ ...USUAL, ...options, restitution: 0 }, dt))

  test('rests, no deeper in itself than 1.5 times the better peer', () => {
    const { deepest, mean, awake, lost } = withoutBounce()
    expect(deepest).toBeLessThanOrEqual(1.5 * Math.max(FLOOR, peer / 1000))
    expect(mean).toBeLessThanOrEqual(peerMean / 1000)
    expect([awake, lost]).toEqual([0, 0])
  })

  test.each(options.restitution === undefined ? [0.3] : [options.restitution])('rests as well with a restitution of %f', (e) => {
    const { deepest, mean, fastest, lost } = settle({ ...USUAL, ...options, restitution: e }, dt)
    expect(deepest).toBeLessThanOrEqual(1.5 * Math.max(FLOOR, withoutBounce().deepest))
    expect(mean).toBeLessThanOrEqual(peerMean / 1000)
    expect(fastest).toBeLessThan(0.05)
    expect(lost).toBe(0)
  })
})
