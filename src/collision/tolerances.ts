// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Two colliders may have moved against each other by this part of the slop since their manifold was made. */
export const STILL = 0.1

/** A collider whose middle is that many times its reach away from a link is as deep in it as may be without a sweep. */
export const NEAR_LINK = 1.5

/** A round end that rolls on changes the separation by less than this part of the slop in the step: that may be. */
export const LEVEL_TURN = 0.1
