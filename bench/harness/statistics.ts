/** The value that a share `part` of `values` does not exceed. NaN when there are none. */
export function quantile(values: ArrayLike<number>, part: number): number {
  if (values.length === 0) return NaN
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)]!
}

/** The middle one, or the mean of the two in the middle. */
export function median(values: ArrayLike<number>): number {
  if (values.length === 0) return NaN
  const sorted = Float64Array.from(values).sort()
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

export function mean(values: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]!
  return total / values.length
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(mean(values.map((value) => Math.log(value))))
}

/**
 * Runs of equal steps, disturbed by other work on the machine: the least time that each step took in any of the
 * runs. Disturbance only ever adds.
 */
export function leastOfEach(runs: readonly (readonly number[])[]): number[] {
  const length = Math.min(...runs.map((run) => run.length))
  return Array.from({ length }, (_, i) => Math.min(...runs.map((run) => run[i]!)))
}

/** The mean without the highest twentieth, where compilations and collections are. */
export function trimmedMean(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  return mean(sorted.subarray(0, Math.max(1, Math.ceil(sorted.length * 0.95))))
}
