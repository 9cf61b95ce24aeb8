import { type ComponentRef, Prefab, type World } from 'bitecs'
import type { PhysicsComponents } from '../../components/index.ts'
import { Presence } from '../bitecs-internals.ts'

/** The {@link Presence} of each component of a world, and of bitECS's `Prefab`. */
export type Presences = Readonly<Record<keyof PhysicsComponents | 'Prefab', Presence>>

export function createPresences(world: World, components: PhysicsComponents): Presences {
  const entries = Object.entries({ ...components, Prefab }).map(([name, component]) => [
    name,
    new Presence(world, component as ComponentRef),
  ])
  return Object.fromEntries(entries) as Presences
}
