/** `npm run fuzz -- [--minutes N] [--seed S] [--programs N] [--operations N] [--broad-phase a,b] [--keep-going]` */
import { parseArgs } from 'node:util'
import { BROAD_PHASE_NAMES, type BroadPhaseName } from '../../examples/broad-phases.ts'
import { generate } from './generator.ts'
import { printProgram } from './print.ts'
import { shrink } from './shrink.ts'
import { tryProgram } from './trial.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    programs: { type: 'string', default: 'Infinity' },
    operations: { type: 'string', default: '80' },
    'broad-phase': { type: 'string', default: BROAD_PHASE_NAMES.join() },
    'keep-going': { type: 'boolean', default: false },
  },
})
const broadPhases = values['broad-phase'].split(',') as BroadPhaseName[]
const operations = Number(values.operations)
const started = Date.now()
const deadline = started + Number(values.minutes) * 60_000
const found = new Map<string, number>()
let programs = 0
let played = 0
for (let seed = Number(values.seed); programs < Number(values.programs) && Date.now() < deadline; seed++) {
  const program = generate(seed, operations)
  programs++
  played += program.operations.length
  const failure = tryProgram(program, broadPhases)
  if (failure === null) continue
  found.set(failure.rule, (found.get(failure.rule) ?? 0) + 1)
  if (found.get(failure.rule)! > 1) {
    console.log(`seed ${seed}: ${failure.rule} again`)
    continue
  }
  const small = shrink(program, failure)
  console.log(`\nseed ${seed} broke a rule after ${failure.operation} operations, shortened to ${small.program.operations.length}:`)
  console.log(`${small.failure.message}\n(${small.failure.broadPhases.join(', ')})`)
  console.log(printProgram(small.program))
  console.log(`Play it again with: npm run fuzz -- --seed ${seed} --programs 1 --operations ${operations}\n`)
  if (!values['keep-going']) break
}
const seconds = (Date.now() - started) / 1000
console.log(`${programs} programs, ${played} operations on ${broadPhases.length} broad phases in ${seconds.toFixed(0)} s`)
for (const [rule, count] of found) console.log(`${count} × ${rule}`)
process.exitCode = found.size === 0 ? 0 : 1
