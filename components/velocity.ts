import { type ComponentSpec, type NumericArray, float } from './spec.ts'

/** Velocity of a body's center of mass (length per second) and its rate of turn (`angular`, radians per second). */
export interface Velocity<A extends NumericArray = Float64Array> {
  x: A
  y: A
  angular: A
}

export const velocitySpec: ComponentSpec<'x' | 'y' | 'angular'> = {
  name: 'Velocity',
  fields: { x: float(), y: float(), angular: float() },
}
