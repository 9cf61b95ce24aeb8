import type { World } from 'bitecs'
import { bindMethods } from '../bound.ts'
import { checkNames } from '../check-names.ts'
import { hashWorld } from '../queries/hash.ts'
import { type WorldSnapshots, makeSnapshots } from '../snapshots/snapshots.ts'
import { InputLog, giveInput, keepInput } from './input-log.ts'
import { KeptStates, MOST_STATES } from './kept-states.ts'
import { type Recordable, checkRecordable } from './recordable.ts'
import { writeRecording } from './recording-file.ts'
import { shown } from '../shown.ts'

/** What `createRecorder` takes. Everything has a default. */
export interface RecorderOptions {
  /**
   * Steps between two states that are saved, 1 or more. Default 60. Fewer make it quicker to go to a step, and the file
   * larger.
   */
  readonly every?: number | undefined
  /**
   * Bytes that the saved states may take together. Default 64 MiB. When they are used up, states are thinned out, old ones
   * more than new ones: every step can still be reached, but what is long ago takes longer.
   */
  readonly memory?: number | undefined
  /** Only so many steps back have to be reached, as in a flight recorder; what was before is forgotten. Default: all. */
  readonly last?: number | undefined
  /** Words of your own for who opens the file: what JSON can say. Default null. */
  readonly about?: unknown | undefined
}

/** Records what it steps. Made with `createRecorder`. */
export interface Recorder {
  readonly world: World
  /** The earliest step that can be reached: 0, unless {@link RecorderOptions.last} or a lack of memory has moved it. */
  readonly first: number
  /** Steps taken so far. */
  readonly end: number
  /** Bytes that the saved states take. */
  readonly bytes: number
  /**
   * Takes one step, and notes its input.
   * @param input Bytes, or what JSON can say; nothing by default. What is given to `step` is what a replay will give it.
   * @throws TypeError on an input that can be neither. @throws Error within a step, and what `step` throws: then the world is
   *   left as it is, and what follows is recorded from there on.
   */
  step(input?: unknown): void
  /**
   * Says that the world was changed otherwise than by `step`: by hand, by a restored snapshot. The recording goes on from
   * what it is now. It takes a saved state, so put into inputs what happens often.
   */
  cut(): void
  /** The recording so far, as a file for `openRecording`. @throws Error where the world has relations, as `Snapshots.toBytes`. */
  toBytes(): Uint8Array<ArrayBuffer>
  /** Gives the memory of the saved states back; nothing more can be recorded. */
  free(): void
}

const OPTION_NAMES = ['every', 'memory', 'last', 'about']
const DEFAULT_MEMORY = 64 * 2 ** 20

class WorldRecorder implements Recorder {
  readonly world: World
  private readonly game: Recordable
  private readonly every: number
  private readonly last: number
  private readonly about: string
  private readonly snapshots: WorldSnapshots
  private readonly states: KeptStates
  private readonly inputs = new InputLog(0)
  /** Of the first state, and after each step. */
  private hashes: number[] = []
  private isCut = false
  private busy = false

  constructor(game: Recordable, { every = 60, memory = DEFAULT_MEMORY, last = Infinity, about = null }: RecorderOptions) {
    this.game = game
    this.world = game.world
    this.every = every
    this.last = last
    this.about = wordsOf(about)
    this.snapshots = makeSnapshots(game.world, { slots: MOST_STATES, stores: game.stores ?? [] }, 'createRecorder')
    this.states = new KeptStates(this.snapshots, memory)
    try {
      this.states.save(0, true, 'createRecorder')
    } catch (error) {
      this.snapshots.free()
      throw error
    }
    this.hashes.push(hashWorld(this.world))
    bindMethods(this, 'step', 'cut', 'toBytes', 'free')
  }

  get first(): number {
    return this.inputs.first
  }

  get end(): number {
    return this.inputs.end
  }

  get bytes(): number {
    return this.snapshots.bytes
  }

  step(input?: unknown): void {
    this.check('step')
    const kept = keepInput(input)
    this.settle('step')
    this.busy = true
    try {
      this.game.step(giveInput(kept), this.end)
    } catch (error) {
      // What it did by halves, no replay does.
      this.isCut = true
      throw error
    } finally {
      this.busy = false
    }
    this.inputs.add(kept)
    this.hashes.push(hashWorld(this.world))
    // One who says within a step that it is cut says so of what the step leaves.
    if (!this.isCut && this.end - this.states.list[this.states.list.length - 1]!.step >= this.every) this.save(false, 'step')
  }

  cut(): void {
    this.isCut = true
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    this.check('toBytes')
    this.settle('toBytes')
    const states = this.states.list.map(({ step, slot, isCut }) => ({ step, isCut, bytes: this.snapshots.toBytes(slot) }))
    return writeRecording({ about: this.about, inputs: this.inputs, hashes: Uint32Array.from(this.hashes), states })
  }

  free(): void {
    this.snapshots.free()
  }

  private check(caller: string): void {
    if (this.busy) throw new Error(`${caller}: a step is being recorded. Call it when that has returned.`)
    if (this.snapshots.slots === 0) throw new Error(`${caller}: this recorder was freed, or physics was taken off its world. Call createRecorder again.`)
  }

  /** Takes in what was changed by others. */
  private settle(caller: string): void {
    if (!this.isCut) return
    this.save(true, caller)
    this.hashes[this.hashes.length - 1] = hashWorld(this.world)
    this.isCut = false
  }

  private save(isCut: boolean, caller: string): void {
    this.states.save(this.end, isCut, caller)
    this.states.dropBefore(this.end - this.last)
    const { first } = this
    this.inputs.dropBefore(this.states.list[0]!.step)
    this.hashes.splice(0, this.first - first)
  }
}

/**
 * Records a game while it runs: saved states now and then, and the inputs of every step between them. `toBytes` makes a file of
 * it, which `openRecording` plays again, forward, backward and step by step.
 * @param game The world and what takes it one step further; see {@link Recordable}.
 * @param options See {@link RecorderOptions}; everything has a default.
 * @throws RangeError on an option that there is not, or a number that cannot be. @throws TypeError on what is no game, and on
 *   `about` that JSON cannot say. @throws Error without physics, and where `createSnapshots` or `save` would throw.
 */
export function createRecorder(game: Recordable, options: RecorderOptions = {}): Recorder {
  checkRecordable(game, 'createRecorder')
  checkNames(options, OPTION_NAMES, 'createRecorder')
  const { every = 1, memory = 0, last = 1 } = options
  if (!(Number.isSafeInteger(every) && every >= 1)) throw new RangeError(`createRecorder: every must be a whole number of at least 1, got ${shown(every)}.`)
  if (!(typeof memory === 'number' && memory >= 0)) throw new RangeError(`createRecorder: memory must be a number of bytes, got ${shown(memory)}.`)
  if (!(typeof last === 'number' && last >= 1)) throw new RangeError(`createRecorder: last must be a number of steps of at least 1, got ${shown(last)}.`)
  return new WorldRecorder(game, options)
}

function wordsOf(about: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(about)
  } catch (error) {
    throw new TypeError(`createRecorder: about must be what JSON can say: ${(error as Error).message}.`, { cause: error })
  }
  if (text === undefined) throw new TypeError(`createRecorder: about must be what JSON can say, got a ${typeof about}.`)
  return text
}
