import { set as setAnything } from 'bitecs'
import type { ValuesOf } from '../components/values.ts'
import { shown } from './shown.ts'

/** A component with the data that it is to be added or set with. */
export interface ComponentSetter<C> {
  component: C
  data: ValuesOf<C>
}

/**
 * A component with data, for `addComponent`, `addComponents` and `spawnBody`: the `set` of bitECS, which takes any data, with
 * the types of the component. `set(Velocity, { vx: 1 })` does not compile, and neither does data for a tag.
 * @param component Of `physics.components`, or one of yours.
 * @param data Fields that are left out get their default when the component is new, and else keep their value.
 * @throws TypeError where there is no component, as where its name is misspelt.
 */
export function set<C extends object>(component: C, data: ValuesOf<C>): ComponentSetter<C> {
  if (component === undefined || component === null) {
    throw new TypeError(`set: the component is ${shown(component)}. Is its name spelt as in physics.components, and was the file that makes it run before?`)
  }
  return setAnything(component, data)
}
