import { ShapeType } from '../../components/shape-type.ts'
import { updateAABBs } from '../../systems/update-aabbs.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Phase, type PhysicsWorld } from '../world.ts'
import { syncBodies } from '../world/sync.ts'

/** With up to this many bodies to look at, every query looks for plain writes: a fraction of a microsecond. */
export const WATCHED_BODIES = 128

/** Of which step the poses and boxes are that the queries last saw. */
export interface Freshness {
  seenStep: number
  /** While it is being brought up to date: observers of what the engine adds may ask too. */
  refreshing: boolean
}

/**
 * Brings poses and boxes up to date before a query, by what the next step would do first.
 *
 * Between two steps a query sees
 * - everything that was spawned, removed, disabled, set with `set(…)` or announced with `markChanged` or `wake`;
 * - plain writes to position and angle of awake and kinematic bodies that were made before the first query since the
 *   last step, and later ones too while there are at most 128 awake and 128 kinematic bodies. In larger worlds later
 *   ones must be announced with `markChanged`;
 * - plain writes to sizes that were made before the first query since the last step.
 *
 * From a system within a step, a query sees poses and boxes as UpdateAABBs left them. From an observer of bitECS, in
 * the middle of an addition or a removal, a query may find an entity half made: then it sees the world as it was
 * before, without what was removed.
 * @throws Error on unusable data, as the next step would.
 */
export function refresh(physics: PhysicsWorld, freshness: Freshness): void {
  if (physics.phase !== Phase.Idle || freshness.refreshing || isHalfMade(physics)) return
  freshness.refreshing = true
  try {
    takeIn(physics, freshness)
  } finally {
    freshness.refreshing = false
  }
}

function takeIn(physics: PhysicsWorld, freshness: Freshness): void {
  if (freshness.seenStep !== physics.stepCount || isMoved(physics)) {
    updateAABBs(physics, 0)
    freshness.seenStep = physics.stepCount
  } else if (physics.dirty.count > 0) {
    syncBodies(physics)
  }
}

/** Whether a changed entity has a shape that was not set yet, or was reset already, or has no place yet. */
function isHalfMade(physics: PhysicsWorld): boolean {
  const { dirty } = physics
  const { type } = physics.components.Shape
  const { Shape, Position, Collider, Prefab } = physics.presence
  for (let i = 0; i < dirty.count; i++) {
    const entity = dirty.items[i]!
    if (dirty.flag[entity] === 0 || !Shape.has(entity) || Prefab.has(entity)) continue
    if (type[entity] === ShapeType.None || (!Position.has(entity) && !Collider.has(entity))) return true
  }
  return false
}

/** Whether a body of a small world was moved by plain writes. */
function isMoved(physics: PhysicsWorld): boolean {
  const { bodies, kinematics, kinematicCount } = physics
  if (bodies.awakeCount > WATCHED_BODIES || kinematicCount > WATCHED_BODIES) return false
  for (let i = 0; i < bodies.awakeCount; i++) if (isElsewhere(physics, bodies.awake[i]!)) return true
  for (let i = 0; i < kinematicCount; i++) if (isElsewhere(physics, kinematics[i]!)) return true
  return false
}

function isElsewhere(physics: PhysicsWorld, body: number): boolean {
  const { pose, angle } = physics.bodies
  const { Position, Rotation } = physics.components
  const p = body * POSE_STRIDE
  if (pose[p] !== Position.x[body] || pose[p + 1] !== Position.y[body]) return true
  return angle[body] !== Rotation.angle[body] && physics.shapeType[body] !== ShapeType.Aabb
}
