import type { Columns, Growable } from './columns.ts'
import type { ItemBuffer } from './buffers.ts'
import type { EntityQueue } from './entity-queue.ts'
import type { MemoryColumns } from './memory-columns.ts'
import type { Version } from './version.ts'

/** How many entries of an array are in use: those of entities, of contacts, of a queue. */
export interface Extent {
  /** Entries from the first to the last that is in use. */
  used(): number
  /** Makes room for so many. */
  reserve(entries: number): void
  /** Whether entries behind the last one may be read before they are written: a restore makes them what they were at first. */
  readonly cleared: boolean
}

/** An array that decides the future: `owner[key]`, which may be replaced at any time. */
export interface StateArray {
  readonly owner: Record<string, unknown>
  readonly key: string
  /** How it is called in files and reports. */
  readonly name: string
  readonly extent: Extent
  /** Numbers an entry. */
  readonly stride: number
  /** What they are at first. */
  readonly initial: number
  /** Stays the same as long as the array does; null where nobody notes its changes. */
  readonly version: Version | null
}

interface Counter {
  readonly count: number
}

/** Arrays of which as many entries are in use, and that change together: they are asked about once. */
export interface StateGroup {
  readonly extent: Extent
  readonly version: Version | null
  /** Their places in the list. */
  readonly places: readonly number[]
}

/** A number that decides the future. */
export interface StateField {
  readonly owner: Record<string, unknown>
  readonly key: string
  readonly name: string
  readonly kind: 'count' | 'flag' | 'real'
}

/** An array that is found again from others: copied where it has the same length, otherwise made anew. */
export interface StateIndex {
  readonly owner: Record<string, unknown>
  readonly key: string
  readonly version: Version | null
  rebuild(): void
}

/** Objects that never change, listed by handles. */
export interface StateObjects {
  readonly owner: Record<string, unknown>
  readonly key: string
  readonly name: string
}

/**
 * What decides the future of a world, by those who own it. Each owner has a function beside its declaration that lists its
 * arrays and numbers here; what it keeps but the future does not depend on, it names as {@link scratch}. (A test walks
 * through everything below a world and fails where an array is neither.)
 */
export class StateList {
  readonly arrays: StateArray[] = []
  readonly fields: StateField[] = []
  readonly indices: StateIndex[] = []
  readonly objects: StateObjects[] = []
  /** Called after a restore, when all else is back. */
  readonly after: (() => void)[] = []
  private readonly unlisted = new Map<object, Set<string>>()
  private readonly passedOver = new Set<object>()
  /** By owner of columns, or by its one column: without any of these its columns say nothing. */
  private readonly counters = new Map<object, { readonly counter: Counter; readonly key: string | null }>()
  private prefix = ''
  private version: Version | null = null
  private readonly entities: () => number

  /** @param entities No entity has that id or a higher one. */
  constructor(entities: () => number) {
    this.entities = entities
  }

  /** Begins the part of an owner: what names are to begin with. */
  begin(name: string): this {
    this.prefix = name
    return this
  }

  /** Says of the arrays that are listed by a function that they stay the same as long as a version does. */
  versioned(version: Version, list: () => void): this {
    this.version = version
    list()
    this.version = null
    return this
  }

  /** Names arrays of an owner that hold nothing from one step to the next, or nothing that cannot be found again. */
  scratch(owner: object, ...keys: string[]): this {
    const names = this.unlisted.get(owner) ?? new Set()
    for (const key of keys) names.add(mustHave(owner, key))
    this.unlisted.set(owner, names)
    return this
  }

  /** Names an object of which nothing is kept, with all below it. */
  passOver(...objects: object[]): this {
    for (const one of objects) this.passedOver.add(one)
    return this
  }

  /** Lists `owner[key]`, a typed array, or a plain one of numbers. */
  array(owner: object, key: string, extent: Extent, stride = 1, initial = 0, name = key): this {
    mustHave(owner, key)
    this.arrays.push({ owner: owner as Record<string, unknown>, key, name: `${this.prefix}.${name}`, extent, stride, initial, version: this.version })
    return this
  }

  /** Lists all columns, but for those that were named as scratch before. */
  columns(
    columns: Columns | MemoryColumns, extent: Extent, short: Extent = extent, nameOf: (owner: object) => string = () => '',
    versionOf: (owner: object, key: string) => Version | null = () => this.version,
  ): this {
    columns.each((owner, key, stride, initial, isShort) => {
      if (this.isScratch(owner, key)) return
      const { version } = this
      this.version = versionOf(owner, key)
      const part = nameOf(owner)
      const whole = isShort ? short : extent
      const counted = this.counters.get(owner)
      const its = counted !== undefined && (counted.key ?? key) === key ? whileCounted(counted.counter, whole) : whole
      this.array(owner, key, its, stride, initial, part === '' ? key : `${part}.${key}`)
      this.version = version
    })
    return this
  }

  /** The extent of columns by entity, which may end before the last one. No entity has the id 0: nobody may have any of it. */
  byEntity(columns: Columns | MemoryColumns): Extent {
    return {
      used: () => (columns.capacity <= 1 ? 0 : Math.min(this.entities(), columns.capacity)),
      reserve: (entries) => columns.grow(entries),
      cleared: true,
    }
  }

  /** Lists whole numbers from −2³¹ to 2³¹ − 1. */
  counts(owner: object, ...keys: string[]): this {
    return this.list('count', owner, keys)
  }

  flags(owner: object, ...keys: string[]): this {
    return this.list('flag', owner, keys)
  }

  reals(owner: object, ...keys: string[]): this {
    return this.list('real', owner, keys)
  }

  index(owner: object, key: string, rebuild: () => void): this {
    mustHave(owner, key)
    this.indices.push({ owner: owner as Record<string, unknown>, key, version: this.version, rebuild })
    return this
  }

  /** Lists `owner[key]`, an array of objects that are never written to, or null. */
  handles(owner: object, key: string): this {
    mustHave(owner, key)
    this.objects.push({ owner: owner as Record<string, unknown>, key, name: `${this.prefix}.${key}` })
    return this
  }

  /** Says that columns say nothing while a count is 0: to be called before they are listed. @param key Of one alone. Default all of the owner. */
  counted(owner: object, counter: Counter, key: string | null = null): this {
    this.counters.set(owner, { counter, key })
    return this
  }

  /** Lists a queue, but for its flags, which are columns: to be called before those are listed. */
  queue(queue: EntityQueue, name: string): this {
    // All flags are 0 then.
    return this.counted(queue, queue).array(queue, 'items', roomIn(queue, 'items', queue), 1, 0, `${name}.items`)
      .list('count', queue, ['count', 'holes'], `${name}.`).scratch(queue, 'passed')
  }

  /** Lists a buffer of items. */
  items(buffer: ItemBuffer, name: string): this {
    return this.array(buffer, 'items', roomIn(buffer, 'items', buffer), 1, 0, `${name}.items`).list('count', buffer, ['count'], `${name}.`)
  }

  /** All arrays, in groups. */
  groups(): StateGroup[] {
    const groups = new Map<Extent, Map<Version | null, number[]>>()
    this.arrays.forEach(({ extent, version }, place) => {
      const ofExtent = groups.get(extent) ?? new Map<Version | null, number[]>()
      groups.set(extent, ofExtent)
      const places = ofExtent.get(version)
      if (places === undefined) ofExtent.set(version, [place])
      else places.push(place)
    })
    return [...groups].flatMap(([extent, ofExtent]) => [...ofExtent].map(([version, places]) => ({ extent, version, places })))
  }

  isScratch(owner: object, key: string): boolean {
    return this.unlisted.get(owner)?.has(key) ?? false
  }

  isPassedOver(object: object): boolean {
    return this.passedOver.has(object)
  }

  private list(kind: StateField['kind'], owner: object, keys: readonly string[], part = ''): this {
    for (const key of keys) {
      mustHave(owner, key)
      this.fields.push({ owner: owner as Record<string, unknown>, key, name: `${this.prefix}.${part}${key}`, kind })
    }
    return this
  }
}

/** The extent of a list that is replaced by a longer one when it is full. */
export function roomIn(owner: object, key: string, counter: { readonly count: number }, stride = 1): Extent {
  const at = owner as Record<string, Growable>
  return {
    used: () => counter.count,
    reserve: (entries) => {
      const old = at[key]!
      if (old.length >= entries * stride) return
      at[key] = new (old.constructor as new (length: number) => Growable)(entries * stride)
    },
    cleared: false,
  }
}

/** The extent of what says nothing while a count is 0. */
function whileCounted(counter: Counter, extent: Extent): Extent {
  return {
    used: () => (counter.count === 0 ? 0 : extent.used()),
    reserve: (entries) => extent.reserve(entries),
    cleared: extent.cleared,
  }
}

/** Names are written as strings, because the fields are private: a name that is none is found at once. */
function mustHave(owner: object, key: string): string {
  if (key in owner) return key
  throw new Error(`bitecs-physics: there is no '${key}' to list in ${owner.constructor.name}.`)
}
