import type { World } from 'bitecs'
import { bindMethods } from '../bound.ts'
import { checkNames } from '../check-names.ts'
import { requirePhysics } from '../state/registry.ts'
import { BadFile } from '../snapshots/bytes.ts'
import { type WorldSnapshots, makeSnapshots } from '../snapshots/snapshots.ts'
import { type KeptInput, type InputLog, giveInput } from './input-log.ts'
import { KeptStates, MOST_STATES } from './kept-states.ts'
import { PeakImpulses } from './peak-impulses.ts'
import { type Recordable, checkRecordable } from './recordable.ts'
import { type RecordingData, readRecording } from './recording-file.ts'
import { shown } from '../shown.ts'

/** What `openRecording` takes. */
export interface OpenOptions {
  /** Bytes for states around the step that is shown, so that going back is quick; for two there is always room. Default 64 MiB. */
  readonly memory?: number | undefined
}

/** A recording that is played again. Made with `openRecording`. */
export interface Recording {
  /** The world: as it was after {@link at} steps. It is for looking; what you change in it is lost when a step is sought, the same or another. */
  readonly world: World
  /** What the recorder was given as `about`. */
  readonly about: unknown
  /** The first step that can be sought. */
  readonly first: number
  /** The last step that can be sought. */
  readonly end: number
  /** Where it is: so many steps were taken. */
  readonly at: number
  /** The steps of the saved states that are in the file. */
  readonly states: readonly number[]
  /**
   * Makes the world what it was after so many steps. It begins with putting a state back, whoever changed something; one step
   * forward costs one step besides, one back seldom more.
   * @throws RangeError on a step that is not from {@link first} to {@link end}. @throws Error within a step, and what `step`
   *   of the game throws.
   */
  seek(step: number): void
  /** What the step was given that follows so many others. */
  inputOf(step: number): unknown
  /** The `hashWorld` that was recorded after so many steps. */
  hashAt(step: number): number
  /** Gives the memory of its states back; nothing can be sought after that. */
  free(): void
}

/** States that are kept around the one that is shown, at most. */
const MOST_TRAIL = 64
const DEFAULT_MEMORY = 64 * 2 ** 20

/** The {@link Recording} of a world; for the other files of this room. */
export class WorldRecording implements Recording {
  readonly world: World
  readonly game: Recordable
  readonly about: unknown
  readonly end: number
  at: number
  readonly kept: KeptStates
  readonly inputs: InputLog
  private readonly hashes: Uint32Array
  /** States of the last steps that were sought, by the step modulo their number; behind them one for the other files. */
  private readonly trail: WorldSnapshots
  private readonly trailSteps: Float64Array
  private readonly peaks = new PeakImpulses()
  /** Whether the world is something else than what it was after {@link at} steps. */
  private isFalse = false
  private busy = false

  constructor(data: RecordingData, game: Recordable, memory: number) {
    this.game = game
    this.world = game.world
    this.about = JSON.parse(data.about)
    this.inputs = data.inputs
    this.hashes = data.hashes
    this.end = data.inputs.end
    const stores = game.stores ?? []
    const snapshots = makeSnapshots(game.world, { slots: MOST_STATES, stores }, 'openRecording')
    this.kept = new KeptStates(snapshots, Infinity)
    try {
      for (const { step, isCut, bytes } of data.states) this.kept.add(step, isCut, bytes)
    } catch (error) {
      snapshots.free()
      throw error
    }
    const [first] = this.kept.list
    let largest = 1
    for (const { slot } of this.kept.list) largest = Math.max(largest, snapshots.bytesOf(slot))
    const count = Math.max(2, Math.min(MOST_TRAIL, Math.floor(memory / largest)))
    this.trail = makeSnapshots(game.world, { slots: count + 1, stores }, 'openRecording')
    this.trailSteps = new Float64Array(count).fill(-1)
    this.at = first!.step
    snapshots.restore(first!.slot, 'openRecording')
    bindMethods(this, 'seek', 'inputOf', 'hashAt', 'free')
  }

  get first(): number {
    return this.inputs.first
  }

  get states(): readonly number[] {
    return this.kept.list.map(({ step }) => step)
  }

  seek(step: number): void {
    this.check(step, 'seek')
    this.begin('seek')
    this.go(step)
  }

  /**
   * To be called before anything is sought: the user may have changed the world since.
   * @throws Error while a step is played, and where nothing can be sought any more.
   */
  begin(caller: string): void {
    if (this.busy) throw new Error(`${caller}: this recording is in the midst of a step or a search. Call it when that has returned.`)
    if (this.trail.slots === 0) throw new Error(`${caller}: this recording was freed, or physics was taken off its world. Call openRecording again.`)
    this.isFalse = true
  }

  /** What {@link seek} does, for those who have begun and changed nothing since. */
  go(step: number): void {
    if (step === this.at && !this.isFalse) return
    this.goNear(step)
    const { length } = this.trailSteps
    while (this.at < step) {
      this.forward()
      if (step - this.at < length) this.note()
    }
  }

  inputOf(step: number): unknown {
    if (!(Number.isInteger(step) && step >= this.first && step < this.end)) throw this.outside(step, this.end - 1, 'inputOf')
    return giveInput(this.inputs.at(step))
  }

  hashAt(step: number): number {
    this.check(step, 'hashAt')
    return this.hashes[step - this.first]!
  }

  free(): void {
    this.kept.snapshots.free()
    this.trail.free()
  }

  /** Takes one step as it was recorded, and looks at nothing but its input and cuts. */
  forward(): void {
    // A step that throws leaves something that never was.
    this.isFalse = true
    this.alone(() => this.game.step(giveInput(this.inputs.at(this.at)), this.at))
    this.at++
    this.isFalse = false
    if (this.kept.at(this.at)?.isCut === true) this.putBack(this.at)
  }

  /** Runs something of the user's, which may seek nothing meanwhile. */
  alone<T>(run: () => T): T {
    this.busy = true
    try {
      return run()
    } finally {
      this.busy = false
    }
  }

  /** Goes to a step by way of the one before it, and gives the largest impulses on that way. At the first step there is none. */
  seekWatching(step: number): PeakImpulses | null {
    if (step === this.first) {
      this.go(step)
      return null
    }
    this.go(step - 1)
    this.peaks.during(requirePhysics(this.world, 'seek'), () => this.forward())
    return this.peaks
  }

  /** Puts the state of this step back that is in the file, if there is one. */
  putBack(step: number): boolean {
    const state = this.kept.at(step)
    if (state === undefined) return false
    this.kept.snapshots.restore(state.slot, 'seek')
    this.at = step
    this.isFalse = false
    return true
  }

  /** Says that the world may have been changed: what is sought next begins at a state that is put back. */
  falsify(): void {
    this.isFalse = true
  }

  /** Saves the world as it is where {@link scratch} is compared. */
  saveScratch(): void {
    this.trail.save(this.trailSteps.length, 'openRecording')
  }

  get scratch(): { readonly snapshots: WorldSnapshots; readonly slot: number } {
    return { snapshots: this.trail, slot: this.trailSteps.length }
  }

  /** The input as it is kept, to compare it. */
  keptInput(step: number): KeptInput {
    return this.inputs.at(step)
  }

  /** @throws RangeError on a step that is not there. */
  check(step: number, caller: string): void {
    if (!(Number.isInteger(step) && step >= this.first && step <= this.end)) throw this.outside(step, this.end, caller)
  }

  /** Makes the world that of the last known state before a step, unless it is nearer already. */
  private goNear(step: number): void {
    const state = this.kept.before(step)!
    let trail = -1
    for (let i = 0; i < this.trailSteps.length; i++) {
      const one = this.trailSteps[i]!
      if (one <= step && one > trail) trail = one
    }
    if (!this.isFalse && this.at <= step && this.at >= Math.max(state.step, trail)) return
    if (trail > state.step) {
      this.trail.restore(trail % this.trailSteps.length, 'seek')
      this.at = trail
      this.isFalse = false
    } else this.putBack(state.step)
  }

  private note(): void {
    const slot = this.at % this.trailSteps.length
    if (this.trailSteps[slot] === this.at) return
    this.trailSteps[slot] = -1
    this.trail.save(slot, 'seek')
    this.trailSteps[slot] = this.at
  }

  private outside(step: number, end: number, caller: string): Error {
    return new RangeError(`${caller}: there is no step ${shown(step)} in this recording. The steps are ${this.first} to ${end}.`)
  }
}

/** The {@link WorldRecording} behind the face, which has begun. @throws TypeError on what was not made by `openRecording`. */
export function requireRecording(recording: Recording, caller: string): WorldRecording {
  if (!(recording instanceof WorldRecording)) throw new TypeError(`${caller}: that is no recording. Make one with openRecording(bytes, make).`)
  recording.begin(caller)
  return recording
}

/**
 * Opens a file that a recorder made, at its first step.
 * @param bytes What `toBytes` of a recorder gave. A file that is damaged or cut short is refused before anything is made.
 * @param make Makes the same game that was recorded: a world of its own, with the same physics, components in the same order,
 *   and `stores`. Bodies need not be in it. It is given what the recorder was given as `about`.
 * @param options See {@link OpenOptions}.
 * @throws TypeError on what are no bytes or makes no game. @throws RangeError on an option that there is not.
 * @throws Error on a file that cannot be used, or that fits not to the world; it says why.
 */
export function openRecording(bytes: Uint8Array, make: (about: unknown) => Recordable, options: OpenOptions = {}): Recording {
  if (!(bytes instanceof Uint8Array)) throw new TypeError('openRecording: the bytes must be a Uint8Array, such as toBytes gives.')
  if (typeof make !== 'function') throw new TypeError('openRecording: give a function that makes the game that was recorded.')
  checkNames(options, ['memory'], 'openRecording')
  const { memory = DEFAULT_MEMORY } = options
  if (!(typeof memory === 'number' && memory >= 0)) throw new RangeError(`openRecording: memory must be a number of bytes, got ${shown(memory)}.`)
  let data: RecordingData
  try {
    data = readRecording(bytes)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    throw new Error(`openRecording: this file cannot be used: ${error.message}.`, { cause: error })
  }
  const game = make(JSON.parse(data.about))
  checkRecordable(game, 'openRecording')
  try {
    return new WorldRecording(data, game, memory)
  } catch (error) {
    const reason = (error as Error).cause
    if (!(reason instanceof BadFile)) throw error
    throw new Error(`openRecording: this file does not fit to the world that was made for it: ${reason.message}.`, { cause: error })
  }
}
