import type { Engine, Simulation } from '../engines/engine.ts'
import { engine as peer } from '../engines/box2d.ts'
import { engine as ours } from '../engines/ours.ts'
import { makeRandomScene } from '../random-scenes.ts'

/**
 * Random scenes, ours and box2d3-wasm, a step of one and a step of the other in one process: what else the machine does then meets both.
 * Each scene is run twice, and counts the second time: the code of both is compiled by then.
 */

const DT = 1 / 60
const [first, end, steps] = process.argv.slice(2).map(Number) as [number, number, number]

export interface RandomResult {
  readonly seed: number
  readonly words: string
  /** Milliseconds of a step, in the mean, and of the longest one. */
  readonly ours: { readonly mean: number; readonly longest: number; readonly pairs: number }
  readonly peer: { readonly mean: number; readonly longest: number; readonly pairs: number }
}

/** Begins with the second step: the first one of ours makes what the peer makes when the world is built. */
function race(seed: number): RandomResult {
  const { scene, sleep } = makeRandomScene(seed)
  const build = (engine: Engine): Simulation => engine.create(scene, { dt: DT, sleep })
  const both = [build(ours), build(peer)] as const
  const sums = [0, 0]
  const longest = [0, 0]
  for (let i = 0; i < steps; i++) {
    for (let k = 0; k < 2; k++) {
      const which = (i + k) & 1
      const start = performance.now()
      both[which]!.step()
      const took = performance.now() - start
      if (i === 0) continue
      sums[which]! += took
      if (took > longest[which]!) longest[which] = took
    }
  }
  const [mine, other] = both.map((simulation, k) => (
    { mean: sums[k]! / (steps - 1), longest: longest[k]!, pairs: Number(simulation.facts?.()['pairs'] ?? 0) }
  ))
  for (const simulation of both) simulation.dispose?.()
  return { seed, words: scene.description, ours: mine!, peer: other! }
}

await ours.load()
await peer.load()
const results: RandomResult[] = []
for (let seed = first; seed < end; seed++) {
  race(seed)
  results.push(race(seed))
}
process.send!(results)
