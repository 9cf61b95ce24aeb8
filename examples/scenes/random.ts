/** A source of uniform numbers in [0, 1). */
export type Random = () => number

/**
 * The one generator of everything random in the scenes: a 32-bit counter whose
 * value is mixed by two rounds of multiply and xor-shift (a "split mix" generator
 * after Steele, Lea and Flood, 2014). Integers only, so each engine and each
 * machine gives the same sequence.
 */
export function createRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let bits = state
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
    bits ^= bits >>> 15
    return (bits >>> 0) / 4294967296
  }
}

/** A uniform number from `low` up to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}
