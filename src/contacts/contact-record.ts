// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Doubles in a manifold. */
export const MANIFOLD_STRIDE = 8

/** Places in a manifold: see `src/collision/manifold.ts`. */
export enum Manifold {
  /** The normal, from A to B. */
  NormalX = 0,
  NormalY = 1,
  /** The first point, from the origin of A, and its separation; the second follows. */
  X0 = 2,
  Y0 = 3,
  Separation0 = 4,
  X1 = 5,
  Y1 = 6,
  Separation1 = 7,
}

/** Places in one point of a manifold, from where it begins: at `Manifold.X0` or `Manifold.X1`. */
export enum ManifoldPoint {
  X = 0,
  Y = 1,
  Separation = 2,
}

/** Floats in the impulses of a contact. */
export const IMPULSE_STRIDE = 4

/** Places in the impulses of a contact: along the normal and the tangent at its first point, then at the second. */
export enum Impulse {
  Normal0 = 0,
  Tangent0 = 1,
  Normal1 = 2,
  Tangent1 = 3,
}

/** Floats in what is known of a manifold's making. */
export const KNOWN_STRIDE = 8

/** Places in what is known of a manifold's making. */
export enum Known {
  /** From the origin of `a` to that of `b`; NaN where the manifold is to be made anew. */
  X = 0,
  Y = 1,
  CosA = 2,
  SinA = 3,
  CosB = 4,
  SinB = 5,
  /** The separations of the points. */
  Separation0 = 6,
  Separation1 = 7,
}

/** `activeIndex` of a contact whose bodies both rest. */
export const NOT_ACTIVE = -1

/** In `ContactTable.foreseen`: it was looked ahead for this contact, and nothing is to come. */
export const NOT_TO_COME = 2

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
