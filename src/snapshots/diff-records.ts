import { JointKind } from '../../components/joint-kind.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import type { Path } from '../collision/path-pool.ts'
import { POLYGON_STRIDE, POLYGON_VERTICES } from '../collision/polygon-pool.ts'
import { ContactFlag, IMPULSE_STRIDE, KNOWN_STRIDE, Known, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import { JOINT_STRIDE, JointRecord } from '../joints/joint-record.ts'
import { TARGET_STRIDE } from '../state/lifecycle-records.ts'
import type { StateList } from '../stores/state-list.ts'
import type { Slot } from './slot.ts'

/** Numbers by name, of each of many things: by a pair of entities, an entity, or a place. */
export type Records = ReadonlyMap<number, Readonly<Record<string, number>>>

/** Of a pair a number: no id is as large as this. */
export const PAIR = 2 ** 22

const POINTS = ['x', 'y', 'separation'] as const
const IMPULSES = ['normalImpulse', 'tangentImpulse', 'normalImpulse of the second point', 'tangentImpulse of the second point']

/** A saved state, by the names of what is in it. */
export class NamedSlot {
  private readonly list: StateList
  private readonly slot: Slot

  constructor(list: StateList, slot: Slot) {
    this.list = list
    this.slot = slot
  }

  array(name: string): ArrayLike<number> {
    const { values, count } = this.slot.arrays[this.list.arrays.findIndex((array) => array.name === name)]!
    return Array.isArray(values) ? (values as number[]).slice(0, count) : values.subarray(0, count)
  }

  /** Arrays of the same part. */
  arrays<K extends string>(part: string, ...keys: readonly K[]): Record<K, ArrayLike<number>> {
    return Object.fromEntries(keys.map((key) => [key, this.array(`${part}.${key}`)])) as Record<K, ArrayLike<number>>
  }

  count(name: string): number {
    return this.slot.counts[this.list.fields.findIndex((field) => field.name === name)]!
  }

  objects(name: string): readonly (object | null)[] {
    return this.slot.objects[this.list.objects.findIndex((object) => object.name === name)]!
  }

  /** The names of all queues that have holes: `lifecycle.dirty`. */
  get queues(): string[] {
    return this.list.fields.flatMap(({ name }) => (name.endsWith('.holes') ? [name.slice(0, -'.holes'.length)] : []))
  }
}

/** The numbers of each contact that mean something, by its pair. */
export function contactsOf(state: NamedSlot): Records {
  const { a, b, flags, pointCount, manifold, impulse, feature, known, rolling, approach, foreseen } =
    state.arrays('contacts', 'a', 'b', 'flags', 'pointCount', 'manifold', 'impulse', 'feature', 'known', 'rolling', 'approach', 'foreseen')
  const pairs = new Map<number, Record<string, number>>()
  const end = state.count('contacts.highest')
  for (let contact = 1; contact <= end; contact++) {
    if (b[contact] === 0) continue
    const points = pointCount[contact]!
    const numbers: Record<string, number> = { flags: flags[contact]!, pointCount: points }
    pairs.set(a[contact]! * PAIR + b[contact]!, numbers)
    // Of a sensor there is no more.
    if (manifold.length <= contact * MANIFOLD_STRIDE || (flags[contact]! & ContactFlag.Sensor) !== 0) continue
    for (let i = 0; i < 2 * points; i++) numbers[IMPULSES[i]!] = impulse[contact * IMPULSE_STRIDE + i]!
    if (points > 0) [numbers['normalX'], numbers['normalY']] = [manifold[contact * MANIFOLD_STRIDE]!, manifold[contact * MANIFOLD_STRIDE + 1]!]
    if (points > 0) [numbers['rollingImpulse'], numbers['approachSpeed'], numbers['foreseen']] = [rolling[contact] ?? 0, approach[contact]!, foreseen[contact]!]
    for (let i = 0; i < points; i++) numbers[`feature${i}`] = feature[2 * contact + i]!
    // What is left of a making that counts no more is history.
    const isKnown = points > 0 && !Number.isNaN(known[contact * KNOWN_STRIDE]!)
    for (let i = 0; isKnown && i < Known.Separation0 + points; i++) numbers[`known${i}`] = known[contact * KNOWN_STRIDE + i]!
    if (points > 0 && !isKnown) numbers['known0'] = NaN
    for (let i = 0; i < 3 * points; i++) numbers[`${POINTS[i % 3]!}${Math.floor(i / 3)}`] = manifold[contact * MANIFOLD_STRIDE + 2 + i]!
  }
  return pairs
}

/**
 * In which order contacts are solved, and will be: their numbers, their places in the active list, and in the lists of their bodies,
 * from which events and wakers come in turn.
 */
export function contactOrderOf(state: NamedSlot): Records {
  const { a, b, activeIndex, next } = state.arrays('contacts', 'a', 'b', 'activeIndex', 'next')
  const order = new Map<number, Record<string, number>>()
  const end = state.count('contacts.highest')
  for (let contact = 1; contact <= end; contact++) {
    if (b[contact] === 0) continue
    const [nextOfA, nextOfB] = [next[2 * contact]!, next[2 * contact + 1]!]
    order.set(a[contact]! * PAIR + b[contact]!, { number: contact, place: activeIndex[contact]!, nextOfA, nextOfB })
  }
  return order
}

/** The numbers that the next contacts get, in turn. */
export function freeContactsOf(state: NamedSlot): Records {
  const free = new Map<number, Record<string, number>>()
  const a = state.array('contacts.a')
  for (let contact = state.count('contacts.firstFree'); contact !== 0; contact = a[contact]!) free.set(free.size, { number: contact })
  return free
}

/** Joints by their entities: where their records are does not matter. */
export function jointsOf(state: NamedSlot): Records {
  const joints = new Map<number, Record<string, number>>()
  const { entity, a, b, on, driven, record } = state.arrays('joints', 'entity', 'a', 'b', 'on', 'driven', 'record')
  const kind = state.array('entity.Joint.kind')
  for (let place = 1; place < entity.length; place++) {
    if (entity[place] === 0) continue
    const numbers: Record<string, number> = { a: a[place]!, b: b[place]!, on: on[place]!, driven: driven[place]! }
    joints.set(entity[place]!, numbers)
    const couples = kind[entity[place]!] === JointKind.Gear
    for (let k = 0; k < JOINT_STRIDE; k++) {
      const isPlace = couples && (k === JointRecord.A || k === JointRecord.B)
      numbers[`record[${k}]`] = isPlace ? entity[record[place * JOINT_STRIDE + k]!]! : record[place * JOINT_STRIDE + k]!
    }
  }
  return joints
}

/** The joints of each body in turn: so their ends are reported, and so they wake it. */
export function jointOrderOf(state: NamedSlot): Records {
  const lists = new Map<number, Record<string, number>>()
  const [head, next, entity] = [state.array('entity.joints.head'), state.array('joints.next'), state.array('joints.entity')]
  for (let body = 1; body < head.length; body++) {
    const list: number[] = []
    for (let edge = head[body]!; edge !== 0; edge = next[edge]!) list.push(2 * entity[edge >>> 1]! + (edge & 1))
    if (list.length > 0) lists.set(body, Object.fromEntries(list.map((edge, i) => [i, edge])))
  }
  return lists
}

/** Of what moves, with which it hangs together: how soft contacts are depends on how many these are. */
export function islandsOf(state: NamedSlot): Records {
  const islands = new Map<number, Record<string, number>>()
  const [parent, size] = [state.array('entity.islands.parent'), state.array('entity.islands.size')]
  const [kind, awakeIndex] = [state.array('entity.bodies.kind'), state.array('entity.bodies.awakeIndex')]
  for (let body = 1; body < parent.length; body++) {
    if (kind[body] !== BodyKind.Dynamic || awakeIndex[body]! < 0) continue
    let root = body
    while (parent[root] !== root) root = parent[root]!
    islands.set(body, { root, size: size[root]! })
  }
  return islands
}

/** What shapes are made of, by handle: polygons, and below 0 segments and chains. */
export function pointsOf(state: NamedSlot): Records {
  const points = new Map<number, Record<string, number>>()
  const data = state.array('polygons.data')
  for (let at = POLYGON_STRIDE; at < data.length; at += POLYGON_STRIDE) {
    const count = data[at]!
    if (count === 0) continue
    const numbers: Record<string, number> = { count, radius: data[at + 1]! }
    points.set(at / POLYGON_STRIDE, numbers)
    for (let i = 0; i < 2 * count; i++) numbers[i] = data[at + POLYGON_VERTICES + i]!
  }
  state.objects('paths.paths').forEach((object, handle) => {
    if (object === null) return
    const { points: own, loop, twoSided, ends } = object as Path
    const all = [...own, ...(ends ?? [])]
    points.set(-handle, { count: own.length, loop: Number(loop), twoSided: Number(twoSided), ...Object.fromEntries(all.map((value, i) => [i, value])) })
  })
  return points
}

/** Where kinematic bodies are to go in the next step. */
export function targetsOf(state: NamedSlot): Records {
  const targets = new Map<number, Record<string, number>>()
  const [flag, target] = [state.array('entity.steered.flag'), state.array('lifecycle.target')]
  for (let body = 1; body < flag.length; body++) {
    if (flag[body] === 0) continue
    targets.set(body, Object.fromEntries(Array.from({ length: TARGET_STRIDE }, (_, k) => [k, target[body * TARGET_STRIDE + k]!])))
  }
  return targets
}

/** What waits for the next step, in turn. What queries have not seen yet is theirs alone. */
export function queueOf(state: NamedSlot, queue: string): Records {
  const items = Array.from(state.array(`${queue}.items`))
  const flag = state.array(`entity.${queue.replace(/^(lifecycle|collision|sleep)\./, '')}.flag`)
  // What left and came back stands there twice.
  const seen = new Set(items.filter((entity) => (flag[entity] ?? 0) !== 0))
  return new Map([...seen].map((entity, i) => [i, { entity }]))
}
