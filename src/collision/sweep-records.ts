// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/**
 * Places in a sweep, the motion of a shape during a step: the center of mass of its body moves straight, and the shape turns
 * around it evenly.
 */
export enum Sweep {
  /** The center of mass at the start, world. */
  StartX = 0,
  StartY = 1,
  /** And at the end. */
  EndX = 2,
  EndY = 3,
  /** How the shape is turned at the start. */
  Cos = 4,
  Sin = 5,
  /** Radians it turns. */
  Turn = 6,
  /** The center of mass in the shape's own frame (0, 0 if it is the shape's origin). */
  CenterX = 7,
  CenterY = 8,
}

export const SWEEP_STRIDE = 9

/** How two shapes meet on their ways. */
export enum Impact {
  /** They do not; the fraction is the greatest one asked for. */
  None = 0,
  /** They do at the fraction. */
  Hit = 1,
  /** They are nearer than the target at the start; the fraction is 0. Contacts, not sweeps, handle that. */
  AtStart = 2,
  /** The iterations ran out; the shapes are apart up to the fraction and may be after it. To be treated as a hit. */
  Unsure = 3,
}

/** Numbers of an impact: see `HitPlace`. The fraction is that of the sweep up to which the shapes may go. */
export const IMPACT_STRIDE = 5

/** Places in what is asked for. An array, because fractional arguments may become garbage. */
export enum Limit {
  /** How near the shapes may come, above 0; a quarter of the linear slop is usual. */
  Target = 0,
  /** Tolerance within which that is met, below the target; a quarter of it is usual. */
  Tolerance = 1,
  /** Greatest fraction, usually 1. In sweeps it becomes the first hit so far. */
  Fraction = 2,
}

export const LIMITS_STRIDE = 3
