import { writeFileSync } from 'node:fs'
import type { Case } from '../cases.ts'
import { UsageError, type Options } from '../cli.ts'
import { engines, installedVersion, type EngineEntry } from '../engines/index.ts'
import { bundleWorker, describeCheckout, resultPath } from '../harness/bundle.ts'
import { Child } from '../harness/child.ts'
import { Progress } from '../harness/progress.ts'
import type { InspectReply } from '../harness/protocol.ts'
import { DT, race, type Lane, type RaceOptions, type Runner } from '../harness/race.ts'
import { describeMachine, toMarkdown, type CaseReport, type EngineReport, type LifeReport, type Report } from '../harness/report.ts'
import { mean, median, quantile } from '../harness/statistics.ts'

const RACE: RaceOptions = { chunk: 10, heatBudget: 2000, warmBudget: 6000, stepBudget: 3000, timeout: 60_000 }
const SHORT_RACE: RaceOptions = { chunk: 10, heatBudget: 30, warmBudget: 200, stepBudget: 100, timeout: 30_000 }
/** Milliseconds of a step above which nobody wants to know its garbage, which takes several times ten steps. */
const SLOW_STEP = 300
const LIFE_STEPS = 600
const LIFE_BUDGET = 10_000

interface Ending {
  readonly inspected: InspectReply
  readonly garbage: number
}

/** Every scene beside every peer. */
export async function runPeers(options: Options): Promise<void> {
  const progress = new Progress()
  const chosen = choose(options, progress)
  progress.begin(`bundling ${chosen.length} engines`)
  const runners = await Promise.all(chosen.map(async ({ name, module }): Promise<Runner> => (
    { name, bundle: await bundleWorker(module) }
  )))
  const report: Report = {
    date: new Date().toISOString().slice(0, 16),
    command: `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim(),
    commit: describeCheckout(),
    machine: describeMachine(),
    cases: [],
  }
  const file = resultPath(options.out ?? `peers-${report.date.replaceAll(/\D/g, '')}.json`)
  for (const entry of options.cases) {
    report.cases.push(await measureCase(entry, chosen, runners, options, progress))
    // After each scene, so that what was measured is kept when somebody stops the run.
    writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`)
    writeFileSync(file.replace(/\.json$/, '.md'), toMarkdown(report))
  }
  progress.end()
  console.log(toMarkdown(report))
  process.stderr.write(`written to ${file}\n`)
  // A peer that fails is a finding; ours is an error.
  if (report.cases.some(({ engines: [ours] }) => ours?.error !== '')) process.exitCode = 1
}

function choose(options: Options, progress: Progress): EngineEntry[] {
  const names = options.engines ?? engines.map(({ name }) => name)
  for (const name of names) {
    if (!engines.some((entry) => entry.name === name)) {
      throw new UsageError(`unknown engine "${name}": one of ${engines.map((entry) => entry.name).join(', ')}`)
    }
  }
  return engines.filter((entry, i) => {
    // Ours is what the others are compared with.
    if (i > 0 && !names.includes(entry.name)) return false
    if (installedVersion(entry) !== null) return true
    progress.warn(`${entry.name} is not installed: npm install --prefix bench`)
    return false
  })
}

async function measureCase(
  entry: Case, chosen: readonly EngineEntry[], runners: readonly Runner[], options: Options, progress: Progress,
): Promise<CaseReport> {
  const repeats = options.repeats ?? (options.short ? 1 : 3)
  const raceOptions = options.short ? SHORT_RACE : RACE
  const endings = new Map<string, Ending>()
  const lanes: Lane[][] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    progress.begin(`${entry.name}, repeat ${repeat + 1} of ${repeats}`)
    lanes.push(await race(runners, entry, raceOptions, progress, async ({ child, runner, times }) => {
      if (repeat < repeats - 1) return
      const inspected = await child.request({ do: 'inspect' })
      const garbage = options.short || median(times) > SLOW_STEP
        ? NaN
        : (await child.request({ do: 'garbage', count: entry.steps, budgetMs: 3000 })).bytesPerStep
      endings.set(runner.name, { inspected, garbage })
    }))
  }
  const lives = options.life && !options.short ? await measureLives(entry, runners, progress) : new Map<string, LifeReport>()
  const ours = lowestMedian(lanes.map((repeat) => repeat[0]!.cpu))
  return {
    case: entry,
    bodies: lanes[0]![0]!.created?.bodies ?? 0,
    engines: chosen.map((engine, i) => summarize(
      engine, lanes.map((repeat) => repeat[i]!), ours, endings.get(engine.name) ?? null, lives.get(engine.name) ?? null,
    )),
  }
}

function lowestMedian(runs: readonly (readonly number[])[]): number {
  return Math.min(...runs.filter((run) => run.length > 0).map((run) => median(run)))
}

function summarize(
  engine: EngineEntry, lanes: readonly Lane[], ours: number, ending: Ending | null, life: LifeReport | null,
): EngineReport {
  const all = lanes.flatMap((lane) => lane.times)
  const cpu = lowestMedian(lanes.map((lane) => lane.cpu))
  const last = lanes.at(-1)!
  return {
    name: engine.name,
    version: installedVersion(engine) ?? '',
    settings: last.created?.settings ?? '',
    error: lanes.map((lane) => lane.error).find((error) => error !== '') ?? '',
    lowest: lowestMedian(lanes.map((lane) => lane.times)),
    median: median(all),
    p10: quantile(all, 0.1),
    p90: quantile(all, 0.9),
    cpu,
    ratio: cpu / ours,
    createMs: last.created?.createMs ?? NaN,
    warmSteps: last.warmSteps,
    warmMs: last.warmMs,
    steps: last.times.length,
    quality: ending?.inspected.quality ?? null,
    memory: ending?.inspected.memory ?? null,
    garbage: ending?.garbage ?? NaN,
    life,
  }
}

/** The scene from the beginning, with sleep as each engine's makers recommend: one engine after the other. */
async function measureLives(
  entry: Case, runners: readonly Runner[], progress: Progress,
): Promise<Map<string, LifeReport>> {
  const lives = new Map<string, LifeReport>()
  for (const { name, bundle } of runners) {
    progress.note(`${entry.name}: the life of ${name}`)
    const child = new Child(bundle, RACE.timeout)
    try {
      await child.request({ do: 'create', scene: entry.scene, size: entry.size, options: { dt: DT, sleep: undefined } })
      const { times, cpu } = await child.request({
        do: 'steps', count: LIFE_STEPS, budgetMs: LIFE_BUDGET,
      })
      const { quality } = await child.request({ do: 'inspect' })
      lives.set(name, { steps: times.length, cpu: mean(cpu), longest: Math.max(...times), quality })
    } catch (error) {
      progress.warn(`${name}: ${(error as Error).message}`)
    } finally {
      child.stop()
    }
  }
  return lives
}
