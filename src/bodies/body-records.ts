// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Doubles in a pose: one cache line with all that the narrow phase and the solver need of a collider and its body. */
export const POSE_STRIDE = 8

/** Places in a pose. */
export enum Pose {
  /** Origin in the world. */
  X = 0,
  Y = 1,
  /** Cosine and sine of the angle. */
  Cos = 2,
  Sin = 3,
  /** Origin less the body's center of mass, world axes. */
  FromCenterX = 4,
  FromCenterY = 5,
  /** Inverse mass and inverse inertia of the body, 0 where it cannot be pushed. */
  InverseMass = 6,
  InverseInertia = 7,
}

/** Numbers in `Bodies.start`: the first ones of a pose. */
export const START_STRIDE = 4

/** Floats in a surface. */
export const SURFACE_STRIDE = 4

/** Places in a surface. */
export enum Surface {
  Friction = 0,
  Restitution = 1,
  /** Along the tangent. */
  Speed = 2,
  RollingResistance = 3,
}

/** Floats in a drift. */
export const DRIFT_STRIDE = 8

/** Places in a drift: how far a body went since it was last farther than `CALM_SLOPS` from where it had been, and for how long that holds. */
export enum Drift {
  X = 0,
  Y = 1,
  Turn = 2,
  /** Seconds. */
  Time = 3,
  /** The same with `ROCKING_SLOPS`, of its center of mass, while it is slow and something touches it. */
  FarX = 4,
  FarY = 5,
  Rocking = 6,
  /** Seconds for which it still counts as jolted: see `JOLT_TIME`. */
  Jolt = 7,
}

/** Doubles in a way. */
export const WAY_STRIDE = 3

/** Places in a way: how far a body will go in the coming step, and its turn in radians. */
export enum Way {
  X = 0,
  Y = 1,
  Turn = 2,
}

/** Doubles in what acts on a body. */
export const FORCE_STRIDE = 3

/** Places in what acts on a body. */
export enum Force {
  X = 0,
  Y = 1,
  Torque = 2,
}

/** How a body sleeps. */
export enum Pause {
  /** By itself, or not at all. */
  None = 0,
  /** The user put it to sleep. */
  Told = 1,
  /** It slept by itself when it was disabled: it goes on with that where it is, but not somewhere else. */
  Kept = 2,
}
