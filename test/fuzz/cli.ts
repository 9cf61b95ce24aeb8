/** `npm run fuzz -- [--minutes N] [--seed S] [--programs N] [--operations N] [--broad-phase a,b] [--keep-going]` */
import { type FuzzArguments, UsageError, readArguments } from './arguments.ts'
import { generate } from './generator.ts'
import { printProgram } from './print.ts'
import { shrink } from './shrink.ts'
import { tryProgram } from './trial.ts'

try {
  fuzz(readArguments(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`fuzz: ${error.message}`)
  process.exitCode = 2
}

function fuzz({ minutes, seed: first, programs, operations, broadPhases, keepGoing }: FuzzArguments): void {
  const started = Date.now()
  const deadline = started + minutes * 60_000
  const found = new Map<string, number>()
  let count = 0
  let played = 0
  for (let seed = first; count < programs && Date.now() < deadline; seed++) {
    const program = generate(seed, operations)
    count++
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
    if (!keepGoing) break
  }
  const seconds = (Date.now() - started) / 1000
  console.log(`${count} programs, ${played} operations on ${broadPhases.length} broad phases in ${seconds.toFixed(0)} s`)
  for (const [rule, times] of found) console.log(`${times} × ${rule}`)
  process.exitCode = found.size === 0 ? 0 : 1
}
