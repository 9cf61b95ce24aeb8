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

function print({ count, resident, rounds, plain, watched }: SpawnResult): void {
  const spawned = rounds.map(({ spawn }) => spawn)
  const stepped = rounds.map(({ firstStep }) => firstStep)
  const despawned = rounds.map(({ despawn }) => despawn)
  const settled = least(rounds.map(({ settledStep }) => settledStep))
  const rows: [string, Cost[], number, number][] = [
    ['addEntity + addComponents', spawned, least(plain.map(({ spawn }) => spawn)), least(watched.map(({ spawn }) => spawn))],
    ['step after it', stepped, settled, settled + least(watched.map(({ ownAdds }) => ownAdds))],
    ['removeEntity', despawned, least(plain.map(({ despawn }) => despawn)), least(watched.map(({ despawn }) => despawn))],
    ['step after it', rounds.map(({ stepAfter }) => stepAfter), 0, 0],
  ]
  console.log(`## ${count} spawned, stepped and removed beside ${resident} bodies, ${rounds.length} rounds in one world`)
  console.log(markdownTable(
    ['', 'first ms', 'best ms', 'worst later', 'plain ms', 'watched ms', 'µs over plain', 'µs over watched'],
    rows.map(([name, costs, basis, told]) => {
      const best = least(costs)
      return [
        name,
        formatMs(costs[0]!.cpu),
        formatMs(best),
        formatMs(Math.max(...costs.slice(1).map(({ cpu }) => cpu))),
        formatMs(basis),
        formatMs(told),
        microseconds(best - basis, count),
        microseconds(best - told, count),
      ]
    }),
  ))
  console.log('plain: bitECS with observers that only write the fields; watched: with as many components and observers as the')
  console.log('plugin has, which do nothing more. Of the first step: a settled one, and adding what the plugin adds by itself.')
  const simulated = least(spawned) + least(stepped) - rows[0]![3] - rows[1]![3]
  const removed = least(despawned) - rows[2]![3]
  console.log(`plugin alone: ${microseconds(simulated, count)} µs from addEntity to simulated, ${microseconds(removed, count)} µs to be removed`)
  const frame = rounds.slice(1).map((round) => (
    round.spawn.wall + round.firstStep.wall + round.despawn.wall + round.stepAfter.wall
  ))
  const told = watched.slice(1).map((round) => round.spawn.wall + round.ownAdds.wall + round.despawn.wall)
  console.log(
    `all four in one frame by the clock, after the first: best ${formatMs(Math.min(...frame))} ms, worst ${formatMs(Math.max(...frame))} ms; `
    + `bitECS alone, watched: best ${formatMs(Math.min(...told))} ms, worst ${formatMs(Math.max(...told))} ms\n`,
  )
}

function microseconds(ms: number, count: number): string {
  return (ms * 1000 / count).toFixed(2)
}

function least(costs: readonly Cost[]): number {
  return Math.min(...costs.map(({ cpu }) => cpu))
}
