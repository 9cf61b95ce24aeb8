import type { World } from 'bitecs'
import { RAY_STRIDE } from '../collision/ray.ts'
import { ItemBuffer, PairBuffer } from '../quadtree/buffers.ts'
import type { PhysicsWorld } from '../world.ts'
import { requirePhysics } from '../world/registry.ts'
import { EntityBuffer } from './entity-buffer.ts'
import { ActiveFilter, type QueryFilter } from './filter.ts'
import { HitBuffer, createHit } from './hit.ts'
import { Probe } from './probe.ts'
import { type Freshness, refresh } from './refresh.ts'
import { TermMatcher } from './term-matcher.ts'

/** What the queries of one world keep: the views that are returned without `out`, each overwritten by its function. */
export class WorldQueries implements Freshness {
  seenStep = -1
  refreshing = false
  readonly matcher: TermMatcher
  readonly pairs = new PairBuffer()
  readonly point = new EntityBuffer()
  readonly region = new EntityBuffer()
  readonly shape = new EntityBuffer()
  readonly view = new EntityBuffer()
  readonly touching = new EntityBuffer()
  readonly ray = createHit()
  readonly cast = createHit()
  readonly all = new HitBuffer()
  readonly batch = new HitBuffer()
  readonly nearest = new HitBuffer()

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
  readonly hits = new HitBuffer()
  readonly probe = new Probe()
  /** Point, region or bounds: up to four numbers. */
  readonly area = new Float64Array(4)
  readonly ray = new Float64Array(RAY_STRIDE)
  /** The hit at hand and the best so far: fraction, normal, point. */
  readonly hit = new Float64Array(5)
  readonly best = new Float64Array(5)
  entity = 0
  /** Hits wanted at most. */
  most = 1
  physics: PhysicsWorld | null = null
  world: WorldQueries | null = null
}

const known = new WeakMap<PhysicsWorld, WorldQueries>()
const stack: Query[] = []
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

/** Begins a query: takes in what changed and makes the filter ready. {@link endQuery} must follow in any case. */
export function beginQuery(world: World, caller: string, filter: QueryFilter | undefined | null): Query {
  const physics = requirePhysics(world, caller)
  const queries = queriesOf(physics)
  refresh(physics, queries)
  if (depth === stack.length) stack.push(new Query())
  const query = stack[depth]!
  query.filter.load(filter, queries.matcher, caller)
  query.physics = physics
  query.world = queries
  query.candidates.clear()
  query.hits.count = 0
  query.entity = 0
  depth++
  return query
}

/** Ends the query that began last. */
export function endQuery(query: Query): void {
  depth--
  query.filter.reset()
  query.physics = null
  query.world = null
}
