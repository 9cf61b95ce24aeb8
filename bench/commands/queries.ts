import { writeFileSync } from 'node:fs'
import type { Options } from '../cli.ts'
import { describeCheckout, resultPath } from '../harness/bundle.ts'
import { Progress } from '../harness/progress.ts'
import { runProgram } from '../harness/program.ts'
import { describeMachine } from '../harness/report.ts'
import { formatMs, formatRatio, markdownTable } from '../harness/table.ts'
import type { Task } from '../programs/queries.ts'

const TIMEOUT = 240_000

/** Rays, regions and build over static boxes, beside flatbush, planck and Rapier. */
export async function runQueries(options: Options): Promise<void> {
  const progress = new Progress()
  const [count, asked, rounds] = options.short ? [5000, 500, 3] : [100_000, 5000, options.repeats ?? 9]
  progress.begin(`queries over ${count} static boxes`)
  const tasks = await runProgram<Task[]>('queries', [String(count), String(asked), String(rounds)], TIMEOUT)
  progress.end()
  const report = { date: new Date().toISOString(), commit: describeCheckout(), machine: describeMachine(), count, tasks }
  const file = resultPath(options.out ?? (options.short ? 'queries-short.json' : 'queries.json'))
  const text = [
    `# Queries over ${count.toLocaleString('en-US')} static boxes`,
    '',
    `Measured ${report.date} at ${report.commit}, ${report.machine.cpu}, Node ${report.machine.node}; median of `
    + `${rounds} interleaved rounds.`,
    '',
    ...tasks.map(tableOf),
  ].join('\n')
  writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`)
  writeFileSync(file.replace(/\.json$/, '.md'), `${text}\n`)
  console.log(text)
}

function tableOf({ title, each, results }: Task): string {
  const base = results[0]!.median
  const rows = results.map(({ name, median, low, high, check }) => [
    name, formatMs(median), `${formatMs(low)}–${formatMs(high)}`, `${(median * 1e6 / each).toFixed(0)} ns`,
    formatRatio(median / base), check.toLocaleString('en-US', { maximumFractionDigits: 1 }),
  ])
  return `${markdownTable([title, 'ms', 'p10–p90', 'each', 'over the first', 'sum'], rows)}\n`
}
