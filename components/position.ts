import { type ComponentSpec, type NumericArray, float } from './spec.ts'

/** Where a body's origin is in the world. Unit: length (metres by default). */
export interface Position<A extends NumericArray = Float64Array> {
  x: A
  y: A
}

export const positionSpec: ComponentSpec<'x' | 'y'> = {
  name: 'Position',
  fields: { x: float(), y: float() },
}
