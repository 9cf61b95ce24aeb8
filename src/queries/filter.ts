import type { EntityId, QueryTerm } from 'bitecs'
import type { PhysicsWorld } from '../world.ts'
import type { TermMatcher, TermQuery } from './term-matcher.ts'

/** Which colliders a query reports. Everything is optional; what is given must all hold. */
export interface QueryFilter {
  /** Bits of the categories to report: the collider's `CollisionFilter.category` must hold one. Default all. */
  mask?: number
  /** Bits of the categories that the query itself is in: the collider's `CollisionFilter.mask` must hold one. */
  category?: number
  /** Entities to leave out; a body stands for all its colliders. */
  exclude?: EntityId | ArrayLike<EntityId>
  /** bitECS query terms, for example `[Enemy, Not(Dead)]`. They see a collider and its body as one entity. */
  terms?: readonly QueryTerm[]
  /** Asked last, only for what would be reported else. May ask the world too. */
  predicate?: (entity: EntityId) => boolean
  /** Report sensors too. Default false. */
  includeSensors?: boolean
}

const ALL = -1

/** A filter made ready for one query. */
export class ActiveFilter {
  predicate: ((entity: EntityId) => boolean) | null = null
  /** Nothing is asked for but sensors or none. */
  private plain = true
  private mask = ALL
  private category = ALL
  private one = 0
  private several: ArrayLike<EntityId> | null = null
  private sensors = false
  private terms: TermQuery | null = null
  private matcher: TermMatcher | null = null

  /** @throws RangeError on bits that are no 32-bit number. */
  load(filter: QueryFilter | undefined | null, matcher: TermMatcher, caller: string): void {
    this.reset()
    if (filter === undefined || filter === null) return
    const { mask, category, exclude, terms } = filter
    if (mask !== undefined) this.mask = bitsOf(mask, 'mask', caller)
    if (category !== undefined) this.category = bitsOf(category, 'category', caller)
    if (typeof exclude === 'number') this.one = exclude
    else if (exclude !== undefined) this.several = exclude
    if (terms !== undefined && terms.length > 0) {
      this.matcher = matcher
      this.terms = matcher.find(terms)
    }
    this.predicate = filter.predicate ?? null
    this.sensors = filter.includeSensors === true
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
    this.mask = ALL
    this.category = ALL
    this.one = 0
    this.sensors = false
  }

  /** Whether it lets through all that is no sensor, unasked. */
  isOpen(physics: PhysicsWorld): boolean {
    return this.plain && physics.leaving.count === 0
  }

  /** Everything but the predicate. */
  allows(physics: PhysicsWorld, collider: number): boolean {
    const { bodyOf, sensor } = physics.bodies
    if (sensor[collider] === 1 && !this.sensors) return false
    if (this.plain && physics.leaving.count === 0) return true
    const body = bodyOf[collider]!
    // What a predicate removed is found no more.
    if (body === 0) return false
    if (this.mask !== ALL && (physics.components.CollisionFilter.category[collider]! & this.mask) === 0) return false
    if (this.category !== ALL && (physics.components.CollisionFilter.mask[collider]! & this.category) === 0) return false
    if (this.one !== 0 && (this.one === collider || this.one === body)) return false
    if (this.several !== null && this.isExcluded(this.several, collider, body)) return false
    if (physics.leaving.count > 0 && (physics.leaving.flag[collider]! | physics.leaving.flag[body]!) !== 0) return false
    return this.terms === null || this.matcher!.matchesCollider(this.terms, collider, body)
  }

  /** The predicate. */
  accepts(collider: number): boolean {
    return this.predicate === null || this.predicate(collider)
  }

  private isExcluded(list: ArrayLike<EntityId>, collider: number, body: number): boolean {
    for (let i = 0; i < list.length; i++) if (list[i] === collider || list[i] === body) return true
    return false
  }
}

function bitsOf(value: number, field: string, caller: string): number {
  if (Number.isInteger(value) && value >= -0x80000000 && value <= 0xffffffff) return value | 0
  throw new RangeError(`${caller}: filter.${field} must be an integer of 32 bits, got ${value}.`)
}
