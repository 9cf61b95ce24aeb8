// How many rooms does a core carry? node ../run.mjs load/index.ts [--rooms 20] [--bots 4] [--seconds 20] [--rates 20,30,60] [--crates 120] [--slow 1]
import { type ChildProcess, fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { ProcessReport } from '../server/main.ts'
import { GameProcess, RedisServer, asked, bundle } from '../processes.ts'
import type { BotOptions, BotReport } from './bots.ts'

const { values } = parseArgs({
  options: {
    rooms: { type: 'string', default: '20' },
    bots: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '20' },
    rates: { type: 'string', default: '20,30,60' },
    crates: { type: 'string', default: '120' },
    // On a machine with little time all goes so many times slower, and what is measured is processor time.
    slow: { type: 'string', default: '1' },
  },
})

const rooms = whole('rooms', values.rooms)
const bots = whole('bots', values.bots)
const seconds = whole('seconds', values.seconds)
const rates = values.rates.split(',').map((rate) => whole('rates', rate))
const crates = whole('crates', values.crates)
const slow = whole('slow', values.slow)
if (bots > 8) throw new RangeError('--bots must be at most 8: a room takes no more')

function whole(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new RangeError(`--${name} must be a whole number above 0, got ${text}`)
}

const redis = await RedisServer.start()
const server = await bundle('server/main.ts')
const player = await bundle('load/bots.ts')
try {
  console.log(`${rooms} rooms of ${crates} crates and ${bots} bots in one process, ${seconds} s at each rate; saved to Redis once a second`)
  console.log('rate | packets/s | processor | rooms per core | bytes/s a client | step p50 | p99 | max | steps taken')
  for (const rate of rates) console.log(await measure(rate))
} finally {
  server.remove()
  player.remove()
  await redis.stop()
}

async function measure(rate: number): Promise<string> {
  const game = await GameProcess.start(server.path, redis.url, { RATE: String(rate), CRATES: String(crates), SLOW: String(slow) })
  const matches = Array.from({ length: rooms }, (_, i) => `load-${rate}-${i}`)
  const crowd = await startBots({ endpoints: [game.endpoint], matches, bots, slow })
  try {
    // What the joins cost is not what a running room costs.
    await pause(3 * slow)
    game.reset()
    crowd.send('reset', () => undefined)
    const start = performance.now()
    await pause(seconds * slow)
    const [report, seen] = await Promise.all([game.report(), asked<BotReport>(crowd, 'the bots')])
    return row(rate, report, seen, (performance.now() - start) / 1000 / slow)
  } finally {
    crowd.kill('SIGKILL')
    await game.kill()
  }
}

function row(rate: number, report: ProcessReport, seen: BotReport, elapsed: number): string {
  if (report.rooms !== rooms || seen.returns > 0) throw new Error(`${report.rooms} rooms, and ${seen.returns} bots had to come back`)
  const share = report.processor / elapsed
  const taken = report.steps / (rooms * rate * elapsed)
  // Steps that the machine had no time for cost nothing: counted as if all had been taken.
  const perCore = (rooms / share) * taken
  return [
    `${rate} Hz`, (seen.packets / seen.clients / elapsed).toFixed(1), `${(100 * share).toFixed(0)} %`, perCore.toFixed(0),
    (seen.bytes / seen.clients / elapsed).toFixed(0), `${report.p50.toFixed(2)} ms`, `${report.p99.toFixed(2)} ms`, `${report.max.toFixed(1)} ms`,
    `${(100 * taken).toFixed(0)} %`,
  ].join(' | ')
}

function startBots(options: BotOptions): Promise<ChildProcess> {
  const child = fork(player.path, [JSON.stringify(options)], { env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`the bots ended with code ${code}`)))
  })
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time * 1000))
}
