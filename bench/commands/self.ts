import type { Case } from '../cases.ts'
import type { Options } from '../cli.ts'
import { bundleWorker, checkoutRevision, describeCheckout, resultPath } from '../harness/bundle.ts'
import { Progress } from '../harness/progress.ts'
import type { AllocationsReply, CpuProfileReply, GarbageReply, InspectReply, StepsReply } from '../harness/protocol.ts'
import { race, type Lane, type RaceOptions, type Runner } from '../harness/race.ts'
import { geometricMean, leastOfEach, median, trimmedMean } from '../harness/statistics.ts'
import { formatBytes, formatMm, formatMs, markdownTable } from '../harness/table.ts'

const RACE: RaceOptions = { chunk: 10, heatBudget: 0, warmBudget: 60_000, stepBudget: 30_000, timeout: 180_000 }
const HOTSPOTS = 25

/** What one repeat found out about one bundle. */
interface Finding {
  readonly lane: Lane
  readonly profiled: StepsReply | null
  readonly garbage: GarbageReply | null
  readonly inspected: InspectReply | null
  readonly hotspots: CpuProfileReply | null
  readonly allocations: AllocationsReply | null
}

/** Only our own library: where its time goes, or this checkout beside another revision. */
export async function runSelf(options: Options): Promise<void> {
  const progress = new Progress()
  const runners = await bundles(options.against, progress)
  const ratios: number[] = []
  for (const entry of options.cases) {
    const repeats: Finding[][] = []
    const count = options.repeats ?? (options.against === undefined ? 1 : 3)
    for (let repeat = 0; repeat < count; repeat++) {
      progress.begin(`${entry.name} ${repeat + 1}/${count}`)
      repeats.push(await measureOnce(runners, entry, options, progress))
    }
    progress.end()
    printCase(entry, repeats)
    if (runners.length === 2) ratios.push(printComparison(repeats))
    console.log()
  }
  if (ratios.length > 1) {
    console.log(`geometric mean of the ratios: ${geometricMean(ratios).toFixed(3)} (below 1: this checkout is faster)`)
  }
}

async function bundles(against: string | undefined, progress: Progress): Promise<Runner[]> {
  progress.begin('bundling')
  const here: Runner = { name: describeCheckout(), bundle: await bundleWorker('ours') }
  if (against === undefined) return [here]
  return [here, { name: against, bundle: await bundleWorker('ours', checkoutRevision(against)) }]
}

async function measureOnce(
  runners: readonly Runner[], entry: Case, options: Options, progress: Progress,
): Promise<Finding[]> {
  const findings = new Map<Lane, Finding>()
  const lanes = await race(runners, entry, RACE, progress, async (lane) => {
    const { child } = lane
    let hotspots: CpuProfileReply | null = null
    if (options.profile) {
      await child.request({ do: 'startCpuProfile' })
      await child.request({ do: 'steps', count: entry.steps, budgetMs: RACE.stepBudget })
      const file = resultPath(`${entry.name}-${lane.runner.name.replaceAll(/[^\w.+-]/g, '_')}.cpuprofile`)
      hotspots = await child.request({ do: 'stopCpuProfile', file, top: HOTSPOTS })
    }
    const inspected = await child.request({ do: 'inspect' })
    const profiled = await child.request({ do: 'steps', count: entry.steps, budgetMs: RACE.stepBudget, profile: true })
    const garbage = await child.request({ do: 'garbage', count: entry.steps, budgetMs: 5000 })
    const allocations = options.profile
      ? await child.request({ do: 'allocations', count: entry.steps, top: 8 })
      : null
    findings.set(lane, { lane, profiled, garbage, inspected, hotspots, allocations })
  })
  return lanes.map((lane) => (
    findings.get(lane) ?? { lane, profiled: null, garbage: null, inspected: null, hotspots: null, allocations: null }
  ))
}

function printCase(entry: Case, repeats: readonly Finding[][]): void {
  const last = repeats.at(-1)!
  const systems = Object.keys(last[0]?.profiled?.systems ?? {})
  const head = ['bundle', 'cpu ms', 'wall ms', 'lowest', ...systems, 'pairs', 'contacts', 'awake', 'deepest mm', 'garbage', 'hash']
  const rows = last.map((finding, i) => {
    const all = repeats.map((repeat) => repeat[i]!.lane.times)
    const facts = finding.inspected?.facts ?? {}
    return [
      finding.lane.runner.name,
      formatMs(median(repeats.flatMap((repeat) => repeat[i]!.lane.cpu))),
      formatMs(median(all.flat())),
      formatMs(Math.min(...all.flat())),
      ...systems.map((name) => formatMs(least(repeats, i, name))),
      String(facts.pairs ?? '–'),
      String(facts.contacts ?? '–'),
      String(facts.awake ?? '–'),
      formatMm(finding.inspected?.quality.maxPenetration ?? NaN),
      formatBytes(finding.garbage?.bytesPerStep ?? NaN),
      String(facts.hash ?? '–'),
    ]
  })
  console.log(`## ${entry.name} (${entry.shows}; steps ${entry.warm + 1} to ${entry.warm + entry.steps})`)
  console.log(markdownTable(head, rows))
  for (const { lane, hotspots, allocations } of last) {
    if (lane.error !== '') {
      console.log(`${lane.runner.name} failed: ${lane.error}`)
      process.exitCode = 1
    }
    if (hotspots !== null) printHotspots(hotspots)
    if (allocations !== null) printAllocations(allocations)
  }
}

/** The least mean time of a system in any of the repeats. */
function least(repeats: readonly Finding[][], runner: number, system: string): number {
  return Math.min(...repeats.map((repeat) => repeat[runner]!.profiled?.systems[system] ?? Infinity))
}

function printHotspots({ hotspots }: CpuProfileReply): void {
  for (const { name, place, share } of hotspots) {
    if (share >= 0.005) console.log(`  ${(share * 100).toFixed(1).padStart(5)} %  ${name}  ${place}`)
  }
}

function printAllocations({ places }: AllocationsReply): void {
  for (const { name, place, bytesPerStep } of places) {
    if (bytesPerStep >= 16) console.log(`  ${formatBytes(bytesPerStep).padStart(9)} a step  ${name}  ${place}`)
  }
}

/** Equal steps do equal work, so the least processor time of each step over the repeats is what the steps cost. */
function printComparison(repeats: readonly Finding[][]): number {
  const [ours, theirs] = [0, 1].map((i) => repeats.map((repeat) => repeat[i]!.lane.cpu)) as [number[][], number[][]]
  const each = repeats.map((_, k) => median(ours[k]!) / median(theirs[k]!))
  const ratio = trimmedMean(leastOfEach(ours)) / trimmedMean(leastOfEach(theirs))
  const [first, second] = repeats.at(-1)!.map(({ inspected }) => inspected?.facts.hash)
  console.log(
    `ratio ${ratio.toFixed(3)} of this checkout to the other (repeats ${each.map((value) => value.toFixed(2)).join(' ')}), `
    + (first === second ? 'same state to the last bit' : 'states differ'),
  )
  return ratio
}
