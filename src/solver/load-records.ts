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

/** The byte in it with the ways that end at what does not move. */
export const BEARER_ENDS = 4

/** The byte with the ways that are held. */
export const BEARER_HELD = 6

/** Bits of {@link BEARER_ENDS} behind the ways: a joint holds what is part of loops; another one does, too, so it does not roll. */
export const HELD_ONCE = 16
export const HELD_TWICE = 32

/** And: any joint is at the body. */
export const JOINTED = 64

/** And: the body touches something that moves and is not dynamic. */
export const ON_MOVING = 128

/** A bit of the ways that are held, behind them: the body bounces. */
export const BOUNCES = 16

/** And: it hangs together by joints with what hangs on the world or stands on it. */
export const HELD_UP = 32

/** By so many bits the ways along which something heavy struck the body are behind those in which a load comes along. */
export const STRUCK = 4

/** Integers of a link: a place in the awake list; another one and the ways to it, `place << WAYS | ways`. */
export const LINK_STRIDE = 2
export const LINK_BYTES = LINK_STRIDE * 4

/** Bytes of what is kept of a body whose mass is raised or that loads others, and of one whose load became smaller: a place in the awake list, and the load before. */
export const KEPT_BYTES = 56
export const RELIEVED_STRIDE = 2
export const RELIEVED_BYTES = RELIEVED_STRIDE * 4

export const LOAD_PLAN_STRIDE = 12

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
  /** By place in the awake list: the inverse mass where a load may begin or be carried, as doubles; below 0 for what is not dynamic. */
  Inverse = 9,
  /** By place in the awake list: the mass of a body, while it is raised. Those whose load became smaller. */
  Kept = 10,
  Relieved = 11,
}
