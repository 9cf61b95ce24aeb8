import type { World } from 'bitecs'
import { sortItems } from '../stores/sort-items.ts'
import { EntityBuffer, type EntityView, sortEntities, writeEntities } from './entity-buffer.ts'
import type { QueryFilter } from './filter.ts'
import { keepAllowed } from './keep.ts'
import { Lent, LentEntities } from './lent.ts'
import { overlapsRegion } from './overlap.ts'
import { type Query, ask, given } from './state.ts'

/**
 * The colliders whose shape (not only its box) overlaps a box parallel to the axes, sorted by id. Touching counts.
 * Bounds may be infinite, and equal.
 * @param filter Which colliders to report; see {@link QueryFilter}. Sensors only on request.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws RangeError on NaN or a minimum above its maximum.
 */
export function queryRegion(
  world: World,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  filter?: QueryFilter | null,
  out?: EntityBuffer,
): EntityView {
  given[0] = typeof minX === 'number' ? minX : NaN
  given[1] = typeof minY === 'number' ? minY : NaN
  given[2] = typeof maxX === 'number' ? maxX : NaN
  given[3] = typeof maxY === 'number' ? maxY : NaN
  return ask(world, 'queryRegion', filter, findInRegion, null, out)
}

function findInRegion(query: Query, _: null, out: EntityBuffer | undefined): EntityView {
  checkRegion('queryRegion', query.given)
  query.physics!.collision.broadPhase.region(query.given, query.candidates)
  const { candidates } = query
  const lent = (query.world!.region ??= new Lent('queryRegion', new EntityBuffer(), LentEntities))
  const target = out ?? lent.buffer
  if (query.filter.predicate === null) {
    keep(query)
    sortEntities(candidates, target, 'queryRegion')
    return out ?? lent.lend()
  }
  // A predicate is asked in the same order whatever the broad phase, and may write to the buffer by asking too.
  candidates.count = sortItems(candidates.items, candidates.count)
  keep(query)
  writeEntities(candidates, target, 'queryRegion')
  return out ?? lent.lend()
}

/**
 * The colliders whose fat box overlaps a box parallel to the axes, sorted by id: a superset of what can be seen there,
 * made for culling tens of thousands.
 * @param filter Which colliders to report; see {@link QueryFilter}. Without one nothing is filtered, sensors are
 *   reported too; with one they are reported on request, as everywhere.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws RangeError on NaN or a minimum above its maximum.
 */
export function queryView(
  world: World,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  filter?: QueryFilter | null,
  out?: EntityBuffer,
): EntityView {
  given[0] = typeof minX === 'number' ? minX : NaN
  given[1] = typeof minY === 'number' ? minY : NaN
  given[2] = typeof maxX === 'number' ? maxX : NaN
  given[3] = typeof maxY === 'number' ? maxY : NaN
  return ask(world, 'queryView', filter, findInView, filter ?? null, out)
}

function findInView(query: Query, asked: QueryFilter | null, out: EntityBuffer | undefined): EntityView {
  const { candidates } = query
  const lent = (query.world!.view ??= new Lent('queryView', new EntityBuffer(), LentEntities))
  const target = out ?? lent.buffer
  checkRegion('queryView', query.given)
  query.physics!.collision.broadPhase.region(query.given, candidates)
  if (asked === null) {
    sortEntities(candidates, target, 'queryView')
    return out ?? lent.lend()
  }
  candidates.count = sortItems(candidates.items, candidates.count)
  keepAllowed(query)
  writeEntities(candidates, target, 'queryView')
  return out ?? lent.lend()
}

function keep(query: Query): void {
  const { candidates, filter } = query
  const physics = query.physics!
  let kept = 0
  const { exact } = physics.bodies
  const all = filter.isOpen(physics)
  for (let i = 0; i < candidates.count; i++) {
    const collider = candidates.items[i]!
    // Without a filter, static boxes need no second look.
    if (all && exact[collider] === 1) {
      candidates.items[kept++] = collider
      continue
    }
    if (!filter.allows(physics, collider) || !overlapsRegion(physics, collider, query.given)) continue
    if (filter.accepts(collider)) candidates.items[kept++] = collider
  }
  candidates.count = kept
}

function checkRegion(caller: string, box: Float64Array): void {
  if (box[0]! <= box[2]! && box[1]! <= box[3]!) return
  throw new RangeError(
    `${caller}: the region is (${box[0]}, ${box[1]}) to (${box[2]}, ${box[3]}). It needs numbers, the minimum first.`,
  )
}
