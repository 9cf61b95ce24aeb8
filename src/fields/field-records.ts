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
  /** How much the acceleration by water changes with the way up; negative where the substeps see to the body. */
  Bob = 15,
}

/** Numbers in what drag leaves of a velocity. */
export const LEFT_STRIDE = 3

/** Places in it. */
export enum Left {
  X = 0,
  Y = 1,
  Spin = 2,
}

/** Numbers in a row of water. */
export const WATER_STRIDE = 4

/** Places in what a collider in stiff water is to its surface when the step begins. */
export enum Water {
  /** Up from the surface. */
  X = 0,
  Y = 1,
  /** What a unit of area of the water weighs. */
  Weight = 2,
  /** How high the body's center of mass is above the surface. */
  Height = 3,
}

/** Numbers in what is kept for the substeps of a body that they see to. */
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
