import { LEAST_LENGTH_UNIT, LEAST_STEP, MOST_GRAVITY, MOST_LARGE_STEP, MOST_LENGTH_UNIT, MOST_STEP } from '../components/limits.ts'
import type { AllocateBuffer } from './stores/columns.ts'
import type { PhysicsComponents, ProvidedStores } from '../components/index.ts'
import { checkNames } from './check-names.ts'
import type { KernelMaker } from './kernel/kernel.ts'
import {
  DEFAULT_CAPACITY,
  DEFAULT_SUBSTEPS,
  FAT_MARGIN_RATIO,
  HIT_THRESHOLD,
  LINEAR_SLOP,
  MAX_ENTITIES,
  MAX_FAT_MARGIN,
  MAX_SPEED,
  RESTITUTION_THRESHOLD,
  SLEEP_SPEED,
  SPECULATIVE_DISTANCE,
} from './constants.ts'
import { shown } from './shown.ts'

/** Two numbers that belong together. */
export interface Vector {
  x: number
  y: number
}

/** What `addPhysics` takes. Everything has a default. */
export interface PlainOptions<B> {
  /**
   * Acceleration of every dynamic body, length/s². Default (0, −9.81 · lengthUnit): y points up. Where a gravity is
   * given, a part that is left out is 0.
   */
  gravity?: Partial<Vector> | undefined
  /** Solver substeps in a step, 1 to 64. Default 4. More: stiffer stacks, in proportion slower. */
  substeps?: number | undefined
  /** Whether bodies that rest fall asleep. Default true. */
  allowSleep?: boolean | undefined
  /** Impacts slower than this do not bounce, length/s. Default 1 · lengthUnit. */
  restitutionThreshold?: number | undefined
  /** Touches that begin faster than this are reported as hits, length/s. Default 1 · lengthUnit. */
  hitThreshold?: number | undefined
  /**
   * Whether events stay until `clearEvents(world)`, and not only until the next step: for a loop that steps several times
   * and reads once. Default false.
   */
  keepEvents?: boolean | undefined
  /** Whether steps may be longer than 0.25 seconds, up to 60. Default false: they are mostly milliseconds. */
  allowLargeSteps?: boolean | undefined
  /** How many of your length units make a meter, for example 100 for pixels at 100 px/m. Default 1. */
  lengthUnit?: number | undefined
  /** Entity ids that fit before the first growth. Default 1,024. */
  capacity?: number | undefined
  /**
   * How overlapping boxes are found: `quadtree`, `grid`, `sweepAndPrune`, `bruteForce`, or one of your own. Default
   * `quadtree`. In programs that are not bundled their names will do, too: 'quadtree', 'grid', 'sweep-and-prune',
   * 'brute-force'.
   */
  broadPhase?: B | undefined
  /** Stores that you already have and that the engine shall use, or the components that `defineComponents` made. */
  components?: ProvidedStores | PhysicsComponents | undefined
  /**
   * Makes the backing of the components' arrays, and of what else is kept by entity but not worked on by WebAssembly.
   * Default: a new ArrayBuffer. It need not be zeroed; where it throws, the addition that needed room fails.
   */
  allocate?: AllocateBuffer | undefined
  /**
   * What the step's loops run as. Default: WebAssembly with SIMD. Where that is missing or forbidden, give `plainKernel` from
   * `bitecs-physics/no-wasm`: JavaScript, with the same bits.
   */
  kernel?: KernelMaker | undefined
}

/** What may be changed between two steps. */
export interface Settings {
  /** Acceleration of every dynamic body, length/s². */
  readonly gravity: Vector
  /** Solver substeps in a step, 1 to 64. */
  substeps: number
  /** Whether bodies that rest fall asleep. */
  allowSleep: boolean
  /** Impacts slower than this do not bounce, length/s. */
  restitutionThreshold: number
  /** Touches that begin faster than this are reported as hits, length/s. */
  hitThreshold: number
  /** Whether events stay until `clearEvents(world)`. */
  keepEvents: boolean
  /** Whether steps may be longer than 0.25 seconds. */
  allowLargeSteps: boolean
  /** How many of the user's length units make a meter. */
  readonly lengthUnit: number
}

/** The tuning lengths and speeds of one world, in its own length unit. */
export interface Tolerances {
  readonly linearSlop: number
  readonly speculativeDistance: number
  readonly maxFatMargin: number
  readonly fatMarginRatio: number
  readonly maxSpeed: number
  readonly sleepSpeed: number
}

/** Largest number of substeps. */
const MAX_SUBSTEPS = 64

const OPTION_NAMES = [
  'gravity',
  'substeps',
  'allowSleep',
  'restitutionThreshold',
  'hitThreshold',
  'keepEvents',
  'allowLargeSteps',
  'lengthUnit',
  'capacity',
  'broadPhase',
  'components',
  'allocate',
  'kernel',
]

/**
 * Fills in the defaults.
 * @throws RangeError on a value that cannot be used, or a name that is no option.
 * @throws TypeError on a gravity, a kernel or an allocator that is of another type.
 */
export function makeSettings(options: PlainOptions<unknown>): Settings {
  checkNames(options, OPTION_NAMES, 'addPhysics')
  const { lengthUnit = 1 } = options
  if (typeof lengthUnit !== 'number' || !(lengthUnit >= LEAST_LENGTH_UNIT && lengthUnit <= MOST_LENGTH_UNIT)) {
    throw new RangeError(
      `addPhysics: lengthUnit must be from ${LEAST_LENGTH_UNIT} to ${MOST_LENGTH_UNIT}, got ${shown(lengthUnit)}. ` +
        'It is how many of your units make a meter.',
    )
  }
  checkGravity(options.gravity)
  checkKernel(options.kernel)
  if (options.allocate !== undefined && typeof options.allocate !== 'function') {
    throw new TypeError(`addPhysics: allocate must be a function that makes a buffer, got ${shown(options.allocate)}.`)
  }
  // By default and not by ??: null is none of them, and an Infinity that went through JSON would be the default without a word.
  const { substeps = DEFAULT_SUBSTEPS, allowSleep = true, keepEvents = false, allowLargeSteps = false } = options
  const { restitutionThreshold = RESTITUTION_THRESHOLD * lengthUnit, hitThreshold = HIT_THRESHOLD * lengthUnit } = options
  const settings: Omit<Settings, 'lengthUnit'> = {
    gravity: { x: options.gravity?.x ?? 0, y: options.gravity?.y ?? (options.gravity ? 0 : -9.81 * lengthUnit) },
    substeps, allowSleep, restitutionThreshold, hitThreshold, keepEvents, allowLargeSteps,
  }
  // A name that is misspelt would be set without a word, and so would a unit that all bodies were measured in before.
  Object.defineProperty(settings, UNIT, { value: lengthUnit })
  const made = Object.seal(Object.defineProperty(settings, 'lengthUnit', FIXED_UNIT)) as Settings
  const violation = settingsViolation(made)
  if (violation) throw new RangeError(`addPhysics: ${violation}`)
  return made
}

/** Where the settings keep their unit. */
const UNIT = Symbol('lengthUnit')

/** In common: with functions of their own V8 makes dictionaries of the settings of further worlds. What is saved may be put back. */
const FIXED_UNIT: PropertyDescriptor = {
  enumerable: true,
  get(this: { readonly [UNIT]: number }) {
    return this[UNIT]
  },
  set(this: { readonly [UNIT]: number }, value: unknown) {
    if (value === this[UNIT]) return
    throw new TypeError(`bitecs-physics: settings.lengthUnit is ${this[UNIT]}, in which all was measured. Give addPhysics of a new world another one.`)
  },
}

/** Says what makes the settings unusable, or returns `''`. */
export function settingsViolation(settings: Settings): string {
  const { gravity, substeps, restitutionThreshold, hitThreshold, lengthUnit, allowSleep, keepEvents, allowLargeSteps } = settings
  if (!Number.isFinite(gravity.x) || !Number.isFinite(gravity.y)) {
    return `gravity must be finite, got (${shown(gravity.x)}, ${shown(gravity.y)})`
  }
  if (Math.abs(gravity.x) > MOST_GRAVITY * lengthUnit || Math.abs(gravity.y) > MOST_GRAVITY * lengthUnit) {
    return `gravity must be at most ${MOST_GRAVITY * lengthUnit} each way, got (${gravity.x}, ${gravity.y})`
  }
  if (!Number.isInteger(substeps) || substeps < 1 || substeps > MAX_SUBSTEPS) {
    return `substeps must be a whole number from 1 to ${MAX_SUBSTEPS}, got ${shown(substeps)}`
  }
  if (!isThreshold(restitutionThreshold)) return `restitutionThreshold must be a number of at least 0, got ${shown(restitutionThreshold)}`
  if (!isThreshold(hitThreshold)) return `hitThreshold must be a number of at least 0, got ${shown(hitThreshold)}`
  // By name: a step of few bodies takes a hundredth longer with a look at each of a list.
  if (typeof allowSleep === 'boolean' && typeof keepEvents === 'boolean' && typeof allowLargeSteps === 'boolean') return ''
  for (const name of FLAGS) {
    const value = settings[name]
    if (typeof value !== 'boolean') return `${name} must be true or false, got ${shown(value)}`
  }
  return ''
}

const FLAGS = ['allowSleep', 'keepEvents', 'allowLargeSteps'] as const

function isThreshold(value: number): boolean {
  return typeof value === 'number' && value >= 0
}

/** @throws TypeError on a gravity that is no object of numbers: it would be taken for none at all. */
function checkGravity(gravity: Partial<Vector> | undefined): void {
  if (gravity === undefined) return
  const { x, y } = gravity ?? {}
  // Without either it is {}: none, said on purpose. What has other things in it was meant otherwise.
  const isVector = typeof gravity === 'object' && gravity !== null && Object.keys(gravity).every((key) => key === 'x' || key === 'y')
  if (isVector && (x === undefined || typeof x === 'number') && (y === undefined || typeof y === 'number')) return
  throw new TypeError(
    `addPhysics: gravity must be an object such as { x: 0, y: -9.81 }, got ${isVector ? `(${shown(x)}, ${shown(y)})` : shown(gravity)}.`,
  )
}

/** @throws TypeError on what makes no kernel. */
function checkKernel(kernel: unknown): void {
  if (kernel === undefined || typeof kernel === 'function') return
  const got = typeof kernel === 'string' ? `'${kernel}'` : kernel === null ? 'null' : `a value of type ${typeof kernel}`
  throw new TypeError(
    `addPhysics: kernel must be a function that makes one, such as plainKernel from 'bitecs-physics/no-wasm', got ${got}.`,
  )
}

/**
 * @throws RangeError on a step that is negative, not finite, or too long for one in seconds.
 */
export function checkStep(dt: number, settings: Settings, caller = 'stepPhysics'): void {
  if (!Number.isFinite(dt) || dt < 0) {
    throw new RangeError(`${caller}: dt must be finite and not negative, got ${shown(dt)}. Seconds, for example 1 / 60.`)
  }
  if (dt > MOST_STEP && !settings.allowLargeSteps) {
    throw new RangeError(
      `${caller}: dt is ${dt} seconds. ` +
        (dt > 1 ? `If these are milliseconds, pass ${dt} / 1000. ` : '') +
        `Take several steps of 1 / 60 instead of one of more than ${MOST_STEP}, or set settings.allowLargeSteps.`,
    )
  }
  if (dt > MOST_LARGE_STEP) throw new RangeError(`${caller}: dt must be at most ${MOST_LARGE_STEP} seconds, got ${dt}.`)
  if (dt < LEAST_STEP && dt > 0) {
    throw new RangeError(`${caller}: dt must be 0 or at least ${LEAST_STEP} seconds, got ${dt}.`)
  }
}

/** For who runs a stage by hand: without a length a sweep would search for ever. @throws RangeError on a `dt` that cannot be. */
export function checkStageLength(dt: number, stage: string): void {
  if (dt > 0 && dt <= MOST_LARGE_STEP) return
  throw new RangeError(
    `${stage}: dt must be the seconds of the step, greater than 0 and at most ${MOST_LARGE_STEP}, got ${shown(dt)}. ` +
      'What calls it in place of stepPhysics passes dt to each system.',
  )
}

/** @throws RangeError on a capacity that is no whole number or beyond the ceiling. */
export function checkCapacity(capacity: number = DEFAULT_CAPACITY): number {
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > MAX_ENTITIES) {
    throw new RangeError(`addPhysics: capacity must be a whole number from 1 to ${MAX_ENTITIES}, got ${shown(capacity)}`)
  }
  return Math.max(capacity, 16)
}

export function makeTolerances(lengthUnit: number): Tolerances {
  return {
    linearSlop: LINEAR_SLOP * lengthUnit,
    speculativeDistance: SPECULATIVE_DISTANCE * lengthUnit,
    maxFatMargin: MAX_FAT_MARGIN * lengthUnit,
    fatMarginRatio: FAT_MARGIN_RATIO,
    maxSpeed: MAX_SPEED * lengthUnit,
    sleepSpeed: SLEEP_SPEED * lengthUnit,
  }
}
