// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Numbers by body in `LifecycleState.target`. */
export const TARGET_STRIDE = 3

/** Places in it. */
export enum Target {
  X = 0,
  Y = 1,
  Angle = 2,
}
