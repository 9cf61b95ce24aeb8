import { FieldKind, Falloff } from './field-kind.ts'
import { LEAST_SIZE, MOST_FACTOR, MOST_GRAVITY, MOST_MASS, MOST_SIZE, MOST_SURFACE } from './limits.ts'
import { type ComponentSpec, type FieldSpec, float } from './spec.ts'

/**
 * Moves dynamic bodies that touch its shape: wind, water, a planet's pull. An entity with a `Shape` has it, mostly a
 * `Sensor`: then it acts on what overlaps it, otherwise on what leans on it. Set it with `set(Field, windField({ x: 8 }))` or
 * another of the builders, and call `addFields(world)` once: without it nothing happens.
 *
 * Plain writes are seen by the next step, and wake what rests in the field.
 */
export interface Field {
  /** One of {@link FieldKind}. Default 0: none yet. */
  kind: Uint8Array
  /** 0 switches the field off. Default 1. */
  enabled: Uint8Array
  /** Which categories of colliders it moves (`CollisionFilter.category`). Default: all. */
  mask: Uint32Array
  /** The field with the higher one comes first. Default 0. */
  priority: Int32Array
  /** 1 keeps fields of a lower priority from acting on what this one acts on. Default 0: fields add up. */
  replaces: Uint8Array
  /** Force: newtons or length/s²; flow: velocity, length/s; conveyor: its speed and direction. */
  x: Float64Array
  y: Float64Array
  /** 1 where `x` and `y` are given in the frame of the field's body and turn with it. Default 0: in the world. */
  turns: Uint8Array
  /** 1 where forces are given for each kilogram, as accelerations. */
  perMass: Uint8Array
  /** Radial: force or acceleration towards the origin; negative pushes away. */
  strength: Float64Array
  /** Radial: force or acceleration around the origin, positive counter-clockwise. */
  swirl: Float64Array
  /** Radial: one of {@link Falloff}. */
  falloff: Uint8Array
  /** Radial: the distance at which `strength` holds. Nearer it fades to 0 at the origin. Unit: length. */
  radius: Float64Array
  /** How much of the world's gravity is left for what the field acts on. Default 1. */
  gravityScale: Float64Array
  /** Mass per area of the medium. */
  density: Float64Array
  /** Drag coefficient: the medium pushes with ½ · density · drag · width · speed². */
  drag: Float64Array
  /** Rate at which velocities approach that of the medium, 1/s. */
  linearDrag: Float64Array
  /** And at which spins do. */
  angularDrag: Float64Array
  /** Conveyor: the largest acceleration with which it moves things, length/s². */
  grip: Float64Array
  /** Water: how high the surface is above the field's origin. NaN, the default: where its shape ends. Unit: length. */
  surface: Float64Array
  /** Water: height of its waves from the middle to the crest, length from crest to crest (length), and their speed (length/s). */
  waveHeight: Float64Array
  waveLength: Float64Array
  waveSpeed: Float64Array
  /** By which part a force, or the speed of a flow, changes at random: 0.5 lets it vary from a half to one and a half. */
  variation: Float64Array
  /** How often a second it takes a new value. */
  frequency: Float64Array
  /** Which values those are. */
  seed: Uint32Array
  /** Seconds that the field has been acting: what waves and variation depend on. Written by the engine. */
  time: Float64Array
  /** A digest of what the field was in the last step, by which a change is noticed. Written by the engine. */
  seen: Uint32Array
}

const flag = (initial: 0 | 1): FieldSpec => ({ kind: 'u8', initial, rule: 'boolean' })
const choice = (most: number): FieldSpec => ({ kind: 'u8', initial: 0, rule: 'uint32', most })
const rate: FieldSpec = float(0, 'nonNegative', MOST_FACTOR)
const word = (initial: number): FieldSpec => ({ kind: 'u32', initial, rule: 'uint32' })
const length: FieldSpec = float(0, 'nonNegative', MOST_SIZE, LEAST_SIZE)

/** Newtons, or length/s². */
const force: FieldSpec = float(0, 'finite', MOST_MASS)

export const fieldSpec: ComponentSpec<keyof Field> = {
  name: 'Field',
  fields: {
    kind: choice(FieldKind.Conveyor),
    enabled: flag(1),
    mask: word(0xffffffff),
    priority: { kind: 'i32', initial: 0, rule: 'int32' },
    replaces: flag(0),
    x: force,
    y: force,
    turns: flag(0),
    perMass: flag(0),
    strength: force,
    swirl: force,
    falloff: choice(Falloff.InverseSquare),
    radius: length,
    gravityScale: float(1, 'finite', MOST_FACTOR),
    density: float(0, 'nonNegative', MOST_MASS),
    drag: rate,
    linearDrag: rate,
    angularDrag: rate,
    grip: float(0, 'nonNegative', MOST_GRAVITY),
    surface: float(NaN, 'finiteOrNaN'),
    waveHeight: length,
    waveLength: length,
    waveSpeed: float(0, 'finite', MOST_SURFACE),
    variation: float(0, 'nonNegative', MOST_FACTOR),
    frequency: rate,
    seed: word(0),
    time: float(0, 'nonNegative'),
    seen: word(0),
  },
}
