import type { World } from 'bitecs'
import type { OwnComponents, PhysicsComponents, ProvidedStores } from '../../components/index.ts'
import type { NumericArray } from '../../components/spec.ts'
import { idSourceOf, identityOf } from '../bitecs-internals.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { findPhysics } from '../state/registry.ts'
import { shown } from '../shown.ts'

/** Which world uses a store, and where its entity ids come from. */
interface Use {
  readonly physics: PhysicsWorld
  readonly ids: object
  /** What the world was known by then; `resetWorld` and `deleteWorld` change it. */
  readonly identity: object | null | undefined
}

/** By store that a user brought, and by `Shape` for all components of a world. */
const uses = new WeakMap<object, Use>()

/** Components that were made before there was a world. */
interface Definition {
  /** Stores of the user in them. */
  readonly provided: ProvidedStores
  /**
   * Gives the others to a world.
   * @param before Those that it has had before.
   * @throws Error when it cannot have them.
   */
  readonly take: (world: World, before: OwnComponents | undefined) => OwnComponents
}

const definitions = new WeakMap<object, Definition>()

export function noteDefinition(components: PhysicsComponents, definition: Definition): void {
  definitions.set(components, definition)
}

/** What the components of a world are made around. */
export interface Brought {
  /** Pose and velocity stores of the user. */
  readonly provided: ProvidedStores
  /** Components that the world has had before, or that were defined for it. */
  readonly own: OwnComponents
}

/**
 * Looks at the components that a user gives to a world.
 * @param before Those that the world has had before.
 * @throws Error when they cannot be used, or are in use.
 */
export function takeComponents(
  world: World, given: ProvidedStores | PhysicsComponents, before: OwnComponents | undefined,
): Brought {
  const definition = definitions.get(given)
  const provided = definition?.provided ?? given
  if (definition === undefined) checkProvided(provided, 'addPhysics')
  checkOwners(provided, idSourceOf(world))
  if (before !== undefined && uses.get(before.Shape!)!.physics.ecs !== world) {
    throw new Error('addPhysics: the components of this world were given to another world since, and hold its entities. Make a new world.')
  }
  return { provided, own: definition?.take(world, before) ?? before ?? {} }
}

/** Notes who uses the components of a world from now on. */
export function noteOwners(physics: PhysicsWorld): void {
  const use: Use = { physics, ids: idSourceOf(physics.ecs), identity: identityOf(physics.ecs) }
  for (const store of Object.values(physics.provided)) uses.set(store as object, use)
  uses.set(physics.components.Shape, use)
}

/** Whether a world with physics uses a store. */
export function isInUse(store: object): boolean {
  const use = uses.get(store)
  return use !== undefined && findPhysics(use.physics.ecs) === use.physics && identityOf(use.physics.ecs) === use.identity
}

/** @throws Error on what are no stores for the components that a user may bring along. @throws TypeError on what is no object. */
export function checkProvided(stores: object, caller: string): void {
  if (typeof stores !== 'object' || stores === null || Array.isArray(stores)) {
    throw new TypeError(`${caller}: the components must be an object such as { Position }, got ${shown(stores)}.`)
  }
  const expected: Record<string, string[]> = {
    Position: ['x', 'y'],
    Rotation: ['angle'],
    Velocity: ['x', 'y', 'angular'],
  }
  for (const [name, store] of Object.entries(stores)) {
    if (!(name in expected)) {
      throw new Error(
        `${caller}: components.${name} cannot be brought along. Bring Position, Rotation and Velocity, or the very object ` +
          'that defineComponents() returned.',
      )
    }
    for (const field of expected[name]!) {
      const column = (store as Record<string, NumericArray> | null | undefined)?.[field]
      if (!Array.isArray(column) && !ArrayBuffer.isView(column)) {
        throw new Error(`${caller}: components.${name}.${field} must be an array.`)
      }
    }
  }
}

/** Worlds that share an entity index have different entities, and may share stores. */
function checkOwners(stores: ProvidedStores, ids: object): void {
  for (const [name, store] of Object.entries(stores)) {
    if (uses.get(store as object)?.ids === ids || !isInUse(store as object)) continue
    throw new Error(
      `addPhysics: components.${name} is the store of another world with physics, whose entities have the same ids. ` +
        'Give each world stores of its own, or make the worlds with one entity index.',
    )
  }
}
