import { LEAST_INERTIA, LEAST_MASS, MOST_INERTIA, MOST_MASS } from './limits.ts'
import { type ComponentSpec, float } from './spec.ts'

/**
 * The mass of a body, where it should not follow from density and shape. Optional.
 *
 * A mass or inertia of 0, and a center of NaN, mean "from density and shape".
 */
export interface Mass {
  /** Mass in kilograms. Default 0: density times area. */
  mass: Float64Array
  /**
   * Rotational inertia about the center of mass, kg·m². Default 0: from the shape, in proportion to the mass, about the
   * center that is given here.
   */
  inertia: Float64Array
  /**
   * Center of mass in the frame of the body, length. Default NaN: from density and shape, each of the two for itself.
   * `Velocity` is that of the center of mass: what it holds stays, and is that of the new center from then on.
   */
  centerX: Float64Array
  centerY: Float64Array
}

export const massSpec: ComponentSpec<'mass' | 'inertia' | 'centerX' | 'centerY'> = {
  name: 'Mass',
  fields: {
    mass: float(0, 'nonNegative', MOST_MASS, LEAST_MASS),
    inertia: float(0, 'nonNegative', MOST_INERTIA, LEAST_INERTIA),
    centerX: float(NaN, 'finiteOrNaN'),
    centerY: float(NaN, 'finiteOrNaN'),
  },
}
