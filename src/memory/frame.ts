// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/**
 * Where the kernel finds what it works on: the numbers at the start of its memory, by their first byte. Addresses are
 * integers of four bytes, like the counts; what has a fraction is a double.
 */
export enum Frame {
  /** Addresses of columns by entity id; see `Bodies`, `PhysicsWorld` and `Islands`. */
  Pose = 0,
  Surface = 4,
  Geometry = 8,
  ShapeType = 12,
  Traits = 16,
  Kind = 20,
  BodyOf = 24,
  AwakeIndex = 28,
  Reach = 32,
  IslandParent = 36,
  IslandSize = 40,
  /** Addresses of columns by contact; see `ContactTable`. */
  A = 44,
  B = 48,
  Flags = 52,
  PointCount = 56,
  Manifold = 60,
  Impulse = 64,
  Feature = 68,
  Active = 72,
  Todo = 76,
  /** By place in the awake list: the bits of locked axes, bytes. */
  Axes = 80,
  /** The push of the world, which those of the awake bodies follow. */
  Push = 84,
  /** Addresses of what fills groups of contacts; see `ContactRows`. */
  Busy = 88,
  Owners = 92,
  Open = 96,
  Cursors = 100,
  Special = 104,
  /** Counts. */
  OwnerCount = 108,
  SpecialCount = 112,
  /** Why `prepare` came no further: a stream that has no room for its next group, or {@link FOREIGN}. */
  Wanted = 116,
  /** How many of the contacts that `collide` dealt with alone touch. */
  Touching = 120,
  /** 1 where every contact with points is to be reported, because the user wants to be asked about it. */
  Asking = 124,
  /** The speculative distance and the linear slop, lengths. */
  Margin = 128,
  Slop = 136,
  /** Compliance of contacts between bodies and against the world, in large islands. */
  MovingCompliance = 144,
  FixedCompliance = 152,
  /** Friction and restitution of the one contact that is prepared with rules of its own. */
  Friction = 160,
  Restitution = 168,
  /** Cosine and sine of what never turns: `collide` writes them here. */
  Upright = 176,
  /**
   * Compliance c and 1 / (1 + c), floats, which `prepare` works out: between bodies and against the world in small
   * islands, then in large ones.
   */
  Soft = 192,
}

export const FRAME_BYTES = 256

/** An entry of the todo list: two integers. */
export const TODO_BYTES = 8

/** In {@link Frame.Wanted}: a contact whose surfaces combine by rules of their own. */
export const FOREIGN = -1

/** In the second integer of an entry of the todo list: the kernel did not look at the contact. Otherwise its old count. */
export const UNSEEN = -1
