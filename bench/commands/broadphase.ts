import { writeFileSync } from 'node:fs'
import { drawBroadPhases } from '../broadphase/chart.ts'
import { toMarkdown } from '../broadphase/findings.ts'
import type { BroadPhaseReport, Point, Series, WorldReport } from '../broadphase/measured.ts'
import type { Ask, Frames } from '../broadphase/protocol.ts'
import { subjects } from '../broadphase/subjects.ts'
import { WORLD_NAMES, type WorldName } from '../../examples/scenes/box-worlds.ts'
import { UsageError, type Options } from '../cli.ts'
import { bundleProgram, describeCheckout, resultPath } from '../harness/bundle.ts'
import { Progress } from '../harness/progress.ts'
import { describeMachine } from '../harness/report.ts'
import { median, quantile } from '../harness/statistics.ts'
import { Worker } from '../harness/worker.ts'

const TIMEOUT = 120_000
const COUNTS = [8, 16, 32, 64, 128, 316, 1000, 3162, 10_000, 31_623, 100_000]
const SHORT_COUNTS = [8, 64, 512, 4096]
/** A structure whose frame takes longer is not asked for more bodies. */
const LIMIT_MS = 250
/** Milliseconds of frames that one structure takes in its turn. */
const TURN_MS = 12
const MOST_FRAMES = 1280

interface Contender {
  readonly name: string
  readonly worker: Worker<Ask, Frames>
  series: Series
  /** Milliseconds that a frame is expected to take. */
  expected: number
  times: number[]
}

/** Time against number of bodies: our broad phases and those of others, in five kinds of world. */
export async function runBroadPhase(options: Options): Promise<void> {
  const worlds = chooseWorlds(options.positionals.slice(1))
  const names = chooseSubjects(options.engines)
  const counts = options.short ? SHORT_COUNTS : COUNTS
  const rounds = options.repeats ?? (options.short ? 2 : 4)
  const progress = new Progress()
  const bundle = await bundleProgram('broadphase')
  const reports: WorldReport[] = []
  for (const world of worlds) {
    progress.begin(`world ${world}`)
    reports.push(await measureWorld(bundle, world, names, counts, rounds, options.short, progress))
  }
  progress.end()
  await writeReport({
    kind: 'broadphase',
    date: new Date().toISOString(),
    commit: describeCheckout(),
    command: `npm run bench -- broadphase ${process.argv.slice(3).join(' ')}`.trim(),
    machine: describeMachine(),
    worlds: reports,
  }, options.out ?? (options.short ? 'broadphase-short.json' : 'broadphase.json'))
}

async function writeReport(report: BroadPhaseReport, name: string): Promise<void> {
  const file = resultPath(name.endsWith('.json') ? name : `${name}.json`)
  const text = toMarkdown(report)
  writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`)
  writeFileSync(file.replace(/\.json$/, '.md'), `${text}\n`)
  writeFileSync(file.replace(/\.json$/, '.svg'), await drawBroadPhases(report))
  console.log(text)
  console.log(`kept in ${file}, .md and .svg`)
}

function chooseWorlds(asked: readonly string[]): readonly WorldName[] {
  for (const name of asked) {
    if (!(WORLD_NAMES as readonly string[]).includes(name)) {
      throw new UsageError(`unknown world "${name}": one of ${WORLD_NAMES.join(', ')}`)
    }
  }
  return asked.length === 0 ? WORLD_NAMES : WORLD_NAMES.filter((name) => asked.includes(name))
}

function chooseSubjects(asked: readonly string[] | null): readonly string[] {
  const all = subjects.map(({ name }) => name)
  for (const name of asked ?? []) {
    if (!all.includes(name)) throw new UsageError(`unknown broad phase "${name}": one of ${all.join(', ')}`)
  }
  return asked === null ? all : all.filter((name) => name === 'quadtree' || asked.includes(name))
}

/** Every structure in a process of its own, which is idle while it is not its turn. */
async function measureWorld(
  bundle: string, world: WorldName, names: readonly string[], counts: readonly number[], rounds: number,
  short: boolean, progress: Progress,
): Promise<WorldReport> {
  const contenders: Contender[] = []
  const report: WorldReport = { world, pairs: {}, series: [] }
  try {
    for (const name of names) {
      const worker = new Worker<Ask, Frames>(bundle, TIMEOUT)
      const entry = subjects.find((candidate) => candidate.name === name)
      const series = { name, peer: entry?.peer === true, reference: entry?.reference === true, points: [], stopped: '' }
      contenders.push({ name, worker, series, expected: 0, times: [] })
      report.series.push(series)
      await worker.ask({ do: 'load', subject: name })
    }
    for (const count of counts) {
      progress.note(`${count} bodies`)
      await measureCount(contenders.filter(({ series }) => series.stopped === ''), report, count, rounds, short)
    }
  } finally {
    for (const { worker } of contenders) worker.stop()
  }
  return report
}

async function measureCount(
  contenders: readonly Contender[], report: WorldReport, count: number, rounds: number, short: boolean,
): Promise<void> {
  let compared: { name: string; frames: Frames } | null = null
  for (const contender of contenders) {
    const frames = await contender.worker.ask({ do: 'create', world: report.world, count, warmMs: short ? 30 : 100 })
    compared ??= { name: contender.name, frames }
    assertEqual(report.world, count, compared, { name: contender.name, frames })
    contender.times = []
    contender.expected = median(frames.times.slice(-20))
  }
  if (compared !== null) report.pairs[count] = compared.frames.pairs
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      // Another order in each round, so that none always follows the same other.
      const contender = contenders[(turn + round) % contenders.length]!
      const frames = Math.max(1, Math.min(MOST_FRAMES, Math.round(TURN_MS / contender.expected)))
      contender.times.push(...(await contender.worker.ask({ do: 'frames', count: frames, expectedMs: contender.expected })).times)
    }
  }
  for (const { series, times } of contenders) {
    const point = pointOf(count, times)
    series.points.push(point)
    if (point.median > LIMIT_MS) series.stopped = `a frame of ${count} takes longer than ${LIMIT_MS} ms`
  }
}

function pointOf(count: number, times: readonly number[]): Point {
  return { count, median: median(times), p10: quantile(times, 0.1), p90: quantile(times, 0.9), frames: times.length }
}

function assertEqual(
  world: WorldName, count: number,
  one: { name: string; frames: Frames }, other: { name: string; frames: Frames },
): void {
  if (one.frames.pairs === other.frames.pairs && one.frames.checksum === other.frames.checksum) return
  throw new Error(
    `${world}, ${count} bodies: ${one.name} found ${one.frames.pairs} pairs and ${other.name} ${other.frames.pairs}, `
    + 'or not the same ones. The times mean nothing until they agree.',
  )
}
