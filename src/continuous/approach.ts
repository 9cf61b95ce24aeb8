import { POSE_STRIDE, WAY_STRIDE } from '../bodies/bodies.ts'
import { isRoundBody } from '../caches/round-body.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** What {@link findApproach} found: the result of a call may become garbage. */
export const approach = new Float64Array(1)

/** What {@link findReach} found. */
export const farthest = new Float64Array(1)

/** The bodies of the pair at hand, by their extent. */
const sides = { small: 0, large: 0 }

/**
 * Finds how far two bodies may come nearer to each other in the step, at most. Their motion is taken where the smaller one is:
 * what rides along in a turning drum does not come near it.
 */
export function findApproach(physics: PhysicsWorld, bodyA: number, bodyB: number): void {
  const { way, extent, pose } = physics.bodies
  sides.small = extent[bodyA]! < extent[bodyB]! ? bodyA : bodyB
  sides.large = bodyA + bodyB - sides.small
  const s = sides.small * WAY_STRIDE
  const l = sides.large * WAY_STRIDE
  const p = sides.small * POSE_STRIDE
  const q = sides.large * POSE_STRIDE
  const spin = way[l + 2]!
  const rx = pose[p]! - pose[p + 4]! - pose[q]! + pose[q + 4]!
  const ry = pose[p + 1]! - pose[p + 5]! - pose[q + 1]! + pose[q + 5]!
  const dx = way[s]! - way[l]! + spin * ry
  const dy = way[s + 1]! - way[l + 1]! - spin * rx
  approach[0] = Math.sqrt(dx * dx + dy * dy)
  // The surface of a disc stays where it is while it turns.
  if (isRoundBody(physics, sides.small)) return
  approach[0] = approach[0]! + Math.abs(way[s + 2]! - spin) * extent[sides.small]!
}

/**
 * Finds how far apart the points of two quick bodies may be that can still meet in the step, `farthest[0]`: what lands on a corner turns, and
 * comes down with its other end about as fast as it came.
 */
export function findReach(physics: PhysicsWorld, bodyA: number, bodyB: number): void {
  findApproach(physics, bodyA, bodyB)
  farthest[0] = physics.tolerances.speculativeDistance + 2 * approach[0]!
}
