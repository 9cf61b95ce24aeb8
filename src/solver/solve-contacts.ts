import { MAX_PUSH_OUT_SPEED } from '../constants.ts'
import type { BodyStates } from './body-states.ts'
import type { ContactSolverData } from './prepare-contacts.ts'
import type { ContactSoftness } from './softness.ts'

/**
 * The soft pass over all contacts: pushes overlap out. Friction acts in the rigid pass only: half the work, and card
 * houses stand that crept apart with it in both. In large islands it acts in both: a bin of 3,000 boxes rests after 10 s
 * that otherwise went on trembling.
 * @param h Length of the substep in seconds.
 * @param speedScale The world's `lengthUnit`.
 */
export function pressContacts(
  rows: ContactSolverData,
  states: BodyStates,
  h: number,
  softness: ContactSoftness,
  speedScale: number,
): void {
  const { moving, fixed } = softness
  rows.contacts.press(states.workAt, 1 / h, moving.biasRate, fixed.biasRate, MAX_PUSH_OUT_SPEED * speedScale)
}

/** The rigid pass: takes out the velocity that the soft pass put in, and rubs. */
export function relaxContacts(rows: ContactSolverData, states: BodyStates, h: number): void {
  rows.contacts.relax(states.workAt, states.pushAt, 1 / h)
}
