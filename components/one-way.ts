import { type ComponentSpec, float } from './spec.ts'

/**
 * Makes a collider hold back only what comes from one side: a platform to jump through from below has (0, 1).
 * What did not come from that side passes through until the two no longer touch.
 */
export interface OneWay {
  /** Direction, in the frame of the collider, from which it holds back. Need not have length 1. Default (0, 1). */
  x: Float64Array
  y: Float64Array
}

export const oneWaySpec: ComponentSpec<'x' | 'y'> = {
  name: 'OneWay',
  fields: { x: float(0), y: float(1) },
}
