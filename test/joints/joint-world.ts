import { addComponents, addEntity, removeEntity, set } from 'bitecs'
import { type JointData, type PhysicsOptions, type ShapeData, stepPhysics } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

/** A world with short ways to make joints and to look at bodies. */
export class JointWorld extends TestWorld {
  constructor(options: PhysicsOptions = {}) {
    super({ gravity: { x: 0, y: -10 }, ...options })
  }

  joint(data: JointData): number {
    const entity = addEntity(this.world)
    addComponents(this.world, entity, set(this.components.Joint, data))
    return entity
  }

  /** A body of a mass and an inertia. */
  heavy(shape: ShapeData, x: number, y: number, mass: number, inertia = 0): number {
    const entity = this.add(shape, x, y)
    addComponents(this.world, entity, set(this.components.Mass, { mass, inertia }))
    return entity
  }

  remove(entity: number): void {
    removeEntity(this.world, entity)
  }

  seconds(time: number, dt = 1 / 60): void {
    for (let i = 0; i < Math.round(time / dt); i++) stepPhysics(this.world, dt)
  }

  x(body: number): number {
    return this.components.Position.x[body]!
  }

  y(body: number): number {
    return this.components.Position.y[body]!
  }

  angle(body: number): number {
    return this.components.Rotation.angle[body]!
  }

  /** The times at which a quantity passes 0 upward, between steps, in seconds. */
  crossings(time: number, value: () => number, dt = 1 / 60): number[] {
    const times: number[] = []
    let before = value()
    for (let i = 1; i <= Math.round(time / dt); i++) {
      stepPhysics(this.world, dt)
      const now = value()
      if (before < 0 && now >= 0) times.push((i - now / (now - before)) * dt)
      before = now
    }
    return times
  }
}
