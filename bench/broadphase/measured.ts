import type { Report } from '../harness/report.ts'
import type { WorldName } from '../../examples/scenes/box-worlds.ts'

/** One structure in one world of one size. Milliseconds a frame. */
export interface Point {
  readonly count: number
  readonly median: number
  readonly p10: number
  readonly p90: number
  readonly frames: number
}

export interface Series {
  readonly name: string
  readonly peer: boolean
  readonly reference: boolean
  readonly points: Point[]
  /** Why it ends where it ends, or an empty string. */
  stopped: string
}

export interface WorldReport {
  readonly world: WorldName
  /** Pairs in the frame in which all were compared, by the number of bodies. */
  readonly pairs: Record<number, number>
  readonly series: Series[]
}

export interface BroadPhaseReport {
  readonly kind: 'broadphase'
  readonly date: string
  readonly commit: string
  readonly command: string
  readonly machine: Report['machine']
  readonly worlds: WorldReport[]
}

export function timeOf(world: WorldReport, name: string, count: number): number {
  return world.series.find((series) => series.name === name)?.points.find((point) => point.count === count)?.median ?? NaN
}

/**
 * The slope of the straight line through the logarithms of time and number, by least squares. NaN below two points.
 * Through the tenth percentiles: other work on the machine only ever adds.
 */
export function exponentOf(points: readonly Point[], from: number): number {
  const used = points.filter(({ count }) => count >= from)
  if (used.length < 2) return NaN
  const x = used.map(({ count }) => Math.log(count))
  const y = used.map(({ p10 }) => Math.log(p10))
  const meanX = x.reduce((sum, value) => sum + value, 0) / x.length
  const meanY = y.reduce((sum, value) => sum + value, 0) / y.length
  const above = x.reduce((sum, value, i) => sum + (value - meanX) * (y[i]! - meanY), 0)
  return above / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0)
}

/** The number of bodies from which on `one` stays faster than `other`, between two measured ones by their logarithms. */
export function crossover(world: WorldReport, one: string, other: string): number {
  const ratios = (world.series.find(({ name }) => name === one)?.points ?? [])
    .map(({ count, median }) => ({ count, ratio: Math.log(median / timeOf(world, other, count)) }))
    .filter(({ ratio }) => Number.isFinite(ratio))
  let last = ratios.length - 1
  while (last >= 0 && ratios[last]!.ratio < 0) last--
  if (last === ratios.length - 1) return NaN
  if (last < 0) return 0
  const [low, high] = [ratios[last]!, ratios[last + 1]!]
  const part = low.ratio / (low.ratio - high.ratio)
  return Math.exp(Math.log(low.count) + part * (Math.log(high.count) - Math.log(low.count)))
}
