import type { Columns } from '../src/stores/columns.ts'
import type { OpenVersion } from '../src/stores/version.ts'
import { type ComponentSpec, createStore } from './spec.ts'

/** Where a watched store keeps what it is opened with. */
const OPENING = Symbol('opening')

/** The arrays of a watched store, and what is to be done before somebody gets one. */
interface Opening {
  readonly own: Record<string, unknown>
  readonly open: () => void
}

interface Watched {
  readonly [OPENING]?: Opening
}

/** By name of an array. Functions for each store would make dictionaries of the stores of all worlds but the first (a number 11 for 2 ns). */
const accessors = new Map<string, PropertyDescriptor>()

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
  Object.defineProperty(store, OPENING, { configurable: true, value: { own, open } })
  for (const key of Object.keys(spec.fields)) Object.defineProperty(store, key, accessorOf(`${spec.name}.${key}`, key))
  return store
}

function accessorOf(name: string, key: string): PropertyDescriptor {
  let accessor = accessors.get(name)
  if (accessor === undefined) {
    accessor = {
      enumerable: true,
      configurable: true,
      get(this: Watched) {
        const { own, open } = this[OPENING]!
        open()
        return own[key]
      },
      set() {
        throw new TypeError(`bitecs-physics: ${name} holds the numbers of all entities. Write to the one of yours: ${name}[entity].`)
      },
    }
    accessors.set(name, accessor)
  }
  return accessor
}

/** The arrays of a store as they are, be there room for all entities or not: see {@link placeIn}. */
export function arraysIn<S extends object>(store: S): S {
  return ((store as Watched)[OPENING]?.own as S | undefined) ?? store
}
