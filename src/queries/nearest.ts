import type { World } from 'bitecs'
import { bringNearest } from '../broadphase/tree-searches.ts'
import { sortItems } from '../stores/sort-items.ts'
import { POINT_DISTANCE_STRIDE } from '../collision/point.ts'
import type { QueryFilter } from './filter.ts'
import { HitBuffer, type HitView, checkHits, reserveHits } from './hit.ts'
import { Lent, LentHits } from './lent.ts'
import { measureFromPoint } from './point-distance.ts'
import { type Query, ask, given } from './state.ts'
import { shown } from '../shown.ts'

/** Without help of the broad phase growing squares are searched; each is this much larger than the one before. */
const GROWTH = 4

/** Squares that are searched before everything is. The last one is a million times as large as the first. */
const MOST_SQUARES = 11

/**
 * Boxes are searched a bit farther than shapes may be, by these parts of the distance and of the coordinates: how far a box is
 * is rounded otherwise than how far its shape is, and in each broad phase in its own way.
 */
const WIDER = 1 + 1e-9
const ROUNDING = 1e-14

const measured = new Float64Array(POINT_DISTANCE_STRIDE)

/**
 * The `k` colliders nearest to a point, from near to far, at equal distances by id: `distance` is that of the shape,
 * x, y its closest point, the normal points out of it there. For what holds the point the distance is 0 and the
 * closest point is the point itself. `fraction` is distance / maxDistance, or 0 without a limit.
 * @param k How many at most, a whole number from 1 up.
 * @param maxDistance Farther ones are not reported. Unit: length. Default: no limit.
 * @param filter Which colliders to report; see {@link QueryFilter}. Sensors only on request.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws RangeError on a point that is not finite, or a `k` or `maxDistance` that cannot be used.
 */
export function nearest(
  world: World,
  x: number,
  y: number,
  k: number,
  maxDistance: number = Infinity,
  filter?: QueryFilter | null,
  out?: HitBuffer,
): HitView {
  given[0] = typeof x === 'number' ? x : NaN
  given[1] = typeof y === 'number' ? y : NaN
  given[2] = typeof maxDistance === 'number' ? maxDistance : NaN
  return ask(world, 'nearest', filter, findNearest, k, out)
}

function findNearest(query: Query, k: number, out: HitBuffer | undefined): HitView {
  const { given: asked } = query
  if (!Number.isFinite(asked[0]!) || !Number.isFinite(asked[1]!)) {
    throw new RangeError(`nearest: the point must be finite, got (${asked[0]}, ${asked[1]}).`)
  }
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`nearest: k must be a whole number from 1 up, got ${shown(k)}.`)
  if (!(asked[2]! >= 0)) throw new RangeError(`nearest: maxDistance must be a number that is not negative, got ${asked[2]}. A filter comes after it.`)
  const lent = (query.world!.nearest ??= new Lent('nearest', new HitBuffer(), LentHits))
  const target = out ?? lent.buffer
  checkHits(target, 'nearest')
  query.most = k
  findHits(query)
  write(query, target)
  return out ?? lent.lend()
}

/** The query whose candidates a broad phase is visiting. */
let visiting: Query | null = null

function findHits(query: Query): void {
  const { given: asked, search: disc, filter } = query
  const { broadPhase } = query.physics!.collision
  // Not a function: its result would be a number on the heap.
  const rounding = ROUNDING * (Math.abs(asked[0]!) + Math.abs(asked[1]!))
  // A predicate may change the world, which must not happen while a tree is walked.
  if (broadPhase.nearest && filter.predicate === null) {
    bringNearest()
    disc[0] = asked[0]!
    disc[1] = asked[1]!
    const reach = WIDER * asked[2]! + rounding
    disc[2] = reach * reach
    visiting = query
    broadPhase.nearest(disc, visit)
    visiting = null
    return
  }
  let radius = query.physics!.settings.lengthUnit
  for (let square = 0; ; square++) {
    if (square === MOST_SQUARES || radius > asked[2]!) radius = asked[2]!
    const half = WIDER * radius + rounding
    disc[0] = asked[0]! - half
    disc[1] = asked[1]! - half
    disc[2] = asked[0]! + half
    disc[3] = asked[1]! + half
    searchSquare(query)
    const { hits } = query
    if (radius === asked[2] || (hits.count === query.most && hits.distance[hits.count - 1]! <= radius)) return
    radius *= GROWTH
  }
}

function searchSquare(query: Query): void {
  const { candidates, hits, filter } = query
  hits.count = 0
  candidates.clear()
  query.physics!.collision.broadPhase.region(query.search, candidates)
  candidates.count = sortItems(candidates.items, candidates.count)
  for (let i = 0; i < candidates.count; i++) {
    const collider = candidates.items[i]!
    if (filter.allows(query.physics!, collider)) meet(query, collider)
  }
}

function visit(collider: number, disc: Float64Array): void {
  const query = visiting!
  if (!query.filter.allows(query.physics!, collider)) return
  meet(query, collider)
  const { hits, most } = query
  if (hits.count < most) return
  // Another one may be as near, of which the lower id counts.
  const reach = WIDER * hits.distance[most - 1]! + ROUNDING * (Math.abs(disc[0]!) + Math.abs(disc[1]!))
  if (reach * reach < disc[2]!) disc[2] = reach * reach
}

/** Measures one collider that the filter allows, and takes it into the sorted rows if it is near enough. */
function meet(query: Query, collider: number): void {
  const { given: asked, hits, most } = query
  measureFromPoint(query.physics!, collider, asked, measured)
  const inside = measured[0]! <= 0
  const distance = inside ? 0 : measured[0]!
  if (!(distance <= asked[2]!)) return
  let row = hits.count
  while (row > 0 && isBefore(distance, collider, hits, row - 1)) row--
  if (row === most) return
  // A broad phase of the user may report it twice.
  if (row > 0 && hits.entities[row - 1] === collider) return
  const nx = measured[1]!
  const ny = measured[2]!
  const x = inside ? asked[0]! : measured[3]!
  const y = inside ? asked[1]! : measured[4]!
  if (!query.filter.accepts(collider)) return
  if (hits.count < most) {
    reserveHits(hits, hits.count + 1)
    hits.count++
  }
  shiftRows(hits, row)
  hits.entities[row] = collider
  hits.distance[row] = distance
  hits.x[row] = x
  hits.y[row] = y
  hits.nx[row] = nx
  hits.ny[row] = ny
}

function isBefore(distance: number, collider: number, hits: HitBuffer, row: number): boolean {
  const difference = distance - hits.distance[row]!
  return difference < 0 || (difference === 0 && collider < hits.entities[row]!)
}

/** Makes row `row` free; the last one is dropped. */
function shiftRows(hits: HitBuffer, row: number): void {
  const last = hits.count - 1
  hits.entities.copyWithin(row + 1, row, last)
  hits.distance.copyWithin(row + 1, row, last)
  hits.x.copyWithin(row + 1, row, last)
  hits.y.copyWithin(row + 1, row, last)
  hits.nx.copyWithin(row + 1, row, last)
  hits.ny.copyWithin(row + 1, row, last)
}

function write(query: Query, out: HitBuffer): void {
  const { hits, given: asked } = query
  const scale = asked[2]! > 0 && asked[2]! < Infinity ? 1 / asked[2]! : 0
  reserveHits(out, hits.count)
  out.count = hits.count
  for (let i = 0; i < hits.count; i++) {
    out.entities[i] = hits.entities[i]!
    out.x[i] = hits.x[i]!
    out.y[i] = hits.y[i]!
    out.nx[i] = hits.nx[i]!
    out.ny[i] = hits.ny[i]!
    out.distance[i] = hits.distance[i]!
    out.fraction[i] = hits.distance[i]! * scale
  }
}
