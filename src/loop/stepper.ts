import type { World } from 'bitecs'
import { bindMethods } from '../bound.ts'
import { checkNames } from '../check-names.ts'
import { takeStep } from '../plugin.ts'
import { checkStep } from '../settings.ts'
import { requirePhysics } from '../state/registry.ts'
import { Phase } from '../state/world.ts'
import { shown } from '../shown.ts'

/** What `createStepper` takes. Everything has a default. */
export interface StepperOptions {
  /** Length of a step in seconds, the same for all. Default 1 / 60. */
  readonly dt?: number | undefined
  /** Steps that one `advance` takes at most, 1 or more. Default 5. The time beyond them is dropped. */
  readonly maxSteps?: number | undefined
  /**
   * Called before each step with its number, from 0: the place for what has to happen as often at any frame rate, such as
   * forces, `moveKinematic`, and input.
   */
  readonly beforeStep?: ((step: number) => void) | undefined
  /** Called after each step with its number. */
  readonly afterStep?: ((step: number) => void) | undefined
}

const OPTION_NAMES = ['dt', 'maxSteps', 'beforeStep', 'afterStep']

/** A step that lacks less than this share of its time is due: sums of fractions are never exact. */
const NEARLY = 1e-6

/** Steps a world as often as time has passed. Make one with {@link createStepper}. */
export class Stepper {
  /** Length of a step in seconds. */
  readonly dt: number
  /** Steps that one `advance` takes at most. */
  readonly maxSteps: number
  /** How fast time goes: 0.5 is half as fast, 0 stands still. Default 1. The length of a step stays the same. */
  timeScale = 1
  /** Whether time stands still. Default false. */
  paused = false

  private readonly world: World
  private readonly beforeStep: ((step: number) => void) | undefined
  private readonly afterStep: ((step: number) => void) | undefined
  /** Seconds that are not simulated yet. */
  private waiting = 0
  private requested = 0
  private advancing = false
  private counted = 0
  private taken = 0
  private lost = 0

  /** See {@link createStepper}. */
  constructor(world: World, options: StepperOptions = {}) {
    checkNames(options, OPTION_NAMES, 'createStepper')
    const { dt = 1 / 60, maxSteps = 5, beforeStep, afterStep } = options
    checkStep(dt, requirePhysics(world, 'createStepper').settings, 'createStepper')
    if (dt === 0) throw new RangeError('createStepper: dt must be greater than 0. Seconds, for example 1 / 60.')
    if (!(Number.isInteger(maxSteps) && maxSteps >= 1)) {
      throw new RangeError(`createStepper: maxSteps must be a whole number of at least 1, got ${shown(maxSteps)}.`)
    }
    requireFunction('beforeStep', beforeStep)
    requireFunction('afterStep', afterStep)
    this.world = world
    this.dt = dt
    this.maxSteps = maxSteps
    this.beforeStep = beforeStep
    this.afterStep = afterStep
    bindMethods(this, 'advance', 'requestStep')
  }

  /** How much of a step has passed since the last one, from 0 to 1: for {@link interpolate}. */
  get alpha(): number {
    return Math.min(Math.max(this.waiting / this.dt, 0), 1)
  }

  /** Steps that the last `advance` took. */
  get steps(): number {
    return this.taken
  }

  /** Steps taken in all; the number of the next one. */
  get stepCount(): number {
    return this.counted
  }

  /** Seconds that the last `advance` dropped, because more than `maxSteps` steps would have been due. */
  get dropped(): number {
    return this.lost
  }

  /** Lets the next `advance` take one step more, however little time has passed, and while paused too: a single step. */
  requestStep(): void {
    this.requested++
  }

  /**
   * Lets time pass, and takes the steps that are due: none, one or more, up to `maxSteps`. Call it once a frame.
   *
   * What they report is in `physics.events` until the next `advance`: so one poll after each sees every event once,
   * whether it took many steps or none. With `settings.keepEvents` all stay until `clearEvents(world)`.
   *
   * Where a step throws, its time stays due.
   * @param seconds Since the last call. A long one, after the page was hidden for example, takes `maxSteps` steps, and
   *   what is left but the part of a step is {@link dropped}: the game is slower for a moment instead of standing still.
   *   Fewer than none count as none: the time that `requestAnimationFrame` gives is that of the frame's start, which may be
   *   a second before the `performance.now()` of a slow script.
   * @returns {@link alpha}.
   * @throws RangeError on seconds that are not finite, and on a `timeScale` that is negative or not finite. @throws TypeError on a `paused` that
   *   is neither true nor false.
   * @throws Error from inside a step or a callback, and whatever `stepPhysics` throws.
   */
  advance(seconds: number): number {
    if (!Number.isFinite(seconds)) throw new RangeError(`advance: seconds must be finite, got ${shown(seconds)}.`)
    if (!Number.isFinite(this.timeScale) || this.timeScale < 0) {
      throw new RangeError(`advance: timeScale must be finite and not negative, got ${shown(this.timeScale)}.`)
    }
    if (typeof this.paused !== 'boolean') throw new TypeError(`advance: paused must be true or false, got ${shown(this.paused)}.`)
    if (this.advancing || requirePhysics(this.world, 'advance').phase !== Phase.Idle) {
      throw new Error('advance: the world is stepping already. Call it once a frame, outside of its steps.')
    }
    this.advancing = true
    this.taken = 0
    this.lost = 0
    try {
      // Steps that throw leave their time to the next ones: the sum is no number else.
      if (!this.paused) this.waiting = Math.min(this.waiting + Math.max(seconds, 0) * this.timeScale, Number.MAX_VALUE)
      this.takeRequested()
      this.takeDue()
      if (this.taken === 0) this.passEvents()
      this.drop()
    } finally {
      this.advancing = false
    }
    return this.alpha
  }

  private takeRequested(): void {
    while (this.requested > 0 && this.taken < this.maxSteps) this.step(true)
  }

  /** A callback may pause in the middle. */
  private takeDue(): void {
    while (!this.paused && this.taken < this.maxSteps && this.waiting >= this.dt * (1 - NEARLY)) this.step(false)
  }

  private step(requested: boolean): void {
    const step = this.counted
    this.beforeStep?.(step)
    const physics = requirePhysics(this.world, 'advance')
    takeStep(physics, this.dt, physics.settings.keepEvents || this.taken > 0)
    this.counted++
    this.taken++
    if (requested) this.requested--
    else this.waiting -= this.dt
    this.afterStep?.(step)
  }

  /** No step: what the poll before this one saw goes all the same. */
  private passEvents(): void {
    const { eventBuffers, settings } = requirePhysics(this.world, 'advance')
    if (settings.keepEvents) return
    for (let i = 0; i < eventBuffers.length; i++) {
      eventBuffers[i]!.beginStep()
      eventBuffers[i]!.endStep()
    }
  }

  private drop(): void {
    if (this.waiting < this.dt * (1 - NEARLY)) return
    let left = this.waiting % this.dt
    if (left >= this.dt * (1 - NEARLY)) left = 0
    this.lost = this.waiting - left
    this.waiting = left
  }
}

/**
 * Makes a loop with steps of one length: call `advance` once a frame, with the seconds that have passed, and draw with the
 * `alpha` that it returns. The same input at the same steps gives the same bits at any frame rate.
 * @param options See {@link StepperOptions}; everything has a default.
 * @throws RangeError on a `dt` that `stepPhysics` would refuse, or 0; on a `maxSteps` that is no whole number of at least 1;
 *   on a name that is no option. @throws TypeError on a callback that is no function. @throws Error without physics.
 */
export function createStepper(world: World, options: StepperOptions = {}): Stepper {
  return new Stepper(world, options)
}

function requireFunction(name: string, value: unknown): void {
  if (value === undefined || typeof value === 'function') return
  throw new TypeError(`createStepper: ${name} must be a function, got a value of type ${typeof value}.`)
}
