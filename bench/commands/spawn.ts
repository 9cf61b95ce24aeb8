import { writeFileSync } from 'node:fs'
import type { Options } from '../cli.ts'
import { resultPath } from '../harness/bundle.ts'
import { Progress } from '../harness/progress.ts'
import { runProgram } from '../harness/program.ts'
import { formatMs, markdownTable } from '../harness/table.ts'
import type { Cost, SpawnResult } from '../programs/spawn.ts'

const TIMEOUT = 120_000

/** What it costs to add and remove ten thousand bodies in one frame. */
export async function runSpawn(options: Options): Promise<void> {
  const progress = new Progress()
  const sizes = options.short ? [[1000, 0]] : [[10_000, 0], [10_000, 10_000]]
  const results: SpawnResult[] = []
  for (const [count, resident] of sizes) {
    progress.begin(`${count} spawned and removed beside ${resident} bodies`)
    results.push(await runProgram<SpawnResult>('spawn', [String(count), String(resident)], TIMEOUT))
  }
  progress.end()
  for (const result of results) print(result)
  writeFileSync(resultPath(options.out ?? 'spawn.json'), `${JSON.stringify(results, null, 1)}\n`)
}

function print({ count, resident, rounds, plain }: SpawnResult): void {
  const rows: [string, Cost[], Cost[] | null][] = [
    ['addEntity + addComponents', rounds.map(({ spawn }) => spawn), plain.map(({ spawn }) => spawn)],
    ['step after it', rounds.map(({ firstStep }) => firstStep), rounds.map(({ settledStep }) => settledStep)],
    ['removeEntity', rounds.map(({ despawn }) => despawn), plain.map(({ despawn }) => despawn)],
    ['step after it', rounds.map(({ stepAfter }) => stepAfter), null],
  ]
  console.log(`## ${count} spawned, stepped and removed beside ${resident} bodies, ${rounds.length} rounds in one world`)
  console.log(markdownTable(
    ['', 'first ms', 'best ms', 'worst later', 'basis ms', 'plugin µs an entity'],
    rows.map(([name, costs, base]) => {
      const best = least(costs)
      const basis = base === null ? 0 : least(base)
      return [
        name,
        formatMs(costs[0]!.cpu),
        formatMs(best),
        formatMs(Math.max(...costs.slice(1).map(({ cpu }) => cpu))),
        base === null ? '–' : formatMs(basis),
        ((best - basis) * 1000 / count).toFixed(2),
      ]
    }),
  ))
  console.log('basis: the same with observers that only write the fields; of the first step, a settled one')
  const frame = rounds.slice(1).map((round) => (
    round.spawn.cpu + round.firstStep.cpu + round.despawn.cpu + round.stepAfter.cpu
  ))
  console.log(`all four in one frame, after the first: best ${formatMs(Math.min(...frame))} ms, worst ${formatMs(Math.max(...frame))} ms\n`)
}

function least(costs: readonly Cost[]): number {
  return Math.min(...costs.map(({ cpu }) => cpu))
}
