import type { SettleReply } from '../harness/protocol.ts'
import { median } from '../harness/statistics.ts'

/** What one engine made of one pile; with several seeds the median of each. */
export interface Outcome {
  /** Meters. */
  readonly deepest: number
  readonly mean: number
  /** Meters a second. */
  readonly fastest: number
  readonly awake: number
  readonly escaped: number
  /** Seconds. */
  readonly restedAt: number
  /** Milliseconds of processor time a step. */
  readonly ms: number
}

export type Measure = keyof Outcome

interface Rule {
  readonly measure: Measure
  /** As good as nothing: below it no engine is told from another. */
  readonly floor: number
  /** How many times the better peer's value we may have, and how much more. */
  readonly times: number
  readonly more: number
}

/** A row fails where ours is beyond `max(floor, the better peer's) × times + more`. */
const RULES: readonly Rule[] = [
  // The depth in which all three let bodies rest.
  { measure: 'deepest', floor: 0.005, times: 1.5, more: 0 },
  { measure: 'mean', floor: 0.002, times: 1.5, more: 0 },
  { measure: 'fastest', floor: 0.05, times: 1.5, more: 0 },
  { measure: 'awake', floor: 4, times: 1.5, more: 0 },
  { measure: 'escaped', floor: 0, times: 1, more: 0 },
  { measure: 'restedAt', floor: 0, times: 1, more: 3 },
  { measure: 'ms', floor: 0.1, times: 1.5, more: 0 },
]

export function toOutcome(replies: readonly SettleReply[]): Outcome {
  const middle = (of: (reply: SettleReply) => number): number => median(replies.map(of))
  return {
    deepest: middle(({ quality }) => quality.maxPenetration),
    mean: middle(({ quality }) => quality.meanPenetration),
    fastest: middle(({ quality }) => quality.fastest),
    awake: middle(({ quality }) => quality.dynamic - quality.asleep),
    // One that is lost is one too many, whatever the others do.
    escaped: Math.max(...replies.map(({ quality }) => quality.escaped)),
    restedAt: middle(({ restedAt }) => restedAt ?? Infinity),
    ms: middle(({ cpu }) => cpu),
  }
}

/** In what ours is worse than the better of the peers, each with the factor. Empty: in nothing. */
export function findFaults(ours: Outcome, peers: readonly Outcome[]): string[] {
  return RULES.flatMap(({ measure, floor, times, more }) => {
    // Where bodies were lost, fewer lie on each other.
    const fair = measure === 'escaped' ? peers : peers.filter(({ escaped }) => escaped <= ours.escaped)
    if (fair.length === 0) return []
    const best = Math.min(...fair.map((peer) => peer[measure]))
    const bar = Math.max(floor, best) * times + more
    if (ours[measure] <= bar) return []
    const factor = ours[measure] / Math.max(floor, best)
    return [Number.isFinite(factor) ? `${measure} ${factor.toFixed(1)}×` : measure]
  })
}
