import type { World } from 'bitecs'
import { Face } from './face.ts'
import type { Physics } from './physics.ts'
import type { Remains } from './remains.ts'
import type { PhysicsWorld } from './world.ts'

const known = new WeakMap<World, PhysicsWorld>()

/** The physics of a bitECS world, or undefined when the plugin was not added. */
export function findPhysics(world: World): PhysicsWorld | undefined {
  return known.get(world)
}

/**
 * The physics of a bitECS world.
 * @throws Error when the plugin was not added to this world, or by another copy of this package.
 */
export function requirePhysics(world: World, caller: string): PhysicsWorld {
  const physics = known.get(world)
  if (physics === undefined) {
    throw new Error(`${caller}: this world has no physics. Call addPhysics(world) first. If you did, a second copy did: npm ls bitecs-physics.`)
  }
  return physics
}

/**
 * What the engine knows of a world, by what users see of it.
 * @throws TypeError when it is no physics of a world.
 */
export function innerOf(physics: Physics): PhysicsWorld {
  return Face.innerOf(physics) as PhysicsWorld
}

const remains = new WeakMap<World, Remains>()

/** Keeps what the next physics of a world needs of the one that is taken off: bitECS forgets no component. */
export function keepRemains(world: World, physics: PhysicsWorld): void {
  const { own, bodies } = physics
  const { polygons } = physics.collision
  const { paths, heldPoints, heldType } = physics.lifecycle
  remains.set(world, { own, polygons, paths, heldPoints, heldType, loose: bodies.loose, capacity: physics.columns.capacity })
}

/** What is left of the physics that was taken off a world last, or undefined. */
export function findRemains(world: World): Remains | undefined {
  return remains.get(world)
}

export function register(world: World, physics: PhysicsWorld): void {
  known.set(world, physics)
}

export function unregister(world: World): void {
  known.delete(world)
}
