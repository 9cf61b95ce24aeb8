import { MAX_PUSH_OUT_SPEED } from '../constants.ts'
import type { BodyStates } from './body-states.ts'
import { RATES_STRIDE, Rate } from './contact-groups.ts'
import type { ContactSoftness } from './softness.ts'

/**
 * Sets what holds for all contacts of a step.
 * @param speedScale The world's `lengthUnit`.
 */
export function setRates(states: BodyStates, softness: ContactSoftness, speedScale: number): void {
  const { rates, time } = states
  for (let kind = 0; kind < 2; kind++) {
    const r = kind * RATES_STRIDE
    rates[r + Rate.Substeps] = 1 / time[0]!
    rates[r + Rate.Bias] = (kind === 0 ? softness.moving : softness.fixed).biasRate
    rates[r + Rate.MaxPush] = MAX_PUSH_OUT_SPEED * speedScale
  }
}
