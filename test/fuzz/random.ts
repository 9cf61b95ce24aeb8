/** A stream of numbers that a seed decides (mulberry32). */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed | 0
  }

  /** From 0 up to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** From `low` up to `high`, with three decimals: programs are read by people. */
  between(low: number, high: number): number {
    return Math.round((low + (high - low) * this.next()) * 1000) / 1000
  }

  /** A whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  chance(part: number): boolean {
    return this.next() < part
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}
