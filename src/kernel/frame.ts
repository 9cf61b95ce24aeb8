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
  /** Addresses of what is known of bodies; see `Bodies` and `PhysicsWorld`. */
  Awake = 1200,
  FirstChild = 1204,
  Angle = 1208,
  LocalCenter = 1212,
  Extent = 1216,
  Start = 1220,
  Way = 1224,
  Quick = 1228,
  QuietTime = 1232,
  Force = 1236,
  /** The working set, see `BodyStates`; the work record is that of the world. */
  State = 1240,
  Drive = 1244,
  Work = 1248,
  /** How many bodies a force acts on in the coming step. */
  Forced = 1252,
  /** Whether `commit` found a body that has been quiet for long enough to sleep. */
  AnyQuiet = 1256,
  /** Gravity, the largest speed squared and the largest rate of turn, for `gather`. */
  GravityX = 1264,
  GravityY = 1272,
  MaxSquared = 1280,
  MaxAngular = 1288,
  /** For `commit`: length of the step and its inverse; the speed squared and the rate that are too large; the sleep speed. */
  StepTime = 1296,
  StepRate = 1304,
  BeyondSquared = 1312,
  BeyondAngular = 1320,
  SleepSpeed = 1328,
  /**
   * For `follow` and `findWays`: length of the coming step; how fast a quick body is at least; how far an acceleration
   * of 1 takes a body in it, and how far gravity does; the longest way and the widest turn; the speculative distance.
   */
  ComingTime = 1336,
  QuickSpeed = 1344,
  Fall = 1352,
  FallX = 1360,
  FallY = 1368,
  LongestWay = 1376,
  WidestTurn = 1384,
  Ahead = 1392,
}

/** The kernel's stack is before the frame. */
export const FRAME_START = 1024
export const FRAME_END = 1536

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
