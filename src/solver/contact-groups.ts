// Nothing is imported here, and plain numbers come first: esbuild puts numbers in the place of constants only then.

/** Contacts in a group. */
export const LANES = 4

/** Numbers of a point. */
export const POINT_FIELDS = 9

/** Numbers of a contact with one point and with two; some are unused. */
export const FIELDS_ONE = 24
export const FIELDS_TWO = 32

/** Bytes of a group of contacts with one point and with two. */
export const GROUP_BYTES_ONE = 384
export const GROUP_BYTES_TWO = 512

/** Floats in a record of `BodyStates.work`: velocity x, y, angular; 0; moved by x, y; cosine and sine of the turn. */
export const WORK_STRIDE = 8
export const WORK_BYTES = 32

/** A push is half as long as a work record. */
export const PUSH_STRIDE = 4
export const PUSH_BYTES = 16

/** Floats in a record of {@link Rate}. */
export const RATES_STRIDE = 4

/** Two points whose rows are closer to parallel than this are solved as one: their 2 × 2 system has no sound inverse. */
export const MIN_DETERMINANT = 1e-3

/**
 * Length per second. The velocity that a point lacks, in the rigid pass, where it is ahead of a touch and the soft pass had nothing to do
 * about it: far too much, so that it is let be. What it approaches with is the next substep's business: taken away here
 * it would be missing from the bounce.
 */
export const FAR = 1e30

/**
 * How contacts lie before the solver: four in a group, so that one instruction works on all of them. A group is a list of
 * numbers, each there four times in a row, once for each contact (its lane). No body is in a group twice, so the four
 * can be solved at the same time.
 *
 * These are the places of the numbers, to be multiplied by {@link LANES}: float `group + place * LANES + lane`.
 */
export enum Field {
  /** Where the bodies are: bytes from the first record of `BodyStates.work`, as integers. */
  A = 0,
  B = 1,
  /** The normal, from A to B. */
  NormalX = 2,
  NormalY = 3,
  Friction = 4,
  MassA = 5,
  InertiaA = 6,
  MassB = 7,
  InertiaB = 8,
  /** Surface speed along the tangent. */
  Belt = 9,
  /** One point: effective mass along the normal. Two: inverse effective mass across the points. */
  Across = 10,
  /** Compliance c, and 1 / (1 + c). */
  Compliance = 11,
  Give = 12,
  /** {@link RowBits}, as an integer. */
  Bits = 13,
  /** The first point; the second follows after {@link POINT_FIELDS}. */
  Points = 14,
}

/** What else the passes have to know of a contact. */
export enum RowBits {
  /** Friction acts in the soft pass too. */
  RubsEarly = 1,
  /** The body is locked along one axis, and moves along the other one alone. */
  LocksAX = 2,
  LocksAY = 4,
  LocksBX = 8,
  LocksBY = 16,
}

/**
 * Numbers of a point, relative to its first. With the tangent t = (−n.y, n.x), r × t = r · n. So four numbers serve
 * normal row, friction row and separation: n · R(q) r = cos q (r · n) + sin q (r × n).
 */
export enum PointField {
  /** Anchor × normal. */
  CrossA = 0,
  CrossB = 1,
  /** Anchor · normal. */
  DotA = 2,
  DotB = 3,
  /** Separation less the part that turns with the anchors. */
  Base = 4,
  /** Inverse effective mass along the normal. */
  InverseMass = 5,
  /** Effective mass along the tangent. */
  TangentMass = 6,
  /** The impulses, which the passes change. */
  Normal = 7,
  Tangent = 8,
}

/**
 * What holds for all contacts of a pass, in floats: substeps in a second; velocity per overlap, 1/s; the fastest that
 * overlap is pushed out, length/s.
 */
export enum Rate {
  Substeps = 0,
  Bias = 1,
  MaxPush = 2,
}
