import { type EntityId, type World, entityExists } from 'bitecs'

/** Whether there is such an entity. Of a symbol or a big integer bitECS makes an error of JavaScript, and takes '7' for 7. */
export function exists(world: World, entity: EntityId): boolean {
  return typeof entity === 'number' && entityExists(world, entity)
}
