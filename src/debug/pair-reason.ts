/**
 * Why two entities do or do not collide: what comes later in the list is nearer to it. Of two bodies with several colliders
 * the two that get farthest are told of.
 */
export const PairReason = {
  /** One of the two does not exist. */
  Missing: 0,
  /** Both are the same entity. */
  Same: 1,
  /** One of the two has no shape that takes part: it is `Disabled`, or lacks a component. */
  NoCollider: 2,
  /** Both are parts of one body. */
  SameBody: 3,
  /** Neither can be pushed, and neither moves. */
  Immovable: 4,
  /** A joint holds the two bodies, and its `collideConnected` is 0. */
  Joined: 5,
  /** Both are in the same negative group. */
  Group: 6,
  /** The mask of one has no category of the other. */
  Mask: 7,
  /** Their fat boxes are apart: `distance` is the gap between these. */
  BoxesApart: 8,
  /** Their shapes are apart: `distance` is the gap. */
  ShapesApart: 9,
  /** Both rest: nobody looks for what they might touch. */
  Resting: 10,
  /** The hook `filterPair` said no when it was asked last. */
  Refused: 11,
  /** They overlap, and the next step will find out. */
  Pending: 12,
  /** One is behind a link of a chain, which holds back from its left only. */
  Behind: 13,
  /** They touch, and one is a sensor: it is reported, nothing is pushed. */
  Sensor: 14,
  /** They touch, and neither can be pushed: it is reported. */
  Driven: 15,
  /** They touch, and one is a one-way collider that lets the other pass. */
  Passing: 16,
  /** They touch, and the hook `preSolve` said no in the last step. */
  Skipped: 17,
  /** They touch at a corner where two others hold them already, as at the seam of two tiles. */
  Grazing: 18,
  /** They touch, and push each other. */
  Touching: 19,
} as const

export type PairReason = (typeof PairReason)[keyof typeof PairReason]
