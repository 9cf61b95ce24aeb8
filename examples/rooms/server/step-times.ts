/** How much processor time the last steps of all rooms of this process took, with what was sent after them. */
export class StepTimes {
  private readonly milliseconds = new Float64Array(1 << 16)
  private count = 0
  private steps = 0

  /** Notes steps that were taken at once. */
  note(milliseconds: number, steps: number): void {
    this.steps += steps
    this.milliseconds[this.count++ % this.milliseconds.length] = milliseconds / steps
  }

  reset(): void {
    this.count = 0
    this.steps = 0
  }

  /** Steps, and the time that half of them, 99 of 100, and all of them took at most. */
  summary(): { steps: number; p50: number; p99: number; max: number } {
    const kept = this.milliseconds.slice(0, Math.min(this.count, this.milliseconds.length)).sort()
    const at = (share: number): number => kept[Math.min(kept.length - 1, Math.floor(share * kept.length))] ?? 0
    return { steps: this.steps, p50: at(0.5), p99: at(0.99), max: at(1) }
  }
}
