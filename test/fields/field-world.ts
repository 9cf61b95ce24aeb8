import { addComponents, addEntity } from 'bitecs'
import { type FieldData, type PhysicsOptions, type ShapeData, aabb, addFields, set, stepPhysics } from '../../src/index.ts'
import { TestWorld } from '../support/worlds.ts'

/** A world in which fields act. */
export class FieldWorld extends TestWorld {
  readonly dt: number

  constructor(options: PhysicsOptions = {}, dt = 1 / 60) {
    super(options)
    this.dt = dt
    addFields(this.world)
  }

  /** A field on a static sensor. */
  field(data: FieldData, shape: ShapeData = aabb(50, 50), x = 0, y = 0, ...tags: object[]): number {
    const { Static, Sensor, Field } = this.components
    const entity = this.add(shape, x, y, ...(tags.length > 0 ? tags : [Static, Sensor]))
    addComponents(this.world, entity, set(Field, data))
    return entity
  }

  /** Water whose surface is at y = 0, 100 wide and 20 deep. */
  water(data: FieldData): number {
    return this.field(data, aabb(50, 10), 0, -10)
  }

  /** A dynamic body of a density. */
  body(shape: ShapeData, x: number, y: number, density = 1, angle = 0): number {
    const { Material, Rotation } = this.components
    const entity = this.add(shape, x, y)
    addComponents(this.world, entity, set(Material, { density }), set(Rotation, { angle }))
    return entity
  }

  /** Takes steps for a time in seconds, and looks after each. */
  run(seconds: number, look: () => void = () => {}): void {
    for (let i = Math.round(seconds / this.dt); i > 0; i--) {
      stepPhysics(this.world, this.dt)
      look()
    }
  }

  at(entity: number): { x: number; y: number; vx: number; vy: number; w: number; angle: number } {
    const { Position, Velocity, Rotation } = this.components
    return {
      x: Position.x[entity]!, y: Position.y[entity]!, vx: Velocity.x[entity]!, vy: Velocity.y[entity]!,
      w: Velocity.angular[entity]!, angle: Rotation.angle[entity]!,
    }
  }
}

/** An entity without components. */
export const blank = (t: TestWorld): number => addEntity(t.world)
