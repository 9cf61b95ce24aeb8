import type { ProvidedStores } from '../../components/index.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { findPhysics } from '../state/registry.ts'

/** Which world uses a store that its user brought, and where its entity ids come from. */
interface Use {
  readonly physics: PhysicsWorld
  readonly ids: object
}

const uses = new WeakMap<object, Use>()

/**
 * @param ids The entity index of the world: worlds that share one have different entities, and may share stores.
 * @throws Error when a store that was brought along holds the entities of another world.
 */
export function checkOwners(stores: ProvidedStores, ids: object): void {
  for (const [name, store] of Object.entries(stores)) {
    const use = uses.get(store as object)
    if (use === undefined || use.ids === ids || findPhysics(use.physics.ecs) !== use.physics) continue
    throw new Error(
      `addPhysics: components.${name} is the store of another world with physics, whose entities have the same ids. ` +
        'Give each world stores of its own, or make the worlds with one entity index.',
    )
  }
}

export function noteOwners(physics: PhysicsWorld, stores: ProvidedStores, ids: object): void {
  for (const store of Object.values(stores)) uses.set(store as object, { physics, ids })
}
