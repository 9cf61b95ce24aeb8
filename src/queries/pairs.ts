import type { Query, QueryTerm, World } from 'bitecs'
import { ContactFlag } from '../contacts/contact-table.ts'
import { PairBuffer } from '../quadtree/buffers.ts'
import type { PhysicsWorld } from '../world.ts'
import { requirePhysics } from '../world/registry.ts'
import { TermMatcher, matches } from './term-matcher.ts'

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
  /** Where to write. Default: a buffer of this world, overwritten by the next call. */
  out?: PairBuffer
}

interface PairQueryState {
  readonly out: PairBuffer
  readonly matcher: TermMatcher
}

const states = new WeakMap<PhysicsWorld, PairQueryState>()

/**
 * The pairs of colliders that touch as of the last step, each once.
 *
 * Without terms every pair is reported, the lower id as `a`. With terms on one side the matching entity is `a`;
 * with terms on both sides `a` matches the first and `b` the second list.
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
  let state = states.get(physics)
  if (state === undefined) {
    state = { out: new PairBuffer(), matcher: new TermMatcher(world) }
    states.set(physics, state)
  }
  const out = options?.out ?? state.out
  const queryA = termsA && termsA.length > 0 ? state.matcher.find(termsA) : null
  const queryB = termsB && termsB.length > 0 ? state.matcher.find(termsB) : null
  const needed = options?.candidates === true ? 0 : ContactFlag.Touching
  out.clear()
  const { contacts } = physics
  if (options?.sleeping === true) {
    for (let contact = 1; contact <= contacts.highest; contact++) {
      if (contacts.b[contact] !== 0) collect(physics, contact, needed, queryA, queryB, out)
    }
  } else {
    for (let i = 0; i < contacts.activeCount; i++) {
      collect(physics, contacts.active[i]!, needed, queryA, queryB, out)
    }
  }
  return out
}

function collect(
  physics: PhysicsWorld,
  contact: number,
  needed: number,
  queryA: Query | null,
  queryB: Query | null,
  out: PairBuffer,
): void {
  const { contacts } = physics
  if ((contacts.flags[contact]! & needed) !== needed) return
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  if (isSide(queryA, a) && isSide(queryB, b)) out.push(a, b)
  else if (isSide(queryA, b) && isSide(queryB, a)) out.push(b, a)
}

function isSide(found: Query | null, entity: number): boolean {
  return found === null || matches(found, entity)
}

