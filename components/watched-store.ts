import type { Columns } from '../src/stores/columns.ts'
import type { OpenVersion } from '../src/stores/version.ts'
import { type ComponentSpec, createStore } from './spec.ts'

/** By store: what has its arrays as they are now. */
const arrays = new WeakMap<object, object>()

/**
 * Makes the store of a component of which it is known whether anybody has asked for one of its arrays: as long as nobody has, nobody
 * but the engine can have written to it. Of one that every body may do without the arrays are small until then, or until an entity has
 * the component: users write to it as if all had it. Once asked for, they are properties like those of any other store: a getter for
 * each number took 6.4 ns, a property takes 1.
 * @param columns Those of this component.
 * @param all Those that have room for all.
 * @param before A store of this component that was made for the same world earlier, and is to be used again with what it holds.
 */
export function createWatchedStore<S extends object>(
  spec: ComponentSpec<string>, columns: Columns, all: Columns, version: OpenVersion, before: S | undefined,
): S {
  const own = createStore<S>(spec, columns, before === undefined ? undefined : arraysIn(before))
  const store = before ?? ({} as S)
  const open = (): void => {
    version.open()
    all.growWith(columns)
    columns.show(own, store)
  }
  for (const key of Object.keys(spec.fields)) {
    const get = (): unknown => {
      open()
      return own[key as keyof S]
    }
    const set = (): never => {
      throw new TypeError(`bitecs-physics: ${spec.name}.${key} holds the numbers of all entities. Write to the one of yours: ${spec.name}.${key}[entity].`)
    }
    Object.defineProperty(store, key, { enumerable: true, configurable: true, get, set })
  }
  arrays.set(store, own)
  return store
}

/** The arrays of a store as they are, be there room for all entities or not: see {@link placeIn}. */
export function arraysIn<S extends object>(store: S): S {
  return (arrays.get(store) as S | undefined) ?? store
}
