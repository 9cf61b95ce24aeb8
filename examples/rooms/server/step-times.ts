/** How long the last ticks took, of all rooms of this process. */
export class StepTimes {
  private readonly milliseconds = new Float64Array(1 << 16)
  private count = 0

  note(milliseconds: number): void {
    this.milliseconds[this.count++ % this.milliseconds.length] = milliseconds
  }

  reset(): void {
    this.count = 0
  }

  /** Ticks, and the time that half of them, 99 of 100, and all of them took at most. */
  summary(): { ticks: number; p50: number; p99: number; max: number } {
    const kept = this.milliseconds.slice(0, Math.min(this.count, this.milliseconds.length)).sort()
    const at = (share: number): number => kept[Math.min(kept.length - 1, Math.floor(share * kept.length))] ?? 0
    return { ticks: this.count, p50: at(0.5), p99: at(0.99), max: at(1) }
  }
}
