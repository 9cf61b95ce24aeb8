import { type ComponentSpec, float } from './spec.ts'

/** The surface and substance of a collider. Optional: without it the defaults below hold. */
export interface Material {
  /** Coulomb friction, from 0 up. Default 0.6. A pair uses the geometric mean. */
  friction: Float64Array
  /** Bounciness from 0 to 1. Default 0. A pair uses the larger of the two. */
  restitution: Float64Array
  /** Mass per area. Default 1. */
  density: Float64Array
}

export const materialSpec: ComponentSpec<'friction' | 'restitution' | 'density'> = {
  name: 'Material',
  fields: {
    friction: float(0.6, 'nonNegative'),
    restitution: float(0, 'unit'),
    density: float(1, 'positive'),
  },
}
