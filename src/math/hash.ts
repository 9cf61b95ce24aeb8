/**
 * A 32-bit hash over the bits of numbers, for determinism checks: two states
 * have the same hash only if (but for one chance in 2^32) every bit agrees.
 * 0 and -0 differ, as their bits do; every NaN counts as the same NaN, because
 * engines are free to choose its payload.
 *
 * Each 32-bit word is folded in as FNV-1a does with bytes (xor, then multiply by
 * the FNV prime), followed by a shift that carries the high bits down, which a
 * multiplication alone never does. Not meant to withstand an attacker.
 */

/** The value to start a hash with. */
export const HASH_START = 0x811c9dc5

const PRIME = 0x01000193
const floatScratch = new Float64Array(1)
const wordScratch = new Uint32Array(floatScratch.buffer)
/** The hash at hand: 32 bits that go through a call get a box of their own. */
const state = new Int32Array(1)

/** Folds one 32-bit word into `hash`; gives an unsigned 32-bit number. */
export function hashWord(hash: number, word: number): number {
  const h = Math.imul(hash ^ word, PRIME)
  return (h ^ (h >>> 15)) >>> 0
}

/** Folds the 64 bits of one number into `hash`. */
export function hashFloat(hash: number, value: number): number {
  floatScratch[0] = value === value ? value : NaN
  return hashWord(hashWord(hash, wordScratch[0]!), wordScratch[1]!)
}

/** Folds the bits of `array[start]` to `array[end - 1]` into `hash`. */
export function hashFloats(hash: number, array: Float64Array, start: number, end: number): number {
  state[0] = hash
  fold(array, start, end)
  return state[0]! >>> 0
}

/** The upper 30 bits of the hash of `array[start]` to `array[end - 1]`: engines pass so many bits without a box. */
export function shortHash(array: Float64Array, start: number, end: number): number {
  state[0] = HASH_START
  fold(array, start, end)
  return state[0]! >>> 2
}

function fold(array: Float64Array, start: number, end: number): void {
  let h = state[0]!
  for (let i = start; i < end; i++) {
    const value = array[i]!
    floatScratch[0] = value
    // Not as a choice between the two: V8 puts the chosen number into a box.
    if (value !== value) floatScratch[0] = NaN
    h = Math.imul(h ^ wordScratch[0]!, PRIME)
    h = Math.imul(h ^ (h >>> 15) ^ wordScratch[1]!, PRIME)
    h ^= h >>> 15
  }
  state[0] = h
}
