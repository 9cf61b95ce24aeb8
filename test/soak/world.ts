/**
 * One world for a long time, in which bodies come and go: neither memory nor step time may grow, and no body may get lost.
 * `npm run soak:world -- --help`
 */
import { createSnapshots, hashWorld, stepPhysics } from '../../src/index.ts'
import { readFlags, refuse } from '../support/command-line.ts'
import { PIT_BODIES, Pits } from './pits.ts'
import { type Growth, Meter, type Reading, growthOf } from './readings.ts'

/** What may be between the first tenth of a run and the last one. */
const MOST: Readonly<Record<keyof Growth, number>> = { heap: 1.1, buffers: 1.05, kernel: 1.05, resident: 1.25, stepTime: Infinity, stepWork: 1.2 }
/** Steps between two measurements of the machine. */
const MACHINE_EVERY = 20
/** Steps that are simulated again from a snapshot at each reading. */
const AGAIN = 20

const values = readFlags('soak:world', 'usage: npm run soak:world -- [--steps 1000000] [--bodies 5000] [--pace 20] [--seed 1] [--readings 100]', {
  steps: { type: 'string', default: '1000000' },
  bodies: { type: 'string', default: '5000' },
  pace: { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  readings: { type: 'string', default: '100' },
})
const steps = wholeNumber('steps')
const seed = wholeNumber('seed')
const every = Math.max(1, Math.floor(steps / wholeNumber('readings')))

function wholeNumber(name: keyof typeof values): number {
  const value = Number(values[name])
  if (Number.isInteger(value) && value > 0) return value
  return refuse('soak:world', `--${name} must be a whole number from 1 up, got "${values[name]}"`)
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(2)

function print({ step, heap, buffers, kernel, resident, stepTime, yardstick, awake, contacts }: Reading): void {
  console.log(
    `${step} steps: heap ${megabytes(heap)}, arrays ${megabytes(buffers)}, kernel ${megabytes(kernel)}, process ${megabytes(resident)} MB; ` +
      `step ${stepTime.toFixed(4)} ms, machine ${yardstick.toFixed(4)} ms; ${awake} awake, ${contacts} contacts`,
  )
}

const pace = wholeNumber('pace')
const pits = new Pits(wholeNumber('bodies'), pace, seed)
const bodies = pits.count * PIT_BODIES
// Every pit is filled, the code compiled, and all room made, before anything is measured.
for (let i = 0; i < bodies * pace + 10 * PIT_BODIES * pace; i++) pits.step()
const meter = new Meter()
const snapshots = createSnapshots(pits.world)
playAgain()
const readings: Reading[] = []
const began = process.cpuUsage()
let diverged = 0
let events = 0
for (let step = 1; step <= steps; step++) {
  meter.time(() => pits.step())
  events += pits.physics.events.contactBegin.count
  if (step % MACHINE_EVERY === 0) meter.measureMachine()
  if (step % every !== 0) continue
  pits.checkAll()
  const reading = meter.read(pits)
  readings.push(reading)
  print(reading)
  for (const { step: when, text } of pits.losses.splice(10)) console.log(`after ${when} steps: ${text}`)
  diverged += playAgain()
}

/** Steps on, goes back, and steps again: 1 where something else came out. */
function playAgain(): number {
  const { world } = pits
  snapshots.save()
  const run = (): number => {
    for (let i = 0; i < AGAIN; i++) stepPhysics(world, 1 / 60)
    return hashWorld(world)
  }
  const hash = run()
  snapshots.restore()
  const again = run()
  snapshots.restore()
  return hash === again ? 0 : 1
}

const { user, system } = process.cpuUsage(began)
const growth = growthOf(readings)
const grown = (Object.keys(MOST) as (keyof Growth)[]).filter((name) => !(growth[name] <= MOST[name]))
const failures = [
  ...grown.map((name) => `${name} grew by ${growth[name].toFixed(3)}`),
  ...(pits.losses.length > 0 ? [`${pits.losses.length} bodies lost`] : []),
  ...(pits.alive === bodies ? [] : [`${pits.alive} of ${bodies} bodies are there`]),
  ...(diverged > 0 ? [`${diverged} of ${readings.length} restored runs came out otherwise`] : []),
]
console.log(JSON.stringify({
  steps, bodies, pace, seed, spawned: pits.spawned, removed: pits.removed, contactsBegun: events, growth, losses: pits.losses, diverged,
  processorSeconds: (user + system) / 1e6, hash: hashWorld(pits.world), first: readings[0], last: readings.at(-1), failures,
}, null, 2))
process.exitCode = failures.length === 0 ? 0 : 1
