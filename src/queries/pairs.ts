import type { QueryTerm, World } from 'bitecs'
import { ContactFlag } from '../contacts/contact-record.ts'
import type { PairBuffer } from '../quadtree/buffers.ts'
import type { PhysicsWorld } from '../world.ts'
import { requirePhysics } from '../world/registry.ts'
import { queriesOf } from './state.ts'
import type { TermMatcher, TermQuery } from './term-matcher.ts'

/** Pairs as two columns: the i-th pair is `a[i]` and `b[i]`, for i from 0 to `count` − 1. */
export interface PairView {
  readonly count: number
  readonly a: Uint32Array
  readonly b: Uint32Array
}

export interface PairQueryOptions {
  /** Report pairs whose fat boxes overlap too, and not only those that touch. Default false. */
  candidates?: boolean
  /** Report pairs too in which both rest. Default false: their number is not bounded by what happens. */
  sleeping?: boolean
  /**
   * Where to write. Default: a buffer of this world, overwritten by the next call. One that is too small gets larger
   * columns: read `out.a` and `out.b` anew.
   */
  out?: PairBuffer
}

/**
 * The pairs of colliders that touch as of the last step, each once.
 *
 * Without terms every pair is reported, the lower id as `a`. With terms on one side the matching entity is `a`;
 * with terms on both sides `a` matches the first and `b` the second list. Terms see a collider that is a part of
 * another entity's body, such as a link of a chain, and that body as one entity.
 * @param termsA bitECS query terms, for example `[Bullet]` or `[Enemy, Not(Dead)]`.
 * @returns A view that is valid until the next call. Nothing is allocated.
 * @throws Error when the world has no physics.
 */
export function queryPairs(
  world: World,
  termsA?: QueryTerm[],
  termsB?: QueryTerm[],
  options?: PairQueryOptions,
): PairView {
  const physics = requirePhysics(world, 'queryPairs')
  const state = queriesOf(physics)
  const { matcher } = state
  const out = options?.out ?? state.pairs
  const queryA = termsA && termsA.length > 0 ? matcher.find(termsA) : null
  const queryB = termsB && termsB.length > 0 ? matcher.find(termsB) : null
  const needed = options?.candidates === true ? 0 : ContactFlag.Touching
  out.clear()
  const { contacts } = physics
  if (options?.sleeping === true) {
    for (let contact = 1; contact <= contacts.highest; contact++) {
      if (contacts.b[contact] !== 0) collect(physics, contact, needed, matcher, queryA, queryB, out)
    }
  } else {
    for (let i = 0; i < contacts.activeCount; i++) {
      collect(physics, contacts.active[i]!, needed, matcher, queryA, queryB, out)
    }
  }
  return out
}

function collect(
  physics: PhysicsWorld,
  contact: number,
  needed: number,
  matcher: TermMatcher,
  queryA: TermQuery | null,
  queryB: TermQuery | null,
  out: PairBuffer,
): void {
  const { contacts } = physics
  if ((contacts.flags[contact]! & needed) !== needed) return
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  if (isSide(physics, matcher, queryA, a) && isSide(physics, matcher, queryB, b)) out.push(a, b)
  else if (isSide(physics, matcher, queryA, b) && isSide(physics, matcher, queryB, a)) out.push(b, a)
}

function isSide(physics: PhysicsWorld, matcher: TermMatcher, found: TermQuery | null, collider: number): boolean {
  return found === null || matcher.matchesCollider(found, collider, physics.bodies.bodyOf[collider]!)
}
