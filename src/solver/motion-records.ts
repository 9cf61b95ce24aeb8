/** Doubles in a state. */
export const STATE_STRIDE = 8
export const STATE_BYTES = 64

/** Doubles in a drive. */
export const DRIVE_STRIDE = 8
export const DRIVE_BYTES = 64

/**
 * Places in a state: velocity x, y, angular; moved by x, y; the turn in radians. Motion is kept as the difference to the
 * pose at the start of the step: small numbers keep their digits far from the world's origin. The kernel takes them in pairs.
 */
export enum State {
  X = 0,
  Y = 1,
  MovedX = 2,
  MovedY = 3,
  /** Two floats: where the joint that is torn most draws it, as long as one is torn; 0 where none is. See `note_drawn` in kernel/torn.h. */
  Drawn = 4,
  /** After the step: {@link Outcome}. Until then: two floats, from its middle to what that joint draws it to. */
  More = 5,
  W = 6,
  Turn = 7,
}

/** What else there is to do about a body that a step has moved. */
export enum Outcome {
  Nothing = 0,
  /** It moved so far that it could have passed through something. */
  Fast = 1,
  /** So it did, but there is nothing static near its way. */
  Free = 2,
  /** It turned, and its origin is not its center of mass. */
  Swings = 3,
  FastAndSwings = 4,
  FreeAndSwings = 5,
}

/**
 * Places in the same record while bodies are followed, which the solver does not need then. What `Kernel.follow` takes: how
 * far gravity takes a body with a `Motion`, NaN along a locked axis. What it leaves: the box that the fat box of the body's
 * own collider has to hold, and how much larger a new one is.
 */
export enum Followed {
  FallX = 5,
  FallY = 6,
  MinX = 0,
  MinY = 1,
  MaxX = 2,
  MaxY = 3,
  /** Negative where the kernel does not place the body; {@link OF_PARTS} where it did, and its colliders have the boxes in `Motions` that they need. */
  Margin = 4,
}

/** In {@link Followed.Margin}: the body has parts, of which one left its box. */
export const OF_PARTS = -2

/**
 * Places in a drive: acceleration x, y, angular; what a substep leaves of velocity and spin; the largest speed squared
 * and the largest rate of turn; 1 where anchors turn with the body, 0 for a disc: its surface stays where it is while
 * it turns, and anchors that rose with it would lift rolling discs off the floor.
 */
export enum Drive {
  X = 0,
  Y = 1,
  Angular = 2,
  Left = 3,
  AngularLeft = 4,
  MaxSquared = 5,
  MaxAngular = 6,
  Swing = 7,
}

/** Places in a work record of `WORK_STRIDE` floats: velocity; moved by; cosine and sine of the turn so far. */
export enum Work {
  X = 0,
  Y = 1,
  Spin = 2,
  MovedX = 4,
  MovedY = 5,
  Cos = 6,
  Sin = 7,
}
