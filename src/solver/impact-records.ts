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
export const HIT_BYTES = 152

/**
 * What hangs together by joints around what is hit, in a substep at most: bodies, rows of joints, limits, and numbers of the factors of their matrices.
 * What finds no room bounces as if it were free. See `kernel/impact-chains.h`.
 */
export const MOST_MEMBERS = 1024
export const MOST_TIES = 2048
export const MOST_LIMITS = 64
export const MOST_FACTORS = 65536

/** Rows that a joint has at most; and a chain, and numbers of its factor: what is farther away is left to the passes. A blow fades on its way through a chain. */
export const TIES_OF_JOINT = 3
export const CHAIN_FACTORS = 512
export const CHAIN_TIES = 96

/** What the hits of a substep keep of their answers at most, by body: where there is no more room a hit waits for the next round. Of a world with few bodies: so many for each. */
export const MOST_ANSWERS = 8192
export const ANSWERS_OF_MEMBER = 64

/** Bytes of what is known of all chains, of a body in one, of a row, of a chain, of an answer and of what a joint did. */
export const ANSWER_BYTES = 56
export const CHAINS_BYTES = 96
export const MEMBER_BYTES = 136
export const TIE_BYTES = 104
export const CHAIN_BYTES = 32
export const BLOW_BYTES = 12
