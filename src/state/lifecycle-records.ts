// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Numbers by body in `LifecycleState.massSource`. */
export const MASS_SOURCE_STRIDE = 5

/** Places in it. */
export enum MassSource {
  Mass = 0,
  Inertia = 1,
  Density = 2,
  CenterX = 3,
  CenterY = 4,
}

/** Numbers by collider in `LifecycleState.knownFilter`. */
export const KNOWN_FILTER_STRIDE = 3

/** Places in it. */
export enum KnownFilter {
  Category = 0,
  Mask = 1,
  Group = 2,
}

/** Numbers by body in `LifecycleState.target`. */
export const TARGET_STRIDE = 3

/** Places in it. */
export enum Target {
  X = 0,
  Y = 1,
  Angle = 2,
}
