import { Trait } from '../bodies/bodies.ts'
import { Lock } from '../solver/lock.ts'
import type { PhysicsWorld } from '../state/world.ts'

const PLACE = Lock.X | Lock.Y

/** The axes along which nothing takes a body elsewhere, bits of {@link Lock}. */
export function locksOf({ bodies, components: { Motion } }: PhysicsWorld, body: number): number {
  if ((bodies.traits[body]! & Trait.Motion) === 0) return 0
  const { lockX, lockY, lockRotation } = Motion
  return (lockX[body] === 1 ? Lock.X : 0) | (lockY[body] === 1 ? Lock.Y : 0) | (lockRotation[body] === 1 ? Lock.Rotation : 0)
}

/** Whether a body is locked along an axis, so that it does not slide along anything that is not parallel to the other one. */
export function isOnAxis(physics: PhysicsWorld, body: number): boolean {
  return (locksOf(physics, body) & PLACE) !== 0
}

/** Whether a body is locked along both axes: nothing takes its middle away. */
export function isPinned(physics: PhysicsWorld, body: number): boolean {
  return (locksOf(physics, body) & PLACE) === PLACE
}
