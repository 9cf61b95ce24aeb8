import { EntityBuffer, bodyOf, isSleeping, queryPoint, wake } from '../../src/index.ts'
import type { Rope } from './painter.ts'
import type { Simulation } from './simulation.ts'

/** Share of the way to the pointer that a held point makes in one step. */
const PULL = 0.22
/** Speed limit of a held body in meters a second. */
const MAX_SPEED = 60
/** Share of its spin that a held body keeps in each step. */
const SPIN_KEPT = 0.9

/** Holds one body at a point and pulls that point toward the pointer, by velocity. */
export class Grab {
  private entity = 0
  /** The held point in the frame of the body. */
  private localX = 0
  private localY = 0
  private targetX = 0
  private targetY = 0

  private readonly hits = new EntityBuffer()

  constructor(private readonly simulation: Simulation) {}

  get active(): boolean {
    return this.entity !== 0
  }

  /** Takes the body at (x, y), or the nearest one within `reach`; gives whether there was one. */
  take(x: number, y: number, reach: number): boolean {
    this.entity = this.find(x, y, reach)
    if (this.entity === 0) return false
    const { Position, Rotation } = this.simulation.built.physics.components
    const cos = Math.cos(Rotation.angle[this.entity])
    const sin = Math.sin(Rotation.angle[this.entity])
    const dx = x - Position.x[this.entity]
    const dy = y - Position.y[this.entity]
    this.localX = cos * dx + sin * dy
    this.localY = cos * dy - sin * dx
    this.moveTo(x, y)
    return true
  }

  moveTo(x: number, y: number): void {
    this.targetX = x
    this.targetY = y
  }

  /** Lets go; the body keeps the velocity that it was pulled with. */
  release(): void {
    this.entity = 0
  }

  /** To be called before each step. */
  pull(dt: number): void {
    if (this.entity === 0) return
    const { entity } = this
    const { world, physics } = this.simulation.built
    const { Velocity } = physics.components
    const { x1, y1 } = this.rope()
    const vx = ((this.targetX - x1) / dt) * PULL
    const vy = ((this.targetY - y1) / dt) * PULL
    const limit = Math.min(1, MAX_SPEED / Math.max(1e-9, Math.hypot(vx, vy)))
    if (isSleeping(world, entity)) wake(world, entity)
    Velocity.x[entity] = vx * limit
    Velocity.y[entity] = vy * limit
    Velocity.angular[entity] *= SPIN_KEPT
  }

  rope(): Rope {
    const { Position, Rotation } = this.simulation.built.physics.components
    const cos = Math.cos(Rotation.angle[this.entity])
    const sin = Math.sin(Rotation.angle[this.entity])
    return {
      x1: Position.x[this.entity] + cos * this.localX - sin * this.localY,
      y1: Position.y[this.entity] + sin * this.localX + cos * this.localY,
      x2: this.targetX,
      y2: this.targetY,
    }
  }

  private find(x: number, y: number, reach: number): number {
    const { built, movers } = this.simulation
    const { bodies } = built.scene
    const { Position } = built.physics.components
    const hits = queryPoint(built.world, x, y, null, this.hits)
    // A part of a body stands for the body.
    for (let i = 0; i < hits.count; i++) hits.entities[i] = bodyOf(built.world, hits.entities[i])
    let nearest = 0
    let nearestDistance = Infinity
    for (let slot = 0; slot < movers.length; slot++) {
      const index = movers[slot]
      // What comes and goes may be gone while it is held.
      if (bodies[index].kind === 'kinematic' || bodies[index].absent === true) continue
      const entity = built.entities[index]
      let distance = Math.hypot(Position.x[entity] - x, Position.y[entity] - y)
      // A body under the pointer comes before one that is only near.
      if (contains(hits, entity)) distance -= 1e6
      else if (distance > reach) continue
      if (distance < nearestDistance) {
        nearestDistance = distance
        nearest = entity
      }
    }
    return nearest
  }
}

function contains(hits: { readonly count: number; readonly entities: ArrayLike<number> }, entity: number): boolean {
  for (let i = 0; i < hits.count; i++) if (hits.entities[i] === entity) return true
  return false
}
