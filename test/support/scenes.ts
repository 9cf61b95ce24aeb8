import { type BuildOptions, type BuiltScene, buildScene } from '../../examples/scenes/build.ts'
import { type Scene, type SceneOptions, findScene } from '../../examples/scenes/index.ts'
import { EventLedger } from './ledger.ts'
import { validate } from './validate.ts'
import { inner } from './inner.ts'

/** A scene in a size that a test has time for. */
export function smallScene(name: string, options: SceneOptions): Scene {
  const entry = findScene(name)
  if (entry === undefined) throw new Error(`there is no scene ${name}`)
  return entry.create(options)
}

/** Runs a scene; checks the whole world now and then, and the events after each step. */
export class SceneRun {
  readonly built: BuiltScene
  /** Places in `scene.bodies` of the bodies that are not static. */
  readonly movers: number[]
  private readonly ledger: EventLedger

  constructor(scene: Scene, options: BuildOptions = {}) {
    this.built = buildScene(scene, options)
    this.movers = scene.bodies.map((_, i) => i).filter((i) => scene.bodies[i]!.kind === undefined)
    this.ledger = new EventLedger(this.built.physics)
  }

  /** @param watch Called after each step. */
  run(steps: number, watch?: (step: number) => void): void {
    for (let step = 1; step <= steps; step++) {
      this.built.step()
      this.ledger.poll()
      watch?.(step)
      if (step % 97 === 0 || step === steps) validate(this.built.physics)
    }
  }

  x(mover: number): number {
    return this.built.physics.components.Position.x[this.built.entities[mover]!]!
  }

  y(mover: number): number {
    return this.built.physics.components.Position.y[this.built.entities[mover]!]!
  }

  angle(mover: number): number {
    return this.built.physics.components.Rotation.angle[this.built.entities[mover]!]!
  }

  speed(mover: number): number {
    const { Velocity } = this.built.physics.components
    const entity = this.built.entities[mover]!
    return Math.hypot(Velocity.x[entity]!, Velocity.y[entity]!)
  }

  /** Sums of ½mv² + ½Iω², of mv, of the angular momentum about the origin, and of its amount. */
  get motion(): { energy: number; x: number; y: number; angular: number; turning: number } {
    const { bodies, components } = inner(this.built.physics)
    const { Velocity } = components
    const sum = { energy: 0, x: 0, y: 0, angular: 0, turning: 0 }
    for (const mover of this.movers) {
      const e = this.built.entities[mover]!
      const mass = 1 / bodies.pose[e * 8 + 6]!
      const inertia = 1 / bodies.pose[e * 8 + 7]!
      const [vx, vy, w] = [Velocity.x[e]!, Velocity.y[e]!, Velocity.angular[e]!]
      sum.energy += 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * w * w
      sum.x += mass * vx
      sum.y += mass * vy
      const angular = inertia * w + mass * (this.x(mover) * vy - this.y(mover) * vx)
      sum.angular += angular
      sum.turning += Math.abs(angular)
    }
    return sum
  }
}
