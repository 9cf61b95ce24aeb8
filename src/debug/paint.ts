// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Places in a palette: one for each field of `DebugColors`, in its order. */
export enum Paint {
  Static = 0,
  Kinematic = 1,
  Dynamic = 2,
  Sleeping = 3,
  Sensor = 4,
  Entered = 5,
  Disabled = 6,
  AxisX = 7,
  AxisY = 8,
  Velocity = 9,
  Contact = 10,
  Unsolved = 11,
  Normal = 12,
  Force = 13,
  Friction = 14,
  JointIdle = 15,
  JointArm = 16,
  Limit = 17,
  Box = 18,
  Center = 19,
  OneWay = 20,
  ChainNormal = 21,
  Inside = 22,
  Query = 23,
  QueryHit = 24,
  Label = 25,
  /** Where the lists begin; each has room for {@link LONGEST}. */
  Nodes = 32,
  Loads = 96,
  Islands = 160,
  /** The same once more, for what is filled. */
  Filled = 224,
}

/** Colors that a list may have. */
export const LONGEST = 64

/** Colors in a palette. */
export const PALETTE = 448
