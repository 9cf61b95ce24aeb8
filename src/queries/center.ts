import { BodyKind } from '../bodies/body-kind.ts'
import { measureMass } from '../caches/mass.ts'
import { placePoint } from '../lifecycle/place-point.ts'
import { kindOf } from '../lifecycle/sync.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** The center of mass that was found last, in the world. */
export const center = new Float64Array(2)

/** Finds the {@link center} of mass of a body as the next step will have it. To be called after `refresh`. */
export function findCenter(physics: PhysicsWorld, body: number): void {
  const { bodies: { localCenter }, lifecycle: { preview } } = physics
  if (preview.slot[body] === 0) {
    placePoint(physics, body, localCenter[body * 2]!, localCenter[body * 2 + 1]!, center)
    return
  }
  const { x, y } = measureMass(physics, body, kindOf(physics, body) === BodyKind.Dynamic, false)
  placePoint(physics, body, x, y, center)
}
