import type { Engine, Simulation } from '../engines/engine.ts'
import { engine as peer } from '../engines/box2d.ts'
import { engine as ours } from '../engines/ours.ts'
import { type RandomKind, RANDOM_MAKERS } from '../random-kinds.ts'
import type { RandomScene } from '../random-scenes.ts'

/**
 * Random scenes, ours and box2d3-wasm, a step of one and a step of the other in one process: what else the machine does then meets both.
 * All of a process are run some times, one after the other, and count the last time: V8 takes the first ones to compile what JavaScript of ours it needs,
 * and with each scene by itself the first one of a process was measured while that went on.
 */

const RUNS = 4
const DT = 1 / 60
const [first, end, steps] = process.argv.slice(2).map(Number) as [number, number, number]
const make = RANDOM_MAKERS[process.argv[5] as RandomKind]

interface Times {
  /** Milliseconds of a step, in the mean, and of the longest one. */
  readonly mean: number
  readonly longest: number
  readonly pairs: number
}

export interface Race {
  readonly ours: Times
  readonly peer: Times
}

export interface RandomResult extends Race {
  readonly seed: number
  readonly words: string
  /** The first run. */
  readonly cold: Race
}

/** Begins with the second step: the first one of ours makes what the peer makes when the world is built. */
function race({ scene, sleep }: RandomScene): Race {
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
  return { ours: mine!, peer: other! }
}

await ours.load()
await peer.load()
const scenes = Array.from({ length: end - first }, (_, i) => make(first + i))
const rounds = Array.from({ length: RUNS }, () => scenes.map(race))
const results = scenes.map(({ scene }, i): RandomResult => ({ seed: first + i, words: scene.description, ...rounds.at(-1)![i]!, cold: rounds[0]![i]! }))
process.send!(results)
