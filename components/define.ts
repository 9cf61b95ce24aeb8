import { Columns } from '../src/stores/columns.ts'
import { type PhysicsComponents, type ProvidedStores, createComponents } from './index.ts'

/** What each of them was made around. */
const defined = new WeakMap<object, ProvidedStores>()

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
 */
export function defineComponents(stores: ProvidedStores = {}): PhysicsComponents {
  const columns = new Columns(0)
  const components = createComponents(columns, { Motion: columns, OneWay: columns, Collider: columns, Joint: columns }, stores)
  defined.set(components, stores)
  return components
}

/** What components that came of {@link defineComponents} were made around, or undefined for other stores. */
export function definedAround(components: object): ProvidedStores | undefined {
  return defined.get(components)
}

/** Empties the arrays of components, but for those of the user: what an earlier world had in them is gone. */
export function emptyComponents(components: PhysicsComponents, { Position, Rotation, Velocity }: ProvidedStores): void {
  const kept: readonly unknown[] = [Position, Rotation, Velocity]
  for (const store of Object.values(components) as Record<string, Float64Array>[]) {
    if (kept.includes(store)) continue
    for (const key of Object.keys(store)) store[key] = store[key]!.subarray(0, 0)
  }
}
