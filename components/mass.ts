import { type ComponentSpec, float } from './spec.ts'

/**
 * The mass of a body, where it should not follow from density and shape. Optional.
 *
 * A field that is 0 means "from density and shape".
 */
export interface Mass {
  /** Mass in kilograms. Default 0: density times area. */
  mass: Float64Array
  /** Rotational inertia about the center of mass, kg·m². Default 0: from the shape, in proportion to the mass. */
  inertia: Float64Array
}

export const massSpec: ComponentSpec<'mass' | 'inertia'> = {
  name: 'Mass',
  fields: { mass: float(0, 'positive'), inertia: float(0, 'positive') },
}
