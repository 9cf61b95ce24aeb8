/** Axes along which a body must not move: bits of `BodyStates.axes`. */
export enum Lock {
  X = 1,
  Y = 2,
}
