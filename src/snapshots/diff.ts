import type { World } from 'bitecs'
import { componentNames } from './bitecs-entities.ts'
import type { StateList } from '../stores/state-list.ts'
import {
  NamedSlot, PAIR, type Records, contactOrderOf, contactsOf, freeContactsOf, islandsOf, jointOrderOf, jointsOf, pointsOf, queueOf, targetsOf,
} from './diff-records.ts'
import { areEqual } from './equal.ts'
import type { Kept } from './kept.ts'
import type { Slot } from './slot.ts'
import { type WorldSnapshots, makeSnapshots } from './snapshots.ts'

/** The first thing that two worlds differ in. */
export interface WorldDifference {
  /** The entity; of a contact the collider with the lower id. 0 where it is the world as a whole. */
  entity: number
  /** Of a contact the other collider, otherwise 0. */
  other: number
  /** What of it: 'Position.x', 'Velocity.angular', 'Static', 'exists', 'contact.normalImpulse', 'settings.substeps', ... */
  column: string
  /** What it is in the first world, and in the second; NaN where there is none. */
  a: number
  b: number
  /** The same as a sentence. */
  text: string
}

/** What may differ between two worlds that go on alike: who asked when, and what is looked at by pair, by joint and in turn. */
const HISTORY = /^entity\.(islands\.|unseen\.|contacts\.head|joints\.head|joints\.placeOf)/
/** Kept while something is quick: where nothing is, what stands there decides nothing. */
const WAYS = 'entity.bodies.way'
/** Numbers of places that may be given out in any order, or that are looked at with what is there; and ways that are kept for who draws between steps. */
const PLACES = /^(contacts|polygons|paths|islands|joints\.(used|left|sorted|dirty)|lifecycle\.unseen|drawn)\b|\.holes$/
/** But for those of contacts: what comes next gets its number from them. */
const ORDER = /^contacts\./

/** What two saved states of worlds that are made alike differ in first, or null. */
class Comparison {
  private readonly world: World
  private readonly list: StateList
  private readonly components: Readonly<Record<string, unknown>>
  private readonly one: Kept
  private readonly two: Kept

  constructor(world: World, list: StateList, components: Readonly<Record<string, unknown>>, one: Kept, two: Kept) {
    this.world = world
    this.list = list
    this.components = components
    this.one = one
    this.two = two
  }

  /** Entities and their components come first: of those the lowest; then what the engine knows of them, contacts, and the rest. */
  first(): WorldDifference | null {
    const names = new Set(Object.keys(this.components))
    const isComponent = (name: string): boolean => names.has(name.replace(/^entity\./, '').split('.')[0]!)
    const members = this.members()
    const columns = this.columns((name) => isComponent(name))
    if (members !== null && (columns === null || members.entity <= columns.entity)) return members
    return columns ?? this.columns((name) => name.startsWith('entity.') && !isComponent(name) && !HISTORY.test(name)) ?? this.stores() ??
      this.records() ?? this.rest() ?? this.order()
  }

  /** Who exists, and who has what. */
  private members(): WorldDifference | null {
    const { entities: one } = this.one
    const { entities: two } = this.two
    let names: string[] | null = null
    for (let id = 1; id <= Math.max(one.maxId, two.maxId); id++) {
      const [a, b] = [one, two].map((kept) => (id <= kept.maxId ? kept.alive[id]! : 0)) as [number, number]
      if (a !== b) return difference(id, 0, 'exists', a, b)
      for (let list = 0; list < Math.max(one.masks.length, two.masks.length); list++) {
        const [first, second] = [one, two].map((kept) => (id <= kept.maxId ? (kept.masks[list]?.[id] ?? 0) : 0)) as [number, number]
        if (first === second) continue
        names ??= componentNames(this.world, this.components)
        for (let apart = first ^ second; apart !== 0; apart &= apart - 1) {
          const bit = 31 - Math.clz32(apart & -apart)
          const place = list * 31 + bit
          const name = names[place]
          // Bodies have it where somebody has asked for it.
          if (name === 'BroadphaseAABB') continue
          return difference(id, 0, name === undefined || name === '' ? `component ${place}` : name, (first >>> bit) & 1, (second >>> bit) & 1)
        }
      }
    }
    return null
  }

  /** Ids that are used again inherit nothing: what was left behind does not matter. */
  private isAlive(id: number): boolean {
    return [this.one.entities, this.two.entities].some(({ alive, maxId }) => id <= maxId && alive[id] === 1)
  }

  /** The lowest entity that differs in one of some columns. */
  private columns(isWanted: (name: string) => boolean): WorldDifference | null {
    let found: WorldDifference | null = null
    this.list.arrays.forEach(({ name, stride, extent, initial }, i) => {
      if (!extent.cleared || !isWanted(name)) return
      const [a, b] = [this.one.slot, this.two.slot].map((slot) => slot.arrays[i]!) as [Slot['arrays'][number], Slot['arrays'][number]]
      if (name === WAYS && (a.count === 0 || b.count === 0)) return
      const end = Math.min(Math.max(a.count, b.count), found === null ? Infinity : found.entity * stride)
      for (let at = stride; at < end; at++) {
        const [first, second] = [valueAt(a, at, initial), valueAt(b, at, initial)]
        if (Object.is(first, second) || !this.isAlive(Math.floor(at / stride))) continue
        const place = stride === 1 ? '' : `[${at % stride}]`
        found = difference(Math.floor(at / stride), 0, `${name.replace(/^entity\./, '')}${place}`, first, second)
        return
      }
    })
    return found
  }

  /** Of the user: by entity, if they are what they are said to be. */
  private stores(): WorldDifference | null {
    const [one, two] = [this.one.stores, this.two.stores]
    for (let i = 0; i < Math.min(one.columns.length, two.columns.length); i++) {
      const [a, b] = [one.columns[i]!, two.columns[i]!]
      // A typed array that has grown since stays as long when it is put back, with 0 behind what there was.
      const none = a.isPlain || b.isPlain ? NaN : 0
      for (let at = 0; at < Math.max(a.count, b.count); at++) {
        const [first, second] = [valueAt(a, at, none), valueAt(b, at, none)]
        if (!Object.is(first, second)) return difference(at, 0, `stores[${i}] ${one.names[i] ?? ''}`.trim(), first, second)
      }
    }
    if (one.columns.length !== two.columns.length) return difference(0, 0, 'columns of stores', one.columns.length, two.columns.length)
    return null
  }

  /** What is no column: by pair, by joint, by handle, and in turn. */
  private records(): WorldDifference | null {
    const [a, b] = [this.one, this.two].map(({ slot }) => new NamedSlot(this.list, slot)) as [NamedSlot, NamedSlot]
    const apart = (name: string, of: (state: NamedSlot) => Records, who: Who): WorldDifference | null => firstApart(name, of(a), of(b), who)
    return apart('contact', contactsOf, ofPair) ?? apart('joint', jointsOf, ofEntity) ?? apart('points', pointsOf, ofNobody) ??
      apart('target', targetsOf, ofEntity) ?? apart('island', islandsOf, ofEntity)
  }

  /** In which order things come next: where all else is equal. */
  private order(): WorldDifference | null {
    const [a, b] = [this.one, this.two].map(({ slot }) => new NamedSlot(this.list, slot)) as [NamedSlot, NamedSlot]
    let found = firstApart('contact', contactOrderOf(a), contactOrderOf(b), ofPair) ?? firstApart('contacts.free', freeContactsOf(a), freeContactsOf(b), ofNobody) ??
      firstApart('joints', jointOrderOf(a), jointOrderOf(b), ofEntity)
    for (const queue of a.queues) if (queue !== 'lifecycle.unseen') found ??= firstApart(queue, queueOf(a, queue), queueOf(b, queue), ofNobody)
    return found ?? this.fields((name) => ORDER.test(name)) ?? this.columns((name) => name === 'entity.contacts.head')
  }

  /** Settings, counts, and what is in lists: joints, events, queues. */
  private rest(): WorldDifference | null {
    const { arrays } = this.list
    const [one, two] = [this.one.slot, this.two.slot]
    const found = this.fields((name) => !PLACES.test(name))
    if (found !== null) return found
    for (let i = 0; i < arrays.length; i++) {
      const { name, extent } = arrays[i]!
      if (extent.cleared || !/^(events|burdens)\./.test(name)) continue
      const [a, b] = [one.arrays[i]!, two.arrays[i]!]
      for (let at = 0; at < Math.max(a.count, b.count); at++) {
        const [first, second] = [valueAt(a, at, NaN), valueAt(b, at, NaN)]
        if (!Object.is(first, second)) return difference(0, 0, `${name}[${at}]`, first, second)
      }
    }
    return null
  }

  private fields(isWanted: (name: string) => boolean): WorldDifference | null {
    const { fields } = this.list
    const [one, two] = [this.one.slot, this.two.slot]
    for (let i = 0; i < fields.length; i++) {
      const numbers = fields[i]!.kind === 'real' ? 'reals' : 'counts'
      if (!isWanted(fields[i]!.name) || Object.is(one[numbers][i], two[numbers][i])) continue
      return difference(0, 0, fields[i]!.name, one[numbers][i]!, two[numbers][i]!)
    }
    return null
  }
}

/** Which entities the key of a record stands for. */
type Who = (key: number) => readonly [entity: number, other: number]

const ofPair: Who = (key) => [Math.floor(key / PAIR), key % PAIR]
const ofEntity: Who = (key) => [key, 0]
const ofNobody: Who = () => [0, 0]

function firstApart(name: string, one: Records, two: Records, who: Who): WorldDifference | null {
  for (const key of [...new Set([...one.keys(), ...two.keys()])].sort((a, b) => a - b)) {
    const [a, b] = [one.get(key), two.get(key)]
    const [entity, other] = who(key)
    const what = who === ofNobody ? `${name}[${key}]` : name
    if (a === undefined || b === undefined) return difference(entity, other, `${what}.exists`, Number(a !== undefined), Number(b !== undefined))
    for (const column of Object.keys({ ...a, ...b })) {
      if (!Object.is(a[column], b[column])) return difference(entity, other, `${what}.${column}`, a[column] ?? NaN, b[column] ?? NaN)
    }
  }
  return null
}

function valueAt(kept: Slot['arrays'][number], at: number, otherwise: number): number {
  return at < kept.count ? Number((kept.values as ArrayLike<number | undefined>)[at] ?? NaN) : otherwise
}

function difference(entity: number, other: number, column: string, a: number, b: number): WorldDifference {
  const who = entity === 0 ? 'the world' : other === 0 ? `entity ${entity}` : `entities ${entity} and ${other}`
  return { entity, other, column, a, b, text: `${who}: ${column} is ${a} in the first and ${b} in the second` }
}

/** What only one of two worlds has at all, because they were made otherwise: with `addFields`, or with stores of the user's own. */
function diffLists(one: StateList, two: StateList): WorldDifference | null {
  if (one === two) return null
  const [first, second] = [one, two].map(({ arrays, fields }) => [...arrays, ...fields].map(({ name }) => name)) as [string[], string[]]
  for (let i = 0; i < Math.max(first.length, second.length); i++) {
    if (first[i] === second[i]) continue
    const isOfFirst = first[i] !== undefined && !second.includes(first[i]!)
    return difference(0, 0, isOfFirst ? first[i]! : (second[i] ?? first[i]!), isOfFirst ? 0 : NaN, isOfFirst ? NaN : 0)
  }
  return null
}

/** The same for what was saved in two slots, of one world or of two that were made alike. */
export function diffSlots(a: WorldSnapshots, slotA: number, b: WorldSnapshots, slotB: number): WorldDifference | null {
  const [one, two] = [a.keptIn(slotA, 'diffSlots'), b.keptIn(slotB, 'diffSlots')]
  const { world, list, components } = a.context
  const parted = diffLists(list, b.context.list)
  if (parted !== null) return parted
  if (areEqual(one, two)) return null
  return new Comparison(world, list, components, one, two).first()
}

/**
 * Finds the first thing that two worlds differ in, for runs that should be equal: the lowest entity, its first column, and both
 * values. Slow, and meant for the search for what is not deterministic.
 * @param a A world with physics, and
 * @param b another one that was made in the same way.
 * @returns Null where they are equal to the last bit, as far as it matters for what is to come.
 * @throws Error where `createSnapshots` or `save` would throw.
 */
export function diffWorlds(a: World, b: World): WorldDifference | null {
  const saved: WorldSnapshots[] = []
  try {
    for (const world of [a, b]) {
      const snapshots = makeSnapshots(world, {}, 'diffWorlds')
      saved.push(snapshots)
      snapshots.save(0, 'diffWorlds')
    }
    return diffSlots(saved[0]!, 0, saved[1]!, 0)
  } finally {
    for (const snapshots of saved) snapshots.free()
  }
}
