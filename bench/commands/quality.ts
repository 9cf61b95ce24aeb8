import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError, type Options } from '../cli.ts'
import { engines, installedVersion, type EngineEntry } from '../engines/index.ts'
import { bundleWorker, describeCheckout, resultPath, root } from '../harness/bundle.ts'
import { Child } from '../harness/child.ts'
import { Progress } from '../harness/progress.ts'
import type { SettleReply } from '../harness/protocol.ts'
import { describeMachine } from '../harness/report.ts'
import { AXES, everyPair, everything, handful, labels, pileOf, product, stepOf, type Point } from '../quality/grid.ts'
import { toPage, toTable, type Row } from '../quality/page.ts'
import { findFaults, toOutcome, type Outcome } from '../quality/verdict.ts'

const OURS = 'bitecs-physics'
const DEFAULT_ENGINES = [OURS, 'box2d3-wasm', 'rapier-simd']
const SECONDS = 12
const SHORT_SECONDS = 8
const COUNT = 200
/** With one, a row in fifty is worse than the better peer by chance, another one each time. */
const SEEDS = 3
/** A row that is worse is judged by three times as many: by the median of three, when piles rest is told to a few seconds only. */
const AGAIN = 3
/**
 * Piles that nobody looks at, so that code is compiled before anything is measured: each shape, since what is compiled for
 * one is compiled anew for the next. With mixed piles alone a landing pile of capsules took twice as long as in the end.
 */
const HEAT = [
  ...product({ shape: AXES.shape, restitution: ['0.3'], ground: ['plane', 'tiles'] }),
  ...product({ shape: AXES.shape, ground: ['chain'] }),
]
const HEAT_SECONDS = 4
const TIMEOUT = 600_000

/** Piles of every kind, beside those peers that have all shapes: how well they rest, and what a step of them takes. */
export async function runQuality(options: Options): Promise<void> {
  const progress = new Progress()
  const chosen = choose(options.engines)
  const points = choosePoints(options)
  const seconds = options.seconds ?? (options.short ? SHORT_SECONDS : SECONDS)
  const count = options.count ?? COUNT
  const seeds = options.seeds ?? (options.short ? 1 : SEEDS)
  progress.begin(`${points.length} piles of ${count}, ${seconds} s of each, ${chosen.map(({ name }) => name).join(', ')}`)
  const bundles = await Promise.all(chosen.map(({ module }) => bundleWorker(module)))
  const workers = bundles.map((bundle) => new Child(bundle, TIMEOUT))
  // Before the run: files may change while it goes on.
  const versions = chosen.map((entry) => `${entry.name} ${entry.packageName === null ? describeCheckout() : installedVersion(entry)}`)
  const rows: Row[] = []
  const runRow = async (point: Point, pilesOfEach: number): Promise<Row> => {
    const outcomes: (Outcome | null)[] = []
    for (const [k, worker] of workers.entries()) {
      try {
        outcomes.push(await settle(worker, point, count, seconds, pilesOfEach))
      } catch (error) {
        // A peer that crashes is a finding about the peer; the row goes on without it.
        if (chosen[k]!.name === OURS) throw error
        progress.warn(`${chosen[k]!.name}, ${Object.values(point).join(' ')}: ${(error as Error).message.split('\n')[0]}`)
        worker.stop()
        workers[k] = new Child(bundles[k]!, TIMEOUT)
        outcomes.push(null)
      }
    }
    return { point, outcomes, faults: judgeRow(chosen, outcomes), seeds: pilesOfEach }
  }
  try {
    for (const worker of workers) for (const point of HEAT) await settle(worker, point, COUNT, HEAT_SECONDS, 1)
    for (const [i, point] of points.entries()) {
      if (i > 0 && i % 10 === 0) progress.begin(`${i} of ${points.length} piles, ${rows.filter(({ faults }) => faults.length > 0).length} worse`)
      progress.note(labels(point).join(' '))
      const row = await runRow(point, seeds)
      if (row.faults.length === 0 || seeds === 1) rows.push(row)
      else {
        progress.note(`${labels(point).join(' ')}, worse in ${row.faults.join(', ')}: ${AGAIN * seeds} seeds`)
        rows.push(await runRow(point, AGAIN * seeds))
      }
    }
  } finally {
    for (const worker of workers) worker.stop()
  }
  progress.end()
  finish(rows, chosen.map(({ name }) => name), versions, { seconds, count, seeds, write: options.write })
}

function choose(names: readonly string[] | null): EngineEntry[] {
  const wanted = (names ?? DEFAULT_ENGINES).map((name) => (name === 'ours' ? OURS : name))
  for (const name of wanted) {
    if (!engines.some((entry) => entry.name === name)) {
      throw new UsageError(`unknown engine "${name}": ours, or one of ${engines.map((entry) => entry.name).join(', ')}`)
    }
  }
  const found = engines.filter((entry) => wanted.includes(entry.name))
  for (const entry of found) {
    if (installedVersion(entry) === null) throw new UsageError(`${entry.name} is not installed: npm install --prefix bench`)
  }
  return found
}

function choosePoints({ axes, full, short }: Options): Point[] {
  if (Object.keys(axes).length > 0) return product(axes)
  if (full) return everything()
  return short ? handful() : everyPair()
}

async function settle(worker: Child, point: Point, count: number, seconds: number, seeds: number): Promise<Outcome> {
  const replies: SettleReply[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    replies.push(await worker.request({ do: 'settle', pile: pileOf(point, count, seed), dt: stepOf(point), seconds }))
  }
  return toOutcome(replies)
}

function judgeRow(chosen: readonly EngineEntry[], outcomes: readonly (Outcome | null)[]): string[] {
  const ours = outcomes[chosen.findIndex(({ name }) => name === OURS)]
  if (ours === undefined || ours === null) return []
  return findFaults(ours, outcomes.filter((outcome) => outcome !== null && outcome !== ours) as Outcome[])
}

function finish(
  rows: readonly Row[], names: readonly string[], versions: readonly string[],
  run: { seconds: number; count: number; seeds: number; write: boolean },
): void {
  const worse = rows.filter(({ faults }) => faults.length > 0)
  console.log(toTable(rows, names))
  console.log()
  if (worse.length > 0) {
    console.log(`Worse than the better peer in ${worse.length} of ${rows.length} piles:`)
    console.log(toTable(worse, names))
    process.exitCode = 1
  } else {
    console.log(`${rows.length} piles, in none of them worse than the better peer.`)
  }
  const command = `npm run bench -- ${process.argv.slice(2).filter((arg) => arg !== '--write').join(' ')}`
  writeFileSync(resultPath('quality.json'), `${JSON.stringify({ command, versions, machine: describeMachine(), run, rows }, null, 1)}\n`)
  if (run.write) {
    const page = toPage(rows, names, { command, versions, ...run })
    writeFileSync(join(root, 'docs', 'quality.md'), page)
    process.stderr.write('written to docs/quality.md\n')
  }
}
