import { type EntityId, type World, addEntity, addComponents, createWorld, query, registerComponents, removeEntity } from 'bitecs'
import { type Physics, addPhysics, castRayAny, circle, rect, set, setVelocity, spawnBody } from '../../../src/index.ts'
import { ARENA_SIZE, Key, Kind, MOST_IDS, ThingStore } from './things.ts'

const WALL = 1
const PILLARS = 6
const PLAYER_SPEED = 8
/** How much of the wanted velocity is reached in a second. */
const AGILITY = 12
const BALL_SPEED = 20
const BALL_SECONDS = 2
const COOLDOWN_SECONDS = 0.5

/**
 * The world of a match, seen from above: walls and pillars, crates, players and the balls that they fire. Servers and clients
 * make it with the same code, so that a client can tell beforehand what the server will do.
 */
export class Arena {
  readonly world: World = createWorld()
  readonly physics: Physics
  readonly thing = new ThingStore()
  readonly ball = {}
  readonly pillars: EntityId[] = []
  /** The number of the next step. */
  step = 1
  /** Length of a step in seconds. */
  readonly dt: number

  /** @param rate Steps a second. */
  constructor(rate: number) {
    this.dt = 1 / rate
    // Files of snapshots name components by the order in which they were first used.
    this.physics = addPhysics(this.world, { gravity: { x: 0, y: 0 }, capacity: 512 })
    registerComponents(this.world, [this.thing, this.ball])
    this.buildLevel()
  }

  private buildLevel(): void {
    const middle = ARENA_SIZE / 2
    const block = (x: number, y: number, width: number, height: number): EntityId =>
      spawnBody(this.world, { type: 'static', shape: rect(width, height), x, y })
    block(middle, -WALL / 2, ARENA_SIZE, WALL)
    block(middle, ARENA_SIZE + WALL / 2, ARENA_SIZE, WALL)
    block(-WALL / 2, middle, WALL, ARENA_SIZE + 2 * WALL)
    block(ARENA_SIZE + WALL / 2, middle, WALL, ARENA_SIZE + 2 * WALL)
    const gap = ARENA_SIZE / PILLARS
    for (let i = 0; i < PILLARS * PILLARS; i++) this.pillars.push(block(((i % PILLARS) + 0.5) * gap, (Math.floor(i / PILLARS) + 0.5) * gap, 2, 2))
  }

  /** Groups of four crates, spread over the arena. */
  addCrates(count: number): void {
    const rows = Math.ceil(Math.sqrt(count / 4))
    const gap = ARENA_SIZE / rows
    for (let i = 0; i < count; i++) {
      const group = Math.floor(i / 4)
      this.spawn(Kind.Crate, ((group % rows) + 0.3) * gap + (i % 2) * 1.1, (Math.floor(group / rows) + 0.3) * gap + (i & 2) * 0.55)
    }
  }

  /** Adds a thing, or nothing where all ids are in use: 0 then. */
  spawn(kind: Kind, x: number, y: number): EntityId {
    const entity = addEntity(this.world)
    if (entity >= MOST_IDS) {
      removeEntity(this.world, entity)
      return 0
    }
    const { Position, Rotation, Velocity, Shape, Motion, Material, Bullet } = this.physics.components
    this.thing.kind[entity] = kind
    this.thing.born[entity] = this.step
    this.thing.due[entity] = 0
    this.thing.heading[entity] = Key.Right
    addComponents(this.world, entity, [set(Position, { x, y }), Rotation, Velocity, this.thing])
    if (kind === Kind.Crate) {
      addComponents(this.world, entity, [set(Motion, { linearDamping: 2, angularDamping: 2 }), set(Material, { density: 0.5 }), set(Shape, rect(1, 1))])
    } else if (kind === Kind.Ball) {
      addComponents(this.world, entity, [set(Material, { restitution: 0.6 }), set(Shape, circle(0.2)), Bullet, this.ball])
    } else {
      addComponents(this.world, entity, [set(Motion, { angularDamping: 8 }), set(Shape, circle(0.5))])
    }
    return entity
  }

  remove(entity: EntityId): void {
    removeEntity(this.world, entity)
    this.thing.kind[entity] = Kind.None
  }

  /** Steers a player for one step. @param keys Bits of {@link Key}. */
  steer(player: EntityId, keys: number): void {
    const { Velocity } = this.physics.components
    let x = (keys & Key.Right ? 1 : 0) - (keys & Key.Left ? 1 : 0)
    let y = (keys & Key.Up ? 1 : 0) - (keys & Key.Down ? 1 : 0)
    if (x !== 0 || y !== 0) this.thing.heading[player] = keys & ~Key.Fire
    if (x !== 0 && y !== 0) {
      x *= Math.SQRT1_2
      y *= Math.SQRT1_2
    }
    const vx = Velocity.x[player]!
    const vy = Velocity.y[player]!
    // Who stands still may sleep.
    if (x === 0 && y === 0 && vx * vx + vy * vy < 1e-6) return
    const share = AGILITY * this.dt
    setVelocity(this.world, player, vx + (x * PLAYER_SPEED - vx) * share, vy + (y * PLAYER_SPEED - vy) * share)
  }

  /** Fires a ball to where the player went last, unless it has done so a moment ago. */
  fire(player: EntityId): void {
    const { thing, step } = this
    if (step < thing.due[player]!) return
    const heading = thing.heading[player]!
    let x = (heading & Key.Right ? 1 : 0) - (heading & Key.Left ? 1 : 0)
    let y = (heading & Key.Up ? 1 : 0) - (heading & Key.Down ? 1 : 0)
    if (x === 0 && y === 0) return
    if (x !== 0 && y !== 0) {
      x *= Math.SQRT1_2
      y *= Math.SQRT1_2
    }
    const { Position } = this.physics.components
    const from = { x: Position.x[player]!, y: Position.y[player]! }
    // Not into a wall, nor through it.
    if (castRayAny(this.world, from.x, from.y, from.x + x, from.y + y, { exclude: player })) return
    const ball = this.spawn(Kind.Ball, from.x + x * 0.8, from.y + y * 0.8)
    if (ball === 0) return
    setVelocity(this.world, ball, x * BALL_SPEED, y * BALL_SPEED)
    thing.due[ball] = step + Math.round(BALL_SECONDS / this.dt)
    thing.due[player] = step + Math.round(COOLDOWN_SECONDS / this.dt)
  }

  /** Takes the balls away whose time is over. */
  expire(): void {
    const balls = query(this.world, [this.ball])
    // From behind: one that goes is replaced by the last.
    for (let i = balls.length - 1; i >= 0; i--) {
      if (this.step >= this.thing.due[balls[i]!]!) this.remove(balls[i]!)
    }
  }
}
