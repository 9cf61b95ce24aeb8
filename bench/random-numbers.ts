/** A source of numbers from 0 to 1. */
export type Numbers = () => number

/** The same numbers for the same seed. Source: mulberry32. */
export function numbersFrom(seed: number): Numbers {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of some values, each as often. */
export function one<T>(next: Numbers, values: readonly T[]): T {
  return values[Math.floor(next() * values.length)]!
}
