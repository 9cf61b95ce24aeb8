// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Numbers in what acts on a body: two cache lines. */
export const PUSH_STRIDE = 16

/** Places in what the fields of a step do to one body. All are for each kilogram, or for each unit of inertia. */
export enum Push {
  /** Accelerations that stay the same for the step. */
  X = 0,
  Y = 1,
  Spin = 2,
  /** How much of the world's gravity is left. */
  Gravity = 3,
  /** Rate at which the velocity approaches that of the media, and the sum of rates times velocities. */
  Rate = 4,
  RateX = 5,
  RateY = 6,
  SpinRate = 7,
  SpinRateW = 8,
  /** The same for drag by the square of the speed, 1/length: along x, along y, of the spin. */
  SquareX = 9,
  SquareY = 10,
  SquareXU = 11,
  SquareYU = 12,
  SpinSquare = 13,
  SpinSquareW = 14,
  /** How much the acceleration by water changes with the way up; {@link STIFF} where the substeps see to it. */
  Bob = 15,
}

/** Water that is too stiff for one force a step. */
export const STIFF = -1

/** Numbers in a row of water. */
export const WATER_STRIDE = 12

/**
 * Places in what one field does to one wet collider in stiff water: the force along a direction and the torque, made for the
 * pose in which the body is expected at the end of the step, and how they change with where it really is.
 */
export enum Water {
  /** Up from the surface. */
  X = 0,
  Y = 1,
  /** The force, at most so much, and how it falls with the way up and with a turn. */
  Force = 2,
  MostForce = 3,
  PerWay = 4,
  PerTurn = 5,
  /** The torque; with the way up it changes as the force does with a turn. */
  Torque = 6,
  TorquePerTurn = 7,
  /** The way and the turn for which it was made. */
  Way = 8,
  Turn = 9,
}

/** Numbers in what is kept of a body in stiff water for the substeps. */
export const STIFF_STRIDE = 8

/** Places in it. */
export enum Stiff {
  /** What drives the body without fields. */
  BaseX = 0,
  BaseY = 1,
  BaseSpin = 2,
  /** Accelerations by water in the substep at hand, and how they change with the way up and with a turn. */
  X = 3,
  Y = 4,
  Spin = 5,
  PerWay = 6,
  PerTurn = 7,
}

/** Numbers in a row of a conveyor. */
export const BELT_STRIDE = 5

/** Places in what one conveyor does to one body: its direction, its speed along it, the largest acceleration, and the last one. */
export enum Belt {
  X = 0,
  Y = 1,
  Speed = 2,
  Grip = 3,
  Change = 4,
}
