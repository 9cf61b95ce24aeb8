import { type EntityId, createWorld, removeEntity } from 'bitecs'
import { type Physics, addPhysics, circle, createStepper, rect, spawnBody } from '../../src/index.ts'
import { type Port, type WorldShare, shareWorld } from '../../src/worker/index.ts'

/** What the page tells the worker, besides what the two ends of the share say to each other. */
export interface Drop {
  readonly drop: readonly [x: number, y: number]
}

export interface TowerOptions {
  readonly port: Port
  readonly shared?: boolean
}

const ROWS = 24
const MOST_BALLS = 200

/** A tower of boxes that a page lets balls fall on. It is made, stepped and changed in a worker; the page only looks. */
export class Tower {
  readonly share: WorldShare
  private readonly world = createWorld()
  private readonly physics: Physics
  private readonly stepper
  private readonly balls: EntityId[] = []
  private last = performance.now()
  private timer: ReturnType<typeof setInterval> | undefined

  constructor({ port, shared }: TowerOptions) {
    // With little room at first: the page sees how it grows.
    this.physics = addPhysics(this.world, { capacity: 64 })
    spawnBody(this.world, { type: 'static', shape: rect(60, 2), y: -1 })
    for (let row = 0; row < ROWS; row++) {
      for (let i = 0; i <= ROWS - row; i++) spawnBody(this.world, { shape: rect(0.9, 0.9), x: i - (ROWS - row) / 2, y: 0.45 + 0.9 * row })
    }
    this.stepper = createStepper(this.world)
    const { Position, Rotation, Shape } = this.physics.components
    this.share = shareWorld(this.world, { port, stores: { Position, Rotation, Shape }, ...(shared === undefined ? {} : { shared }) })
  }

  /** Takes a message of the page. */
  receive(message: unknown): void {
    if (this.share.receive(message)) return
    const { drop } = message as Drop
    if (this.balls.length === MOST_BALLS) removeEntity(this.world, this.balls.shift()!)
    this.balls.push(spawnBody(this.world, { shape: circle(0.6), x: drop[0], y: drop[1], material: { density: 3 } }))
  }

  /** Steps as time passes, whatever the page does. */
  run(): void {
    this.timer = setInterval(() => {
      const now = performance.now()
      this.stepper.advance((now - this.last) / 1000)
      this.last = now
      if (this.stepper.steps > 0) this.share.publish()
      else this.share.collect()
    }, 4)
  }

  stop(): void {
    clearInterval(this.timer)
  }
}
