import { type Client, CloseCode, Room } from '@colyseus/core'
import { query } from 'bitecs'
import { type Snapshots, type Stepper, createSnapshots, createStepper } from '../../../src/index.ts'
import { Arena } from '../shared/arena.ts'
import { BodyColumns } from '../shared/body-columns.ts'
import { ByteWriter } from '../shared/bytes.ts'
import { Message, type Welcome } from '../shared/packet.ts'
import { ARENA_SIZE, Key, Kind } from '../shared/things.ts'
import type { MatchStore, SavedMatch } from './match-store.ts'
import { Seat } from './seat.ts'
import type { StepTimes } from './step-times.ts'

const PACKETS_PER_SECOND = 20
const SECONDS_BETWEEN_SAVES = 1
/** A body that nobody steers stays for so long: its player may be on the way back. */
const AWAY_SECONDS = 15
/** Bytes that may wait in a socket. Who is slower gets fewer packets, each with all that has changed since the last. */
const MOST_BUFFERED = 16_384

/** What a client says when it joins. */
interface JoinOptions {
  readonly match?: unknown
  /** Known to this player alone: who has it, has the body. */
  readonly key?: unknown
}

/** What all rooms of a process have in common. */
export interface RoomSettings {
  /** Steps a second. */
  readonly rate: number
  readonly crates: number
  /** How many times slower than a clock time goes: for load tests on a machine that has no time. */
  readonly slow: number
  readonly store: MatchStore
  readonly times: StepTimes
}

/** A socket of `ws`, as far as it is asked here. */
interface Socket {
  readonly bufferedAmount: number
}

/**
 * One match. The world steps here and nowhere else; clients send keys and are sent what changed around their bodies. It is saved
 * once a second, so that another process can go on with it.
 */
export class ArenaRoom extends Room<{ metadata: { match: string } }> {
  override maxClients = 8
  private match = ''
  private readonly columns = new BodyColumns()
  private readonly out = new ByteWriter()
  private readonly seats = new Map<string, Seat>()
  private arena!: Arena
  private stepper!: Stepper
  private snapshots: Snapshots | null = null
  private settings!: RoomSettings
  private sendEvery = 1
  private lastTick = 0
  private saveAt = 0
  private saving: Promise<void> | null = null
  /** Another room has the match. */
  private isLost = false
  /** Bytes of worlds that were sent, for the load test. */
  static bytesSent = 0

  /** @param options What the client said, and the settings of the process, which nobody can say from outside. */
  override async onCreate(options: JoinOptions & { settings: RoomSettings }): Promise<void> {
    this.match = checkName(options.match, 'match')
    this.settings = options.settings
    const { rate, crates, slow, store } = options.settings
    // Who sends that much floods; a server that stood still for some seconds hears what came in meanwhile all at once.
    this.maxMessagesPerSecond = 20 * rate
    this.sendEvery = Math.max(1, Math.round(rate / PACKETS_PER_SECOND))
    const saved = await store.claim(this.match, this.roomId)
    if (saved === null || !this.restore(saved)) {
      this.open(new Arena(rate))
      this.arena.addCrates(crates)
    }
    // Rooms of one process save one after the other.
    this.saveAt = this.arena.step + 1 + Math.floor(Math.random() * rate * SECONDS_BETWEEN_SAVES)
    this.onMessageBytes(Message.Keys, (client, bytes: Uint8Array) => {
      if (this.seatOf(client)?.take(bytes) === false) client.leave(CloseCode.WITH_ERROR)
    })
    this.lastTick = performance.now()
    this.setSimulationInterval(() => this.tick(), (1000 * slow) / rate)
    // There is no state of Colyseus here. Said before, it would start a clock that eats up the time of the one above.
    this.patchRate = null
  }

  private open(arena: Arena): Snapshots {
    this.arena = arena
    const snapshots = createSnapshots(arena.world, { stores: [arena.thing] })
    this.snapshots = snapshots
    this.stepper = createStepper(arena.world, { dt: arena.dt, beforeStep: () => this.beforeStep(), afterStep: () => this.afterStep() })
    this.stepper.timeScale = 1 / this.settings.slow
    return snapshots
  }

  /** False where the file is of another version of this server. */
  private restore({ step, players, world }: SavedMatch): boolean {
    const snapshots = this.open(new Arena(this.settings.rate))
    try {
      snapshots.fromBytes(0, world)
    } catch (error) {
      console.warn(`match ${this.match} begins anew: ${(error as Error).message}`)
      return false
    }
    snapshots.restore(0)
    this.arena.step = step
    for (const [key, body] of Object.entries(players)) this.seats.set(key, new Seat(body, step))
    return true
  }

  override onJoin(client: Client, options: JoinOptions): void {
    const key = checkName(options.key, 'key')
    // Who names no match would be led into any.
    if (options.match !== this.match) throw new Error('match must be named')
    let seat = this.seats.get(key)
    if (seat === undefined) {
      const body = this.arena.spawn(Kind.Player, ...this.placeToSpawn())
      if (body === 0) throw new Error('this match has no room for another body')
      seat = new Seat(body, this.arena.step)
      this.seats.set(key, seat)
    }
    const before = seat.client
    seat.sit(client)
    client.userData = seat
    // The same player from another tab, or back before the old connection was found to be dead.
    before?.leave(CloseCode.CONSENTED)
    client.send(Message.Welcome, { body: seat.body, rate: this.settings.rate, sendEvery: this.sendEvery } satisfies Welcome)
  }

  override onLeave(client: Client, code?: number): void {
    for (const [key, seat] of this.seats) {
      if (seat.client !== client) continue
      seat.stand(this.arena.step)
      if (code === CloseCode.CONSENTED) this.removeSeat(key, seat)
    }
  }

  /** A process that is to end lets its players go on elsewhere. */
  override async onDispose(): Promise<void> {
    await this.saving
    await this.save()
  }

  private seatOf(client: Client): Seat | undefined {
    const seat = client.userData as Seat | undefined
    return seat?.client === client ? seat : undefined
  }

  private removeSeat(key: string, seat: Seat): void {
    this.arena.remove(seat.body)
    this.seats.delete(key)
  }

  /** Around the middle, where players meet. */
  private placeToSpawn(): [number, number] {
    const turn = (this.seats.size % 8) * (Math.PI / 4)
    return [ARENA_SIZE / 2 + 4 * Math.cos(turn), ARENA_SIZE / 2 + 4 * Math.sin(turn)]
  }

  private tick(): void {
    const now = performance.now()
    const before = process.cpuUsage()
    this.stepper.advance((now - this.lastTick) / 1000)
    this.lastTick = now
    if (this.stepper.steps === 0) return
    const { user, system } = process.cpuUsage(before)
    this.settings.times.note((user + system) / 1000, this.stepper.steps)
  }

  private beforeStep(): void {
    for (const [key, seat] of this.seats) {
      if (seat.client === null && this.arena.step - seat.left > AWAY_SECONDS * this.settings.rate) {
        this.removeSeat(key, seat)
        continue
      }
      const keys = seat.next()
      this.arena.steer(seat.body, keys)
      if (keys & Key.Fire) this.arena.fire(seat.body)
    }
    this.arena.expire()
  }

  private afterStep(): void {
    const { arena } = this
    if (arena.step % this.sendEvery === 0) this.sendAll()
    arena.step++
    if (arena.step >= this.saveAt && this.saving === null) {
      this.saveAt = arena.step + SECONDS_BETWEEN_SAVES * this.settings.rate
      this.saving = this.save().finally(() => (this.saving = null))
    }
  }

  private sendAll(): void {
    const { arena, columns, out } = this
    for (const entity of query(arena.world, [arena.thing])) columns.note(arena.physics, entity, arena.step)
    const { Position, Rotation, Velocity } = arena.physics.components
    for (const { client, body, acknowledged, interest } of this.seats.values()) {
      if (client === null || (client.ref as unknown as Socket).bufferedAmount > MOST_BUFFERED) continue
      out.begin()
      out.u32(arena.step)
      out.u32(acknowledged)
      for (const column of [Position.x, Position.y, Rotation.angle, Velocity.x, Velocity.y, Velocity.angular]) out.f64(column[body]!)
      interest.write(arena, columns, body, arena.step, out)
      client.sendBytes(Message.Bodies, out.written)
      ArenaRoom.bytesSent += out.written.length
    }
  }

  private async save(): Promise<void> {
    const { arena, settings, match, roomId, snapshots } = this
    // It was never opened, because what the client asked for made no sense; or it is another room's.
    if (snapshots === null || this.isLost) return
    snapshots.save(0)
    const players: Record<string, number> = {}
    for (const [key, { body }] of this.seats) players[key] = body
    try {
      if (await settings.store.save(match, roomId, { step: arena.step, players, world: snapshots.toBytes(0) })) return
      console.warn(`match ${match} is played by another room: this one (${roomId}) ends`)
      this.isLost = true
      void this.disconnect(CloseCode.SERVER_SHUTDOWN)
    } catch (error) {
      console.warn(`match ${match} was not saved: ${(error as Error).message}`)
    }
  }
}

/** @throws Error on what is no name: the client is told. */
function checkName(value: unknown, option: string): string {
  if (typeof value === 'string' && /^[\w-]{1,64}$/.test(value)) return value
  throw new Error(`${option} must be 1 to 64 letters, digits, _ or -`)
}
