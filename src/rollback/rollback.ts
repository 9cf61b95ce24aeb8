import type { World } from 'bitecs'
import { bindMethods } from '../bound.ts'
import { checkNames } from '../check-names.ts'
import { diffSlots } from '../snapshots/diff.ts'
import type { Kept } from '../snapshots/kept.ts'
import { type WorldSnapshots, makeSnapshots } from '../snapshots/snapshots.ts'
import { type ConfirmedEvents, EventReader } from './confirmed-events.ts'
import { Inputs } from './inputs.ts'
import { SlotHash } from './slot-hash.ts'
import { shown } from '../shown.ts'

/** What `createRollback` takes. */
export interface RollbackOptions {
  /** The world, with physics. All that decides its future must be in it, or in {@link stores}. */
  world: World
  /**
   * Simulates one frame: acts by the inputs, and steps the world. It must do the same whenever it is called with the same
   * inputs in the same state.
   * @param inputs `inputSize` numbers of each player, one player after the other. Reused: keep nothing of it.
   * @param frame The number of the frame, from 0 on.
   * @param again Whether this frame was simulated before: play no sounds then. Events for which it is enough to be heard
   *   late come from {@link confirmed}.
   */
  step: (inputs: Float64Array, frame: number, again: boolean) => void
  /** How many players there are. Default 2. */
  players?: number | undefined
  /** Numbers an input has. Default 1: a number of which each bit is a key. */
  inputSize?: number | undefined
  /** Frames that may be simulated ahead of what is known of the others, 1 to 120. Default 8. */
  window?: number | undefined
  /** Frames after which an input of this machine takes effect, 0 to 60, the same on all machines. Default 2. */
  inputDelay?: number | undefined
  /** Components of your own whose numbers decide the future, too: see `createSnapshots`. */
  stores?: readonly object[] | undefined
  /**
   * Called once for each frame, in order, when the inputs of all are known and it was simulated with them.
   * @param events What happened in its last step.
   */
  confirmed?: ((frame: number, events: ConfirmedEvents) => void) | undefined
  /**
   * For tests: after each frame so many are taken back and simulated again, and everything is compared. 0 to `window`.
   * Default 0: none.
   */
  syncTest?: number | undefined
}

/** Plays one world on several machines: each simulates at once what it guesses, and again what it guessed wrong. */
export interface Rollback {
  /** The frame that {@link advance} simulates next. */
  readonly frame: number
  /** All frames before it are settled. */
  readonly confirmed: number
  /** Frames that were simulated again so far. */
  readonly repeated: number
  /**
   * Notes an input of this machine, which takes effect `inputDelay` frames from now.
   * @returns The frame to send it with, or −1 where that frame has one already, because {@link advance} had to wait.
   */
  addLocal(player: number, input: number | ArrayLike<number>): number
  /** Notes an input that came in, in any order; twice the same does no harm. @throws Error where it is another than before, of a frame that is not settled. */
  addRemote(player: number, frame: number, input: number | ArrayLike<number>): void
  /**
   * Simulates the next frame, after those again that were guessed wrong.
   * @returns False where it has to wait for inputs: the window is full.
   * @throws Error where it would wait for an input that was left out of a player whose newest one came from {@link addLocal}.
   */
  advance(): boolean
  /**
   * Takes back what is only guessed: the world is then as after the last frame of which the inputs of all are known, and
   * {@link frame} is {@link confirmed}. So it can be saved, compared, or sent to one who joins. `advance` goes on from there.
   */
  settle(): void
  /** The `hashWorld` after a settled frame, to be compared with the others'; undefined where it is not known (any more). */
  checksum(frame: number): number | undefined
  /** Gives the memory back. */
  free(): void
}

const OPTION_NAMES = ['world', 'step', 'players', 'inputSize', 'window', 'inputDelay', 'stores', 'confirmed', 'syncTest']
/** Checksums are kept for so many frames after they are settled. */
const KEPT_CHECKSUMS = 256

class WorldRollback implements Rollback {
  frame = 0
  confirmed = 0
  repeated = 0
  private readonly options: RollbackOptions & Readonly<Record<'players' | 'inputSize' | 'window' | 'inputDelay' | 'syncTest', number>>
  private readonly inputs: Inputs
  private readonly snapshots: WorldSnapshots
  private readonly events: EventReader
  private readonly hash: SlotHash
  /** The arrays and numbers that are read of a frame that is settled, by their places in the list. */
  private readonly seen: [readonly number[], readonly number[]]
  private readonly given: Float64Array
  private readonly single = new Float64Array(1)
  private readonly checksums = new Float64Array(KEPT_CHECKSUMS)
  /** The slot of the state before frame 0; behind all others the one of the sync test. */
  private readonly slots: number
  /** From this frame on everything is to be simulated again. */
  private wrong = Infinity
  /** By player: whether his newest input was given on this machine; whoever gives a new one has taken over. */
  private readonly isLocal: boolean[]
  /** Frames that were simulated at least once end here. */
  private reached = 0
  private busy = false

  constructor(options: RollbackOptions) {
    const { players = 2, inputSize = 1, window = 8, inputDelay = 2, syncTest = 0 } = options
    this.options = { ...options, players, inputSize, window, inputDelay, syncTest }
    this.slots = window + 2
    this.inputs = new Inputs(players, inputSize, 4 * (window + inputDelay + 2), inputDelay)
    this.given = new Float64Array(players * inputSize)
    this.isLocal = Array.from({ length: players }, () => false)
    this.snapshots = makeSnapshots(options.world, { slots: this.slots + 1, stores: options.stores === undefined ? [] : options.stores }, 'createRollback')
    this.events = new EventReader(this.snapshots.context.list)
    this.hash = new SlotHash(this.snapshots.context.list)
    const placeOf = ({ place }: { place: number }): number => place
    this.seen = [[...this.hash.places, ...this.events.arrays.map(placeOf)], this.events.counts.map(placeOf)]
    try {
      this.snapshots.save(0, 'createRollback')
    } catch (error) {
      this.snapshots.free()
      throw error
    }
    bindMethods(this, 'addLocal', 'addRemote', 'advance', 'settle', 'checksum', 'free')
  }

  addLocal(player: number, input: number | ArrayLike<number>): number {
    const frame = this.frame + this.options.inputDelay
    const numbers = this.numbersOf(player, input, 'addLocal')
    if (this.inputs.isKnown(frame, player)) return -1
    this.isLocal[player] = true
    this.note(player, frame, numbers)
    return frame
  }

  addRemote(player: number, frame: number, input: number | ArrayLike<number>): void {
    const numbers = this.numbersOf(player, input, 'addRemote')
    const { window, inputDelay } = this.options
    if (!Number.isInteger(frame) || frame < 0) throw new RangeError(`addRemote: frame must be a whole number from 0 up, got ${shown(frame)}.`)
    // Long settled: sent once more.
    if (frame < this.confirmed) return
    if (frame >= this.confirmed + 3 * (window + inputDelay + 2)) {
      throw new RangeError(
        `addRemote: player ${player} is at frame ${frame}, and this machine at ${this.frame}. No machine gets farther ahead than ` +
          'window and inputDelay, which must be the same on all of them.',
      )
    }
    const isNew = !this.inputs.isKnown(frame, player)
    this.note(player, frame, numbers)
    if (isNew) this.isLocal[player] = false
  }

  advance(): boolean {
    this.check('advance')
    this.busy = true
    try {
      this.repeat()
      this.confirm()
      if (this.frame - this.confirmed >= this.options.window) {
        this.checkLocal()
        return false
      }
      this.simulate(this.frame)
      this.confirm()
      if (this.options.syncTest > 0) this.test()
      return true
    } finally {
      this.busy = false
    }
  }

  settle(): void {
    this.check('settle')
    this.busy = true
    try {
      this.repeat()
      this.confirm()
      if (this.confirmed === this.frame) return
      this.snapshots.restore(this.confirmed % this.slots, 'settle')
      this.frame = this.confirmed
      // What was found to be wrong meanwhile is ahead again.
      this.wrong = Infinity
    } finally {
      this.busy = false
    }
  }

  checksum(frame: number): number | undefined {
    return Number.isInteger(frame) && frame >= 0 && frame < this.confirmed && frame > this.confirmed - KEPT_CHECKSUMS + this.options.window ? this.checksums[frame % KEPT_CHECKSUMS] : undefined
  }

  free(): void {
    this.snapshots.free()
  }

  /** Nothing is begun where it could not be taken back: within a step of the world, a query or a move. */
  private check(caller: string): void {
    if (this.busy) throw new Error(`${caller}: a frame is being simulated. Call it when step has returned.`)
    if (this.snapshots.slots === 0) throw new Error(`${caller}: this rollback was freed, or physics was taken off its world. Call createRollback again.`)
    this.snapshots.prepare(this.frame % this.slots, caller)
  }

  /** What this machine has left out it cannot give any more: all would wait for it, and for ever. */
  private checkLocal(): void {
    const frame = this.confirmed
    for (let player = 0; player < this.isLocal.length; player++) {
      if (!this.isLocal[player] || this.inputs.isKnown(frame, player) || frame >= this.frame + this.options.inputDelay) continue
      throw new Error(
        `advance: all wait for frame ${frame}, for which player ${player} of this machine was given no input. Call ` +
          `addLocal(${player}, input) before each advance, also where no key is held.`,
      )
    }
  }

  private note(player: number, frame: number, numbers: ArrayLike<number>): void {
    if (!this.inputs.put(frame, player, numbers)) {
      throw new Error(`addRemote: player ${player} has another input for frame ${frame} already. Send one input for each frame.`)
    }
    // That which is being simulated has been given its inputs.
    if (frame < this.frame + Number(this.busy) && this.inputs.wasOtherwise(frame, player, numbers) && frame < this.wrong) this.wrong = frame
  }

  /** Simulates again what was guessed wrong. */
  private repeat(): void {
    if (this.wrong >= this.frame) return
    const end = this.frame
    this.frame = this.wrong
    this.snapshots.restore(this.frame % this.slots, 'advance')
    // What comes in from a step is known to the frames after it.
    this.wrong = Infinity
    // A step that throws leaves this frame to be simulated by the next call.
    while (this.frame < end) this.simulate(this.frame, this.options.syncTest === 0 && this.frame + 1 < end)
  }

  /** @param passed Whether the frame after it follows at once: where the inputs of that are known, nobody comes back to the state between. */
  private simulate(frame: number, passed = false): void {
    const again = frame < this.reached
    if (this.wrong >= frame) this.wrong = Infinity
    this.inputs.take(frame, this.given)
    try {
      this.options.step(this.given, frame, again)
      this.keep(frame + 1, passed)
    } catch (error) {
      this.takeBack(frame)
      throw error
    }
    this.frame = frame + 1
    this.reached = Math.max(this.reached, frame + 1)
    if (again) this.repeated++
  }

  /** Keeps the state before a frame, all of it or what {@link seen} names. */
  private keep(frame: number, passed: boolean): void {
    if (!passed || frame >= this.inputs.end) this.snapshots.save(frame % this.slots, 'advance')
    else {
      const kept = this.keptOf(frame)
      kept.isFilled = false
      kept.slot.savePart(...this.seen)
    }
  }

  /** What is kept of the state before a frame, be it all or what {@link seen} names. */
  private keptOf(frame: number): Kept {
    return this.snapshots.prepare(frame % this.slots, 'advance')
  }

  /** Takes back what a frame did by halves. Where the state before it was not kept, the settled frames that led to it are simulated again. */
  private takeBack(frame: number): void {
    let from = frame
    while (!this.keptOf(from).isFilled) from--
    this.snapshots.restore(from % this.slots, 'advance')
    this.frame = from
    try {
      for (; this.frame < frame; this.frame++) {
        this.inputs.takeAgain(this.frame, this.given)
        this.options.step(this.given, this.frame, true)
      }
    } catch (error) {
      // One of them throws this time: it is from what was kept that the game goes on.
      this.snapshots.restore(from % this.slots, 'advance')
      this.frame = from
      throw error
    }
  }

  /** Settles the frames of which all is known, and that were simulated with it: what comes in within a step may be news of one before. */
  private confirm(): void {
    const end = Math.min(this.frame, this.inputs.end, this.wrong)
    while (this.confirmed < end) {
      const frame = this.confirmed++
      const { slot } = this.keptOf(frame + 1)
      // Once for each frame, and not each time that it is simulated.
      this.checksums[frame % KEPT_CHECKSUMS] = this.hash.of(slot)
      this.options.confirmed?.(frame, this.events.read(slot))
    }
  }

  /** Takes frames back, simulates them again, and compares the state after each. */
  private test(): void {
    const end = this.frame
    // A frame that failed may have thrown the game back: what came after it is still in the slots, instead of what is older.
    const first = Math.max(0, end - this.options.syncTest, this.reached + 1 - this.slots)
    this.snapshots.restore(first % this.slots, 'advance')
    try {
      for (let frame = first; frame < end; frame++) this.compare(frame)
    } catch (error) {
      // The frames are as they were, and the game can go on.
      this.snapshots.restore(end % this.slots, 'advance')
      throw error
    }
  }

  private compare(frame: number): void {
    const spare = this.slots
    // What has come in meanwhile is for the next call.
    this.inputs.takeAgain(frame, this.given)
    this.options.step(this.given, frame, true)
    this.snapshots.save(spare, 'advance')
    const found = diffSlots(this.snapshots, (frame + 1) % this.slots, this.snapshots, spare)
    if (found === null) return
    throw new Error(
      `advance: frame ${frame} came out otherwise when it was simulated again: ${found.text} time. What decides the future must be ` +
        'in the world, in stores, or in the inputs.',
    )
  }

  private numbersOf(player: number, input: number | ArrayLike<number>, caller: string): ArrayLike<number> {
    const { players, inputSize } = this.options
    if (!(Number.isInteger(player) && player >= 0 && player < players)) {
      throw new RangeError(`${caller}: there is no player ${shown(player)}. The players are 0 to ${players - 1}.`)
    }
    if (typeof input !== 'number' && (typeof input !== 'object' || input === null)) {
      throw new TypeError(`${caller}: the input of player ${player} must be a number, or an array of ${inputSize} (see inputSize), got ${shown(input)}.`)
    }
    if (typeof input === 'number') this.single[0] = input
    const numbers = typeof input === 'number' ? this.single : input
    if (numbers.length !== inputSize) throw new RangeError(`${caller}: an input has ${inputSize} numbers (see inputSize), got ${numbers.length}.`)
    for (let i = 0; i < inputSize; i++) {
      if (!Number.isFinite(numbers[i])) throw new RangeError(`${caller}: the input of player ${player} must be finite, got ${shown(numbers[i])}.`)
    }
    return numbers
  }
}

/**
 * Rollback for games over a network, without the network: inputs go in with their frame and player, `advance` simulates the
 * next frame at once with what is known and guesses the rest, and takes back and repeats what was guessed wrong.
 * @throws RangeError on an option that there is not, or a number that cannot be. @throws TypeError where `step` or `confirmed` is no function.
 * @throws Error without physics, and where `createSnapshots` or `save` would throw.
 */
export function createRollback(options: RollbackOptions): Rollback {
  checkNames(options, OPTION_NAMES, 'createRollback')
  if (typeof options.step !== 'function') throw new TypeError('createRollback: step must be a function that simulates a frame.')
  const { confirmed } = options
  if (confirmed !== undefined && typeof confirmed !== 'function') throw new TypeError(`createRollback: confirmed must be a function, got ${shown(confirmed)}.`)
  checkNumber('players', options.players, 1, 64)
  checkNumber('inputSize', options.inputSize, 1, 1024)
  checkNumber('window', options.window, 1, 120)
  checkNumber('inputDelay', options.inputDelay, 0, 60)
  checkNumber('syncTest', options.syncTest, 0, options.window ?? 8)
  return new WorldRollback(options)
}

function checkNumber(name: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return
  throw new RangeError(`createRollback: ${name} must be a whole number from ${least} to ${most}, got ${shown(value)}.`)
}
