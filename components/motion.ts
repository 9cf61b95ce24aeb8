import { MOST_FACTOR } from './limits.ts'
import { type ComponentSpec, float } from './spec.ts'

/** How a dynamic body moves, where it should differ from the rest. Optional: without it the defaults below hold. */
export interface Motion {
  /** Factor on the world's gravity. Default 1; 0 floats, −1 falls up. */
  gravityScale: Float64Array
  /** How fast the velocity decays, 1/s: after 1/linearDamping seconds about a third is left. Default 0. */
  linearDamping: Float64Array
  /** The same for the rate of turn, 1/s. Default 0. */
  angularDamping: Float64Array
  /** Speed that the body never exceeds, length/s. Default 0: only the engine's own limit of 4,000 m/s. */
  maxSpeed: Float64Array
  /** Rate of turn that the body never exceeds, radians/s. Default 0: only the engine's own, an eighth of a turn a substep: 188 with 4 of them at 60 steps a second. */
  maxAngularSpeed: Float64Array
  /** 1 keeps the body from moving along x. Default 0. */
  lockX: Uint8Array
  /** 1 keeps the body from moving along y. Default 0. */
  lockY: Uint8Array
  /** 1 keeps the body from turning. Default 0. */
  lockRotation: Uint8Array
}

const flag = { kind: 'u8', initial: 0, rule: 'boolean' } as const

export const motionSpec: ComponentSpec<keyof Motion> = {
  name: 'Motion',
  fields: {
    gravityScale: float(1, 'finite', MOST_FACTOR),
    linearDamping: float(0, 'nonNegative'),
    angularDamping: float(0, 'nonNegative'),
    maxSpeed: float(0, 'nonNegative'),
    maxAngularSpeed: float(0, 'nonNegative'),
    lockX: flag,
    lockY: flag,
    lockRotation: flag,
  },
}
