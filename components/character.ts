import { MOST_MASS, MOST_SIZE } from './limits.ts'
import { type ComponentSpec, type FieldSpec, float } from './spec.ts'

/** What becomes of the velocity of a platform when a character leaves it: values of `Character.platformLeave`. */
export enum PlatformLeave {
  /** The character takes it along. */
  Add = 0,
  /** It takes it along, but for what leads down. */
  AddUpward = 1,
  /** It stays behind. */
  Drop = 2,
}

/**
 * How a character goes: a kinematic body, of any convex shape or of several, that `moveCharacter` moves. Everything has a
 * default; lengths of NaN follow the world's `lengthUnit`.
 */
export interface Character {
  /** Where up is; need not have length 1. Default (0, 0): against the world's gravity, and along y where there is none. */
  upX: Float64Array
  upY: Float64Array
  /** The steepest ground that carries it, radians from level. Default π / 4. */
  maxSlope: Float64Array
  /** Ground at most this far below is followed: downhill, over crests, down stairs. Default NaN: 0.3 m. 0: never. */
  snap: Float64Array
  /** The highest step that it walks up. Unit: length. Default NaN: 0.3 m. 0: none. */
  stepHeight: Float64Array
  /** So much room must be on a step. Unit: length. Default NaN: 0.1 m. */
  stepWidth: Float64Array
  /** The distance that it keeps from what holds it back, above 0. Unit: length. Default NaN: 0.01 m. */
  skin: Float64Array
  /** The mass with which it pushes, and bears down on what it stands on. Default NaN: 2 kg, twice a square meter. */
  pushMass: Float64Array
  /** The largest force with which it pushes what is in its way, newtons. Default NaN: 20. 0: bodies stop it like walls. */
  pushForce: Float64Array
  /** Moving up past a corner it moves aside by this much, rather than bump its head. Unit: length. Default 0. */
  cornerCorrection: Float64Array
  /** When floating: what is met at a smaller angle to its normal is not slid along, radians. Default 15° = π / 12. */
  minWallSlide: Float64Array
  /** How often its way may bend in one call. Default 5. */
  maxSlides: Uint8Array
  /** 1 lets it stand still on slopes; 0 lets what is left of its fall take it down. Default 1. */
  stopOnSlope: Uint8Array
  /** 1: the speed along the ground is as asked, whatever the slope; 0: the speed along level is. Default 1. */
  constantSpeed: Uint8Array
  /** 1 lets it slide along ceilings; 0 stops it there. Default 1. */
  slideCeiling: Uint8Array
  /** 1: there is no ground and no up, as seen from above. Default 0. */
  floating: Uint8Array
  /** 1 lets it down through one-way platforms, as long as it is set. Default 0. */
  dropThrough: Uint8Array
  /** One of {@link PlatformLeave}. Default `Add`. */
  platformLeave: Uint8Array
}

const flag = (initial: 0 | 1): FieldSpec => ({ kind: 'u8', initial, rule: 'boolean' })
const length = (initial: number): FieldSpec => float(initial, 'nonNegativeOrNaN', MOST_SIZE)

const QUARTER_TURN = 1.5707963267948966

export const characterSpec: ComponentSpec<keyof Character> = {
  name: 'Character',
  fields: {
    upX: float(),
    upY: float(),
    maxSlope: float(QUARTER_TURN / 2, 'nonNegative', QUARTER_TURN),
    snap: length(NaN),
    stepHeight: length(NaN),
    stepWidth: length(NaN),
    skin: length(NaN),
    pushMass: float(NaN, 'nonNegativeOrNaN', MOST_MASS),
    pushForce: float(NaN, 'nonNegativeOrNaN', MOST_MASS),
    cornerCorrection: length(0),
    minWallSlide: float(QUARTER_TURN / 6, 'nonNegative', QUARTER_TURN),
    maxSlides: { kind: 'u8', initial: 5, rule: 'uint32', most: 255 },
    stopOnSlope: flag(1),
    constantSpeed: flag(1),
    slideCeiling: flag(1),
    floating: flag(0),
    dropThrough: flag(0),
    platformLeave: { kind: 'u8', initial: PlatformLeave.Add, rule: 'uint32', most: PlatformLeave.Drop },
  },
}
