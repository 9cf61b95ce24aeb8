import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { KNOWN_STRIDE, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../world.ts'

/** Two colliders may have moved against each other by this part of the slop since their manifold was made. */
const STILL = 0.1

/**
 * Brings the manifold of a contact up to date without making it anew, where its two sides hardly moved against each other
 * since it was made: normal, points and features stay, the separations follow. In a pile of mixed shapes that rests nearly all
 * can be kept. Returns whether it could.
 *
 * Circles and sharp boxes are left out: the kernel makes their manifolds in less time than this takes.
 */
export function keepManifold(physics: PhysicsWorld, contact: number, a: number, b: number): boolean {
  const { contacts, bodies, tolerances } = physics
  const { known, manifold } = contacts
  const k = contact * KNOWN_STRIDE
  const { pose, extent, bodyOf } = bodies
  const pA = a * POSE_STRIDE
  const pB = b * POSE_STRIDE
  const dx = pose[pB]! - pose[pA]! - known[k]!
  const dy = pose[pB + 1]! - pose[pA + 1]! - known[k + 1]!
  const turnA = pose[pA + 3]! * known[k + 2]! - pose[pA + 2]! * known[k + 3]!
  const turnB = pose[pB + 3]! * known[k + 4]! - pose[pB + 2]! * known[k + 5]!
  const still = STILL * tolerances.linearSlop
  const moved = Math.abs(dx) + Math.abs(dy) + Math.abs(turnA) * extent[bodyOf[a]!]! + Math.abs(turnB) * extent[bodyOf[b]!]!
  // NaN where nothing is known. A sine near 0 may be that of half a turn.
  if (!(moved < still) || pose[pA + 2]! * known[k + 2]! + pose[pA + 3]! * known[k + 3]! < 0) return false
  if (pose[pB + 2]! * known[k + 4]! + pose[pB + 3]! * known[k + 5]! < 0) return false
  const m = contact * MANIFOLD_STRIDE
  const nx = manifold[m]!
  const ny = manifold[m + 1]!
  for (let i = 0; i < contacts.pointCount[contact]!; i++) {
    const p = m + 2 + 3 * i
    const ax = manifold[p]!
    const ay = manifold[p + 1]!
    const bx = ax - known[k]!
    const by = ay - known[k + 1]!
    manifold[p + 2] = known[k + 6 + i]! + nx * dx + ny * dy + turnB * (bx * ny - by * nx) - turnA * (ax * ny - ay * nx)
  }
  return true
}

/** Notes from where the manifold of a contact was made. */
export function noteManifold({ contacts, bodies, shapeType }: PhysicsWorld, contact: number, a: number, b: number): void {
  const { known, manifold } = contacts
  const k = contact * KNOWN_STRIDE
  if (isPlain(shapeType[a]!) && isPlain(shapeType[b]!)) {
    known[k] = NaN
    return
  }
  const { pose } = bodies
  const pA = a * POSE_STRIDE
  const pB = b * POSE_STRIDE
  const m = contact * MANIFOLD_STRIDE
  known[k] = pose[pB]! - pose[pA]!
  known[k + 1] = pose[pB + 1]! - pose[pA + 1]!
  known[k + 2] = pose[pA + 2]!
  known[k + 3] = pose[pA + 3]!
  known[k + 4] = pose[pB + 2]!
  known[k + 5] = pose[pB + 3]!
  known[k + 6] = manifold[m + 4]!
  known[k + 7] = manifold[m + 7]!
}

/** The manifold of a contact is to be made anew, whatever moves. */
export function forgetManifold({ contacts }: PhysicsWorld, contact: number): void {
  contacts.known[contact * KNOWN_STRIDE] = NaN
}

/** The same for all contacts of a collider, whose shape is another one. */
export function forgetManifolds(physics: PhysicsWorld, collider: number): void {
  const { contacts } = physics
  for (let edge = contacts.head[collider]!; edge !== 0; edge = contacts.next[edge]!) forgetManifold(physics, edge >>> 1)
}

function isPlain(type: number): boolean {
  return type === ShapeType.Circle || type === ShapeType.Box || type === ShapeType.Aabb
}
