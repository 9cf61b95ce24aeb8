/** Axes along which a body must not move: bits of `BodyStates.axes`. */
export enum Lock {
  X = 1,
  Y = 2,
}

/** Beside them: the body moves so fast that its round contacts are taken from the end of the step, see `kernel/rocking.c`. */
export const ROCKS = 4
