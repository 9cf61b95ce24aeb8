import { placeIn } from '../../components/spec.ts'
import type { EntityId, QueryTerm } from 'bitecs'
import type { PhysicsWorld } from '../state/world.ts'
import { refresh } from './refresh.ts'
import type { TermMatcher, TermQuery } from './term-matcher.ts'
import { shown } from '../shown.ts'

/** Which colliders a query reports. Everything is optional; what is given must all hold. */
export interface QueryFilter {
  /** Bits of the categories to report: the collider's `CollisionFilter.category` must hold one. Default all. */
  mask?: number | undefined
  /** Bits of the categories that the query itself is in: the collider's `CollisionFilter.mask` must hold one. */
  category?: number | undefined
  /** Entities to leave out; a body stands for all its colliders. */
  exclude?: EntityId | ArrayLike<EntityId> | undefined
  /** bitECS query terms, for example `[Enemy, Not(Dead)]`. They see a collider and its body as one entity. */
  terms?: readonly QueryTerm[] | undefined
  /** Asked last, only for what would be reported else. May ask the world too. */
  predicate?: ((entity: EntityId) => boolean) | undefined
  /**
   * Report sensors too. Default false; but true where touches or named entities are asked about: `queryPairs`,
   * `touching`, `isTouching` and `distance`. There false leaves out what a sensor of either side has to do with.
   */
  includeSensors?: boolean | undefined
}

const ALL = -1

/** What a {@link QueryFilter} may have. */
export const FILTER_FIELDS: readonly string[] = ['mask', 'category', 'exclude', 'terms', 'predicate', 'includeSensors']

/** A filter made ready for one query. */
export class ActiveFilter {
  predicate: ((entity: EntityId) => boolean) | null = null
  /** Whether sensors are reported. */
  sensors = false
  /** Whether there is a filter at all. */
  given = false
  private refusesSensors = false
  /** Nothing is asked for but sensors or none. */
  private plain = true
  private mask = ALL
  private category = ALL
  private one = 0
  private several: ArrayLike<EntityId> | null = null
  private terms: TermQuery | null = null
  private matcher: TermMatcher | null = null
  private physics: PhysicsWorld | null = null

  /** @throws TypeError or RangeError on a field that cannot be used, and on an object that is no filter. */
  load(filter: QueryFilter | undefined | null, physics: PhysicsWorld, matcher: TermMatcher, caller: string, fields = FILTER_FIELDS): void {
    this.reset()
    if (filter === undefined || filter === null) return
    checkFilter(filter, fields, caller)
    const { mask, category, exclude, terms } = filter
    if (mask !== undefined) this.mask = bitsOf(mask, 'mask', caller)
    if (category !== undefined) this.category = bitsOf(category, 'category', caller)
    if (typeof exclude === 'number') this.one = exclude
    else if (exclude !== undefined) this.several = exclude
    if (terms !== undefined && terms.length > 0) {
      this.matcher = matcher
      this.terms = matcher.find(terms, caller)
    }
    this.given = true
    this.physics = physics
    this.predicate = filter.predicate ?? null
    this.sensors = filter.includeSensors === true
    this.refusesSensors = filter.includeSensors === false
    this.plain =
      this.mask === ALL &&
      this.category === ALL &&
      this.one === 0 &&
      this.several === null &&
      this.terms === null &&
      this.predicate === null
  }

  /** Lets nothing of the user be held from here. */
  reset(): void {
    this.plain = true
    this.predicate = null
    this.several = null
    this.terms = null
    this.matcher = null
    this.physics = null
    this.mask = ALL
    this.category = ALL
    this.one = 0
    this.sensors = false
    this.refusesSensors = false
    this.given = false
  }

  /** For queries that report sensors unless they are asked not to: tells whether they are. */
  takeSensors(): boolean {
    // Without a filter nobody resets what would be noted here.
    if (!this.given) return true
    this.sensors = !this.refusesSensors
    return this.sensors
  }

  /** Whether it lets through all that is no sensor, unasked. */
  isOpen(physics: PhysicsWorld): boolean {
    return this.plain && physics.lifecycle.leaving.count === 0
  }

  /** Everything but the predicate. */
  allows(physics: PhysicsWorld, collider: number): boolean {
    const { bodyOf, sensor } = physics.bodies
    if (sensor[collider] === 1 && !this.sensors) return false
    if (this.plain && physics.lifecycle.leaving.count === 0) return true
    const body = bodyOf[collider]!
    // What a predicate removed is found no more.
    if (body === 0) return false
    const { category, mask } = physics.stores.CollisionFilter
    const place = placeIn(mask, collider)
    if ((this.mask !== ALL && (category[place]! & this.mask) === 0) || (this.category !== ALL && (mask[place]! & this.category) === 0)) return false
    if (this.one !== 0 && (this.one === collider || this.one === body)) return false
    if (this.several !== null && this.isExcluded(this.several, collider, body)) return false
    if (physics.lifecycle.leaving.count > 0 && (physics.lifecycle.leaving.flag[collider]! | physics.lifecycle.leaving.flag[body]!) !== 0) return false
    return this.terms === null || this.matcher!.matchesCollider(this.terms, collider, body)
  }

  /** The predicate. What it does to the world is seen by the rest of the query. */
  accepts(collider: number): boolean {
    if (this.predicate === null) return true
    const physics = this.physics!
    const { withdrawals } = physics.lifecycle.preview
    const accepted = this.predicate(collider)
    if (physics.lifecycle.preview.withdrawals !== withdrawals) refresh(physics)
    return accepted
  }

  private isExcluded(list: ArrayLike<EntityId>, collider: number, body: number): boolean {
    for (let i = 0; i < list.length; i++) if (list[i] === collider || list[i] === body) return true
    return false
  }
}

/** How many fields of a filter are not undefined. */
function fieldsOf({ mask, category, exclude, terms, predicate, includeSensors }: QueryFilter): number {
  let count = 0
  if (mask !== undefined) count++
  if (category !== undefined) count++
  if (exclude !== undefined) count++
  if (terms !== undefined) count++
  if (predicate !== undefined) count++
  if (includeSensors !== undefined) count++
  return count
}

/** Whether an object has a field of a filter that is not undefined. */
export function hasFilterField(filter: QueryFilter): boolean {
  return fieldsOf(filter) > 0
}

/** @throws TypeError on terms that are no list. */
export function checkTerms(terms: readonly QueryTerm[], name: string, caller: string): void {
  if (Array.isArray(terms)) return
  throw new TypeError(`${caller}: ${name} must be a list of query terms such as [Enemy], got ${shown(terms)}.`)
}

/** @throws TypeError or RangeError on a field of the wrong kind. */
function checkFilter(filter: QueryFilter, fields: readonly string[], caller: string): void {
  if (typeof filter !== 'object' || Array.isArray(filter)) throw new TypeError(`${caller}: the filter must be an object, got ${shown(filter)}.`)
  const { exclude, terms, predicate, includeSensors } = filter
  if (exclude !== undefined) checkExclude(exclude, caller)
  if (terms !== undefined) checkTerms(terms, 'filter.terms', caller)
  if (predicate !== undefined && typeof predicate !== 'function') {
    throw new TypeError(`${caller}: filter.predicate must be a function, got ${shown(predicate)}.`)
  }
  if (includeSensors !== undefined && typeof includeSensors !== 'boolean') {
    throw new TypeError(`${caller}: filter.includeSensors must be true or false, got ${shown(includeSensors)}.`)
  }
  checkFields(filter, fields, caller)
}

function checkExclude(exclude: EntityId | ArrayLike<EntityId>, caller: string): void {
  if (typeof exclude === 'number') {
    if (Number.isInteger(exclude) && exclude >= 0) return
    throw new RangeError(`${caller}: filter.exclude must be an entity, got ${exclude}.`)
  }
  if (typeof exclude === 'object' && exclude !== null && typeof exclude.length === 'number') {
    // What is gone may be in it.
    for (let i = 0; i < exclude.length; i++) {
      if (!Number.isInteger(exclude[i])) throw new TypeError(`${caller}: filter.exclude[${i}] must be an entity, got ${shown(exclude[i])}.`)
    }
    return
  }
  throw new TypeError(`${caller}: filter.exclude must be an entity or an array of entities, got ${shown(exclude)}.`)
}

/** A name that is misspelt, or a buffer in the place of the filter, would be taken for a filter that lets everything through. */
export function checkFields(filter: QueryFilter, fields: readonly string[], caller: string): void {
  // Mostly there are as many names as fields that it may have: to look for each of them took a quarter of the time of queryPoint.
  let names = 0
  for (const key in filter) if (key !== '') names++
  if (names === fieldsOf(filter)) return
  for (const key in filter) {
    if (fields.includes(key)) continue
    throw new TypeError(`${caller}: '${key}' is no field of a filter (${fields.join(', ')}). A buffer to write to comes after it.`)
  }
}

function bitsOf(value: number, field: string, caller: string): number {
  if (Number.isInteger(value) && value >= -0x80000000 && value <= 0xffffffff) return value | 0
  throw new RangeError(`${caller}: filter.${field} must be an integer of 32 bits, got ${shown(value)}.`)
}
