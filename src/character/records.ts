// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Places in the record of the move at hand. Lengths and velocities in world axes. */
export enum Move {
  /** Where the character is by now. */
  X = 0,
  Y = 1,
  /** Up, and to the right of it. */
  UpX = 2,
  UpY = 3,
  RightX = 4,
  RightY = 5,
  /** The velocity that it is left with. */
  VX = 6,
  VY = 7,
  /** What it has still to go. */
  WayX = 8,
  WayY = 9,
  /** Seconds. */
  Time = 10,
  Skin = 11,
  Snap = 12,
  StepHeight = 13,
  StepWidth = 14,
  /** The least cosine between up and the normal of ground that carries. */
  LeastUp = 15,
  PushForce = 16,
  PushMass = 17,
  Corner = 18,
  /** The largest cosine between way and normal at which it slides when floating, and the sine. */
  MostFacing = 26,
  /** How far below it ground is looked for. */
  Depth = 28,
  /** How fast it moves up. */
  Rise = 29,
  /** The way of what carried it. */
  CarryX = 20,
  CarryY = 21,
  /** Where it was when the move began. */
  StartX = 22,
  StartY = 23,
  /** Which way it walks: 1 to the right, −1 to the left, 0 not at all. */
  Side = 24,
  /** The speed at which it came down upon its ground. */
  Fall = 25,
  /** The way out of what it was in. */
  OutX = 30,
  OutY = 31,
  /** How fast what carries it went in the step, on the average, where it carries it. */
  RideX = 32,
  RideY = 33,
}

export const MOVE_STRIDE = 34

/** Places in what the move at hand found out. */
export enum Mark {
  /** How it goes: values of {@link Gait}. */
  Gait = 0,
  /** Place of the obstacle that is its ground in the list, −1 for none. */
  Ground = 1,
  OnWall = 2,
  OnCeiling = 3,
  Squeezed = 4,
  /** It is on its way over the edge of a step, on which it could not stand. */
  Stepping = 5,
  /** The body whose obstacles do not count, or 0. */
  Ignored = 6,
  /** Its ground is about to sleep: it stays where it is on it. */
  Still = 7,
  /** The body that has carried it here, or 0. */
  Carrier = 8,
}

export const MARK_STRIDE = 9

export enum Gait {
  /** In the air. */
  Fly = 0,
  /** On the ground. */
  Walk = 1,
  /** Seen from above: there is no ground. */
  Float = 2,
}

/** Places in what a cast or a measurement found: the ground and the wall are kept like this, too. */
export enum Hit {
  /** Fraction of the way, or the gap. */
  Fraction = 0,
  Gap = 0,
  NormalX = 1,
  NormalY = 2,
  /** World point. */
  X = 3,
  Y = 4,
}

export const HIT_STRIDE = 5

/** Doubles for a gap that was measured: a hit, whose gap is NaN before that; then where the character was. */
export const GAP_STRIDE = 7

/** Places in it behind those of the hit. */
export enum GapPlace {
  MeasuredX = 5,
  MeasuredY = 6,
}

/** Doubles for the place of a part or an obstacle. */
export const PLACE_STRIDE = 4

/** Places in it: origin (of a part: from that of the character), cosine and sine. */
export enum Place {
  X = 0,
  Y = 1,
  Cos = 2,
  Sin = 3,
}

/** Doubles for a box: minX, minY, maxX, maxY. */
export const BOX_STRIDE = 4

/** Places in what is known of a body that is pushed. */
export enum Aim {
  /** How fast it goes along the normal where it is pushed. */
  Along = 0,
  /** How much that changes by an impulse of 1. */
  Yields = 1,
  /** Of the push, about the center of mass. */
  Arm = 2,
  /** With which it is pushed, against the normal. */
  Impulse = 3,
  /** Of what carries the character: how fast it went after the last move. */
  Began = 4,
}

export const AIM_STRIDE = 5
