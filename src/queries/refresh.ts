import { ShapeType } from '../../components/shape-type.ts'
import { Phase, type PhysicsWorld } from '../state/world.ts'
import { lookAtChanges, lookForWrites } from '../lifecycle/look.ts'

/** With up to this many bodies to look at, every query looks for plain writes: a fraction of a microsecond. */
export const WATCHED_BODIES = 128

/**
 * Lets a query see what the next step will take in, which then takes it in as if nobody had asked: see `Preview`.
 *
 * Between two steps a query sees
 * - everything that was spawned, removed, disabled, set with `set(…)` or announced with `markChanged` or `wake`;
 * - plain writes to position and angle of awake and kinematic bodies that were made before the first query since the
 *   last step, and later ones too while there are at most 128 awake and 128 kinematic bodies. In larger worlds later
 *   ones must be announced with `markChanged`;
 * - plain writes to sizes that were made before the first query since the last step.
 *
 * From a system within a step, from UpdateAABBs on, a query sees poses and boxes as they are at that point of the step, without
 * changes that are not taken in yet. From an observer of bitECS, in the middle of an addition or a removal, a query may find an
 * entity half made: then it sees the world as it was before, without what was removed.
 * @throws Error on unusable data, as the next step would.
 */
export function refresh(physics: PhysicsWorld): void {
  const { preview } = physics.lifecycle
  if (physics.phase > Phase.Beginning || preview.looking || isHalfMade(physics)) return
  // Observers of what the engine makes for a new chain may ask too.
  preview.looking = true
  try {
    lookAtChanges(physics)
    const first = preview.seenStep !== physics.stepCount
    if (first || isWatched(physics)) lookForWrites(physics, first)
    preview.seenStep = physics.stepCount
  } finally {
    preview.looking = false
  }
}

/** Whether there is anything that may have been written to, and so little that every query looks. */
export function isWatched({ bodies, lifecycle: { kinematics, preview } }: PhysicsWorld): boolean {
  const { awakeCount } = bodies
  return (
    awakeCount + kinematics.count + preview.count > 0 &&
    awakeCount <= WATCHED_BODIES && kinematics.count <= WATCHED_BODIES && preview.count <= WATCHED_BODIES
  )
}

/** Whether a changed entity has a shape that was not set yet, or was reset already, or has no place yet. */
function isHalfMade(physics: PhysicsWorld): boolean {
  const { dirty, preview } = physics.lifecycle
  const { unseen } = preview
  const { type } = physics.stores.Shape
  const { Shape, Position, Collider, Prefab } = physics.presence
  for (let i = 0; i < unseen.count; i++) {
    const entity = unseen.items[i]!
    if (dirty.flag[entity] === 0 || !Shape.has(entity) || Prefab.has(entity)) continue
    if (type[entity] === ShapeType.None || (!Position.has(entity) && !Collider.has(entity))) return true
  }
  return false
}
