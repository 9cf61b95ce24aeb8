// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Words of four bytes in a roller: a contact that resists rolling. */
export const ROLLER_STRIDE = 8
export const ROLLER_BYTES = 32

/** Places in a roller. */
export enum Roller {
  /** Where its bodies are: bytes from the first record of `BodyStates.work`. */
  A = 0,
  B = 1,
  /** The inverse inertias as the row has them, floats. */
  InertiaA = 2,
  InertiaB = 3,
  /** The angular impulse so far, a double. */
  Impulse = 4,
  /** Length, a float. */
  Resistance = 6,
  /** The address of the normal impulse of its first point, and one more if it has two points. */
  Normal = 7,
}
