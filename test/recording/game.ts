import { addComponent, addComponents, createWorld, entityExists, hasComponent, query, registerComponents, removeComponent, removeEntity } from 'bitecs'
import { addPhysics, box, capsule, circle, polygon, spawnBody, stepPhysics, type PhysicsOptions } from '../../src/index.ts'
import type { Recordable } from '../../src/recording/index.ts'

/** One thing that is done to the world before a step. The numbers choose among what is there. */
export type Deed =
  | { readonly do: 'spawn'; readonly x: number; readonly shape: number }
  | { readonly do: 'remove' | 'tag' | 'enemy' | 'push'; readonly which: number }

/** A game of which everything comes through its inputs: bodies come and go, change what they are, and have a health of their own. */
export function makeGame(options: PhysicsOptions = {}): Recordable & { readonly Health: { value: Float64Array } } {
  const world = createWorld()
  const Enemy = {}
  const Health = { value: new Float64Array(256) }
  const physics = addPhysics(world, { capacity: 8, ...options })
  registerComponents(world, [Enemy, Health])
  // The order of a query that is asked for later would not come back.
  query(world, [Health])
  query(world, [Enemy, Health])
  const { Position, Velocity, Static, Kinematic, Sensor, Bullet } = physics.components
  const tags = [Static, Kinematic, Sensor, Bullet]
  const shapes = [circle(0.4), box(0.5, 0.3), capsule(0.4, 0.2), polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }])]
  spawnBody(world, { shape: box(12, 0.5), y: -0.5, type: 'static' })
  const act = (deed: Deed): void => {
    if (deed.do === 'spawn') {
      const entity = spawnBody(world, { shape: shapes[deed.shape % 4]!, x: deed.x, y: 4 + (deed.shape % 3) })
      addComponents(world, entity, Enemy, Health)
      Health.value[entity] = 10
      return
    }
    const all = query(world, [Health])
    const entity = all[deed.which % all.length]
    if (entity === undefined || !entityExists(world, entity)) return
    const tag = deed.do === 'enemy' ? Enemy : tags[deed.which % 4]!
    if (deed.do === 'remove') removeEntity(world, entity)
    else if (deed.do === 'push') Velocity.y[entity] = 4
    else if (hasComponent(world, entity, tag)) removeComponent(world, entity, tag)
    else {
      // Nothing can be both.
      if (tag === Static || tag === Kinematic) removeComponent(world, entity, tag === Static ? Kinematic : Static)
      addComponent(world, entity, tag)
    }
  }
  return {
    world,
    Health,
    stores: [Health],
    step(input) {
      for (const deed of (input as { deeds?: readonly Deed[] } | undefined)?.deeds ?? []) act(deed)
      // What decides the future beside the physics: the weak sink, in the order in which a query gives them.
      let sum = 0
      for (const entity of query(world, [Enemy, Health])) {
        Health.value[entity] = Health.value[entity]! - 0.01 - 0.001 * Math.abs(Position.x[entity]!)
        sum += Health.value[entity]!
        if (Health.value[entity]! < 0) removeEntity(world, entity)
      }
      if (sum > 100) removeEntity(world, query(world, [Enemy, Health])[0]!)
      stepPhysics(world, 1 / 60)
    },
  }
}
