import type { Case } from '../cases.ts'
import { Child } from './child.ts'
import type { CreateReply } from './protocol.ts'
import type { Progress } from './progress.ts'

export const DT = 1 / 60

/** More than any engine does within the budget. */
const HEAT_STEPS = 1_000_000

/** One engine's bundle, to be run. */
export interface Runner {
  readonly name: string
  readonly bundle: string
}

/** One engine in one repeat, its process still alive. */
export interface Lane {
  readonly runner: Runner
  readonly child: Child
  created: CreateReply | null
  /** Steps done before the measured ones, and their milliseconds. */
  warmSteps: number
  warmMs: number
  /** Milliseconds of each measured step. */
  readonly times: number[]
  /** Milliseconds of processor time of each measured step. */
  readonly cpu: number[]
  error: string
}

export interface RaceOptions {
  /** Steps an engine may do before the next one has its turn. */
  readonly chunk: number
  /** Milliseconds for which an engine steps the scene in a world that is thrown away, so that its code is compiled. */
  readonly heatBudget: number
  /** Milliseconds of processor time that an engine may spend on warming up, and on measured steps. */
  readonly warmBudget: number
  readonly stepBudget: number
  /** Milliseconds after which one request counts as failed. */
  readonly timeout: number
}

/**
 * One repeat: each engine in a process of its own, warmed up, then a few steps of each in turn, so that what
 * disturbs the machine meets all of them. Forward and backward, so that none always follows the same one.
 * `use` has the processes before they end.
 */
export async function race(
  runners: readonly Runner[], entry: Case, options: RaceOptions, progress: Progress,
  use: (lane: Lane) => Promise<void>,
): Promise<Lane[]> {
  const lanes = runners.map((runner): Lane => ({
    runner, child: new Child(runner.bundle, options.timeout), created: null, warmSteps: 0, warmMs: 0, times: [], cpu: [],
    error: '',
  }))
  try {
    for (const lane of lanes) await attempt(lane, progress, () => warmUp(lane, entry, options, progress))
    for (let round = 0; round * options.chunk < entry.steps; round++) {
      progress.note(`${entry.name}: step ${round * options.chunk} of ${entry.steps}`)
      const count = Math.min(options.chunk, entry.steps - round * options.chunk)
      const turn = round % 2 === 0 ? lanes : lanes.map((_, i) => lanes[lanes.length - 1 - i]!)
      for (const lane of turn) await attempt(lane, progress, () => measure(lane, count, options))
    }
    for (const lane of lanes) await attempt(lane, progress, () => use(lane))
  } finally {
    for (const lane of lanes) lane.child.stop()
  }
  return lanes
}

async function attempt(lane: Lane, progress: Progress, work: () => Promise<void>): Promise<void> {
  if (lane.error !== '') return
  try {
    await work()
  } catch (error) {
    lane.error = (error as Error).message
    progress.warn(`${lane.runner.name}: ${lane.error}`)
    lane.child.stop()
  }
}

async function warmUp(lane: Lane, entry: Case, options: RaceOptions, progress: Progress): Promise<void> {
  progress.note(`${entry.name}: ${lane.runner.name} is built and warmed up`)
  const create = {
    do: 'create', scene: entry.scene, size: entry.size, options: { dt: DT, sleep: entry.sleep },
  } as const
  if (options.heatBudget > 0) {
    await lane.child.request(create)
    await lane.child.request({ do: 'steps', count: HEAT_STEPS, budgetMs: options.heatBudget })
  }
  lane.created = await lane.child.request(create)
  const reply = await lane.child.request({ do: 'steps', count: entry.warm, budgetMs: options.warmBudget })
  lane.warmSteps = reply.times.length
  lane.warmMs = reply.times.reduce((total, time) => total + time, 0)
}

async function measure(lane: Lane, count: number, options: RaceOptions): Promise<void> {
  const spent = lane.cpu.reduce((total, time) => total + time, 0)
  if (spent >= options.stepBudget) return
  const reply = await lane.child.request({ do: 'steps', count, budgetMs: options.stepBudget - spent })
  lane.times.push(...reply.times)
  lane.cpu.push(...reply.cpu)
}
