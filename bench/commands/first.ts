import type { Options } from '../cli.ts'
import { Progress } from '../harness/progress.ts'
import { runProgram } from '../harness/program.ts'
import { median } from '../harness/statistics.ts'
import { formatMs, markdownTable } from '../harness/table.ts'
import type { FirstStep } from '../programs/first.ts'

const TIMEOUT = 120_000

/** What is in the worlds, and how many. A heap of boxes that touch; or all at one spot, up to as many pairs as a step takes. */
const WORLDS: readonly (readonly [kind: string, count: number])[] = [
  ['heap', 20_000], ['circles', 3000], ['mixed', 3000], ['compounds', 2896], ['sensors', 3000], ['mixed sensors', 3000],
]

/** What the first step of a world takes in a process of its own: bodies are made, pairs found, and nothing is compiled yet. */
export async function runFirst(options: Options): Promise<void> {
  const progress = new Progress()
  const rows: string[][] = []
  for (const [kind, count] of WORLDS) {
    const size = options.short ? 100 : count
    progress.begin(`${size} ${kind}`)
    const runs: FirstStep[] = []
    for (let i = 0; i < (options.short ? 1 : options.repeats ?? 3); i++) runs.push(await runProgram<FirstStep>('first', [kind, String(size)], TIMEOUT))
    const middle = (of: (run: FirstStep) => number): number => median(runs.map(of))
    rows.push([
      `${size} ${kind === 'heap' ? 'boxes in a heap' : `${kind} at one spot`}`, formatMs(middle(({ cpu }) => cpu)), formatMs(middle(({ wall }) => wall)),
      ...[0, 1, 2].map((i) => formatMs(middle(({ systems }) => systems[i]!))), String(runs[0]!.pairs), middle(({ resident }) => resident).toFixed(0),
    ])
  }
  progress.end()
  console.log(markdownTable(['first step of', 'cpu ms', 'ms', 'bodies ms', 'pairs ms', 'narrow ms', 'pairs', 'process MB'], rows, 1))
}
