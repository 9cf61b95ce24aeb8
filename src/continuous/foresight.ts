import { WAY_STRIDE } from '../bodies/bodies.ts'
import { Way } from '../bodies/body-records.ts'
import { grazes } from '../contact-rules/seams.ts'
import { Manifold, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import { AddressTable, Foreseen } from '../kernel/address-table.ts'
import { Renewal } from '../solver/followed-records.ts'
import { AHEAD_STRIDE } from '../state/foreseen-contacts.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** The numbers of a manifold with one point. */
const ONE_POINT = Manifold.X0 + 3

/** The first point of the hit at hand, as it is then. */
const manifold = new Float64Array(MANIFOLD_STRIDE)
/** How one body moves, seen from another. */
const motion = new Float64Array(2)

/**
 * Looks whether two colliders that are apart will meet on their ways through this step. Then the contact gets the
 * manifold of that moment, its points given from where `a` is now and its separations such that the way closes them.
 * So a fast body is held where it arrives, along the normal of the face that it arrives at: points found 2 cm ahead of a
 * touch came too late for what moves 2 cm in a step, and points at any distance ahead, along the normals of now, hold
 * bodies back at corners that they will pass.
 * @returns The number of points.
 */
export function foresee(physics: PhysicsWorld, contact: number): number {
  return takeForeseen(physics, contact, physics.solver.states.memory.kernel.foresee(contact))
}

/** The same, where the kernel has looked: it found so many points. */
export function takeForeseen(physics: PhysicsWorld, contact: number, points: number): number {
  const { contacts, foresight } = physics.collision
  const { kernel, f64, i32 } = physics.solver.states.memory
  if (points === 0 || (points === 1 && slides(physics, contact, f64))) return 0
  const at = foresight.push(contact, kernel.renews(contact) !== 0 ? Renewal.IfTurned : Renewal.Never)
  const { way, bodyOf } = physics.bodies
  foresight.turning[at / 4] = way[bodyOf[contacts.a[contact]!]! * WAY_STRIDE + Way.Turn]!
  foresight.turning[at / 4 + 1] = way[bodyOf[contacts.b[contact]!]! * WAY_STRIDE + Way.Turn]!
  contacts.foreseen[contact] = 1
  const found = AddressTable.Foreseen >> 3
  for (let i = 0; i < AHEAD_STRIDE; i++) foresight.data[at + i] = f64[found + Foreseen.Sides + i]!
  for (let i = 0; i < (points === 1 ? ONE_POINT : MANIFOLD_STRIDE); i++) {
    contacts.manifold[contact * MANIFOLD_STRIDE + i] = f64[found + Foreseen.Manifold + i]!
  }
  for (let k = 0; k < points; k++) contacts.feature[contact * 2 + k] = i32[(found + Foreseen.Feature) * 2 + k]!
  return points
}

/** Whether the hit is one with the seam of a floor that the body slides over. Of two points the neighbors tell. */
function slides(physics: PhysicsWorld, contact: number, f64: Float64Array): boolean {
  const { a, b } = physics.collision.contacts
  const found = AddressTable.Foreseen >> 3
  manifold[Manifold.NormalX] = f64[found + Foreseen.Manifold + Manifold.NormalX]!
  manifold[Manifold.NormalY] = f64[found + Foreseen.Manifold + Manifold.NormalY]!
  manifold[Manifold.Separation0] = f64[found + Foreseen.Separation]!
  motion[0] = f64[found + Foreseen.MotionX]!
  motion[1] = f64[found + Foreseen.MotionY]!
  return grazes(physics, a[contact]!, b[contact]!, manifold, 0, 1, motion)
}
