import { type Condition, checkCondition, holds } from './condition.ts'
import { checkNames } from './recordable.ts'
import { type Recording, type WorldRecording, requireRecording } from './recording.ts'

/** What `findStep` takes. */
export interface FindOptions {
  /** Where to begin; that step itself is not among those that are looked at. Default: where the recording is. */
  readonly from?: number
  /** The last step that is looked at. Default: the end of the recording; backward its first step. */
  readonly to?: number
  /** Whether to look for the last step before `from`. Default false: for the first one after it. */
  readonly backward?: boolean
}

/** Steps that are played in a row when the way leads backward. */
const STRETCH = 64

/**
 * Looks for the next step at which a condition begins to hold: it holds after that step and did not after the one before.
 * After the first step of the recording it begins if it holds.
 *
 * The recording is taken to the step that is found, or else to `to`. So a long search can be cut into stretches: each goes on
 * `from` where the one before ended.
 * @returns The step, or −1 where there is none.
 * @throws RangeError on steps that the recording has not, and on a condition with numbers that cannot be.
 * @throws TypeError on what is no recording or no condition. @throws what a function of yours or a step throws.
 */
export function findStep(recording: Recording, condition: Condition, options: FindOptions = {}): number {
  const own = requireRecording(recording, 'findStep')
  checkCondition(condition, 'findStep')
  checkNames(options, ['from', 'to', 'backward'], 'findStep')
  const { backward = false, from = own.at, to = backward ? own.first : own.end } = options
  own.check(from, 'findStep')
  own.check(to, 'findStep')
  const found = backward ? findBefore(own, condition, from, to) : findAfter(own, condition, from, to)
  own.seek(found < 0 ? to : found)
  return found
}

function holdsAt(recording: WorldRecording, condition: Condition, step: number): boolean {
  recording.seek(step)
  return holds(condition, recording.world, step)
}

function findAfter(recording: WorldRecording, condition: Condition, from: number, to: number): number {
  if (from >= to) return -1
  let before = holdsAt(recording, condition, from)
  for (let step = from + 1; step <= to; step++) {
    const now = holdsAt(recording, condition, step)
    if (now && !before) return step
    before = now
  }
  return -1
}

/** Stretch by stretch from the last one on: each is played forward once. */
function findBefore(recording: WorldRecording, condition: Condition, from: number, to: number): number {
  // Whether it holds at `end`, so that it began there if it does not hold one step before.
  let isOpen = false
  let end = from
  while (end > to) {
    const start = Math.max(to, startOfStretch(recording, end))
    let found = -1
    let before = false
    let holdsFirst = false
    for (let step = start; step < end; step++) {
      const now = holdsAt(recording, condition, step)
      if (step === start) holdsFirst = now
      else if (now && !before) found = step
      before = now
    }
    if (isOpen && !before) return end
    if (found >= 0) return found
    isOpen = holdsFirst
    end = start
  }
  return isOpen && (to === recording.first || !holdsAt(recording, condition, to - 1)) ? to : -1
}

/** A state of the file, if that is not too far. */
function startOfStretch({ kept }: WorldRecording, end: number): number {
  return Math.max(kept.before(end - 1)!.step, end - STRETCH)
}
