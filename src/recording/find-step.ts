import { checkNames } from '../check-names.ts'
import { type Condition, checkCondition, holds, isAboutImpulses } from './condition.ts'
import type { PeakImpulses } from './peak-impulses.ts'
import { type Recording, type WorldRecording, requireRecording } from './recording.ts'
import { shown } from '../shown.ts'

/** What `findStep` takes. */
export interface FindOptions {
  /** Where to begin; that step itself is not among those that are looked at. Default: where the recording is. */
  readonly from?: number | undefined
  /** The last step that is looked at. Default: the end of the recording; backward its first step. */
  readonly to?: number | undefined
  /** Whether to look for the last step before `from`. Default false: for the first one after it. */
  readonly backward?: boolean | undefined
}

/** Steps that are played in a row when the way leads backward. */
const STRETCH = 64

/**
 * Looks for the next step at which a condition begins to hold: it holds after that step and did not after the one before.
 * After the first step of the recording it begins if it holds. Of several conditions the first one that begins will do.
 *
 * The recording is taken to the step that is found, or else to `to`. So a long search can be cut into stretches: each goes on
 * `from` where the one before ended.
 * @returns The step, or −1 where there is none.
 * @throws RangeError on steps that the recording has not, and on a condition with numbers that cannot be.
 * @throws TypeError on what is no recording or no condition. @throws what a function of yours or a step throws.
 */
export function findStep(recording: Recording, condition: Condition | readonly Condition[], options: FindOptions = {}): number {
  const own = requireRecording(recording, 'findStep')
  const conditions: readonly Condition[] = Array.isArray(condition) ? condition : [condition]
  for (const one of conditions) checkCondition(one, 'findStep')
  checkNames(options, ['from', 'to', 'backward'], 'findStep')
  const { backward = false, from = own.at, to = backward ? own.first : own.end } = options
  if (typeof backward !== 'boolean') throw new TypeError(`findStep: backward must be true or false, got ${shown(backward)}.`)
  own.check(from, 'findStep')
  own.check(to, 'findStep')
  const found = backward ? findBefore(own, conditions, from, to) : findAfter(own, conditions, from, to)
  own.go(found < 0 ? to : found)
  return found
}

/** Which of the conditions hold after so many steps. */
function holdAt(recording: WorldRecording, conditions: readonly Condition[], step: number): boolean[] {
  let peaks: PeakImpulses | null = null
  if (conditions.some(isAboutImpulses)) peaks = recording.seekWatching(step)
  else recording.go(step)
  // A function of the user's may have changed something.
  if (conditions.some((condition) => typeof condition === 'function')) recording.falsify()
  return recording.alone(() => conditions.map((condition) => holds(condition, recording.world, step, peaks)))
}

/** Whether one holds now that did not hold before. */
function anyBegins(before: readonly boolean[], now: readonly boolean[]): boolean {
  return now.some((holdsNow, i) => holdsNow && before[i] !== true)
}

function findAfter(recording: WorldRecording, conditions: readonly Condition[], from: number, to: number): number {
  if (from >= to) return -1
  let before = holdAt(recording, conditions, from)
  for (let step = from + 1; step <= to; step++) {
    const now = holdAt(recording, conditions, step)
    if (anyBegins(before, now)) return step
    before = now
  }
  return -1
}

/** Stretch by stretch from the last one on: each is played forward once. */
function findBefore(recording: WorldRecording, conditions: readonly Condition[], from: number, to: number): number {
  // What holds at `end`: it began there if it does not hold one step before.
  let atEnd: readonly boolean[] = []
  let end = from
  while (end > to) {
    const start = Math.max(to, startOfStretch(recording, end))
    const first = holdAt(recording, conditions, start)
    let found = -1
    let before = first
    for (let step = start + 1; step < end; step++) {
      const now = holdAt(recording, conditions, step)
      if (anyBegins(before, now)) found = step
      before = now
    }
    if (anyBegins(before, atEnd)) return end
    if (found >= 0) return found
    atEnd = first
    end = start
  }
  if (!atEnd.includes(true)) return -1
  return to === recording.first || anyBegins(holdAt(recording, conditions, to - 1), atEnd) ? to : -1
}

/** A state of the file, if that is not too far. */
function startOfStretch({ kept }: WorldRecording, end: number): number {
  return Math.max(kept.before(end - 1)!.step, end - STRETCH)
}
