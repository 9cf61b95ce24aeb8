import type { World } from 'bitecs'
import type { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { bringRays } from '../broadphase/tree-searches.ts'
import { sortItems } from '../stores/sort-items.ts'
import { RAY_HIT_STRIDE, castRayAtShape } from '../collision/ray.ts'
import type { PhysicsWorld } from '../state/world.ts'
import type { QueryFilter } from './filter.ts'
import { type Hit, HitBuffer, type HitView, checkHits, checkOut, createHit, reserveHits } from './hit.ts'
import { Lent, LentHits } from './lent.ts'
import { sortHits } from './sort-hits.ts'
import { type Query, ask, given } from './state.ts'
import { shown } from '../shown.ts'

const hit = new Float64Array(RAY_HIT_STRIDE)

/**
 * Casts a ray from (x1, y1) to (x2, y2) and gives the first collider that it enters, or null.
 *
 * A ray that starts inside a shape hits it at fraction 0, with the normal (0, 0). A ray without length hits what holds
 * its point. A link of a chain is hit from its solid side only. Of two hits at the same place the lower id counts.
 * @param filter Which colliders to report; see {@link QueryFilter}. Sensors only on request.
 * @param out Where to write. Default: a hit that is valid until the next call.
 * @throws RangeError on ends that are not finite.
 */
export function castRay(
  world: World,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  filter?: QueryFilter | null,
  out?: Hit,
): Hit | null {
  given[0] = typeof x1 === 'number' ? x1 : NaN
  given[1] = typeof y1 === 'number' ? y1 : NaN
  given[2] = typeof x2 === 'number' ? x2 : NaN
  given[3] = typeof y2 === 'number' ? y2 : NaN
  checkOut(out, 'castRay')
  return ask(world, 'castRay', filter, castForClosest, null, out)
}

function castForClosest(query: Query, _: null, out: Hit | undefined): Hit | null {
  checkEnds('castRay', query.given)
  setRay(query)
  findClosest(query)
  if (query.entity === 0) return null
  const found = out ?? (query.world!.ray ??= createHit())
  const { best, ray } = query
  const fraction = best[0]!
  found.entity = query.entity
  found.x = ray[0]! + ray[2]! * fraction
  found.y = ray[1]! + ray[3]! * fraction
  found.nx = best[1]!
  found.ny = best[2]!
  found.distance = query.length[0]! * fraction
  found.fraction = fraction
  return found
}

/**
 * Whether a ray from (x1, y1) to (x2, y2) meets any collider: cheaper than the closest one, for lines of sight.
 * @throws RangeError on ends that are not finite.
 */
export function castRayAny(
  world: World,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  filter?: QueryFilter | null,
): boolean {
  given[0] = typeof x1 === 'number' ? x1 : NaN
  given[1] = typeof y1 === 'number' ? y1 : NaN
  given[2] = typeof x2 === 'number' ? x2 : NaN
  given[3] = typeof y2 === 'number' ? y2 : NaN
  return ask(world, 'castRayAny', filter, castForAny, null, null)
}

function castForAny(query: Query): boolean {
  checkEnds('castRayAny', query.given)
  setRay(query)
  findAny(query)
  return query.entity !== 0
}

/**
 * Casts a ray through everything: each collider that it meets where it enters it, from near to far, at equal places
 * by id. See {@link castRay} for what counts as a hit.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws RangeError on ends that are not finite.
 */
export function castRayAll(
  world: World,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  filter?: QueryFilter | null,
  out?: HitBuffer,
): HitView {
  given[0] = typeof x1 === 'number' ? x1 : NaN
  given[1] = typeof y1 === 'number' ? y1 : NaN
  given[2] = typeof x2 === 'number' ? x2 : NaN
  given[3] = typeof y2 === 'number' ? y2 : NaN
  return ask(world, 'castRayAll', filter, castForAll, null, out)
}

function castForAll(query: Query, _: null, out: HitBuffer | undefined): HitView {
  checkEnds('castRayAll', query.given)
  const lent = (query.world!.all ??= new Lent('castRayAll', new HitBuffer(), LentHits))
  const target = out ?? lent.buffer
  checkHits(target, 'castRayAll')
  setRay(query)
  collectHits(query)
  sortHits(query.hits, target)
  return out ?? lent.lend()
}

/**
 * Casts many rays in one call: ray i goes from (`rays[4i]`, `rays[4i + 1]`) to (`rays[4i + 2]`, `rays[4i + 3]`), and
 * its hit is row i of the result. A ray that hits nothing has the entity 0, its own end as the place, the normal
 * (0, 0) and the fraction 1.
 * @param count How many rays there are. Default: all that `rays` holds.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws RangeError on ends that are not finite, or a count that `rays` does not hold; nothing is written then.
 */
export function castRays(
  world: World,
  rays: ArrayLike<number>,
  count: number = Math.floor(rays?.length / 4),
  filter?: QueryFilter | null,
  out?: HitBuffer,
): HitView {
  if (typeof rays !== 'object' || typeof rays?.length !== 'number') throw new TypeError(`castRays: the rays must be an array of four numbers each, got ${shown(rays)}.`)
  if (!Number.isInteger(count) || count < 0) throw new RangeError(`castRays: count must be a whole number from 0 up, got ${shown(count)}.`)
  if (count * 4 > rays.length) {
    throw new RangeError(`castRays: ${count} rays need ${count * 4} numbers, there are ${rays.length}.`)
  }
  given[0] = count
  return ask(world, 'castRays', filter, castMany, rays, out)
}

function castMany(query: Query, rays: ArrayLike<number>, out: HitBuffer | undefined): HitView {
  const { hits, given: ends } = query
  const count = ends[0]!
  for (let i = 0; i < count; i++) {
    // A plain array may hold what the columns would make numbers of, or JavaScript an error of its own.
    if (Array.isArray(rays)) for (let k = 0; k < 4; k++) ends[k] = typeof rays[4 * i + k] === 'number' ? rays[4 * i + k]! : NaN
    else takeRay(rays, i, ends)
    checkEnds('castRays', ends)
  }
  const lent = (query.world!.batch ??= new Lent('castRays', new HitBuffer(), LentHits))
  const target = out ?? lent.buffer
  checkHits(target, 'castRays')
  reserveHits(hits, count)
  for (let i = 0; i < count; i++) castRow(query, rays, i, hits)
  hits.count = count
  copyHits(hits, target)
  return out ?? lent.lend()
}

function takeRay(rays: ArrayLike<number>, row: number, ends: Float64Array): void {
  ends[0] = rays[4 * row]!
  ends[1] = rays[4 * row + 1]!
  ends[2] = rays[4 * row + 2]!
  ends[3] = rays[4 * row + 3]!
}

function castRow(query: Query, rays: ArrayLike<number>, row: number, hits: HitBuffer): void {
  takeRay(rays, row, query.given)
  setRay(query)
  query.entity = 0
  query.candidates.clear()
  findClosest(query)
  const { ray, best, entity } = query
  const fraction = entity === 0 ? 1 : best[0]!
  hits.entities[row] = entity
  hits.x[row] = ray[0]! + ray[2]! * fraction
  hits.y[row] = ray[1]! + ray[3]! * fraction
  hits.nx[row] = entity === 0 ? 0 : best[1]!
  hits.ny[row] = entity === 0 ? 0 : best[2]!
  hits.distance[row] = query.length[0]! * fraction
  hits.fraction[row] = fraction
}

function copyHits(from: HitBuffer, to: HitBuffer): void {
  reserveHits(to, from.count)
  to.count = from.count
  for (let i = 0; i < from.count; i++) {
    to.entities[i] = from.entities[i]!
    to.x[i] = from.x[i]!
    to.y[i] = from.y[i]!
    to.nx[i] = from.nx[i]!
    to.ny[i] = from.ny[i]!
    to.distance[i] = from.distance[i]!
    to.fraction[i] = from.fraction[i]!
  }
}

/** Sets up the rays and the slack: rounding must not hide a hit at the very same place, of which the lower id counts. */
function setRay(query: Query): void {
  bringRays()
  const { ray, search, slack, given: asked } = query
  search[0] = asked[0]!
  search[1] = asked[1]!
  search[2] = asked[2]!
  search[3] = asked[3]!
  search[4] = 1
  ray[0] = asked[0]!
  ray[1] = asked[1]!
  ray[2] = asked[2]! - asked[0]!
  ray[3] = asked[3]! - asked[1]!
  ray[4] = 1
  const length = Math.sqrt(ray[2]! * ray[2]! + ray[3]! * ray[3]!)
  query.length[0] = length
  const reach = Math.abs(ray[0]!) + Math.abs(ray[1]!) + length
  slack[0] = length > 0 ? Math.min(1, 1e-9 + (1e-14 * reach) / length) : 1
}

/** The query whose candidates a broad phase is visiting. */
let visiting: Query | null = null

/** Sets the query's entity and best hit. */
function findClosest(query: Query): void {
  const { ray, search, filter } = query
  const { broadPhase } = query.physics!.collision
  query.best[0] = Infinity
  // A predicate may change the world, which must not happen while a tree is walked.
  if (broadPhase.castRay && filter.predicate === null && isLong(ray)) {
    visiting = query
    broadPhase.castRay(search, visitClosest)
    visiting = null
    return
  }
  collectCandidates(query)
  const { candidates } = query
  for (let i = 0; i < candidates.count; i++) {
    const collider = candidates.items[i]!
    if (filter.allows(query.physics!, collider)) meetClosest(query, collider)
  }
}

function visitClosest(collider: number): void {
  const query = visiting!
  if (!query.filter.allows(query.physics!, collider)) return
  meetClosest(query, collider)
}

/** Casts the ray at one collider that the filter allows, and keeps the hit if it is the best. */
function meetClosest(query: Query, collider: number): void {
  const { best, ray, search, filter } = query
  if (!castAt(query.physics!, collider, ray)) return
  if (hit[0]! > best[0]! || (hit[0] === best[0] && collider > query.entity)) return
  const fraction = hit[0]!
  const nx = hit[1]!
  const ny = hit[2]!
  if (!filter.accepts(collider)) return
  best[0] = fraction
  best[1] = nx
  best[2] = ny
  query.entity = collider
  const end = fraction + query.slack[0]!
  if (end < ray[4]!) ray[4] = search[4] = end
}

/** Sets the query's entity to something that the ray meets. */
function findAny(query: Query): void {
  const { ray, search, filter } = query
  const { broadPhase } = query.physics!.collision
  if (broadPhase.castRay && filter.predicate === null && isLong(ray)) {
    visiting = query
    broadPhase.castRay(search, visitAny)
    visiting = null
    return
  }
  collectCandidates(query)
  const { candidates } = query
  for (let i = 0; i < candidates.count && query.entity === 0; i++) {
    const collider = candidates.items[i]!
    if (!filter.allows(query.physics!, collider) || !castAt(query.physics!, collider, ray)) continue
    if (filter.accepts(collider)) query.entity = collider
  }
}

function visitAny(collider: number, search: Float64Array): void {
  const query = visiting!
  if (!query.filter.allows(query.physics!, collider) || !castAt(query.physics!, collider, query.ray)) return
  query.entity = collider
  search[4] = 0
}

function collectHits(query: Query): void {
  const { ray, filter, hits, candidates } = query
  collectCandidates(query)
  const length = query.length[0]!
  for (let i = 0; i < candidates.count; i++) {
    const collider = candidates.items[i]!
    if (!filter.allows(query.physics!, collider) || !castAt(query.physics!, collider, ray)) continue
    const fraction = hit[0]!
    const nx = hit[1]!
    const ny = hit[2]!
    if (!filter.accepts(collider)) continue
    if (hits.count === hits.entities.length) reserveHits(hits, hits.count + 1)
    const row = hits.count++
    hits.entities[row] = collider
    hits.x[row] = ray[0]! + ray[2]! * fraction
    hits.y[row] = ray[1]! + ray[3]! * fraction
    hits.nx[row] = nx
    hits.ny[row] = ny
    hits.distance[row] = length * fraction
    hits.fraction[row] = fraction
  }
}

function collectCandidates(query: Query): void {
  const { ray, search, candidates } = query
  const { broadPhase } = query.physics!.collision
  if (isLong(ray)) broadPhase.ray(search, candidates)
  else broadPhase.region(search, candidates)
  // So that a predicate is asked in the same order whatever the broad phase.
  candidates.count = sortItems(candidates.items, candidates.count)
}

function isLong(ray: Float64Array): boolean {
  return ray[2] !== 0 || ray[3] !== 0
}

/** Casts a ray at the shape of a collider; the result is in `hit`. */
function castAt(physics: PhysicsWorld, collider: number, ray: Float64Array): boolean {
  return (
    castRayAtShape(
      physics.collision.shapeType[collider] as ShapeType,
      physics.collision.sizesOf(collider),
      physics.collision.placeOf(collider),
      physics.bodies.pose,
      collider * POSE_STRIDE,
      ray,
      0,
      physics.collision.polygons,
      hit,
      0,
    ) === 1
  )
}

function checkEnds(caller: string, ends: Float64Array): void {
  const x1 = ends[0]!
  const y1 = ends[1]!
  const x2 = ends[2]!
  const y2 = ends[3]!
  if (Number.isFinite(x1) && Number.isFinite(y1) && Number.isFinite(x2) && Number.isFinite(y2)) return
  throw new RangeError(`${caller}: the ends of a ray must be finite, got (${shown(x1)}, ${shown(y1)}) to (${shown(x2)}, ${shown(y2)}).`)
}
