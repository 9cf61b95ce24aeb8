// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Two colliders may have moved against each other by this part of the slop since their manifold was made. */
export const STILL = 0.1

/** A collider whose middle is that many times its reach away from a link is as deep in it as may be without a sweep. */
export const NEAR_LINK = 1.5

/** What turns an anchor by less than this part of the slop along the normal in the step is let be. */
export const LEVEL_TURN = 0.1

/** Radians in a step. What turns less is not looked at: an anchor a meter off would be wrong by half a millimeter. */
export const LEAST_TURN = 0.03

/** Radians that a hit may turn a body within a step, from which on its contacts are made anew as it turns: see `kernel/renew.c`. */
export const MAY_TURN = 0.4
