import type { World } from 'bitecs'
import { sortItems } from '../stores/sort-items.ts'
import { EntityBuffer, type EntityView, writeEntities } from './entity-buffer.ts'
import type { QueryFilter } from './filter.ts'
import { Lent, LentEntities } from './lent.ts'
import { holdsPoint } from './overlap.ts'
import { type Query, ask, given } from './state.ts'

/**
 * The colliders whose shape holds a point, border included, sorted by id: what is under the mouse.
 * A segment or chain has no inside; to pick one use `queryShape` with a small circle.
 * @param filter Which colliders to report; see {@link QueryFilter}. Sensors only on request.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws RangeError on a point that is not finite.
 */
export function queryPoint(
  world: World,
  x: number,
  y: number,
  filter?: QueryFilter | null,
  out?: EntityBuffer,
): EntityView {
  given[0] = typeof x === 'number' ? x : NaN
  given[1] = typeof y === 'number' ? y : NaN
  given[2] = given[0]!
  given[3] = given[1]!
  return ask(world, 'queryPoint', filter, findAtPoint, null, out)
}

function findAtPoint(query: Query, _: null, out: EntityBuffer | undefined): EntityView {
  const { given: point } = query
  if (!Number.isFinite(point[0]!) || !Number.isFinite(point[1]!)) {
    throw new RangeError(`queryPoint: the point must be finite, got (${point[0]}, ${point[1]}).`)
  }
  query.physics!.collision.broadPhase.region(point, query.candidates)
  keep(query)
  const lent = (query.world!.point ??= new Lent('queryPoint', new EntityBuffer(), LentEntities))
  writeEntities(query.candidates, out ?? lent.buffer, 'queryPoint')
  return out ?? lent.lend()
}

function keep(query: Query): void {
  const { candidates, filter } = query
  const physics = query.physics!
  let kept = 0
  candidates.count = sortItems(candidates.items, candidates.count)
  for (let i = 0; i < candidates.count; i++) {
    const collider = candidates.items[i]!
    if (!filter.allows(physics, collider) || !holdsPoint(physics, collider, query.given)) continue
    if (filter.accepts(collider)) candidates.items[kept++] = collider
  }
  candidates.count = kept
}
