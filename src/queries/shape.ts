import type { World } from 'bitecs'
import type { ShapeData } from '../../components/shape-data.ts'
import { sortItems } from '../stores/sort-items.ts'
import { EntityBuffer, type EntityView, writeEntities } from './entity-buffer.ts'
import type { QueryFilter } from './filter.ts'
import { Lent, LentEntities } from './lent.ts'
import { overlapsProbe } from './overlap.ts'
import { Probe } from './probe.ts'
import { type Query, ask, given } from './state.ts'

/**
 * The colliders that overlap a shape at a pose, sorted by id: what an explosion reaches, whether a place is free.
 * Touching counts. A chain counts from both sides.
 *
 * Keep the shape and pass it again: making one allocates, asking does not.
 * @param shape Made with `circle`, `box`, `polygon` and the like.
 * @param angle Unit: radians.
 * @param filter Which colliders to report; see {@link QueryFilter}. Sensors only on request.
 * @param out Where to write. Default: a view that is valid until the next call.
 * @throws RangeError on a shape that cannot be used or a pose that is not finite.
 */
export function queryShape(
  world: World,
  shape: ShapeData,
  x: number,
  y: number,
  angle: number,
  filter?: QueryFilter | null,
  out?: EntityBuffer,
): EntityView {
  given[0] = typeof x === 'number' ? x : NaN
  given[1] = typeof y === 'number' ? y : NaN
  given[2] = typeof angle === 'number' ? angle : NaN
  return ask(world, 'queryShape', filter, findInShape, shape, out)
}

function findInShape(query: Query, shape: ShapeData, out: EntityBuffer | undefined): EntityView {
  const physics = query.physics!
  const probe = (query.probe ??= new Probe())
  try {
    probe.load(physics, shape, query.given, 'queryShape')
    physics.collision.broadPhase.region(probe.bounds, query.candidates)
    keep(query)
    const lent = (query.world!.shape ??= new Lent('queryShape', new EntityBuffer(), LentEntities))
    writeEntities(query.candidates, out ?? lent.buffer, 'queryShape')
    return out ?? lent.lend()
  } finally {
    probe.release(physics)
  }
}

function keep(query: Query): void {
  const { candidates, filter } = query
  const probe = query.probe!
  const physics = query.physics!
  let kept = 0
  candidates.count = sortItems(candidates.items, candidates.count)
  for (let i = 0; i < candidates.count; i++) {
    const collider = candidates.items[i]!
    if (!filter.allows(physics, collider) || !overlapsProbe(physics, collider, probe)) continue
    if (filter.accepts(collider)) candidates.items[kept++] = collider
  }
  candidates.count = kept
}
