import type { EntityId } from 'bitecs'
import { exists } from '../exists.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { shown } from '../shown.ts'

/**
 * The first collider that an entity stands for: a body stands for all of its colliders, a child collider for itself.
 * @returns 0 when there is none, for example because the entity is disabled
 * @throws Error when the entity does not exist, or is neither a body nor a collider.
 */
export function firstColliderOf(physics: PhysicsWorld, entity: EntityId, caller: string): number {
  const { bodies, ecs } = physics
  const { dirty } = physics.lifecycle
  if (!exists(ecs, entity)) throw new Error(`${caller}: entity ${shown(entity)} does not exist.`)
  if (entity < bodies.role.length) {
    if (bodies.isBody(entity)) return bodies.firstCollider(entity)
    if (bodies.isCollider(entity)) return entity
    // From within a step: it will be taken in by the next one.
    if (dirty.flag[entity] !== 0) return 0
  }
  throw new Error(
    `${caller}: entity ${entity} is neither a body nor a collider. ` +
      'A body has a Position and a Shape and is not Disabled; a collider has a Shape and a Collider.',
  )
}

/** As {@link firstColliderOf}, for what was asked about before: 0 when it is gone by now. */
export function colliderOf({ bodies }: PhysicsWorld, entity: EntityId): number {
  if (bodies.isBody(entity)) return bodies.firstCollider(entity)
  return bodies.isCollider(entity) ? entity : 0
}

/** The collider after `collider` that an entity stands for, or 0. */
export function nextColliderOf(physics: PhysicsWorld, entity: EntityId, collider: number): number {
  return physics.bodies.isBody(entity) ? physics.bodies.nextCollider(entity, collider) : 0
}
