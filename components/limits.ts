/**
 * Which numbers the engine takes: what lies within stays finite, whatever is done with it. The solver keeps velocities,
 * impulses and inverse masses as 32-bit floats, which end at 3·10³⁸ and begin to lose digits below 10⁻³⁸; so a size
 * squared times a mass times the largest speed has to fit in between.
 */

/** Lengths of a shape, in length units. A contact is exact to a few millionths of a unit. */
export const LEAST_SIZE = 1e-6
export const MOST_SIZE = 1e6

/** How many length units make a meter. */
export const LEAST_LENGTH_UNIT = 1e-4
export const MOST_LENGTH_UNIT = 1e4

/** Mass of a collider or a body. */
export const LEAST_MASS = 1e-15
export const MOST_MASS = 1e15

/** Inertia, where it is given: what the masses have at sizes within their limits. */
export const LEAST_INERTIA = 1e-30
export const MOST_INERTIA = 1e30

/** Positions, angles and velocities that are given. What is faster than the largest speed is slowed down to it. */
export const MOST_NUMBER = 1e12

/** Positions, angles and velocities that a step takes as they are: what was given never gets there by itself. */
export const FARTHEST = 1e15

/** Friction, and the factor on gravity. */
export const MOST_FACTOR = 1e6

/** Speed of a surface (length/s) and rolling resistance (length). */
export const MOST_SURFACE = 1e9

/** Gravity, in length units/s². */
export const MOST_GRAVITY = 1e6

/** Seconds. A shorter step would divide by nothing. */
export const LEAST_STEP = 1e-9

/** Seconds. A longer step is mostly one in milliseconds; `allowLargeSteps` says that it is meant. */
export const MOST_STEP = 0.25
export const MOST_LARGE_STEP = 60
