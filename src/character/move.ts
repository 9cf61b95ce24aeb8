import { HIT_STRIDE, MARK_STRIDE, MOVE_STRIDE } from './records.ts'

/** The move at hand: see `Move`. Numbers with fractions travel in here, because as arguments they become garbage. */
export const move = new Float64Array(MOVE_STRIDE)

/** What it found out so far: see `Mark`. */
export const marks = new Int32Array(MARK_STRIDE)

/** What the last cast met first, and with which obstacle. */
export const hit = new Float64Array(HIT_STRIDE)

/** What it stands on, and the wall that held it back. */
export const ground = new Float64Array(HIT_STRIDE)
export const wall = new Float64Array(HIT_STRIDE)

/** Copies what was found. */
export function keepHit(from: Float64Array, to: Float64Array): void {
  for (let k = 0; k < HIT_STRIDE; k++) to[k] = from[k]!
}
