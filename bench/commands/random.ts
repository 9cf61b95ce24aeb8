import { writeFileSync } from 'node:fs'
import type { Options } from '../cli.ts'
import { describeCheckout, resultPath } from '../harness/bundle.ts'
import { Progress } from '../harness/progress.ts'
import { runProgram } from '../harness/program.ts'
import { formatMs, markdownTable } from '../harness/table.ts'
import type { Race, RandomResult } from '../programs/random.ts'
import type { RandomKind } from '../random-kinds.ts'

const TIMEOUT = 600_000
/** Scenes in a process: a world of one does not meet the garbage of too many others. */
const TOGETHER = 10
const STEPS = 300

const FILES: Readonly<Record<RandomKind, string>> = { bodies: 'random.json', joints: 'random-joints.json', machines: 'random-machines.json' }

/** Scenes that nobody chose, beside box2d3-wasm: how much of the time of a step each takes, the slowest of ours first. */
export async function runRandom(options: Options): Promise<void> {
  const count = options.short ? 2 : options.seeds ?? 60
  const progress = new Progress()
  const results: RandomResult[] = []
  for (let seed = 0; seed < count; seed += TOGETHER) {
    const end = Math.min(count, seed + TOGETHER)
    progress.begin(`random scenes of ${options.kind} ${seed} to ${end - 1} of ${count}`)
    results.push(...await runProgram<RandomResult[]>('random', [seed, end, options.short ? 20 : STEPS, options.kind].map(String), TIMEOUT))
  }
  progress.end()
  results.sort((a, b) => ratioOf(a) - ratioOf(b))
  console.log(markdownTable(
    ['seed', 'scene', 'ours ms', 'box2d3-wasm', 'at first', 'longest ms', 'its longest', 'pairs', 'its pairs'],
    results.map((result) => [
      String(result.seed), result.words, formatMs(result.ours.mean), `${ratioOf(result).toFixed(2)}×`, `${ratioOf(result.cold).toFixed(2)}×`,
      formatMs(result.ours.longest), formatMs(result.peer.longest), String(result.ours.pairs), String(result.peer.pairs),
    ]),
    2,
  ))
  const part = (ratios: readonly number[], at: number): string => `${ratios[Math.min(count - 1, Math.floor(at * count))]!.toFixed(2)}×`
  const tell = (races: readonly Race[], when: string): void => {
    const ratios = races.map(ratioOf).sort((a, b) => a - b)
    console.log(`${when} box2d3-wasm takes ${part(ratios, 0.5)} our time in the middle of ${count} scenes, ${part(ratios, 0.1)} and ${part(ratios, 0.9)} at the tenth from either end.`)
  }
  console.log('')
  tell(results, 'When V8 has compiled our code,')
  tell(results.map(({ cold }) => cold), 'The first time that a scene is run,')
  const report = { date: new Date().toISOString(), commit: describeCheckout(), results }
  writeFileSync(resultPath(options.out ?? FILES[options.kind]), `${JSON.stringify(report, null, 1)}\n`)
}

function ratioOf({ ours, peer }: Race): number {
  return peer.mean / ours.mean
}
