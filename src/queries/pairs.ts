import type { QueryTerm, World } from 'bitecs'
import { ContactFlag } from '../contacts/contact-record.ts'
import { PairBuffer } from '../stores/buffers.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { requirePhysics } from '../state/registry.ts'
import { type ActiveFilter, FILTER_FIELDS, type QueryFilter, checkFields, checkTerms, hasFilterField } from './filter.ts'
import { Lent, LentPairs } from './lent.ts'
import type { PairView } from './pair-view.ts'
import { shown } from '../shown.ts'
import { enter, leave, queriesOf } from './state.ts'
import type { TermMatcher, TermQuery } from './term-matcher.ts'

const PAIR_FIELDS = [...FILTER_FIELDS, 'candidates', 'sleeping', 'out']

/** Which pairs to report. Both sides of a pair must pass what is given of a {@link QueryFilter}. */
export interface PairQueryOptions extends QueryFilter {
  /** Report pairs whose fat boxes overlap too, and not only those that touch. Default false. */
  candidates?: boolean | undefined
  /** Report pairs too in which both rest. Default false: their number is not bounded by what happens. */
  sleeping?: boolean | undefined
  /**
   * Where to write. Default: a buffer of this world, overwritten by the next call. One that is too small gets larger
   * columns: read `out.a` and `out.b` anew.
   */
  out?: PairBuffer | undefined
}

/**
 * The pairs of colliders that touch as of the last step, each once.
 *
 * Without terms every pair is reported, the lower id as `a`. With terms on one side the matching entity is `a`;
 * with terms on both sides `a` matches the first and `b` the second list. Terms see a collider that is a part of
 * another entity's body, such as a link of a chain, and that body as one entity.
 * @param termsA bitECS query terms, for example `[Bullet]` or `[Enemy, Not(Dead)]`.
 * @param options Candidates, pairs at rest, and a filter that both sides must pass: `exclude` leaves out every pair of
 *   that entity, `mask` leaves pairs of which both categories are in it, and `predicate` is asked about `a`, then `b`.
 *   Sensors count unless `includeSensors` is false.
 * @returns A view that is valid until the next call. Nothing is allocated.
 * @throws Error when the world has no physics.
 * @throws TypeError or RangeError on terms or options that cannot be used.
 */
export function queryPairs(
  world: World,
  termsA?: readonly QueryTerm[],
  termsB?: readonly QueryTerm[],
  options?: PairQueryOptions,
): PairView {
  const physics = requirePhysics(world, 'queryPairs')
  const queries = queriesOf(physics)
  const { matcher } = queries
  const lent = (queries.pairs ??= new Lent('queryPairs', new PairBuffer(), LentPairs))
  const out = options?.out ?? lent.buffer
  checkCall(termsA, termsB, options, out)
  const sideA = termsA && termsA.length > 0 ? matcher.find(termsA, 'queryPairs') : null
  const sideB = termsB && termsB.length > 0 ? matcher.find(termsB, 'queryPairs') : null
  if (options && hasFilterField(options)) {
    findFiltered(physics, options, sideA, sideB, out)
  } else {
    out.clear()
    collectPairs(physics, options, sideA, sideB, out)
  }
  return options?.out ?? lent.lend()
}

/** All pairs first, then whom the filter takes: a predicate may ask too, and change the contacts. */
function findFiltered(
  physics: PhysicsWorld,
  options: PairQueryOptions,
  sideA: TermQuery | null,
  sideB: TermQuery | null,
  out: PairBuffer,
): void {
  const query = enter(physics)
  try {
    const { filter, pairs } = query
    filter.load(options, physics, query.world!.matcher, 'queryPairs', PAIR_FIELDS)
    filter.takeSensors()
    collectPairs(physics, options, sideA, sideB, pairs)
    keepAllowed(physics, filter, pairs)
    if (filter.predicate !== null) keepAccepted(physics.collision, filter, pairs)
    copyPairs(pairs, out)
  } finally {
    leave(query)
  }
}

function collectPairs(
  physics: PhysicsWorld,
  options: PairQueryOptions | undefined,
  sideA: TermQuery | null,
  sideB: TermQuery | null,
  out: PairBuffer,
): void {
  const { b, flags, active, activeCount, highest } = physics.collision.contacts
  const { matcher } = queriesOf(physics)
  const needed = options?.candidates === true ? 0 : ContactFlag.Touching
  if (options?.sleeping === true) {
    for (let contact = 1; contact <= highest; contact++) {
      if (b[contact] === 0 || (flags[contact]! & needed) !== needed) continue
      collect(physics, contact, matcher, sideA, sideB, out)
    }
    return
  }
  for (let i = 0; i < activeCount; i++) {
    const contact = active[i]!
    if ((flags[contact]! & needed) === needed) collect(physics, contact, matcher, sideA, sideB, out)
  }
}

/** Adds a pair, turned so that `a` matches the first and `b` the second terms, or nothing. */
function collect(
  physics: PhysicsWorld,
  contact: number,
  matcher: TermMatcher,
  sideA: TermQuery | null,
  sideB: TermQuery | null,
  out: PairBuffer,
): void {
  const a = physics.collision.contacts.a[contact]!
  const b = physics.collision.contacts.b[contact]!
  if (isSide(physics, matcher, sideA, a) && isSide(physics, matcher, sideB, b)) out.push(a, b)
  else if (isSide(physics, matcher, sideA, b) && isSide(physics, matcher, sideB, a)) out.push(b, a)
}

function isSide(physics: PhysicsWorld, matcher: TermMatcher, side: TermQuery | null, collider: number): boolean {
  return side === null || matcher.matchesCollider(side, collider, physics.bodies.bodyOf[collider]!)
}

function keepAllowed(physics: PhysicsWorld, filter: ActiveFilter, pairs: PairBuffer): void {
  const { a, b } = pairs
  let kept = 0
  for (let i = 0; i < pairs.count; i++) {
    if (!filter.allows(physics, a[i]!) || !filter.allows(physics, b[i]!)) continue
    a[kept] = a[i]!
    b[kept++] = b[i]!
  }
  pairs.count = kept
}

/** Asks the predicate, first about `a`, and only about pairs that are still there. */
function keepAccepted(collision: CollisionState, filter: ActiveFilter, pairs: PairBuffer): void {
  let kept = 0
  for (let i = 0; i < pairs.count; i++) {
    const a = pairs.a[i]!
    const b = pairs.b[i]!
    if (!isPair(collision, a, b) || !filter.accepts(a) || !isPair(collision, a, b) || !filter.accepts(b)) continue
    pairs.a[kept] = a
    pairs.b[kept++] = b
  }
  pairs.count = kept
}

function copyPairs(from: PairBuffer, to: PairBuffer): void {
  to.reserve(from.count)
  to.count = from.count
  for (let i = 0; i < from.count; i++) {
    to.a[i] = from.a[i]!
    to.b[i] = from.b[i]!
  }
}

function isPair({ contacts }: CollisionState, a: number, b: number): boolean {
  return contacts.find(Math.min(a, b), Math.max(a, b)) !== 0
}

function checkCall(
  termsA: readonly QueryTerm[] | undefined,
  termsB: readonly QueryTerm[] | undefined,
  options: PairQueryOptions | undefined,
  out: PairBuffer,
): void {
  if (termsA !== undefined && termsA !== null) checkTerms(termsA, 'termsA', 'queryPairs')
  if (termsB !== undefined && termsB !== null) checkTerms(termsB, 'termsB', 'queryPairs')
  if (options !== undefined && options !== null) checkOptions(options)
  if (out.a instanceof Uint32Array && out.b instanceof Uint32Array && typeof out.push === 'function') return
  throw new TypeError('queryPairs: out must have columns of entities. Pass new PairBuffer().')
}

function checkOptions(options: PairQueryOptions): void {
  if (typeof options !== 'object' || Array.isArray(options)) throw new TypeError(`queryPairs: the options must be an object, got ${shown(options)}.`)
  checkFields(options, PAIR_FIELDS, 'queryPairs')
  const { candidates = false, sleeping = false } = options
  if (typeof candidates === 'boolean' && typeof sleeping === 'boolean') return
  throw new TypeError(`queryPairs: candidates and sleeping must be true or false, got ${shown(candidates)} and ${shown(sleeping)}.`)
}
