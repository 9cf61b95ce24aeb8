import type { EntityId, World } from 'bitecs'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { DISTANCE_STRIDE } from '../collision/distance.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { colliderOf, firstColliderOf, nextColliderOf } from './colliders.ts'
import type { QueryFilter } from './filter.ts'
import { keepAllowed } from './keep.ts'
import { type Distance, checkOut, createDistance } from './hit.ts'
import { measureColliders } from '../contact-rules/measure-colliders.ts'
import { type Query, ask, given } from './state.ts'
import { Pose } from '../bodies/body-records.ts'

const measured = new Float64Array(DISTANCE_STRIDE)

/**
 * The distance of two entities and where they are closest. A body stands for all its colliders, a child collider for
 * itself.
 * @param filter Which colliders of `b` to measure; see {@link QueryFilter}. Sensors are measured too unless
 *   `includeSensors` is false, which leaves out those of `a` as well.
 * @param out Where to write. Default: an object that is valid until the next call.
 * @returns null when one of the two has no collider to measure.
 * @throws Error when an entity does not exist or is neither a body nor a collider, or both are the same.
 */
export function distance(
  world: World,
  a: EntityId,
  b: EntityId,
  filter?: QueryFilter | null,
  out?: Distance,
): Distance | null {
  given[0] = typeof a === 'number' ? a : NaN
  checkOut(out, 'distance')
  return ask(world, 'distance', filter, findDistance, b, out)
}

function findDistance(query: Query, b: EntityId, into: Distance | undefined): Distance | null {
  const out = into ?? (query.world!.distance ??= createDistance())
  const a = query.given[0]!
  if (a === b) throw new Error(`distance: both entities are ${a}. Name two different ones.`)
  const physics = query.physics!
  const { candidates, filter } = query
  const sensors = filter.takeSensors()
  firstColliderOf(physics, a, 'distance')
  collectColliders(query, b)
  let found = false
  // From here on nothing of the user is asked: what a predicate removed is gone by now.
  for (let one = colliderOf(physics, a); one !== 0; one = nextColliderOf(physics, a, one)) {
    if (!sensors && physics.bodies.sensor[one] === 1) continue
    for (let i = 0; i < candidates.count; i++) {
      const two = candidates.items[i]!
      if (physics.bodies.bodyOf[two] === 0 || (found && !isNearer(physics, one, two, out))) continue
      measureColliders(physics, one, two, measured)
      if (found && !(measured[0]! < out.distance)) continue
      found = true
      write(physics, one, out)
    }
  }
  return found ? out : null
}

/** Fills the candidates with the colliders of an entity that pass the filter. */
function collectColliders(query: Query, entity: EntityId): void {
  const physics = query.physics!
  const { candidates, filter } = query
  for (let c = firstColliderOf(physics, entity, 'distance'); c !== 0; c = nextColliderOf(physics, entity, c)) {
    candidates.push(c)
  }
  if (filter.given) keepAllowed(query)
}

/** Whether the fat boxes leave it open that two colliders are nearer than what was found. */
function isNearer(physics: PhysicsWorld, one: number, two: number, found: Distance): boolean {
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  const dx = Math.max(0, minX[one]! - maxX[two]!, minX[two]! - maxX[one]!)
  const dy = Math.max(0, minY[one]! - maxY[two]!, minY[two]! - maxY[one]!)
  return (dx === 0 && dy === 0) || dx * dx + dy * dy < found.distance * found.distance
}

function write(physics: PhysicsWorld, one: number, out: Distance): void {
  const x = physics.bodies.pose[one * POSE_STRIDE + Pose.X]!
  const y = physics.bodies.pose[one * POSE_STRIDE + Pose.Y]!
  out.distance = measured[0]!
  out.nx = measured[1]!
  out.ny = measured[2]!
  out.ax = x + measured[3]!
  out.ay = y + measured[4]!
  out.bx = x + measured[5]!
  out.by = y + measured[6]!
}
