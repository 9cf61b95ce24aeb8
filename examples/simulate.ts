import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import Table from 'cli-table3'
import { hashWorld, maxPenetration } from '../src/index.ts'
import { type Recorder, createRecorder } from '../src/recording/index.ts'
import type { BuiltScene } from './scenes/build.ts'
import { findScene, scenes, sceneNames, variants, type SceneEntry } from './scenes/index.ts'
import { playScene } from './scenes/play.ts'

const MAX_STEPS = 1_000_000
const DEFAULT_STEPS = 600

const HELP = `Runs a scene without a screen and prints what it cost and how it ended.

usage: npm run simulate -- SCENE [--steps N] [--json] [--record FILE]
       npm run simulate -- --list

  --steps N      steps of 1/60 s to run, 1 to ${MAX_STEPS} (default ${DEFAULT_STEPS})
  --json         print one JSON object on stdout and nothing else
  --record FILE  write a recording, to be opened in the gallery's inspector; the
                 steps are measured without what that takes
  --list         print the names of the scenes
  --help         print this

What is printed:
  scene           name of the scene
  bodies          bodies in the world, static ones included
  steps           steps that were run
  medianMs        median of the milliseconds that a step took, over all steps
  p99Ms           99th percentile of the same: one step in a hundred took longer
  pairs           pairs whose fat boxes overlap, at the end
  contacts        pairs that touch, at the end
  awake           bodies that are awake, at the end
  maxPenetration  the deepest overlap of two touching bodies at the end, in meters
  hash            32-bit hash of the whole final state, as 8 hexadecimal digits;
                  equal on every machine for the same version, scene and steps

Without --json the mean milliseconds of each system are printed too; measuring
them adds a little to each step.`

interface Arguments {
  scene: SceneEntry
  steps: number
  json: boolean
  record: string | undefined
}

interface Summary {
  scene: string
  bodies: number
  steps: number
  medianMs: number
  p99Ms: number
  pairs: number
  contacts: number
  awake: number
  maxPenetration: number
  hash: string
}

class UsageError extends Error {}

main()

function main(): void {
  try {
    const args = readArguments()
    if (args !== null) run(args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(`simulate: ${error.message}`)
    process.exitCode = 2
  }
}

/** What to run, or null if the question is already answered. */
function readArguments(): Arguments | null {
  const { values, positionals } = parse()
  if (values.help === true) {
    console.log(HELP)
    return null
  }
  if (values.list === true) {
    printList()
    return null
  }
  const choices = `one of ${sceneNames().join(', ')}`
  if (positionals.length === 0) throw new UsageError(`name a scene: ${choices}`)
  if (positionals.length > 1) throw new UsageError(`one scene at a time, got ${positionals.join(', ')}`)
  const scene = findScene(positionals[0])
  if (scene === undefined) throw new UsageError(`unknown scene "${positionals[0]}": ${choices}`)
  return { scene, steps: readSteps(values.steps), json: values.json === true, record: values.record }
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        steps: { type: 'string' },
        json: { type: 'boolean' },
        record: { type: 'string' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0])
  }
}

function readSteps(text: string | undefined): number {
  if (text === undefined) return DEFAULT_STEPS
  const steps = /^\d+$/.test(text) ? Number(text) : NaN
  if (!(steps >= 1 && steps <= MAX_STEPS)) {
    throw new UsageError(`--steps must be a whole number from 1 to ${MAX_STEPS}, got "${text}"`)
  }
  return steps
}

function printList(): void {
  const width = Math.max(...sceneNames().map((name) => name.length))
  for (const entry of [...scenes, ...variants]) console.log(`${entry.name.padEnd(width)}  ${entry.title}`)
}

function run({ scene: entry, steps, json, record }: Arguments): void {
  const played = playScene({ scene: entry.name })
  const { built } = played
  built.physics.profiling = !json
  const systemTotals = new Float64Array(built.physics.systems.length)
  const times = new Float64Array(steps)
  let spent = 0
  const step = (): void => {
    const start = performance.now()
    built.step()
    spent = performance.now() - start
  }
  const recorder = record === undefined ? null : createRecorder({ ...played, step }, { about: played.about })
  const bar = createBar(entry.name)
  bar.start(steps, 0)
  let shown = performance.now()
  for (let i = 0; i < steps; i++) {
    if (recorder === null) step()
    else recorder.step()
    times[i] = spent
    const end = performance.now()
    if (!json) for (let s = 0; s < systemTotals.length; s++) systemTotals[s] += built.physics.timings[s]
    if (end - shown > 100) {
      bar.update(i + 1)
      shown = end
    }
  }
  bar.update(steps)
  bar.stop()
  if (recorder !== null && record !== undefined) save(recorder, record)
  const summary = summarize(entry.name, built, times)
  if (json) console.log(JSON.stringify(summary))
  else printSummary(summary, built, systemTotals)
}

function save(recorder: Recorder, file: string): void {
  try {
    writeFileSync(file, recorder.toBytes())
  } catch (error) {
    throw new UsageError(`cannot write the recording: ${(error as Error).message}`)
  }
}

/** A progress line on stderr, which shows nothing where stderr is no terminal. */
function createBar(name: string): SingleBar {
  return new SingleBar({
    format: `${name}  {bar}  {value}/{total} steps  {eta_formatted} left`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  })
}

function summarize(name: string, built: BuiltScene, times: Float64Array): Summary {
  const sorted = times.slice().sort()
  const { stats } = built.physics
  return {
    scene: name,
    bodies: stats.bodies,
    steps: times.length,
    medianMs: rounded(quantile(sorted, 0.5)),
    p99Ms: rounded(quantile(sorted, 0.99)),
    pairs: stats.pairs,
    contacts: stats.contacts,
    awake: stats.awake,
    maxPenetration: maxPenetration(built.world),
    hash: (hashWorld(built.world) >>> 0).toString(16).padStart(8, '0'),
  }
}

/** The value of ascending `sorted` that a share `q` of them does not exceed. */
function quantile(sorted: Float64Array, q: number): number {
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)]
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** Microseconds are as fine as the clock is. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}

function printSummary(summary: Summary, built: BuiltScene, systemTotals: Float64Array): void {
  const table = createTable(['left', 'right'])
  table.push(
    ['scene', summary.scene],
    ['bodies', count(summary.bodies)],
    ['steps', count(summary.steps)],
    ['median', `${summary.medianMs.toFixed(3)} ms`],
    ['99th percentile', `${summary.p99Ms.toFixed(3)} ms`],
    ['pairs', count(summary.pairs)],
    ['contacts', count(summary.contacts)],
    ['awake', count(summary.awake)],
    ['deepest overlap', `${(summary.maxPenetration * 1000).toFixed(2)} mm`],
    ['state hash', summary.hash],
  )
  console.log(table.toString())
  console.log()
  printSystems(summary.steps, built, systemTotals)
}

function printSystems(steps: number, built: BuiltScene, totals: Float64Array): void {
  const sum = totals.reduce((a, b) => a + b, 0)
  const largest = Math.max(...totals, 1e-9)
  const table = createTable(['left', 'right', 'right', 'left'])
  built.physics.systems.forEach((system, index) => {
    const share = sum > 0 ? totals[index] / sum : 0
    table.push([
      system.name,
      `${(totals[index] / steps).toFixed(3)} ms`,
      `${(share * 100).toFixed(0)} %`,
      '▇'.repeat(Math.round((totals[index] / largest) * 24)),
    ])
  })
  table.push(['all systems', `${(sum / steps).toFixed(3)} ms`, '', ''])
  console.log('Mean milliseconds a step, by system')
  console.log(table.toString())
}

/** A table without a frame. */
function createTable(alignments: ('left' | 'right')[]): InstanceType<typeof Table> {
  const chars = Object.fromEntries([
    'top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right',
    'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle',
  ].map((name) => [name, '']))
  return new Table({
    chars: { ...chars, middle: '  ' },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colAligns: alignments,
  })
}
