// One process: node ../run.mjs server/main.ts, with the environment below. A parent process may ask it for its load.
import { ArenaRoom } from './arena-room.ts'
import { load, serve } from './serve.ts'

/** What a process answers to the message 'report'; the counts begin anew with 'reset'. */
export interface ProcessReport {
  readonly rooms: number
  readonly clients: number
  readonly steps: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly bytesSent: number
  /** Seconds of processor time of this process. */
  readonly processor: number
}

function number(name: string, fallback: number, least = 1): number {
  const value = Number(process.env[name] ?? fallback)
  if (Number.isInteger(value) && value >= least) return value
  throw new RangeError(`${name} must be a whole number of at least ${least}, got ${process.env[name]}`)
}

const port = number('PORT', 2567)
const times = await serve({
  port, redis: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379', rate: number('RATE', 30), crates: number('CRATES', 120), slow: number('SLOW', 1), latency: number('LATENCY', 0, 0),
  ...(process.env['PUBLIC_ADDRESS'] === undefined ? {} : { publicAddress: process.env['PUBLIC_ADDRESS'] }),
})
console.log(`listens on ${port}`)
process.send?.('ready')

let before = process.cpuUsage()
process.on('message', (message) => {
  if (message === 'reset') {
    times.reset()
    ArenaRoom.bytesSent = 0
    before = process.cpuUsage()
  } else if (message === 'report') {
    const { user, system } = process.cpuUsage(before)
    const report: ProcessReport = { ...load(), ...times.summary(), bytesSent: ArenaRoom.bytesSent, processor: (user + system) / 1e6 }
    process.send?.(report)
  }
})
