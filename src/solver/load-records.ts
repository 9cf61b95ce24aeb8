// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** A load goes right, up, left and down, each a bit. The way opposite to a bit is two bits away. */
export const WAYS = 4
export const ALL_WAYS = 15

/**
 * A contact leads on where its normal has so much of the way in it: nearly a half plane, because loads bend. With cones
 * of 60° light bodies were shot out of piles at 30 m/s where the chain to the floor has a corner.
 */
export const LEAST_ALONG = 0.02

/** No load: a power of two that no mass has. */
export const NO_LOAD = -2000

/** Integers of the record of an awake body, of which the first is the power of two of its load. */
export const BEARER_STRIDE = 4
export const BEARER_BYTES = BEARER_STRIDE * 4

/** Bytes in it: the ways that end at what does not move, and those that are held. */
export const BEARER_ENDS = 4
export const BEARER_HELD = 6

/** Integers of a link: a place in the awake list; another one and the ways to it, `place << WAYS | ways`. */
export const LINK_STRIDE = 2
export const LINK_BYTES = LINK_STRIDE * 4

export const LOAD_PLAN_STRIDE = 9

/** Where the kernel finds what it works on, and what it finds out: addresses, counts, powers of two. */
export enum LoadPlan {
  /** By place in the awake list. */
  Bearers = 0,
  Links = 1,
  LinkCount = 2,
  /** By place in the awake list: where its edges begin. */
  FirstEdge = 3,
  Edges = 4,
  /** Places to be looked at, each time for a way that was not known there. */
  Queue = 5,
  /** The places where a load begins, how many there are, and the largest of these loads. */
  Heavy = 6,
  HeavyCount = 7,
  Strongest = 8,
}
