/** Axes along which a body must not move: bits of `BodyStates.axes`. */
export enum Lock {
  X = 1,
  Y = 2,
  /** Not in the list of axes: turns are locked by what they weigh. */
  Rotation = 8,
}

/** Beside them: the body moves so fast that its round contacts are taken from the end of the step, see `kernel/rocking.c`. */
export const ROCKS = 4

/** And it is one of a contact that is solved. */
export const TOUCHED = 16

/** Or nothing acts on it but what drives it: it takes its substeps when the step ends, all at once. */
export const ALONE = 32

/** Or a joint holds it. */
export const TIED = 64
