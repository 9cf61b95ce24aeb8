import { checkNames } from '../check-names.ts'
import { hashWorld } from '../queries/hash.ts'
import { type WorldDifference, diffSlots } from '../snapshots/diff.ts'
import { isSameInput } from './input-log.ts'
import { type Recording, type WorldRecording, requireRecording } from './recording.ts'

/** Where two recordings part, or a recording and its replay. */
export interface RecordingDifference extends WorldDifference {
  /** So many steps were taken when they first differed. */
  step: number
  /** Where {@link entity} and {@link column} were seen: `step`, or the next saved state behind it, where only hashes tell what was before. */
  seen: number
  /** Whether the last step before was given another input. */
  inputsDiffer: boolean
}

/** What `compareRecordings` and `verifyRecording` take. */
export interface CompareOptions {
  /** The first step that is compared. Default: the first that there is. */
  readonly from?: number | undefined
  /** The last one. Default: the last that there is. */
  readonly to?: number | undefined
}

/**
 * Plays two recordings of games that are made alike, side by side, and finds the first step after which they differ: by what
 * this machine makes of their inputs, by the states that are saved in them, and by the hashes that were noted after each
 * step. Both are taken to that step, or to the last one that was compared.
 * @returns Null where they are equal to the last bit in all steps that both have.
 * @throws RangeError on steps that one of them has not. @throws Error where they have no step in common, or play in one world.
 * @throws TypeError on what is no recording.
 */
export function compareRecordings(a: Recording, b: Recording, options: CompareOptions = {}): RecordingDifference | null {
  const [one, two] = [requireRecording(a, 'compareRecordings'), requireRecording(b, 'compareRecordings')]
  checkNames(options, ['from', 'to'], 'compareRecordings')
  if (one !== two && one.world === two.world) {
    throw new Error('compareRecordings: both play in the same world, where one undoes the other. Let make give each recording a world of its own.')
  }
  const { from = Math.max(one.first, two.first), to = Math.min(one.end, two.end) } = options
  if (options.from === undefined && options.to === undefined && from > to) {
    throw new Error(`compareRecordings: the first has steps ${one.first} to ${one.end}, the second ${two.first} to ${two.end}: none in common.`)
  }
  for (const own of [one, two]) checkSpan(own, from, to, 'compareRecordings')
  let parted = -1
  for (let step = from; step <= to; step++) {
    for (const own of [one, two]) goAsRecorded(own, step)
    const found = differenceOf(one, two)
    if (found !== null) return { ...found, ...at(parted < 0 ? step : parted, step, one, two) }
    if (parted < 0 && one.hashAt(step) !== two.hashAt(step)) parted = step
  }
  if (parted < 0) return null
  return { ...hashes(one.hashAt(parted), two.hashAt(parted)), ...at(parted, to, one, two) }
}

/**
 * Plays a recording and compares it with what was recorded: its hashes after every step, and its saved states. They differ where
 * the game does not do the same each time, or is not the game that was recorded. The recording is taken to that step.
 * @returns Null where the replay is equal to the last bit.
 * @throws RangeError on steps that it has not. @throws TypeError on what is no recording.
 */
export function verifyRecording(recording: Recording, options: CompareOptions = {}): RecordingDifference | null {
  const own = requireRecording(recording, 'verifyRecording')
  checkNames(options, ['from', 'to'], 'verifyRecording')
  const { from = own.first, to = own.end } = options
  checkSpan(own, from, to, 'verifyRecording')
  own.go(from)
  let parted = -1
  for (let step = from; step <= to; step++) {
    if (step > own.at) own.forward()
    if (parted < 0 && hashWorld(own.world) !== own.hashAt(step)) parted = step
    const state = own.kept.at(step)
    if (state === undefined) continue
    own.saveScratch()
    const found = diffSlots(own.kept.snapshots, state.slot, own.scratch.snapshots, own.scratch.slot)
    if (found !== null) return { ...found, ...at(parted < 0 ? step : parted, step, own, own) }
  }
  if (parted < 0) return null
  return { ...hashes(own.hashAt(parted), NaN), ...at(parted, to, own, own) }
}

function checkSpan(recording: WorldRecording, from: number, to: number, caller: string): void {
  recording.check(from, caller)
  recording.check(to, caller)
  if (from > to) throw new RangeError(`${caller}: from is step ${from}, and to is ${to}, which comes before it: nothing would be compared.`)
}

/** What is saved in the file comes before what a replay makes of it. */
function goAsRecorded(recording: WorldRecording, step: number): void {
  if (!recording.putBack(step)) recording.go(step)
}

function differenceOf(one: WorldRecording, two: WorldRecording): WorldDifference | null {
  one.saveScratch()
  two.saveScratch()
  return diffSlots(one.scratch.snapshots, one.scratch.slot, two.scratch.snapshots, two.scratch.slot)
}

function at(step: number, seen: number, one: WorldRecording, two: WorldRecording): Pick<RecordingDifference, 'step' | 'seen' | 'inputsDiffer'> {
  const inputsDiffer = step > Math.max(one.first, two.first) && !isSameInput(one.keptInput(step - 1), two.keptInput(step - 1))
  return { step, seen, inputsDiffer }
}

function hashes(a: number, b: number): WorldDifference {
  return { entity: 0, other: 0, column: 'hash', a, b, text: `the world: hash is ${a} in the first and ${b} in the second` }
}
