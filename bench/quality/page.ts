import { formatMs, markdownTable } from '../harness/table.ts'
import { labels, type Point } from './grid.ts'
import type { Outcome } from './verdict.ts'

export interface Row {
  readonly point: Point
  /** By engine; null where it failed. */
  readonly outcomes: readonly (Outcome | null)[]
  readonly faults: readonly string[]
  /** By how many piles of each engine it was judged. */
  readonly seeds: number
}

const HEAD = ['shape', 'e', 'friction', 'dt', 'g', 'sizes', 'densities', 'ground']

const COLUMNS: readonly { readonly title: string; cell(outcome: Outcome): string }[] = [
  { title: 'deepest mm', cell: ({ deepest }) => millimeters(deepest) },
  { title: 'mean mm', cell: ({ mean }) => millimeters(mean) },
  { title: 'fastest m/s', cell: ({ fastest }) => (fastest < 0.001 ? '0' : fastest.toFixed(fastest < 0.1 ? 3 : 2)) },
  { title: 'awake', cell: ({ awake }) => String(awake) },
  { title: 'rest after s', cell: ({ restedAt }) => (Number.isFinite(restedAt) ? restedAt.toFixed(1) : '–') },
  { title: 'lost', cell: ({ escaped }) => String(escaped) },
  { title: 'ms', cell: ({ ms }) => formatMs(ms) },
]

function millimeters(meters: number): string {
  return (meters * 1000).toFixed(meters < 0.01 ? 1 : 0)
}

/** A row a pile; in each cell one value an engine, in the order of `engines`. */
export function toTable(rows: readonly Row[], engines: readonly string[]): string {
  const several = engines.length > 1
  const head = [...HEAD, ...COLUMNS.map(({ title }) => title), ...(several ? ['worse in'] : [])]
  return markdownTable(head, rows.map(({ point, outcomes, faults }) => [
    ...labels(point),
    ...COLUMNS.map(({ cell }) => outcomes.map((outcome) => (outcome === null ? 'x' : cell(outcome))).join(' / ')),
    ...(several ? [faults.join(', ')] : []),
  ]))
}

interface RunInfo {
  readonly command: string
  readonly versions: readonly string[]
  readonly seconds: number
  readonly count: number
  readonly seeds: number
}

/** docs/quality.md */
export function toPage(rows: readonly Row[], engines: readonly string[], run: RunInfo): string {
  const worse = rows.filter(({ faults }) => faults.length > 0)
  const again = rows.filter(({ seeds }) => seeds > run.seeds)
  return `# How well piles rest

${run.count} bodies are dropped into a bin 14 m wide, and looked at after ${run.seconds} s${run.seeds > 1 ? `; medians of ${run.seeds} seeds` : ''}.
${again.length === 0 ? '' : `What was worse by these was judged anew, by ${again[0]!.seeds} seeds: ${again.length} of ${rows.length} rows.\n`}Each cell has the values of ${engines.join(' / ')}.
This page was written by \`${run.command} --write\`
with ${run.versions.join(', ')}.

- *e* is the restitution of everything, *sizes* and *densities* are the ratios of the largest and the smallest.
- *deepest* and *mean* are overlaps of two bodies in the end, found from poses and shapes by one function for all engines
  that shares no code with any (\`bench/harness/overlaps.ts\`). The mean is that of the pairs that overlap.
- *awake* counts bodies that do not sleep in the end, *rest after* is when the last one fell asleep, *lost* counts those outside, of the
  seed with most of them.
- *ms* is the processor time of a step, the median of those before all slept.
- A row is *worse* where ours is beyond 1.5 times the better peer, of at least 5 mm, 2 mm, 0.05 m/s, 4 bodies and 0.1 ms; where
  more are lost, or where ours rests more than 3 s later; a peer that lost more bodies is no measure of the rest. The command
  fails then.

## Worse than the better peer: ${worse.length} of ${rows.length}

${worse.length === 0 ? 'None.' : toTable(worse, engines)}

## All

${toTable(rows, engines)}
`
}
