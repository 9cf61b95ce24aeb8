import { type World, query } from 'bitecs'
import { definedAround, emptyComponents } from '../../components/define.ts'
import type { OwnComponents, PhysicsComponents, ProvidedStores } from '../../components/index.ts'
import type { NumericArray } from '../../components/spec.ts'
import { idSourceOf, identityOf } from '../bitecs-internals.ts'
import type { Remains } from '../state/remains.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { findPhysics } from '../state/registry.ts'

/** Which world uses a store, and where its entity ids come from. */
interface Use {
  readonly physics: PhysicsWorld
  readonly ids: object
  /** What the world was known by then; `resetWorld` and `deleteWorld` change it. */
  readonly identity: object | null | undefined
}

/** By store that a user brought, and by `Shape` for all components of a world. */
const uses = new WeakMap<object, Use>()

/** What the components of a world are made around. */
export interface Brought {
  /** Pose and velocity stores of the user. */
  readonly provided: ProvidedStores
  /** Components that the world has had before, or that were made for it by `defineComponents`. */
  readonly own: OwnComponents
}

/**
 * Looks at the components that a user gives to a world.
 * @param before What is left of earlier physics of this world.
 * @throws Error when they cannot be used, or are in use.
 */
export function takeComponents(world: World, given: ProvidedStores | PhysicsComponents, before: Remains | undefined): Brought {
  const around = definedAround(given)
  const provided = around ?? given
  checkProvided(provided)
  checkOwners(provided, idSourceOf(world))
  if (before !== undefined) {
    checkSame(world, around === undefined ? undefined : (given as PhysicsComponents), before.own)
    return { provided, own: before.own }
  }
  if (around === undefined) return { provided, own: {} }
  const own: OwnComponents = { ...(given as PhysicsComponents) }
  for (const name of Object.keys(provided)) Reflect.deleteProperty(own, name)
  takeDefined(world, given as PhysicsComponents, own, provided)
  return { provided, own }
}

/** Notes who uses the components of a world from now on. */
export function noteOwners(physics: PhysicsWorld): void {
  const use: Use = { physics, ids: idSourceOf(physics.ecs), identity: identityOf(physics.ecs) }
  for (const store of Object.values(physics.provided)) uses.set(store as object, use)
  uses.set(physics.components.Shape, use)
}

function isInUse({ physics, identity }: Use): boolean {
  return findPhysics(physics.ecs) === physics && identityOf(physics.ecs) === identity
}

function checkProvided(stores: object): void {
  const expected: Record<string, string[]> = {
    Position: ['x', 'y'],
    Rotation: ['angle'],
    Velocity: ['x', 'y', 'angular'],
  }
  for (const [name, store] of Object.entries(stores)) {
    if (!(name in expected)) {
      throw new Error(
        `addPhysics: components.${name} cannot be brought along. Bring Position, Rotation and Velocity, or the very object ` +
          'that defineComponents() returned.',
      )
    }
    for (const field of expected[name]!) {
      const column = (store as Record<string, NumericArray>)[field]
      if (!Array.isArray(column) && !ArrayBuffer.isView(column)) {
        throw new Error(`addPhysics: components.${name}.${field} must be an array.`)
      }
    }
  }
}

/** Worlds that share an entity index have different entities, and may share stores. */
function checkOwners(stores: ProvidedStores, ids: object): void {
  for (const [name, store] of Object.entries(stores)) {
    const use = uses.get(store as object)
    if (use === undefined || use.ids === ids || !isInUse(use)) continue
    throw new Error(
      `addPhysics: components.${name} is the store of another world with physics, whose entities have the same ids. ` +
        'Give each world stores of its own, or make the worlds with one entity index.',
    )
  }
}

/** bitECS forgets no component: a world that had some before has entities with them. */
function checkSame(world: World, given: PhysicsComponents | undefined, own: OwnComponents): void {
  if (given !== undefined && given.Shape !== own.Shape) {
    throw new Error('addPhysics: this world had physics with other components before. Give it the same again, or none.')
  }
  const use = uses.get(own.Shape!)
  if (use === undefined || use.physics.ecs === world) return
  throw new Error('addPhysics: the components of this world were given to another world since, and hold its entities. Make a new world.')
}

function takeDefined(world: World, given: PhysicsComponents, own: OwnComponents, provided: ProvidedStores): void {
  const use = uses.get(given.Shape)
  if (use !== undefined && isInUse(use)) {
    throw new Error(
      'addPhysics: these components serve another world. Call removePhysics or deleteWorld for that one first, or ' +
        'defineComponents() for each.',
    )
  }
  for (const name of ['Position', 'Shape', 'Collider', 'Joint'] as const) {
    const component = own[name]
    const entity = component === undefined ? undefined : query(world, [component])[0]
    if (entity === undefined) continue
    throw new Error(
      `addPhysics: entity ${entity} has a ${name} already, whose data went nowhere. Call addPhysics before entities are given ` +
        'the components of defineComponents().',
    )
  }
  emptyComponents(given, provided)
}
