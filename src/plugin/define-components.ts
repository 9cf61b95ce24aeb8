import { type World, query } from 'bitecs'
import { showComponents } from '../../components/asking.ts'
import { type OwnComponents, type PhysicsComponents, type ProvidedStores, createComponents, rareIn, storeVersions } from '../../components/index.ts'
import { arraysIn } from '../../components/watched-store.ts'
import { Columns } from '../stores/columns.ts'
import { checkProvided, isInUse, noteDefinition } from './store-owners.ts'

/**
 * Makes the components of one world before there is a world, so that every file can import them:
 *
 * `export const { Position, Velocity, Shape, Static } = components` of a file with
 * `export const components = defineComponents()`, and once `addPhysics(world, { components })`.
 *
 * Their arrays are empty until `addPhysics` is called: before it no entity can have them. They serve one world at a time;
 * the next one may have them when `removePhysics`, `resetWorld` or `deleteWorld` was called for the one before, and then
 * they begin anew.
 * @param stores Pose and velocity stores of your own that they shall have. Default none.
 * @throws Error where one of them has not the columns of its component.
 */
export function defineComponents(stores: ProvidedStores = {}): PhysicsComponents {
  checkProvided(stores, 'defineComponents')
  const columns = new Columns(0)
  const components = createComponents(columns, rareIn(columns), storeVersions(), stores)
  const shown = showComponents(components)
  noteDefinition(shown, { provided: stores, take: (world, before) => take(world, components, stores, before) })
  return shown
}

/** Gives the components to a world, but for what is the user's own in them. */
function take(world: World, components: PhysicsComponents, stores: ProvidedStores, before: OwnComponents | undefined): OwnComponents {
  if (before !== undefined) {
    if (before.Shape === components.Shape) return before
    throw new Error('addPhysics: this world had physics with other components before. Give it the same again, or none.')
  }
  if (isInUse(components.Shape)) {
    throw new Error(
      'addPhysics: these components serve another world. Call removePhysics or deleteWorld for that one first, or ' +
        'defineComponents() for each.',
    )
  }
  const own: OwnComponents = { ...components }
  for (const name of Object.keys(stores)) Reflect.deleteProperty(own, name)
  for (const name of ['Position', 'Shape', 'Collider', 'Joint', 'Field'] as const) {
    const component = own[name]
    const entity = component === undefined ? undefined : query(world, [component])[0]
    if (entity === undefined) continue
    throw new Error(
      `addPhysics: entity ${entity} has a ${name} already, whose data went nowhere. Call addPhysics before entities are given ` +
        'the components of defineComponents().',
    )
  }
  for (const store of Object.values(own)) empty(arraysIn(store) as Record<string, Float64Array>)
  return own
}

/** What an earlier world had in a store is gone. */
function empty(store: Record<string, Float64Array>): void {
  for (const key of Object.keys(store)) store[key] = store[key]!.subarray(0, 0)
}
