// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Numbers in a manifold: the normal, then x, y and separation of two points (see `src/collision/manifold.ts`). */
export const MANIFOLD_STRIDE = 8

/** Numbers in the impulses of a contact: normal and tangent of the first point, then of the second. */
export const IMPULSE_STRIDE = 4

/**
 * Numbers in what is known of a manifold's making: from the origin of `a` to that of `b`, cosine and sine of both, the
 * separations of the points. NaN first where it is to be made anew.
 */
export const KNOWN_STRIDE = 8

/** `activeIndex` of a contact whose bodies both rest. */
export const NOT_ACTIVE = -1

/** Bits of `ContactTable.flags`. */
export enum ContactFlag {
  /** The shapes touch: contactBegin was reported, contactEnd was not. */
  Touching = 1,
  /** One side only reports: never solved. */
  Sensor = 2,
  /** Both sides are driven: touches are reported, nothing is solved. */
  Driven = 4,
  /** A one-way collider lets the other through until they part. */
  Passing = 8,
  /** One side is one-way. */
  OneWay = 16,
  /** `preSolve` asked not to solve it in this step. */
  Skipped = 32,
  /** Corners only graze each other, as at the seam of two tiles: not solved in this step. */
  Grazing = 64,
  /** Its points are those of a hit to come: prepared apart. Only set while the rows are prepared. */
  Foreseen = 128,
  /** A contact with one of these is not solved. */
  Unsolved = Sensor | Driven | Passing | Skipped | Grazing | Foreseen,
}
