import { LEAST_MASS, MOST_FACTOR, MOST_MASS, MOST_SURFACE } from './limits.ts'
import { type ComponentSpec, float } from './spec.ts'

/**
 * How the values of two materials make that of the pair. Where the two materials name different rules the one with
 * the higher number is used.
 */
export const CombineRule = {
  /** The engine's own: geometric mean for friction, the larger one for restitution. */
  Default: 0,
  Average: 1,
  GeometricMean: 2,
  Min: 3,
  Multiply: 4,
  Max: 5,
} as const

export type CombineRule = (typeof CombineRule)[keyof typeof CombineRule]

/** The surface and substance of a collider. Optional: without it the defaults below hold. */
export interface Material {
  /** Coulomb friction, from 0 up. Default 0.6. */
  friction: Float64Array
  /** Bounciness from 0 to 1. Default 0. */
  restitution: Float64Array
  /** Mass per area. Default 1. */
  density: Float64Array
  /** Torque against rolling, as a length times the normal force. Default 0. A pair uses the larger of the two. */
  rollingResistance: Float64Array
  /**
   * Speed of the surface along itself, length/s, as on a conveyor belt: what lies on top of a box with a positive
   * value is carried to the right. Default 0. A pair uses the sum of the two.
   */
  tangentSpeed: Float64Array
  /** How friction combines: one of {@link CombineRule}. Default 0: geometric mean. */
  frictionRule: Uint8Array
  /** How restitution combines: one of {@link CombineRule}. Default 0: the larger one. */
  restitutionRule: Uint8Array
}

const rule = { kind: 'u8', initial: CombineRule.Default, rule: 'combineRule' } as const

export const materialSpec: ComponentSpec<keyof Material> = {
  name: 'Material',
  fields: {
    friction: float(0.6, 'nonNegative', MOST_FACTOR),
    restitution: float(0, 'unit'),
    density: float(1, 'positive', MOST_MASS, LEAST_MASS),
    rollingResistance: float(0, 'nonNegative', MOST_SURFACE),
    tangentSpeed: float(0, 'finite', MOST_SURFACE),
    frictionRule: rule,
    restitutionRule: rule,
  },
}

/** The value of a pair. `fallback` is the rule where neither material names one. */
export function combine(a: number, b: number, ruleA: number, ruleB: number, fallback: CombineRule): number {
  const higher = ruleA > ruleB ? ruleA : ruleB
  switch (higher === CombineRule.Default ? fallback : higher) {
    case CombineRule.Average:
      return 0.5 * (a + b)
    case CombineRule.Min:
      return a < b ? a : b
    case CombineRule.Multiply:
      return a * b
    case CombineRule.Max:
      return a > b ? a : b
    default:
      return Math.sqrt(a * b)
  }
}
