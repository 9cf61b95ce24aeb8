import type { NumericArray } from '../../components/spec.ts'
import { listBodies } from '../bodies/bodies.ts'
import { listEvents } from '../contacts/event-buffer.ts'
import { listJoints } from '../joints/joint-table.ts'
import { listCollision } from '../state/collision-state.ts'
import { listLifecycle } from '../state/lifecycle-state.ts'
import { listSleep } from '../state/sleep-state.ts'
import { listSolver } from '../state/solver-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { type Extent, StateList } from '../stores/state-list.ts'
import type { Version } from '../stores/version.ts'

/**
 * Everything that decides the future of a world, but for what bitECS keeps. The owners list what they have, each beside
 * its declaration; columns come along by themselves.
 * @param entities No entity has that id or a higher one.
 */
export function listWorld(physics: PhysicsWorld, entities: () => number): StateList {
  const { columns, shared, rare, settings } = physics
  const list = new StateList(entities)
  const names = namesOf(physics)
  const nameOf = (owner: object): string => names.get(owner) ?? ''
  // The owners first: they name what is scratch.
  listSolver(list, physics.solver)
  listBodies(list, physics.bodies)
  listJoints(list, physics.joints)
  listCollision(list, physics.collision, physics.version.motion, physics.version.build)
  listLifecycle(list, physics.lifecycle)
  listSleep(list, physics.sleep)
  for (const [name, buffer] of Object.entries(physics.events)) listEvents(list, buffer, name)
  list.begin('settings.gravity').reals(settings.gravity, 'x', 'y')
  list.begin('settings').counts(settings, 'substeps').flags(settings, 'allowSleep', 'keepEvents', 'allowLargeSteps').reals(settings, 'restitutionThreshold', 'hitThreshold')
  list.begin('stats').counts(physics.stats, 'bodies', 'awake', 'pairs', 'contacts')
  list.begin('world').counts(physics, 'stepCount').scratch(physics, 'timings', 'restores')
  const all: Extent = {
    used: () => Math.min(entities(), columns.capacity),
    reserve: (entries) => physics.ensureCapacity(entries - 1),
    cleared: true,
  }
  const forced: Extent = {
    used: () => Math.min(entities(), shared.shortCapacity),
    reserve: (entries) => shared.grow(shared.capacity, entries),
    cleared: true,
  }
  const versionOf = versions(physics)
  list.begin('entity').columns(columns, all, all, nameOf, versionOf)
  // Some share their columns.
  for (const one of new Set(Object.values(rare))) list.columns(one, list.byEntity(one), undefined, nameOf, versionOf)
  list.columns(shared, all, forced, nameOf, versionOf)
  listProvided(list, physics, all)
  // They show what is listed already.
  for (const name of Object.keys(physics.stores)) list.passOver(physics.components[name as 'Shape'])
  list.passOver(physics.boxes)
  for (const listExtra of physics.extras) listExtra(list)
  return list
}

/** What most steps leave alone: large, and written in few places. */
const BUILD: readonly string[] = [
  'geometry', 'shapeType', 'surface', 'localCenter', 'extent', 'reach', 'role', 'kind', 'sensor', 'bodyOf', 'claimOf',
  'firstChild', 'nextChild', 'idleOf', 'firstIdle', 'nextIdle', 'chain',
]

/** Who is awake, who sleeps, and with whom. */
const LISTS: readonly string[] = ['awake', 'awakeIndex', 'asleep', 'asleepIndex', 'islandNext']

/** What is written from outside of a step, too, without notice. */
const FREE: readonly string[] = ['flag', 'force', 'loose']

/**
 * Which columns need not be copied again. Users may write to components at any time: those are copied always, but for those whose
 * arrays nobody has asked for.
 */
function versions({ version, components, stores, bodies, lifecycle, collision, sleep }: PhysicsWorld): (owner: object, key: string) => Version | null {
  const own = new Set<object>([bodies, lifecycle, collision, collision.contacts, sleep.islands])
  for (const component of Object.values(components)) own.delete(component as object)
  const watched = new Map(Object.entries(stores).map(([name, store]) => [store as object, version.stores[name as 'Shape']]))
  return (owner, key) => {
    const its = watched.get(owner)
    if (its !== undefined) return its
    if (owner === lifecycle.known) return version.build
    if (!own.has(owner) || FREE.includes(key)) return null
    if (owner === collision.contacts) return collision.contacts.pairs
    if (owner === bodies && LISTS.includes(key)) return bodies.lists
    if (owner === bodies && key === 'burden') return bodies.burdened
    return BUILD.includes(key) ? version.build : version.motion
  }
}

/** Columns that the user brought are no longer than he made them. */
function listProvided(list: StateList, { provided }: PhysicsWorld, all: Extent): void {
  for (const [name, store] of Object.entries(provided) as [string, Record<string, NumericArray>][]) {
    for (const [key, column] of Object.entries(store)) {
      if (Array.isArray(column) || ArrayBuffer.isView(column)) list.array(store, key, all, 1, 0, `${name}.${key}`)
    }
  }
}

/** How the owners of columns are called in reports. */
function namesOf({ components, stores, bodies, collision, lifecycle, sleep, joints }: PhysicsWorld): Map<object, string> {
  const names = new Map<object, string>(Object.entries({ ...components, ...stores }).map(([name, component]) => [component as object, name]))
  for (const [name, owner] of Object.entries({ bodies, collision, lifecycle, known: lifecycle.known, islands: sleep.islands, joints })) names.set(owner, name)
  names.set(collision.contacts, 'contacts')
  const queues = { ...lifecycle, ...collision, ...sleep, unseen: lifecycle.preview.unseen }
  for (const [name, queue] of Object.entries(queues) as [string, unknown][]) {
    if (typeof queue === 'object' && queue !== null && 'flag' in queue) names.set(queue, name)
  }
  names.set(joints.dirty, 'joints.dirty')
  return names
}
