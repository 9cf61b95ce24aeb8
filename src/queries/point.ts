import type { World } from 'bitecs'
import { sortItems } from '../broadphase/sort-items.ts'
import { type EntityBuffer, type EntityView, writeEntities } from './entity-buffer.ts'
import type { QueryFilter } from './filter.ts'
import { holdsPoint } from './overlap.ts'
import { type Query, beginQuery, endQuery } from './state.ts'

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
  if (!Number.isFinite(x) || !Number.isFinite(y)) {
    throw new RangeError(`queryPoint: the point must be finite, got (${x}, ${y}).`)
  }
  const query = beginQuery(world, 'queryPoint', filter)
  try {
    query.area[0] = x
    query.area[1] = y
    query.physics!.broadPhase.region(x, y, x, y, query.candidates)
    keep(query)
    return writeEntities(query.candidates, out ?? query.world!.point, 'queryPoint')
  } finally {
    endQuery(query)
  }
}

function keep(query: Query): void {
  const { candidates, filter, area } = query
  const physics = query.physics!
  let kept = 0
  sortItems(candidates.items, candidates.count)
  for (let i = 0; i < candidates.count; i++) {
    const collider = candidates.items[i]!
    if (!filter.allows(physics, collider) || !holdsPoint(physics, collider, area)) continue
    if (filter.accepts(collider)) candidates.items[kept++] = collider
  }
  candidates.count = kept
}
