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

/** By name of an array. A function for each store would make dictionaries of the stores of all worlds but the first (a number 11 for 2 ns). */
const getters = new Map<string, (this: Watched) => unknown>()

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
  for (const key of Object.keys(spec.fields)) Object.defineProperty(store, key, { enumerable: true, configurable: true, get: getterOf(key) })
  return store
}

function getterOf(key: string): (this: Watched) => unknown {
  let getter = getters.get(key)
  if (getter === undefined) {
    getter = function () {
      const { own, open } = this[OPENING]!
      open()
      return own[key]
    }
    getters.set(key, getter)
  }
  return getter
}

/** The arrays of a store as they are, be there room for all entities or not: see {@link placeIn}. */
export function arraysIn<S extends object>(store: S): S {
  return ((store as Watched)[OPENING]?.own as S | undefined) ?? store
}
