// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Words of four bytes in a row that is followed. */
export const FOLLOWED_STRIDE = 40
export const FOLLOWED_BYTES = 160

/**
 * Places in a row whose separations are wrong once its bodies have turned: see `kernel/followed.c`. The row may have the two the other
 * way round than the contact: `A` and `B` are those of the row, once that is written.
 */
export enum FollowedRow {
  /** Doubles: the cosine and sine by which they have turned from now to the hit. */
  CosA = 0,
  SinA = 2,
  CosB = 4,
  SinB = 6,
  /** Doubles: how far the bodies of the contact, as it has them, will have turned as the step ends, if nothing is in their way. */
  Turning = 8,
  /** Doubles: how far these had turned in the step when the points were made. */
  Turned = 12,
  /** Doubles, x and y: the origin of each now less the center of mass at the hit; until the row is followed. */
  ArmA = 16,
  ArmB = 20,
  /** The float at which its lane begins. */
  Lane = 28,
  /** How many points are followed; 0 where that would change nothing. */
  Points = 29,
  Contact = 30,
  /** Whether its points are to be made anew as its bodies turn: see `Renewal`. */
  Renewal = 31,
  /** 1 where it may bounce, otherwise 0. */
  Bounces = 32,
  /** 1 once it held anything. What is hit on a corner may be gone as the step ends. */
  Pressed = 33,
  /** How many points its row has; 0 where it has none. */
  Solved = 38,
  // The rest is the kernel's.
}

/** What becomes of the points of a row as its bodies turn. */
export enum Renewal {
  /** They stay those of the beginning of the step. */
  Never = 0,
  /** They are those of a hit to come, and right as long as the bodies turn as they did. */
  IfTurned = 1,
  /** They are those of a moment of the step. */
  AsItTurns = 2,
}
