import type { World } from 'bitecs'
import { sortItems } from '../broadphase/sort-items.ts'
import { type EntityBuffer, type EntityView, writeEntities } from './entity-buffer.ts'
import type { QueryFilter } from './filter.ts'
import { overlapsRegion } from './overlap.ts'
import { type Query, beginQuery, endQuery } from './state.ts'

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
  checkRegion('queryRegion', minX, minY, maxX, maxY)
  const query = beginQuery(world, 'queryRegion', filter)
  try {
    const { area } = query
    area[0] = minX
    area[1] = minY
    area[2] = maxX
    area[3] = maxY
    query.physics!.broadPhase.region(minX, minY, maxX, maxY, query.candidates)
    keep(query)
    return writeEntities(query.candidates, out ?? query.world!.region, 'queryRegion')
  } finally {
    endQuery(query)
  }
}

/**
 * The colliders whose fat box overlaps a box parallel to the axes, sorted by id: a superset of what can be seen there,
 * made for culling tens of thousands. Nothing is filtered; sensors are reported too.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws RangeError on NaN or a minimum above its maximum.
 */
export function queryView(
  world: World,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  out?: EntityBuffer,
): EntityView {
  checkRegion('queryView', minX, minY, maxX, maxY)
  const query = beginQuery(world, 'queryView', null)
  try {
    const { candidates } = query
    query.physics!.broadPhase.region(minX, minY, maxX, maxY, candidates)
    sortItems(candidates.items, candidates.count)
    return writeEntities(candidates, out ?? query.world!.view, 'queryView')
  } finally {
    endQuery(query)
  }
}

function keep(query: Query): void {
  const { candidates, filter, area } = query
  const physics = query.physics!
  let kept = 0
  sortItems(candidates.items, candidates.count)
  const { exact } = physics.bodies
  const all = filter.isOpen(physics)
  for (let i = 0; i < candidates.count; i++) {
    const collider = candidates.items[i]!
    // Without a filter, static boxes need no second look.
    if (all && exact[collider] === 1) {
      candidates.items[kept++] = collider
      continue
    }
    if (!filter.allows(physics, collider) || !overlapsRegion(physics, collider, area)) continue
    if (filter.accepts(collider)) candidates.items[kept++] = collider
  }
  candidates.count = kept
}

function checkRegion(caller: string, minX: number, minY: number, maxX: number, maxY: number): void {
  if (minX <= maxX && minY <= maxY) return
  throw new RangeError(
    `${caller}: the region is (${minX}, ${minY}) to (${maxX}, ${maxY}). It needs numbers, the minimum first.`,
  )
}
