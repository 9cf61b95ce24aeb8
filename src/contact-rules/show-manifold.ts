import { START_STRIDE } from '../bodies/bodies.ts'
import { collidePair } from '../collision/collide.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { ContactFlag, Impulse, IMPULSE_STRIDE, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { Pose } from '../bodies/body-records.ts'

const pair = new Float64Array(PAIR_STRIDE)
const features = new Int32Array(2)

/** The manifold of the contact that was looked at last; see `collision/manifold.ts`. */
export const shown = new Float64Array(MANIFOLD_STRIDE)

/** The impulses along the normal at its points; those of a sensor are 0. An array: a result that is a fraction is garbage. */
export const shownImpulses = new Float64Array(2)

/**
 * Writes the manifold of a contact to {@link shown}, as the step found it. That of a sensor is not kept: it is made
 * again, from where the two were then. Returns how many points it has.
 */
export function showManifold(physics: PhysicsWorld, contact: number): number {
  const { bodies } = physics
  const { contacts } = physics.collision
  const points = contacts.pointCount[contact]!
  if ((contacts.flags[contact]! & ContactFlag.Sensor) === 0) {
    const m = contact * MANIFOLD_STRIDE
    for (let i = 0; i < MANIFOLD_STRIDE; i++) shown[i] = contacts.manifold[m + i]!
    shownImpulses[0] = contacts.impulse[contact * IMPULSE_STRIDE + Impulse.Normal0]!
    shownImpulses[1] = contacts.impulse[contact * IMPULSE_STRIDE + Impulse.Normal1]!
    return points
  }
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  shownImpulses.fill(0)
  place(bodies.start, a * START_STRIDE, b * START_STRIDE)
  return Math.min(points, overlap(physics, a, b))
}

/** Writes how two colliders lie to each other, whose poses begin at `p` and `q`. */
function place(poses: Float64Array, p: number, q: number): void {
  pair[Pair.X] = poses[q + Pose.X]! - poses[p + Pose.X]!
  pair[Pair.Y] = poses[q + Pose.Y]! - poses[p + Pose.Y]!
  pair[Pair.CosA] = poses[p + Pose.Cos]!
  pair[Pair.SinA] = poses[p + Pose.Sin]!
  pair[Pair.CosB] = poses[q + Pose.Cos]!
  pair[Pair.SinB] = poses[q + Pose.Sin]!
  pair[Pair.Margin] = 0
}

function overlap({ collision, solver }: PhysicsWorld, a: number, b: number): number {
  // A query may ask for a shape that was made since the step.
  collision.polygonCopy.update()
  pair[Pair.Tie] = a + b
  return collidePair(solver.states.memory, a, b, pair, shown, 0, features, 0)
}
