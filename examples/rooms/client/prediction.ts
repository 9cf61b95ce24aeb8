import type { EntityId } from 'bitecs'
import { setVelocity, stepPhysics, teleport } from '../../../src/index.ts'
import { Arena } from '../shared/arena.ts'
import { BodyColumns, COLUMNS } from '../shared/body-columns.ts'
import type { KnownBodies } from '../shared/packet.ts'
import { Kind, MOST_IDS } from '../shared/things.ts'

/** Steps that may be unanswered: two seconds at 60 a second. Who has been waiting for longer sees itself standing still. */
const MOST_AHEAD = 128

/** What an error of the prediction has left after a step: it is taken off what is drawn, little by little. */
const FADE = 0.85

/**
 * The own body, where it will be when the server hears of the keys that are held now: its world is simulated here too, from the last
 * known state on, with all keys that the server has not answered. What the server says is always right; what was predicted
 * otherwise fades.
 */
export class Prediction {
  /** How far the last packet was from what had been predicted for that step, in meters. */
  error = 0
  /** How far off the drawn body is, so that it does not jump. */
  private fadeX = 0
  private fadeY = 0
  private readonly arena: Arena
  private readonly body: EntityId
  /** Here and there: entities of this world by the ids of the server. */
  private readonly copies = new Uint32Array(MOST_IDS)
  private readonly kinds = new Uint8Array(MOST_IDS)
  private readonly columns = new BodyColumns()
  private readonly keys = new Uint8Array(MOST_AHEAD)
  private readonly x = new Float64Array(MOST_AHEAD)
  private readonly y = new Float64Array(MOST_AHEAD)
  /** The step that was predicted last, and the one that was answered last. */
  private newest = 0
  private answered = 0

  /** @param rate Steps a second, as the server says. */
  constructor(rate: number) {
    this.arena = new Arena(rate)
    this.body = this.arena.spawn(Kind.Player, 0, 0)
  }

  get drawnX(): number {
    return this.arena.physics.components.Position.x[this.body]! + this.fadeX
  }

  get drawnY(): number {
    return this.arena.physics.components.Position.y[this.body]! + this.fadeY
  }

  get angle(): number {
    return this.arena.physics.components.Rotation.angle[this.body]!
  }

  /** Calls back with the middle of each pillar. */
  eachPillar(visit: (x: number, y: number) => void): void {
    const { Position } = this.arena.physics.components
    for (const pillar of this.arena.pillars) visit(Position.x[pillar]!, Position.y[pillar]!)
  }

  /** Steps that the server has not answered. */
  get ahead(): number {
    return this.newest - this.answered
  }

  /** Simulates one step with these keys. Gives its number, which is to be sent with them. */
  press(keys: number): number {
    this.newest++
    this.keys[this.newest % MOST_AHEAD] = keys
    this.fadeX *= FADE
    this.fadeY *= FADE
    if (this.ahead < MOST_AHEAD) this.simulate(this.newest)
    return this.newest
  }

  private simulate(step: number): void {
    const { arena, body } = this
    arena.steer(body, this.keys[step % MOST_AHEAD]!)
    stepPhysics(arena.world, arena.dt)
    const { Position } = arena.physics.components
    this.x[step % MOST_AHEAD] = Position.x[body]!
    this.y[step % MOST_AHEAD] = Position.y[body]!
  }

  /** A packet has come in: what it says, and then again all that it does not know of. */
  reconcile(known: KnownBodies): void {
    const { own, acknowledged } = known
    const isFirst = this.answered === 0
    if (acknowledged > this.newest || acknowledged < this.answered) return
    const [x, y] = [this.drawnX, this.drawnY]
    if (acknowledged > 0 && this.newest - acknowledged < MOST_AHEAD) {
      this.error = Math.hypot(this.x[acknowledged % MOST_AHEAD]! - own[0]!, this.y[acknowledged % MOST_AHEAD]! - own[1]!)
    }
    this.answered = acknowledged
    this.place(this.body, own[0]!, own[1]!, own[2]!, own[3]!, own[4]!, own[5]!)
    this.placeOthers(known)
    for (let step = Math.max(acknowledged + 1, this.newest - MOST_AHEAD + 1); step <= this.newest; step++) this.simulate(step)
    this.fadeX = isFirst ? 0 : this.fadeX + x - this.drawnX
    this.fadeY = isFirst ? 0 : this.fadeY + y - this.drawnY
  }

  private placeOthers({ kind, columns, step }: KnownBodies): void {
    const { arena, copies, kinds } = this
    for (let id = 0; id < MOST_IDS; id++) {
      if (kinds[id] !== kind[id]) {
        if (copies[id] !== 0) arena.remove(copies[id]!)
        kinds[id] = kind[id]!
        copies[id] = kind[id] === Kind.None ? 0 : arena.spawn(kind[id]!, columns.x(id), columns.y(id))
      }
      const copy = copies[id]!
      if (copy === 0 || this.isThere(id, copy, columns, step)) continue
      this.place(copy, columns.x(id), columns.y(id), columns.angle(id), columns.velocityX(id), columns.velocityY(id), columns.spin(id))
    }
  }

  /** Whether the copy is where the server says, as far as that can be told from 16 bits: then it can go on resting. */
  private isThere(id: number, copy: EntityId, { values }: BodyColumns, step: number): boolean {
    this.columns.note(this.arena.physics, copy, step)
    for (let c = 0; c < COLUMNS; c++) {
      if (this.columns.values[copy * COLUMNS + c] !== values[id * COLUMNS + c]) return false
    }
    return true
  }

  private place(body: EntityId, x: number, y: number, angle: number, vx: number, vy: number, spin: number): void {
    teleport(this.arena.world, body, x, y, angle)
    setVelocity(this.arena.world, body, vx, vy, spin)
  }
}
