import { type ComponentSpec, type NumericArray, float } from './spec.ts'

/** How far a body is turned, counter-clockwise. Unit: radians. It is never wrapped, so turns can be counted. */
export interface Rotation<A extends NumericArray = Float64Array> {
  angle: A
}

export const rotationSpec: ComponentSpec<'angle'> = {
  name: 'Rotation',
  fields: { angle: float() },
}
