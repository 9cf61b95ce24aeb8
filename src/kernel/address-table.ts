// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/**
 * The address table, where the kernel finds what it works on: the numbers at the start of its memory, by their first byte. Addresses are
 * integers of four bytes, like the counts; what has a fraction is a double.
 */
export enum AddressTable {
  /** Addresses of columns by entity id; see `Bodies`, `CollisionState` and `Islands`. */
  Pose = 4096,
  Surface = 4100,
  Geometry = 4104,
  ShapeType = 4108,
  Traits = 4112,
  Kind = 4116,
  BodyOf = 4120,
  AwakeIndex = 4124,
  Reach = 4128,
  IslandParent = 4132,
  IslandSize = 4136,
  /** Addresses of columns by contact; see `ContactTable`. */
  A = 4140,
  B = 4144,
  Flags = 4148,
  PointCount = 4152,
  Manifold = 4156,
  Impulse = 4160,
  Feature = 4164,
  Active = 4168,
  Todo = 4172,
  /** By place in the awake list: the bits of locked axes and whether it rocks, bytes: see `Lock` and `ROCKS`. */
  Axes = 4176,
  /** The push of the world, which those of the awake bodies follow. */
  Push = 4180,
  /** Addresses of what fills groups of contacts; see `ContactRows`. */
  Busy = 4184,
  Owners = 4188,
  Open = 4192,
  Cursors = 4196,
  Special = 4200,
  /** Counts. */
  OwnerCount = 4204,
  SpecialCount = 4208,
  /** Why `prepare` came no further: a stream that has no room for its next group, or {@link FOREIGN}. */
  Wanted = 4212,
  /** How many of the contacts that `collide` dealt with alone touch. */
  Touching = 4216,
  /** 1 where every contact with points is to be reported, because the user wants to be asked about it. */
  Asking = 4220,
  /** The speculative distance and the linear slop, lengths. */
  Margin = 4224,
  Slop = 4232,
  /** Compliance of contacts between bodies and against the world, in large islands. */
  MovingCompliance = 4240,
  FixedCompliance = 4248,
  /** Friction and restitution of the one contact that is prepared with rules of its own, or whose hit is followed. */
  Friction = 4256,
  Restitution = 4264,
  /** By entity id: from the center of mass to the farthest point of a body. */
  Extent = 4272,
  /** By contact: from where its manifold was made, see `Known`. */
  Known = 4276,
  /** The convex polygons by their handle: a copy of `PolygonPool.data`. */
  Polygons = 4280,
  /** The awake bodies: see `Bodies.awake`. */
  Awake = 4284,
  /** The contacts that may bounce, how many there are, and how many there is room for. */
  Bounces = 4288,
  BounceCount = 4292,
  BounceRoom = 4296,
  /** What impacts need: by work record, and by point that is hit; see `Impacts`. */
  ImpactBodies = 4300,
  Hits = 4304,
  /** The work records that meet something, and the bounces that hit, in a substep. */
  Met = 4308,
  MetCount = 4312,
  Struck = 4316,
  StruckCount = 4320,
  /** What joints hold together around what is hit: see `ImpactChains`. */
  ImpactChains = 4324,
  /** Slower impacts do not bounce, length/s. */
  Threshold = 4328,
  /** By entity id: how far a body will go in this step if nothing stops it, whether that is far, its first child. */
  Way = 4336,
  Quick = 4340,
  FirstChild = 4344,
  /** The contacts of quick bodies to look ahead for, and how many there are: see `Kernel.collide`. */
  Ahead = 4348,
  AheadCount = 4352,
  /** Addresses of what is known of bodies; see `Bodies` and `LifecycleState`. */
  Angle = 4356,
  LocalCenter = 4360,
  Start = 4364,
  QuietTime = 4368,
  Force = 4372,
  /** The working set, see `BodyStates`; the work record is that of the world. */
  State = 4376,
  Drive = 4380,
  Work = 4384,
  /** How many bodies a force acts on in the coming step. */
  Forced = 4388,
  /** Whether `commit` found a body that has been quiet for long enough to sleep. */
  AnyQuiet = 4392,
  /** Gravity, the largest speed squared and the largest rate of turn, for `gather`. */
  GravityX = 4400,
  GravityY = 4408,
  MaxSquared = 4416,
  MaxAngular = 4424,
  /** For `commit`: length of the step and its inverse; the speed squared and the rate that are too large; the sleep speed. */
  StepTime = 4432,
  StepRate = 4440,
  BeyondSquared = 4448,
  BeyondAngular = 4456,
  SleepSpeed = 4464,
  /**
   * For `follow` and `findWays`: length of the coming step; how fast a quick body is at least; how far an acceleration
   * of 1 takes a body in it, and how far gravity does; the longest way and the widest turn; the speculative distance.
   */
  ComingTime = 4472,
  QuickSpeed = 4480,
  Fall = 4488,
  FallX = 4496,
  FallY = 4504,
  LongestWay = 4512,
  WidestTurn = 4520,
  Speculative = 4528,
  /** Seconds by which a point at which bodies may rock is taken ahead: see `kernel/rocking.c`. */
  Lead = 4536,
  /** The number of substeps that goes with `ComingTime`, and the length of a substep with `StepTime`. */
  ComingSubsteps = 4544,
  SubstepTime = 4552,
  /** The records of the joints, and what a step does about them: see `JointTable` and `JointRows`. */
  Joints = 4560,
  JointPlan = 4564,
  /** For `follow`: the most that a slow body's fat box gets beyond what it must hold, and that in parts of its extent. */
  FatMargin = 4568,
  FatRatio = 4576,
  /** What weighs on whom: see `LoadGraph`. */
  Loads = 4584,
  /** By body: how it moves on the spot, see `Drift`. */
  Drift = 4588,
  /**
   * For `timeOfImpact`: the motions of both shapes, see `Sweep`; the radius of a disc in the place of the first; how near they may
   * come, above 0, the tolerance within which that is met, and the greatest fraction.
   */
  SweepA = 4592,
  SweepB = 4664,
  DiscRadius = 4736,
  ImpactTarget = 4744,
  ImpactTolerance = 4752,
  ImpactLimit = 4760,
  /** What it finds: see `HitPlace`. */
  Impact = 4768,
  /**
   * For `followHits`, as it looks at a contact: by how much the way at hand may be another one. What is that near to it at its end is taken for a
   * hit as well.
   */
  Doubt = 4808,
  /** What it finds: see {@link Foreseen}. */
  Foreseen = 4816,
  /**
   * For `followHits`: from which way on, in a step, a hit bounces; how far the body goes elsewhere from which it looks around; where what two bodies
   * get to after a hit lies at most.
   */
  BounceWay = 4984,
  LookBy = 4992,
  RegionMinX = 5000,
  RegionMinY = 5008,
  /** What is left after a step of the spin of what rocks: see `ROCKING_DAMPING`. 1 where nothing sleeps. */
  RockingLeft = 5016,
  /** For `raiseMasses`: how much of the load that it is held under a body weighs at least: see `BURDEN_SHARE`. By body: that load in the last step, 0 for none. */
  BurdenShare = 5024,
  Burden = 5032,
  NextChild = 5036,
  /** By root of an island: whether it is jolted, bytes; see `Islands`. */
  IslandJolted = 5040,
  /** By entity the first edge of its contacts, and by edge the next one of that entity: see `ContactTable`. */
  FirstEdge = 5044,
  NextEdge = 5048,
  /** The contacts that resist rolling, as many as `SpecialCount`: see `Roller`. */
  Rollers = 5052,
  /**
   * By work record the first end of the contacts that may bounce, and by end the next one of that body: see `kernel/impact-links.h`. Bits of the
   * bounces to look at in the next round of impacts. How many bounces are linked.
   */
  FirstBounce = 5056,
  NextBounce = 5060,
  Pending = 5064,
  LinkedBounces = 5068,
  /** How many hits impacts have looked at since the step began: what they cost, for tests. */
  HitVisits = 5072,
  /** By work record: 1 where some point of the body may be faster than half the threshold, when a substep begins. */
  QuickRecords = 5076,
  /**
   * For `findPairs`: the boxes, and those of which all pairs that overlapped are known; what each is called, its bits (see {@link NearBit}) and its
   * cell; both boxes and names in the order of the cells, and where each cell begins; what a box was found to overlap; the pairs, two ids each.
   * See `NearPairs`.
   */
  NearBoxes = 5080,
  NearBefore = 5084,
  NearNames = 5088,
  NearBits = 5092,
  NearCells = 5096,
  NearSorted = 5100,
  NearSortedBefore = 5104,
  NearOrder = 5108,
  NearStarts = 5112,
  NearFound = 5116,
  NearPairs = 5120,
  /** The index of the contacts by their pair, and how many slots it has: see `pair-slots.ts`. */
  PairSlots = 5124,
  PairSlotCount = 5128,
  /** By entity, as far as they were shown: where the bodies are, how they move, and their fat boxes; see `Motions`. */
  PositionX = 5132,
  PositionY = 5136,
  Turned = 5140,
  VelocityX = 5144,
  VelocityY = 5148,
  Spin = 5152,
  FatMinX = 5156,
  FatMinY = 5160,
  FatMaxX = 5164,
  FatMaxY = 5168,
  /** Places in the awake list: what a function leaves to who calls it, or what the substeps work on; see `BodyStates.listed`. How many `commit` left. */
  Listed = 5172,
  ListedCount = 5176,
  /** Whether `look` found a body that was moved by somebody else, or whose parts may have been. */
  Written = 5180,
  /** Whether `commit` need not list what is `Outcome.Free`. It finds that it has to where a kinematic body went far: then those before that one are not listed. */
  SparesFree = 5184,
  /** The substeps that `commit` takes bodies through that are `ALONE`. */
  SubstepCount = 5188,
  /** Geometry records of lines, by entity id, as far as there are any. */
  Lines = 5192,
  /** Records of rows that are followed, see `FollowedRow`, and how many there are. */
  FollowedRows = 5196,
  FollowedCount = 5200,
  /** The runs of groups of contacts that the passes go through, and how many there are: see `Run`. */
  Runs = 5204,
  RunCount = 5208,
  /** How stiff contacts between bodies are, and behind it how stiff those with the world are: see `Rate`. */
  Rates = 5212,
  /** By contact: `ContactTable.foreseen`. */
  ForeseenOf = 5216,
  /** How the two lie to each other that `collidePair` is asked about: see `Pair`. */
  Pair = 5224,
  /** A link that belongs to no collider: see `Geometry`. */
  LooseLink = 5288,
  /** More of `followHits`: the upper sides of that region; and the way before its hit of the body that hit something static, which it has again then. */
  RegionMaxX = 5384,
  RegionMaxY = 5392,
  KeptX = 5400,
  KeptY = 5408,
  KeptTurn = 5416,
  /** The contacts of which a hit may come, how many there are, and how many are followed at most; see `HitList`. Which one is at hand. */
  ToFollow = 5424,
  ToFollowCount = 5428,
  ToFollowMost = 5432,
  Following = 5436,
  /** The bodies that went elsewhere, how many, and from which of them it is looked around. By body: its place there, if that leads back to it. */
  Strays = 5440,
  StrayCount = 5444,
  StrayAt = 5448,
  StrayPlace = 5452,
  /** What it was asked to find out last, a {@link FollowAsk}, and of which contact. */
  Asked = 5456,
  AskedOf = 5460,
  /** Of the hit at hand: the locked axes of A and B, bits of `Lock`; whether anything static is near it, and whether a third body is. */
  LocksA = 5464,
  LocksB = 5468,
  HitNearStatic = 5472,
  HitCrowded = 5476,
  /** The body from which it is looked around, or 0; the collider and the next edge of it. */
  LookBody = 5480,
  LookCollider = 5484,
  LookEdge = 5488,
  /** How many bodies are static. */
  StaticCount = 5492,
  /** By contact: its place in the active list, or `NOT_ACTIVE`. */
  ActiveIndex = 5496,
  /** The body that has its way again when it was looked around from it, or 0. */
  KeptBody = 5500,
  /** How many points the contact has for which a hit is to come. */
  FoundPoints = 5504,
  /** What a closer look told of a contact with points: bits of {@link Closer}. */
  Closer = 5508,
  /** How many boxes of something static and solid were found in such regions in this step, of which the last {@link WITNESSES} are kept: it need not be asked for others. */
  WitnessCount = 5512,
  /** How far apart the two were that `timeOfImpact` found near enough: as they start, or hit. */
  ImpactGap = 5520,
  Witnesses = 5528,
}

export const WITNESSES = 32
/** Doubles in such a box: minX, minY, maxX, maxY. */
export const WITNESS_STRIDE = 4

/** What `findPairs` is told of a box. */
export enum NearBit {
  /** It is in the list of what moved: only pairs with such a one are asked for. */
  Moved = 1,
  /** It belongs to something static: two such are no pair. */
  Fixed = 2,
}

/** Places, in doubles, in the record of a hit to come. */
export enum Foreseen {
  /** The part of the step after which the shapes meet. */
  Part = 0,
  /** The separation of the first point then. */
  Separation = 1,
  /** How far B goes in the step, seen from A. */
  MotionX = 2,
  MotionY = 3,
  /** Of A, then of B: see `Ahead`. */
  Sides = 4,
  /** The manifold: its points from where A is now, its separations such that the way closes them. */
  Manifold = 12,
  /** Two integers. */
  Feature = 20,
}

/** The kernel's stack is before the address table. */
export const TABLE_START = 4096
/** A multiple of 64: with columns that begin within cache lines UpdateAABBs took 1.04 to 1.2 of the time. */
export const TABLE_END = 6592

/** What `followHits` has to be told, or have done, before it goes on. */
export enum FollowAsk {
  /** Nothing: all hits were followed. */
  Nothing = 0,
  /** Whether anything static and solid is in the region. */
  Near = 1,
  /** What surfaces and axes of a contact give, that have rules of their own or may be locked. */
  Surfaces = 2,
  /** To take up what is static around the body from which it is looked around. */
  Around = 3,
  /** What becomes of a contact that got points where the ways of its bodies end. */
  Ends = 4,
  /** What becomes of a contact for which a hit is to come: see {@link Foreseen}. */
  Coming = 5,
}

/** As what `prepare` is asked for contacts. */
export enum Prepared {
  /** As all are: it asks for those whose surfaces combine by rules of their own. */
  Together = 0,
  /** As one of those, about which nothing else is special. */
  Ruled = 1,
  /** As one that is followed within the step from where it is now: no point of it is taken from the end of the step. */
  Followed = 2,
  /** As one whose points are those of a hit to come. */
  Coming = 3,
}

/** What a closer look tells of a contact that has points: bits. */
export enum Closer {
  /** Its sides touch elsewhere: nothing else is known. */
  Aside = 1,
  /** Its separations change as its bodies turn. */
  Turns = 2,
  /** Its points are made anew within the step as its bodies turn. */
  Renews = 4,
  /** A hit may come of it. */
  Hits = 8,
}

/** Integers in an entry of the todo list. */
export const TODO_STRIDE = 2

/**
 * Places in an entry of the todo list: the contact; how many points it had, with {@link LOOK_AHEAD} where the contact is in
 * the list `Ahead` too, and {@link ONLY_ASKED}, or {@link UNSEEN}; of a sensor in how many it overlaps now.
 */
export enum Todo {
  Contact = 0,
  Before = 1,
}

/** In {@link AddressTable.Wanted}: a contact whose surfaces combine by rules of their own. */
export const FOREIGN = -1

/** In {@link AddressTable.Wanted}: room for more bounces. */
export const MORE_BOUNCES = -2

/** In the second integer of an entry of the todo list: the kernel did not look at the contact. Otherwise its old count. */
export const UNSEEN = -1

/** A bit beside the old count there. */
export const LOOK_AHEAD = 4

/** Of an entry: nothing about the contact has changed, and it is listed only because `preSolve` is asked about all that have points. */
export const ONLY_ASKED = 8

/**
 * Circles whose distance has a square below this are on one spot: left to who calls. It is above all distances at which
 * `collideCircles` would choose a direction by the pair.
 */
export const ONE_SPOT_SQUARED = 1e-23
