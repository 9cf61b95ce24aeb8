import type { World } from 'bitecs'
import type { PhysicsWorld } from '../world.ts'

const known = new WeakMap<World, PhysicsWorld>()

/** The physics of a bitECS world, or undefined when the plugin was not added. */
export function findPhysics(world: World): PhysicsWorld | undefined {
  return known.get(world)
}

/**
 * The physics of a bitECS world.
 * @throws Error when the plugin was not added to this world.
 */
export function requirePhysics(world: World, caller: string): PhysicsWorld {
  const physics = known.get(world)
  if (physics === undefined) {
    throw new Error(`${caller}: this world has no physics. Call addPhysics(world) first.`)
  }
  return physics
}

export function register(world: World, physics: PhysicsWorld): void {
  known.set(world, physics)
}

export function unregister(world: World): void {
  known.delete(world)
}
