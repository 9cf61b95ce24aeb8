/**
 * The bits of everything that a world consists of, found by walking through it, without the list that snapshots are made
 * from: two worlds with the same fingerprint are in the same state, but for scratch, capacities and the broad phase.
 */
import { $internal, type InternalWorld, type World } from 'bitecs'
import { type Physics, getPhysics } from '../../src/index.ts'
import { HASH_START, hashFloat, hashWord } from '../../src/math/hash.ts'
import { ContactFlag } from '../../src/contacts/contact-record.ts'
import type { PhysicsWorld } from '../../src/state/world.ts'
import { JOINT_STRIDE } from '../../src/joints/joint-record.ts'
import { inner } from '../support/inner.ts'

type Numbers = ArrayLike<number>

/** Holds nothing between two steps, or what does not matter. */
const SCRATCH = new Set([
  'restless', 'jolted', 'todo', 'ahead', 'marks', 'swaps', 'renamed', 'slot', 'entities', 'roots', 'last',
])

function hashOf(array: Numbers, from: number, to: number): number {
  let hash = hashWord(HASH_START, Math.max(0, to - from))
  for (let i = from; i < to; i++) {
    const value = array[i] ?? 0
    hash = Number.isInteger(value) && !Object.is(value, -0) ? hashWord(hash, value) : hashFloat(hash, value)
  }
  return hash
}

interface Columns { records: { owner: Record<string, Numbers>; key: string; stride: number; initial: number }[] }

/** @returns Hashes by name. */
export function fingerprint(world: World): Map<string, number> {
  const prints = new Map<string, number>()
  ecsPrint(world, prints)
  physicsPrint(world, prints, getPhysics(world)!)
  return prints
}

function physicsPrint(world: World, prints: Map<string, number>, face: Physics): void {
  const physics = inner(face)
  const { entityIndex } = (world as InternalWorld)[$internal]
  // There need not be room for those behind.
  const maxId = Math.min(entityIndex.maxId, lastOf(physics))
  const { contacts } = physics.collision
  const count = new Map<string, number>()
  const put = (name: string, array: Numbers, from: number, to: number): void => {
    const again = count.get(name) ?? 0
    count.set(name, again + 1)
    prints.set(again === 0 ? name : `${name}#${again}`, hashOf(array, from, to))
  }
  for (const columns of [physics.columns, physics.shared] as unknown as Columns[]) {
    for (const { owner, key, stride } of columns.records) {
      if (SCRATCH.has(key) || key === 'awake' || key === 'asleep' || key === 'flag') continue
      // Where something slow will go is found anew before anybody asks.
      if (key === 'way') {
        put(key, Array.from({ length: (maxId + 1) * stride }, (_, i) => (physics.bodies.quick[Math.floor(i / stride)] === 1 ? owner[key]![i]! : 0)), stride, (maxId + 1) * stride)
        continue
      }
      // Forces have room when the first acts.
      put(key, key === 'force' ? Array.from({ length: (maxId + 1) * stride }, (_, i) => owner[key]![i] ?? 0) : owner[key]!, stride, (maxId + 1) * stride)
    }
  }
  const { bodies, lifecycle } = physics
  // What is as long as the columns of components that are rare is what it was at first behind them.
  const owners = new Set<object>([bodies, lifecycle, lifecycle.known])
  for (const columns of [...new Set(Object.values(physics.rare)), lifecycle['held']] as unknown as Columns[]) {
    for (const { owner, key, initial } of columns.records) {
      if (owners.has(owner)) put(`rare ${key}`, Array.from({ length: maxId + 1 }, (_, id) => owner[key]![id] ?? initial), 1, maxId + 1)
    }
  }
  put('awake', bodies.awake, 0, bodies.awakeCount)
  put('asleep', bodies.asleep, 0, bodies.asleepCount)
  put('kinematics', lifecycle.kinematics.items, 0, lifecycle.kinematics.count)
  // Not by the component where it shows its arrays: who asks for them may write to them, and they are always copied then.
  for (const [name, component] of Object.entries({ ...physics.components, ...physics.stores })) {
    for (const [key, column] of Object.entries(component as Record<string, unknown>)) {
      if (!ArrayBuffer.isView(column) && !Array.isArray(column)) continue
      const numbers = column as unknown as Numbers
      // Rare components have room when the first is added: what is there for others is no matter.
      const presence = physics.presence[name as keyof typeof physics.presence]
      const rare = name in physics.rare
      put(`${name}.${key}`, Array.from({ length: maxId + 1 }, (_, id) => (rare && !presence.has(id) ? 0 : numbers[id] ?? 0)), 1, maxId + 1)
    }
  }
  for (const columns of [contacts['columns'], contacts['shared'], contacts['pushing']] as unknown as Columns[]) {
    for (const { owner, key, stride } of columns.records) {
      if (SCRATCH.has(key) || key === 'active') continue
      const length = (contacts.highest + 1) * stride
      // What a contact has no points for is whatever stood there before.
      const inUse = Float64Array.from({ length }, (_, i) => (isInUse(contacts, key, Math.floor(i / stride), i % stride) ? owner[key]![i]! : 0))
      put(`contacts.${key}`, inUse, stride, length)
    }
  }
  put('contacts.rolling', Array.from({ length: contacts.highest + 1 }, (_, id) => (contacts.b[id] !== 0 && (contacts.flags[id]! & ContactFlag.Sensor) === 0 ? contacts.rolls.of(id) : 0)), 1, contacts.highest + 1)
  put('contacts.active', contacts.active, 0, contacts.activeCount)
  physics.solver.joints.store()
  const { joints } = physics
  for (const key of ['entity', 'a', 'b', 'on', 'parting', 'fragile', 'driven'] as const) put(`joints.${key}`, joints[key], 1, joints['used'])
  put('joints.next', joints.next, 2, joints['used'] * 2)
  put('joints.record', joints.record ?? [], JOINT_STRIDE, joints['used'] * JOINT_STRIDE)
  put('joints.order', joints.order, 0, joints.count)
  put('joints.free', joints['free'], 0, joints['free'].length)
  scalars(prints, 'joints', joints, ['changed', 'came', 'capacity'])
  scalars(prints, 'contacts', contacts, ['roomy'])
  scalars(prints, 'bodies', bodies, [])
  scalars(prints, 'collision', physics.collision, [])
  scalars(prints, 'islands', physics.sleep.islands, [])
  scalars(prints, 'stats', physics.stats, [])
  scalars(prints, 'settings', physics.settings, [])
  scalars(prints, 'gravity', physics.settings.gravity, [])
  prints.set('stepCount', physics.stepCount)
  for (const [name, owner] of Object.entries({ lifecycle, collision: physics.collision, sleep: physics.sleep, joints, preview: lifecycle.preview })) {
    for (const [key, queue] of Object.entries(owner) as [string, unknown][]) {
      if (typeof queue !== 'object' || queue === null || !('flag' in queue) || !('items' in queue)) continue
      const { items, flag, count: length } = queue as { items: Uint32Array; flag: Uint8Array; count: number }
      put(`${name}.${key}.items`, items, 0, length)
      const flagged = Array.from(flag.subarray(0, maxId + 1), (bits, id) => [id, bits]).filter(([, bits]) => bits !== 0).flat()
      put(`${name}.${key}.flag`, flagged, 0, flagged.length)
    }
  }
  for (const [name, buffer] of Object.entries(physics.events)) {
    // How much was dropped is for who reads them now and then.
    scalars(prints, `events.${name}`, buffer, ['gone'])
    for (const [key, column] of Object.entries(buffer) as [string, unknown][]) {
      if (ArrayBuffer.isView(column)) put(`events.${name}.${key}`, column as unknown as Numbers, 0, buffer.count)
    }
  }
  const { polygons } = physics.collision
  put('polygons', polygons.data, 0, polygons.end * 40)
  const { paths } = lifecycle
  put('paths.references', paths['references'].map((n, i) => (paths.get(i) === null ? 0 : n)), 0, paths['references'].length)
  paths['paths'].forEach((path, i) => put(`path ${i}`, path?.points ?? [], 0, path?.points.length ?? 0))
  const { history } = physics.solver
  if (history !== null) put('drawn', history.poses, 0, history.count * 6)
}

/** The last entity that has a component of the engine, or is known to it. */
function lastOf({ presence, bodies, columns, joints }: PhysicsWorld): number {
  let last = 0
  for (let id = 1; id < columns.capacity; id++) {
    if (bodies.role[id] !== 0 || joints.find(id) !== 0 || Object.values(presence).some((one) => one.has(id))) last = id
  }
  return last
}

function scalars(prints: Map<string, number>, name: string, owner: object, except: string[]): void {
  for (const [key, value] of Object.entries(owner)) {
    if ((typeof value !== 'number' && typeof value !== 'boolean') || except.includes(key)) continue
    prints.set(`${name}.${key}`, hashFloat(HASH_START, Number(value)))
  }
}

function ecsPrint(world: World, prints: Map<string, number>): void {
  const context = (world as InternalWorld)[$internal]
  const { entityIndex, entityMasks, entityComponents, queries, dirtyQueries } = context
  prints.set('ids', hashOf(entityIndex.dense, 0, entityIndex.dense.length))
  prints.set('places', hashOf(entityIndex.sparse.map((n) => n ?? 0), 1, entityIndex.maxId + 1))
  prints.set('alive', entityIndex.aliveCount)
  prints.set('maxId', entityIndex.maxId)
  entityMasks.forEach((masks, list) => {
    prints.set(`masks ${list}`, hashOf(Array.from({ length: entityIndex.maxId + 1 }, (_, id) => masks[id] ?? 0), 0, entityIndex.maxId + 1))
  })
  let number = 0
  for (const query of queries) {
    prints.set(`query ${number}`, hashOf(query.dense, 0, query.dense.length))
    prints.set(`query ${number++} leaving`, hashOf(query.toRemove.dense, 0, query.toRemove.dense.length) ^ Number(dirtyQueries.has(query)))
  }
  const components = [...context.componentMap.keys()]
  const sets = [...entityComponents].sort(([a], [b]) => a - b)
  const listed = sets.flatMap(([id, set]) => [id, set.size, ...[...set].map((one) => components.indexOf(one)).sort((a, b) => a - b)])
  prints.set('sets', hashOf(listed, 0, listed.length))
}

/** Whether a number of a contact means something. */
function isInUse({ b, pointCount, flags, known, next }: PhysicsWorld['collision']['contacts'], key: string, contact: number, place: number): boolean {
  // The free ones are chained by `a`.
  if (b[contact] === 0) return key === 'a' || key === 'b'
  if (key === 'next' || key === 'previous') return next[2 * contact] !== undefined
  if ((flags[contact]! & ContactFlag.Sensor) !== 0) return !['known', 'manifold', 'feature', 'approach', 'impulse', 'rolling'].includes(key)
  const points = pointCount[contact]!
  switch (key) {
    case 'known': return points > 0 && (place === 0 || (place < 6 + points && !Number.isNaN(known[contact * 8])))
    case 'manifold': return points > 0 && place < 2 + 3 * points
    case 'feature': return place < points
    case 'impulse': return place < 2 * points
    case 'approach': return points > 0
    default: return true
  }
}

/** The names under which two fingerprints differ. */
export function differences(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name))
}
