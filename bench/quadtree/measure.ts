/** One thing to time; `run` returns a number that keeps it from being optimized away. */
export interface Subject {
  readonly name: string
  readonly before?: () => void
  readonly run: () => number
}

export interface Measured {
  readonly name: string
  /** Milliseconds. */
  readonly median: number
  readonly low: number
  readonly high: number
  readonly check: number
}

/** Times the subjects in turns, so that a disturbance meets all of them. */
export function measure(subjects: readonly Subject[], rounds: number, warm: number): Measured[] {
  const times: number[][] = subjects.map(() => [])
  const checks = subjects.map(() => 0)
  for (let round = -warm; round < rounds; round++) {
    subjects.forEach((subject) => subject.before?.())
    // A new order each time: what one leaves in the caches must not always help the same other.
    for (let turn = 0; turn < subjects.length; turn++) {
      const i = (turn + round + warm) % subjects.length
      const subject = subjects[i]!
      const begin = performance.now()
      checks[i] = subject.run()
      const took = performance.now() - begin
      if (round >= 0) times[i]!.push(took)
    }
  }
  return subjects.map((subject, i) => {
    const sorted = times[i]!.sort((a, b) => a - b)
    const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)]!
    return { name: subject.name, median: at(0.5), low: at(0.1), high: at(0.9), check: checks[i]! }
  })
}

export function print(title: string, results: readonly Measured[], per = 0): void {
  console.log(title)
  const base = results[0]!
  for (const r of results) {
    const each = per > 0 ? `  ${(r.median * 1e6 / per).toFixed(0).padStart(6)} ns each` : ''
    console.log(
      `  ${r.name.padEnd(28)} ${r.median.toFixed(3).padStart(9)} ms  [${r.low.toFixed(3)} .. ${r.high.toFixed(3)}]`
      + `  x${(r.median / base.median).toFixed(2).padStart(6)}${each}  (${r.check})`,
    )
  }
}
