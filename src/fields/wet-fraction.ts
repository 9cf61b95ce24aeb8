import type { EntityId, World } from 'bitecs'
import { exists } from '../exists.ts'
import { ShapeType, type ShapeType as ShapeTypeOf } from '../../components/shape-type.ts'
import { MASS_STRIDE, computeMass } from '../collision/mass.ts'
import { MassPlace } from '../collision/convex-mass.ts'
import { requireFields } from './field-state.ts'
import { shown } from '../shown.ts'

const mass = new Float64Array(MASS_STRIDE)

/**
 * Which part of a body is under water, 0 to 1, by its area: as the last step found it, and of what sleeps as it was when it
 * fell asleep. Under the water of two fields it counts twice, up to 1.
 * @throws Error when the entity is no body, or `addFields` was not called.
 */
export function getWetFraction(world: World, body: EntityId): number {
  const { physics, wetArea, slotOf } = requireFields(world, 'getWetFraction')
  const { bodies, collision } = physics
  if (!exists(world, body)) throw new Error(`getWetFraction: entity ${shown(body)} does not exist.`)
  if (body >= wetArea.length || !bodies.isBody(body)) {
    // Taken in by the next step, or none at all.
    if (physics.presence.Position.has(body)) return 0
    throw new Error(`getWetFraction: entity ${body} is no body. A body has a Position and a Shape and is not Disabled.`)
  }
  // It woke, and nothing acted on it since.
  if (bodies.isAwake(body) && slotOf[body] === 0) return 0
  let area = 0
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    const type = collision.shapeType[c] as ShapeTypeOf
    if (type === ShapeType.None || bodies.sensor[c] === 1) continue
    computeMass(type, collision.sizesOf(c), collision.placeOf(c), collision.polygons, mass, 0)
    area += mass[MassPlace.Area]!
  }
  return area > 0 ? Math.min(1, wetArea[body]! / area) : 0
}
