import { type World, addComponents, addEntity, createWorld, set } from 'bitecs'
import { type PhysicsOptions, type ShapeData, addPhysics, box, circle, stepPhysics } from '../../src/index.ts'
import type { Physics } from '../../src/state/physics.ts'

/** A world with physics, and short ways to put bodies into it. */
export class TestWorld {
  readonly world: World
  readonly physics: Physics

  constructor(options: PhysicsOptions = {}, world: World = createWorld()) {
    this.world = world
    // Tests make worlds by the thousand, most with few bodies: half of what that takes is memory.
    this.physics = addPhysics(world, { capacity: 64, ...options })
  }

  get components() {
    return this.physics.components
  }

  /** A dynamic body, or what the tags make of it. */
  add(shape: ShapeData, x: number, y: number, ...tags: object[]): number {
    const entity = addEntity(this.world)
    const { Position, Shape } = this.components
    addComponents(this.world, entity, set(Position, { x, y }), set(Shape, shape), ...tags)
    return entity
  }

  /** A static box 100 wide whose top is at y = 0. */
  addGround(): number {
    return this.add(box(50, 1), 0, -1, this.components.Static)
  }

  ball(x: number, y: number, ...tags: object[]): number {
    return this.add(circle(0.5), x, y, ...tags)
  }

  step(count = 1): void {
    for (let i = 0; i < count; i++) stepPhysics(this.world, 1 / 60)
  }

  /** The pairs of the last step's events, as `a-b`. */
  ends(): string[] {
    const { contactEnd } = this.physics.events
    return Array.from({ length: contactEnd.count }, (_, i) => `${contactEnd.a[i]}-${contactEnd.b[i]}`)
  }

  begins(): string[] {
    const { contactBegin } = this.physics.events
    return Array.from({ length: contactBegin.count }, (_, i) => `${contactBegin.a[i]}-${contactBegin.b[i]}`)
  }
}
