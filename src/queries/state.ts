import type { World } from 'bitecs'
import { RAY_STRIDE } from '../collision/ray.ts'
import { ItemBuffer, PairBuffer } from '../stores/buffers.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import { requirePhysics } from '../state/registry.ts'
import { running } from './asked.ts'
import { ActiveFilter, type QueryFilter } from './filter.ts'
import { type Distance, type Hit, HitBuffer } from './hit.ts'
import type { ContactsLent, EntitiesLent, HitsLent, PairsLent } from './lent.ts'
import type { Probe } from './probe.ts'
import { isWatched, refresh } from './refresh.ts'
import { TermMatcher } from './term-matcher.ts'

/** Is told of every query of a world that was answered, see `recordQueries` in `src/debug/`. */
export interface QueryWatcher {
  note(query: Query, subject: unknown, found: unknown): void
}

/**
 * What the queries of one world keep: the views that are returned without `out`, each overwritten by its function. Each
 * function makes its own when it is called, so that one that a program does not import need not be in its bundle.
 */
export class WorldQueries {
  readonly matcher: TermMatcher
  watcher: QueryWatcher | null = null
  pairs: PairsLent | null = null
  point: EntitiesLent | null = null
  region: EntitiesLent | null = null
  shape: EntitiesLent | null = null
  view: EntitiesLent | null = null
  touching: EntitiesLent | null = null
  ray: Hit | null = null
  cast: Hit | null = null
  all: HitsLent | null = null
  batch: HitsLent | null = null
  nearest: HitsLent | null = null
  contacts: ContactsLent | null = null
  distance: Distance | null = null

  constructor(world: World) {
    this.matcher = new TermMatcher(world)
  }
}

/**
 * The working memory of a running query. A predicate may ask the world again, so each depth has its own; nothing that
 * a query needs after it called a predicate may lie elsewhere.
 */
export class Query {
  readonly filter = new ActiveFilter()
  readonly candidates = new ItemBuffer()
  readonly pairs = new PairBuffer()
  readonly hits = new HitBuffer()
  /** The shape that is asked with; made by the queries that have one, which bring along what it needs. */
  probe: Probe | null = null
  /** The numbers of the call: a region minX, minY, maxX, maxY, a point twice, the ends of a ray, a pose and a way. */
  readonly given = new Float64Array(5)
  readonly ray = new Float64Array(RAY_STRIDE)
  /** For the broad phase: a region; or x1, y1, x2, y2 of a ray and its end; or x, y and a squared radius. */
  readonly search = new Float64Array(5)
  /** The region that a shape cast searched before. */
  readonly searched = new Float64Array(5)
  /** Of the ray. */
  readonly length = new Float64Array(1)
  /** How much farther than the best hit candidates are looked at, as a part of the ray. */
  readonly slack = new Float64Array(1)
  /** The hit at hand and the best so far: fraction (infinite while there is none), normal, point. */
  readonly hit = new Float64Array(5)
  readonly best = new Float64Array(5)
  entity = 0
  /** The public function that asks, for errors. */
  caller = ''
  /** Hits wanted at most. */
  most = 1
  physics: PhysicsWorld | null = null
  world: WorldQueries | null = null
}

/**
 * The numbers of a call on their way in, NaN for what is none (an array would make numbers of texts and null): they are put here at once, and everything below the public functions takes
 * them from here. These are short, so that the engine can inline them where they are called; it puts each number with
 * a fraction that is an argument of a call into a box of its own (100 bytes a query, and the time to collect them).
 */
export const given = new Float64Array(5)

const known = new WeakMap<PhysicsWorld, WorldQueries>()
const stack = running as Query[]
let depth = 0

/** What the queries of a world keep. */
export function queriesOf(physics: PhysicsWorld): WorldQueries {
  let found = known.get(physics)
  if (found === undefined) {
    found = new WorldQueries(physics.ecs)
    known.set(physics, found)
  }
  return found
}

/**
 * The door of all queries: takes over the numbers of the call, takes in what changed, makes the filter ready, and lets
 * `find` answer. Whatever happens, the working memory is given back afterwards.
 *
 * What most calls pass through is written out here, on purpose: V8 inlines no function of more than 460 bytes of
 * bytecode (this one has 496), and it inlines the short public functions into their callers only as long as they have
 * not swallowed a long one themselves: with 455 bytes or less that depended on which of the two was compiled first, and
 * a query with a filter took 32 to 64 bytes in some runs. test/queries/memory.test.ts fails when that is lost.
 * @param subject What else the query is about, for example a shape.
 */
export function ask<Subject, Out, Result>(
  world: World,
  caller: string,
  filter: QueryFilter | null | undefined,
  find: (query: Query, subject: Subject, out: Out) => Result,
  subject: Subject,
  out: Out,
): Result {
  const physics = requirePhysics(world, caller)
  const queries = known.get(physics) ?? queriesOf(physics)
  if (depth === stack.length) stack.push(new Query())
  const query = stack[depth]!
  const { given: numbers, filter: active, best } = query
  // Not by `set`, which is a call, and leaves this function short enough to be inlined.
  numbers[0] = given[0]!
  numbers[1] = given[1]!
  numbers[2] = given[2]!
  numbers[3] = given[3]!
  numbers[4] = given[4]!
  query.candidates.count = 0
  query.hits.count = 0
  query.entity = 0
  query.most = 1
  best[0] = Infinity
  query.caller = caller
  query.physics = physics
  query.world = queries
  // What is taken in may call observers, and predicates are the user's: these may ask too, at the next depth.
  depth++
  try {
    const { preview } = physics.lifecycle
    // Plain writes to few bodies are looked for each time; after a step, and for what was announced, in any case.
    const stale = preview.seenStep !== physics.stepCount || preview.unseen.count > 0 || isWatched(physics)
    if (stale && physics.phase <= Phase.Beginning) refresh(physics)
    if (filter !== undefined && filter !== null) active.load(filter, physics, queries.matcher, caller)
    const found = find(query, subject, out)
    if (queries.watcher !== null) queries.watcher.note(query, subject, found)
    return found
  } finally {
    depth--
    if (filter !== undefined && filter !== null) active.reset()
    query.physics = null
    query.world = null
  }
}

/**
 * The working memory for a query that takes nothing in, because it tells of the last step alone and names no entity: in
 * a world of many awake bodies taking in would cost more than the question. {@link leave} it in any case.
 */
export function enter(physics: PhysicsWorld): Query {
  if (depth === stack.length) stack.push(new Query())
  const query = stack[depth++]!
  query.physics = physics
  query.world = queriesOf(physics)
  query.pairs.count = 0
  return query
}

/** Gives back what {@link enter} gave last. */
export function leave(query: Query): void {
  depth--
  query.filter.reset()
  query.physics = null
  query.world = null
}
