import { checkNames } from '../src/check-names.ts'
import { Falloff, FieldKind } from './field-kind.ts'
import { shown } from '../src/shown.ts'

/** Mass per area of air, where none is given: a tenth of what bodies have by default. */
export const AIR_DENSITY = 0.1

/** What every field may have. */
export interface FieldOptions {
  /** Which categories of colliders it moves (`CollisionFilter.category`). Default: all. */
  readonly mask?: number | undefined
  /** Where fields overlap the one with the higher priority may replace the others. An integer. Default 0. */
  readonly priority?: number | undefined
  /** Keeps fields of a lower priority from acting on what this one acts on. Default false: fields add up. */
  readonly replaces?: boolean | undefined
  /** false makes it without letting it act. Default true. */
  readonly enabled?: boolean | undefined
  /** Rate at which velocities approach that of the area, 1/s. Default 0, of water 1, of {@link currentField} 2. */
  readonly linearDrag?: number | undefined
  /** The same of spins, 1/s. Default 0, of water 1. */
  readonly angularDrag?: number | undefined
  /** How much of the world's gravity is left in it. Default 1, of {@link gravityField} 0. */
  readonly gravityScale?: number | undefined
}

/** What varies at random, the same in each run. */
export interface VariationOptions {
  /** By which part the force, or the speed of the flow, changes for each body: 0.5 is from a half to one and a half. Default 0. */
  readonly variation?: number | undefined
  /** How often a second it takes a new value; between them it goes smoothly. Default 1. */
  readonly frequency?: number | undefined
  /** Other seeds give other values. An integer from 0 to 2³² − 1. Default 0. */
  readonly seed?: number | undefined
}

/** A direction in the world. */
interface DirectedOptions {
  readonly x?: number | undefined
  readonly y?: number | undefined
  /** Gives x and y in the frame of the field's body instead, so that they turn with it. Default false. */
  readonly turns?: boolean | undefined
}

/** Newtons along x and y. */
export interface ForceFieldOptions extends FieldOptions, VariationOptions, DirectedOptions {}

/** Acceleration along x and y, length/s². */
export interface GravityFieldOptions extends FieldOptions, VariationOptions, DirectedOptions {}

/** See {@link radialField}. */
export interface RadialFieldOptions extends FieldOptions, VariationOptions {
  /** Pull towards the origin of the field at the distance `radius`; negative pushes away. length/s², or newtons with `mode: 'force'`. */
  readonly strength: number
  /** Push around the origin, positive counter-clockwise, in the same unit. Default 0. */
  readonly swirl?: number | undefined
  /** How it changes with the distance. Default 'constant'. */
  readonly falloff?: 'constant' | 'inverse' | 'inverse-square' | undefined
  /**
   * Where `strength` holds: the surface of a planet. Nearer than this it fades evenly to 0 at the origin, as within a
   * planet. Unit: length. Greater than 0; default 0, which only 'constant' takes.
   */
  readonly radius?: number | undefined
  /** Whether the strength is an acceleration, the same for all masses, or a force. Default 'acceleration'. */
  readonly mode?: 'acceleration' | 'force' | undefined
}

/** Velocity of the air along x and y, length/s. */
export interface WindFieldOptions extends FieldOptions, VariationOptions, DirectedOptions {
  /** Drag coefficient of what is in it. Default 1. */
  readonly drag?: number | undefined
  /** Mass per area of the air. Default 0.1: a tenth of what bodies have by default. */
  readonly density?: number | undefined
}

/** Velocity of the current along x and y, length/s. `linearDrag` is 2 by default, `angularDrag` 0. */
export interface CurrentFieldOptions extends FieldOptions, VariationOptions, DirectedOptions {}

/** See {@link dragField}. */
export interface DragFieldOptions extends FieldOptions {
  /** Drag coefficient, for drag by width and the square of the speed. Default 0. */
  readonly drag?: number | undefined
  /** Mass per area of the medium, for the same. Default 1. */
  readonly density?: number | undefined
}

/** See {@link buoyancyField}. */
export interface BuoyancyFieldOptions extends FieldOptions, VariationOptions {
  /** Mass per area of the water. What has less floats. Default 1. */
  readonly density?: number | undefined
  /** Height of the surface above the origin of the field, against gravity. Default: where the shape of the field ends. */
  readonly surface?: number | undefined
  /** Drag coefficient: ½ · density · drag · width of the wet part · speed². Default 1. */
  readonly drag?: number | undefined
  /** Velocity of the water, length/s. Default: it stands. */
  readonly flow?: { readonly x?: number | undefined; readonly y?: number | undefined } | undefined
  /** Waves that run along the surface. Default: none. */
  readonly wave?: {
    /** From the middle to the crest. Unit: length. */
    readonly height: number
    /** From crest to crest. Unit: length. */
    readonly length: number
    /** length/s, to the right of one who stands upright; negative to the left. */
    readonly speed: number
  } | undefined
}

/** Speed of the belt along x and y, length/s: what touches it is brought to it along this direction, and left alone across. */
export interface ConveyorFieldOptions extends FieldOptions, DirectedOptions {
  /** The largest acceleration with which it moves things, length/s². Default 10. */
  readonly grip?: number | undefined
}

/** A field as data, for `set(Field, …)`: fields of `Field`. */
export type FieldData = Readonly<Record<string, number>> & { readonly kind: FieldKind }

/** Pushes each body with the same force. */
export function forceField(options: ForceFieldOptions): FieldData {
  return { ...common('forceField', [...DIRECTED, ...VARIED], FieldKind.Force, options), ...directed(options), ...varied(options), perMass: 0 }
}

/** Gives all bodies the same acceleration, in place of the world's gravity unless `gravityScale` says otherwise. */
export function gravityField(options: GravityFieldOptions): FieldData {
  const base = common('gravityField', [...DIRECTED, ...VARIED], FieldKind.Force, options)
  const { gravityScale = 0 } = options
  return { ...base, ...directed(options), ...varied(options), perMass: 1, gravityScale }
}

/**
 * Pulls bodies towards the origin of the field, or pushes them away from it.
 * @throws RangeError when the falloff is not 'constant' and there is no radius.
 */
export function radialField(options: RadialFieldOptions): FieldData {
  const base = common('radialField', ['strength', 'swirl', 'falloff', 'radius', 'mode', ...VARIED], FieldKind.Radial, options)
  const { strength, swirl = 0, falloff = 'constant', radius = 0, mode = 'acceleration' } = options
  const number = FALLOFFS.indexOf(falloff)
  if (number < 0) throw new RangeError(`radialField: there is no falloff ${shown(falloff)}. Take one of ${FALLOFFS.join(', ')}.`)
  if (number !== Falloff.Constant && !isPositive(radius)) {
    throw new RangeError(`radialField: with falloff '${falloff}' the strength holds at a distance: give a radius greater than 0, not ${shown(radius)}.`)
  }
  if (mode !== 'acceleration' && mode !== 'force') {
    throw new RangeError(`radialField: there is no mode ${shown(mode)}. Take one of acceleration, force.`)
  }
  return {
    ...base, ...varied(options), strength, swirl, falloff: number, radius,
    perMass: mode === 'force' ? 0 : 1,
  }
}

/** Air that moves: pushes by the width that a body turns to it, and the square of its speed against the body. */
export function windField(options: WindFieldOptions): FieldData {
  const base = common('windField', [...DIRECTED, 'drag', 'density', ...VARIED], FieldKind.Flow, options)
  const { drag = 1, density = AIR_DENSITY } = options
  return { ...base, ...directed(options), ...varied(options), drag, density }
}

/** Takes everything along at one speed, whatever its size and mass. */
export function currentField(options: CurrentFieldOptions): FieldData {
  const base = common('currentField', [...DIRECTED, ...VARIED], FieldKind.Flow, options)
  const { linearDrag = 2 } = options
  return { ...base, ...directed(options), ...varied(options), drag: 0, density: 0, linearDrag }
}

/** Slows down what is in it. */
export function dragField(options: DragFieldOptions): FieldData {
  const base = common('dragField', ['drag', 'density'], FieldKind.Flow, options)
  const { drag = 0, density = 1 } = options
  return { ...base, x: 0, y: 0, variation: 0, drag, density }
}

/**
 * Water: bodies float on it by the exact area that is under its surface.
 * @throws RangeError on waves without a length.
 */
export function buoyancyField(options: BuoyancyFieldOptions = {}): FieldData {
  const base = common('buoyancyField', ['density', 'surface', 'drag', 'flow', 'wave', ...VARIED], FieldKind.Water, options)
  const { density = 1, surface = NaN, drag = 1, flow = {}, wave, linearDrag = 1, angularDrag = 1 } = options
  checkNames(flow, ['x', 'y'], 'buoyancyField: flow')
  const { x = 0, y = 0 } = flow
  if (wave !== undefined) checkNames(wave, ['height', 'length', 'speed'], 'buoyancyField: wave')
  if (wave !== undefined && wave.height !== 0 && !isPositive(wave.length)) {
    throw new RangeError(`buoyancyField: waves need a length greater than 0, got ${shown(wave.length)}.`)
  }
  return {
    ...base, ...varied(options),
    density, surface, drag, x, y, turns: 0, linearDrag, angularDrag,
    waveHeight: wave?.height ?? 0, waveLength: wave?.length ?? 0, waveSpeed: wave?.speed ?? 0,
  }
}

/** A belt that moves what is in its area; without `Sensor`, what lies on it. */
export function conveyorField(options: ConveyorFieldOptions): FieldData {
  const base = common('conveyorField', [...DIRECTED, 'grip'], FieldKind.Conveyor, options)
  const { grip = 10 } = options
  return { ...base, ...directed(options), variation: 0, grip }
}

const FALLOFFS: readonly string[] = ['constant', 'inverse', 'inverse-square']

const COMMON = ['mask', 'priority', 'replaces', 'enabled', 'linearDrag', 'angularDrag', 'gravityScale']
const DIRECTED = ['x', 'y', 'turns']
const VARIED = ['variation', 'frequency', 'seed']

/** All fields that one kind has and another has not are set, so that setting another kind leaves nothing behind. */
function common(builder: string, own: readonly string[], kind: FieldKind, options: FieldOptions): FieldData {
  checkNames(options, [...own, ...COMMON], builder)
  const { mask = 0xffffffff, priority = 0, replaces = false, enabled = true } = options
  const { linearDrag = 0, angularDrag = 0, gravityScale = 1 } = options
  return {
    // `~bit` is negative.
    kind, mask: Number.isInteger(mask) && (mask | 0) === mask ? mask >>> 0 : mask, priority, replaces: flag(replaces), enabled: flag(enabled), linearDrag, angularDrag, gravityScale,
  }
}

function directed({ x = 0, y = 0, turns = false }: DirectedOptions): Readonly<Record<string, number>> {
  return { x, y, turns: flag(turns) }
}

/** What is neither true nor false goes on as it is: `set` refuses it by its name. */
function flag(value: boolean): number {
  return typeof value === 'boolean' ? Number(value) : value
}

/** What is no number is not: of a symbol JavaScript would make an error of its own. */
function isPositive(value: number): boolean {
  return typeof value === 'number' && value > 0
}

function varied({ variation = 0, frequency = 1, seed = 0 }: VariationOptions): Readonly<Record<string, number>> {
  return { variation, frequency, seed }
}
