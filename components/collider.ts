import type { ComponentSpec } from './spec.ts'
import { float } from './spec.ts'

/**
 * Makes an entity with a `Shape` a part of another entity's body: an entity with `Shape` and `Collider`
 * and no `Position`. It has its own `Material`, `Sensor` and `CollisionFilter`, and moves with the body.
 */
export interface Collider {
  /** The entity whose body it is a part of. It needs a `Position`. */
  body: Uint32Array
  /** Where the shape's origin is in the frame of the body. Unit: length. */
  x: Float64Array
  y: Float64Array
  /** How far the shape is turned in the frame of the body. Unit: radians. */
  angle: Float64Array
}

export const colliderSpec: ComponentSpec<'body' | 'x' | 'y' | 'angle'> = {
  name: 'Collider',
  fields: {
    body: { kind: 'ref', initial: 0, rule: 'uint32' },
    x: float(),
    y: float(),
    angle: float(),
  },
}
