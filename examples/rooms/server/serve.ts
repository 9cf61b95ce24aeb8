import { Server, type ServerOptions, matchMaker } from '@colyseus/core'
import { RedisDriver } from '@colyseus/redis-driver'
import { RedisPresence } from '@colyseus/redis-presence'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { Redis } from 'ioredis'
import { ArenaRoom, type RoomSettings } from './arena-room.ts'
import { MatchStore } from './match-store.ts'
import { StepTimes } from './step-times.ts'

export interface ServeOptions {
  readonly port: number
  /** Where Redis is: `redis://127.0.0.1:6379`. */
  readonly redis: string
  /** How clients reach this process, without the protocol. Default `127.0.0.1:port`. */
  readonly publicAddress?: string
  /** Steps a second. */
  readonly rate: number
  readonly crates: number
  /** How many times slower than a clock time goes. Default 1. */
  readonly slow?: number
  /** Milliseconds that each packet of the server is held back: for tests of what a distant player sees. Default 0. */
  readonly latency?: number
  /** What else the server answers. */
  readonly express?: NonNullable<ServerOptions['express']>
}

/** One process of the game. All processes with the same Redis are one: a player may ask any of them for any match. */
export async function serve({ port, redis, publicAddress = `127.0.0.1:${port}`, rate, crates, slow = 1, latency = 0, express }: ServeOptions): Promise<StepTimes> {
  const times = new StepTimes()
  const connection = new Redis(redis)
  const store = new MatchStore(connection)
  const server = new Server({
    greet: false,
    publicAddress,
    transport: new WebSocketTransport({ maxPayload: 4096 }),
    presence: new RedisPresence(redis),
    driver: new RedisDriver(redis),
    ...(express === undefined ? {} : { express }),
  })
  const settings: RoomSettings = { rate, crates, slow, store, times }
  server.define('arena', ArenaRoom, { settings }).filterBy(['match'])
  server.onShutdown(() => connection.quit())
  await server.listen(port)
  if (latency > 0) server.simulateLatency(latency)
  return times
}

/** Rooms and players of this process. */
export function load(): { rooms: number; clients: number } {
  const { roomCount, ccu } = matchMaker.stats.local
  return { rooms: roomCount, clients: ccu }
}
