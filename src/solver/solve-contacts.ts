import { MAX_PUSH_OUT_SPEED } from '../constants.ts'
import type { BodyStates } from './body-states.ts'
import { RATES_STRIDE, Rate } from './contact-groups.ts'
import type { ContactSolverData } from './prepare-contacts.ts'
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

/**
 * The soft pass over all contacts: pushes overlap out. Friction acts in the rigid pass only: half the work, and card
 * houses stand that crept apart with it in both. In large islands it acts in both: a bin of 3,000 boxes rests after 10 s
 * that otherwise went on trembling.
 */
export function pressContacts(rows: ContactSolverData, states: BodyStates): void {
  rows.contacts.press(states.workAt, states.movingAt, states.fixedAt)
}

/** The rigid pass: takes out the velocity that the soft pass put in, and rubs. */
export function relaxContacts(rows: ContactSolverData, states: BodyStates): void {
  rows.contacts.relax(states.workAt, states.pushAt, states.movingAt)
}
