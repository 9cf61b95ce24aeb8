// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/**
 * Where the kernel finds what it works on: the numbers at the start of its memory, by their first byte. Addresses are
 * integers of four bytes, like the counts; what has a fraction is a double.
 */
export enum Frame {
  /** Addresses of columns by entity id; see `Bodies`, `PhysicsWorld` and `Islands`. */
  Pose = 1024,
  Surface = 1028,
  Geometry = 1032,
  ShapeType = 1036,
  Traits = 1040,
  Kind = 1044,
  BodyOf = 1048,
  AwakeIndex = 1052,
  Reach = 1056,
  IslandParent = 1060,
  IslandSize = 1064,
  /** Addresses of columns by contact; see `ContactTable`. */
  A = 1068,
  B = 1072,
  Flags = 1076,
  PointCount = 1080,
  Manifold = 1084,
  Impulse = 1088,
  Feature = 1092,
  Active = 1096,
  Todo = 1100,
  /** By place in the awake list: the bits of locked axes, bytes. */
  Axes = 1104,
  /** The push of the world, which those of the awake bodies follow. */
  Push = 1108,
  /** Addresses of what fills groups of contacts; see `ContactRows`. */
  Busy = 1112,
  Owners = 1116,
  Open = 1120,
  Cursors = 1124,
  Special = 1128,
  /** Counts. */
  OwnerCount = 1132,
  SpecialCount = 1136,
  /** Why `prepare` came no further: a stream that has no room for its next group, or {@link FOREIGN}. */
  Wanted = 1140,
  /** How many of the contacts that `collide` dealt with alone touch. */
  Touching = 1144,
  /** 1 where every contact with points is to be reported, because the user wants to be asked about it. */
  Asking = 1148,
  /** The speculative distance and the linear slop, lengths. */
  Margin = 1152,
  Slop = 1160,
  /** Compliance of contacts between bodies and against the world, in large islands. */
  MovingCompliance = 1168,
  FixedCompliance = 1176,
  /** Friction and restitution of the one contact that is prepared with rules of its own. */
  Friction = 1184,
  Restitution = 1192,
}

/** The kernel's stack is before the frame. */
export const FRAME_START = 1024
export const FRAME_END = 1280

/** Integers in an entry of the todo list. */
export const TODO_STRIDE = 2

/** Places in an entry of the todo list: the contact; how many points it had, or {@link UNSEEN}. */
export enum Todo {
  Contact = 0,
  Before = 1,
}

/** In {@link Frame.Wanted}: a contact whose surfaces combine by rules of their own. */
export const FOREIGN = -1

/** In the second integer of an entry of the todo list: the kernel did not look at the contact. Otherwise its old count. */
export const UNSEEN = -1

/**
 * Circles whose distance has a square below this are on one spot: left to who calls. It is above all distances at which
 * `collideCirclesAt` would choose a direction by the pair.
 */
export const ONE_SPOT_SQUARED = 1e-23
