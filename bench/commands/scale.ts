import { writeFileSync } from 'node:fs'
import type { SceneOptions } from '../../examples/scenes/types.ts'
import type { Options } from '../cli.ts'
import { bundleWorker, describeCheckout, resultPath } from '../harness/bundle.ts'
import { Child } from '../harness/child.ts'
import { Progress } from '../harness/progress.ts'
import type { InspectReply, RaysReply } from '../harness/protocol.ts'
import { DT } from '../harness/race.ts'
import { median } from '../harness/statistics.ts'
import { formatBytes, formatMs, markdownTable } from '../harness/table.ts'

const TIMEOUT = 400_000
const RAYS = 20_000
const GROWTH = [1000, 3162, 10_000, 31_623, 100_000]

interface Measured {
  readonly name: string
  readonly createMs: number
  readonly cpu: number
  readonly longest: number
  readonly inspected: InspectReply
  readonly rays: RaysReply
}

interface Job {
  readonly name: string
  readonly scene: string
  readonly size: SceneOptions
  readonly warm: number
  readonly steps: number
  readonly sleep: boolean
}

/** Large worlds of ours: time against number, memory of a body and of a contact. */
export async function runScale(options: Options): Promise<void> {
  const progress = new Progress()
  const bundle = await bundleWorker('ours')
  const run = async (job: Job): Promise<Measured> => {
    progress.begin(job.name)
    return measure(bundle, job)
  }
  const counts = options.short ? GROWTH.slice(0, 2) : GROWTH
  const growth: Measured[] = []
  for (const count of counts) {
    growth.push(await run({ name: `gas of ${count}`, scene: 'gas', size: { count }, warm: 30, steps: 20, sleep: false }))
  }
  const large: Measured[] = []
  for (const job of largeJobs(options.short ? 0.01 : 1)) large.push(await run(job))
  const size = options.short ? 1000 : 20_000
  const apart = await run({ name: 'grid, apart', scene: 'grid', size: { count: size, columns: 300 }, warm: 5, steps: 5, sleep: false })
  const touching = await run({ name: 'grid, touching', scene: 'grid', size: { count: size, columns: 100 }, warm: 5, steps: 5, sleep: false })
  progress.end()
  printTimes([...growth, ...large])
  console.log(`exponent of the gas from ${counts[0]} to ${counts.at(-1)}: ${exponent(counts, growth).toFixed(2)}`)
  printMemory(size, apart, touching)
  const report = { date: new Date().toISOString(), commit: describeCheckout(), growth, large, apart, touching }
  writeFileSync(resultPath(options.out ?? 'scale.json'), `${JSON.stringify(report, null, 1)}\n`)
}

function largeJobs(scale: number): Job[] {
  const statics = 1_000_000 * scale
  const asleep = 99_000 * scale
  return [
    { name: `${asleep} asleep, 1000 hop`, scene: 'sleepers', size: { count: asleep, awake: 1000 * scale }, warm: 60, steps: 60, sleep: true },
    { name: `${statics} static, 1000 movers`, scene: 'tiles', size: { statics, count: 1000 }, warm: 90, steps: 30, sleep: false },
    { name: `${statics / 1000} static, 1000 movers`, scene: 'tiles', size: { statics: statics / 1000, count: 1000 }, warm: 90, steps: 30, sleep: false },
  ]
}

async function measure(bundle: string, job: Job): Promise<Measured> {
  const child = new Child(bundle, TIMEOUT)
  try {
    const { createMs } = await child.request({
      do: 'create', scene: job.scene, size: job.size, options: { dt: DT, sleep: job.sleep },
    })
    await child.request({ do: 'steps', count: job.warm, budgetMs: 30_000 })
    const { times, cpu } = await child.request({ do: 'steps', count: job.steps, budgetMs: 20_000 })
    const rays = await child.request({ do: 'rays', count: RAYS })
    const inspected = await child.request({ do: 'inspect' })
    return { name: job.name, createMs, cpu: median(cpu), longest: Math.max(...times), inspected, rays }
  } finally {
    child.stop()
  }
}

function printTimes(all: readonly Measured[]): void {
  console.log(markdownTable(
    ['world', 'cpu ms a step', 'longest ms', 'awake', 'pairs', 'contacts', 'µs a ray', 'rays that hit', 'made in', 'heap', 'buffers'],
    all.map(({ name, cpu, longest, createMs, rays, inspected: { facts, memory } }) => [
      name, formatMs(cpu), formatMs(longest), String(facts.awake), String(facts.pairs), String(facts.contacts),
      rays.cpuUs.toFixed(2), `${(rays.hits * 100).toFixed(0)} %`, `${(createMs / 1000).toFixed(1)} s`,
      formatBytes(memory.heap), formatBytes(memory.buffers),
    ]),
  ))
}

/** The slope of a straight line through the logarithms, by least squares. */
function exponent(counts: readonly number[], measured: readonly Measured[]): number {
  const x = counts.map(Math.log)
  const y = measured.map(({ cpu }) => Math.log(cpu))
  const meanX = x.reduce((a, b) => a + b) / x.length
  const meanY = y.reduce((a, b) => a + b) / y.length
  const above = x.reduce((sum, value, i) => sum + (value - meanX) * (y[i]! - meanY), 0)
  const below = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0)
  return above / below
}

function printMemory(count: number, apart: Measured, touching: Measured): void {
  const contacts = Number(touching.inspected.facts.contacts)
  const bytes = ({ inspected: { memory } }: Measured): number => memory.buffers + memory.wasm
  const perBody = bytes(apart) / count
  const perContact = (bytes(touching) - bytes(apart)) / Math.max(1, contacts)
  console.log(
    `memory of a body ${formatBytes(perBody)} in buffers (heap with bitECS ${formatBytes(apart.inspected.memory.heap / count)}), `
    + `of a contact ${formatBytes(perContact)}, from ${count} circles and ${contacts} contacts`,
  )
}
