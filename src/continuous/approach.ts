import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, WAY_STRIDE } from '../bodies/bodies.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** Radians in a step. With half a radian bodies that were hit in mid-air came down on their edges unseen, 14 cm deep at 30 Hz. */
const MAX_TURN = 1.6

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
export function findApproach({ bodies, collision: { shapeType } }: PhysicsWorld, bodyA: number, bodyB: number): void {
  const { way, extent, pose, firstChild } = bodies
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
  if (shapeType[sides.small] === ShapeType.Circle && firstChild[sides.small] === 0) return
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

/**
 * Whether a body is none to look ahead for: it turns so far that one normal does not tell of its way, or is
 * kinematic and moves farther than it is thick, which `sweepKinematics` answers.
 * @param oneWay Whether the contact is with a one-way collider: those are left to the contacts.
 */
export function turnsFar({ bodies, collision: { shapeType } }: PhysicsWorld, body: number, oneWay: boolean): boolean {
  const { way, firstChild, kind, reach } = bodies
  const w = body * WAY_STRIDE
  const round = shapeType[body] === ShapeType.Circle && firstChild[body] === 0
  if (!round && Math.abs(way[w + 2]!) > MAX_TURN) return true
  if (kind[body] !== BodyKind.Kinematic || oneWay) return false
  const far = 2 * reach[body]!
  return way[w]! * way[w]! + way[w + 1]! * way[w + 1]! > far * far
}

/** Whether the discs around two bodies touch on their ways. */
export function mayMeet({ bodies }: PhysicsWorld, bodyA: number, bodyB: number): boolean {
  const { pose, extent, way } = bodies
  const a = bodyA * POSE_STRIDE
  const b = bodyB * POSE_STRIDE
  const px = pose[b]! - pose[b + 4]! - pose[a]! + pose[a + 4]!
  const py = pose[b + 1]! - pose[b + 5]! - pose[a + 1]! + pose[a + 5]!
  const dx = way[bodyB * WAY_STRIDE]! - way[bodyA * WAY_STRIDE]!
  const dy = way[bodyB * WAY_STRIDE + 1]! - way[bodyA * WAY_STRIDE + 1]!
  const reach = extent[bodyA]! + extent[bodyB]!
  const along = -(px * dx + py * dy)
  const square = dx * dx + dy * dy
  const part = along <= 0 ? 0 : along >= square ? 1 : along / square
  const x = px + part * dx
  const y = py + part * dy
  return x * x + y * y <= reach * reach
}
