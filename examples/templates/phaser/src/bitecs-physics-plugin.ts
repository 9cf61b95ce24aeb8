import { type World, createWorld, entityExists, observe, onRemove, removeEntity } from 'bitecs'
import {
  type BodyOptions, type Physics, type Stepper, addPhysics, createDrawnPoses, createStepper, interpolate, removePhysics, spawnBody,
} from 'bitecs-physics'
import { type GameObjects, Plugins } from 'phaser'

declare global {
  namespace Phaser {
    interface Scene {
      /** Of the plugin, by the `mapping` in the game's config. */
      bitecs: BitecsPhysics
    }
  }
}

/** What can be a body: sprites, images, rectangles, circles, containers. */
export type Drawable = GameObjects.GameObject & { x: number; y: number; rotation: number }

/** Gives each scene a bitECS world with physics, steps it, and moves game objects to where their bodies are. */
export class BitecsPhysics extends Plugins.ScenePlugin {
  /** Of this run of the scene: a restart makes new ones. */
  world!: World
  physics!: Physics
  stepper!: Stepper
  private readonly drawn = createDrawnPoses()
  private objects = new Map<number, Drawable>() // by body

  override boot(): void {
    const { events } = this.systems!
    events.on('start', this.onStart, this).on('update', this.onUpdate, this).on('shutdown', this.onShutdown, this)
    events.once('destroy', () => {
      events.off('start', this.onStart, this).off('update', this.onUpdate, this).off('shutdown', this.onShutdown, this)
    })
  }

  /** Makes a body for a game object, where the object is. Either goes with the other. */
  add<T extends Drawable>(object: T, options: Omit<BodyOptions, 'x' | 'y' | 'angle'>): number {
    const { world, objects } = this
    const body = spawnBody(world, { ...options, x: object.x, y: object.y, angle: object.rotation })
    objects.set(body, object)
    object.once('destroy', () => {
      if (objects.delete(body) && entityExists(world, body)) removeEntity(world, body)
    })
    return body
  }

  private onStart(): void {
    this.world = createWorld()
    // Pixels: 50 are a meter, and y points down.
    this.physics = addPhysics(this.world, { lengthUnit: 50, gravity: { x: 0, y: 9.81 * 50 } })
    this.stepper = createStepper(this.world)
    const objects = (this.objects = new Map())
    observe(this.world, onRemove(this.physics.components.Position), (body: number) => {
      const object = objects.get(body)
      objects.delete(body)
      object?.destroy()
    })
  }

  private onUpdate(_time: number, delta: number): void {
    const { world, drawn } = this
    interpolate(world, this.stepper.advance(delta / 1000), drawn)
    for (const [body, object] of this.objects) {
      object.x = drawn.x[body]
      object.y = drawn.y[body]
      object.rotation = drawn.angle[body]
    }
  }

  private onShutdown(): void {
    this.objects.clear()
    removePhysics(this.world)
  }
}
