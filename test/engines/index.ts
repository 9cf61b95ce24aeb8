import { build } from 'esbuild'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { readFlags, refuse } from '../support/command-line.ts'
import { findEngines, type JavaScriptEngine, type Programs } from './engines.ts'
import { STEPS, type Hashes } from './play.ts'

// Plays every scene in many JavaScript engines, with WebAssembly and without, and holds the state against that which is
// checked in: npm run test:engines [-- --engine NAME ...] [--whole] [--write]

const folder = join(process.env['BITECS_PHYSICS_ROOT'] ?? '.', 'test', 'engines')
const GOLDEN = join(folder, 'hashes.json')
const [SHORT, WHOLE] = STEPS

const values = readFlags('test:engines', 'usage: npm run test:engines -- [--engine NAME ...] [--whole] [--write]', {
  engine: { type: 'string', multiple: true },
  // Without WebAssembly the whole takes some minutes in each engine: else it is played in this Node only.
  whole: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
})

/** One engine with one kernel. */
interface Trial {
  readonly engine: JavaScriptEngine
  readonly plain: boolean
  readonly steps: typeof SHORT | typeof WHOLE
}

await main()

async function main(): Promise<void> {
  const engines = findEngines(folder)
  const unknown = values.engine?.find((name) => !engines.some((engine) => engine.name === name))
  if (unknown !== undefined) refuse('test:engines', `there is no engine "${unknown}": one of ${engines.map(({ name }) => name).join(', ')}`)
  const scratch = mkdtempSync(join(folder, '.run-'))
  try {
    const programs = await bundle(scratch)
    if (values.write) {
      const golden = await engines[0]!.play(programs, false, WHOLE)
      writeFileSync(GOLDEN, `${JSON.stringify(golden, null, 1).replace(/\n {2}/g, ' ').replace(/\n ]/g, ' ]')}\n`)
      console.log(`written to ${GOLDEN}`)
    }
    const chosen = engines.filter(({ name }) => values.engine?.includes(name) ?? true)
    const trials = chosen.flatMap((engine): Trial[] => [
      { engine, plain: false, steps: WHOLE },
      { engine, plain: true, steps: values.whole || engine === engines[0] ? WHOLE : SHORT },
    ])
    process.exitCode = await compareAll(trials, programs) === 0 ? 0 : 1
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Returns how many trials came to other bits, or to none. */
async function compareAll(trials: readonly Trial[], programs: Programs): Promise<number> {
  const golden = JSON.parse(readFileSync(GOLDEN, 'utf8')) as Hashes
  let next = 0
  let failed = 0
  const work = async (): Promise<void> => {
    while (next < trials.length) {
      const trial = trials[next++]!
      if (!await compare(trial, programs, golden)) failed++
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, cpus().length) }, work))
  console.log(`${trials.length - failed} passed, ${failed} failed`)
  return failed
}

async function compare({ engine, plain, steps }: Trial, programs: Programs, golden: Hashes): Promise<boolean> {
  const name = `${engine.name}, ${plain ? 'no-wasm' : 'WebAssembly'}`
  const start = performance.now()
  try {
    const hashes = await engine.play(programs, plain, steps)
    const faults = Object.keys({ ...golden, ...hashes }).flatMap((scene) => differ(scene, golden[scene], hashes[scene]))
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    if (faults.length === 0) console.log(`ok    ${name}: ${Object.keys(hashes).length} scenes, ${steps} steps (${seconds} s)`)
    else console.log(`FAIL  ${name}\n      ${faults.join('\n      ')}`)
    return faults.length === 0
  } catch (error) {
    console.log(`FAIL  ${name}\n      ${(error as Error).message.split('\n').slice(0, 4).join('\n      ')}`)
    return false
  }
}

function differ(scene: string, golden: readonly string[] | undefined, found: readonly string[] | undefined): string[] {
  if (golden === undefined) return [`${scene} has no hash: npm run test:engines -- --write`]
  if (found === undefined) return [`${scene} was not played`]
  return found.flatMap((hash, i) => (hash === golden[i] ? [] : [`${scene} after ${STEPS[i]} steps: ${hash} for ${golden[i]}`]))
}

async function bundle(scratch: string): Promise<Programs> {
  const file = join(scratch, 'program.mjs')
  const options = { bundle: true, minifySyntax: true, target: 'es2022', logLevel: 'error' } as const
  await build({ ...options, entryPoints: [join(folder, 'command-line.ts')], outfile: file, format: 'esm', platform: 'node' })
  const page = await build({ ...options, entryPoints: [join(folder, 'page.ts')], format: 'iife', write: false })
  return { file, script: page.outputFiles[0]!.text }
}
