// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Integers in a bounce: a contact that may bounce. */
export const BOUNCE_STRIDE = 16

/** Places in a bounce. */
export enum Bounce {
  /** The float at which the lane of its contact begins. */
  Lane = 0,
  /** Twice the contact, and one more if it has two points. */
  Owner = 1,
  /** By point: `PointField.Base` before a shift, floats. */
  Base0 = 2,
  Base1 = 3,
  /** A double. */
  Restitution = 4,
  /** In this substep: the bits of the points that hit. */
  Points = 6,
  /** 1 once it hit in this step. */
  Hit = 7,
  // The rest is the kernel's.
}

/** Bytes of what is known in a substep of a body that may be hit, and of a point that is. */
export const IMPACT_BODY_BYTES = 64
export const HIT_BYTES = 144
