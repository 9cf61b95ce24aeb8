// Nothing is imported here: esbuild puts numbers in the place of constants only from files without imports.

/** Doubles in a joint's record: ten cache lines. A step reads one of a hinge, three of other plain joints. */
export const JOINT_STRIDE = 80
export const JOINT_BYTES = 640

/**
 * A joint as the kernel sees it. Every kind is made of the same parts: two anchors held together, the coordinate along an
 * axis or along the line between the anchors, and the angle; so kinds are presets of this record, see `write-record.ts`.
 */
export enum JointRecord {
  /** Bits of {@link JointPart}: which rows it has. 0 where it is off. */
  Parts = 0,
  /** How rigid the rigid rows are: in the cache line that a hinge reads in each step. */
  Hertz = 1,
  Ratio = 2,
  /** Anchors in the frames of the bodies. */
  AnchorAX = 3,
  AnchorAY = 4,
  AnchorBX = 5,
  AnchorBY = 6,
  /** What is added to the angle of B less that of A, radians. */
  Reference = 7,
  /** Impulses of the rows, for the warm start: of the point and of what drives it; */
  PointX = 8,
  PointY = 9,
  DriveX = 10,
  /** Of what is held in a tree: which tree that was. Nothing drives it. */
  Tree = 10,
  DriveY = 11,
  /** What the joint did to B in the last step, the mean of its substeps: newtons, and newton-meters about the anchor. */
  ForceX = 12,
  ForceY = 13,
  Torque = 14,
  /** of the angle: spring or lock, motor, lower and upper limit; */
  AngleSpring = 15,
  AngleMotor = 16,
  AngleLow = 17,
  AngleHigh = 18,
  /** of the axis, likewise; across the axis, and the lock of the angle that goes with it. */
  AxisSpring = 19,
  AxisMotor = 20,
  AxisLow = 21,
  AxisHigh = 22,
  Across = 23,
  Lock = 24,
  /** Bodies. Of a gear: the records of the two joints that it couples. */
  A = 25,
  B = 26,
  /** Unit vector in the frame of A. */
  AxisX = 27,
  AxisY = 28,
  /** Bits of {@link LinePart}. */
  AngleParts = 29,
  AxisParts = 30,
  /** Of the angle, radians: where spring or lock want it; limits; speed and largest torque of the motor; the spring. */
  AngleRest = 31,
  AngleLower = 32,
  AngleUpper = 33,
  AngleSpeed = 34,
  AngleMotorMost = 35,
  AngleHertz = 36,
  AngleRatio = 37,
  AngleStiffness = 38,
  AngleDamping = 39,
  AngleLeast = 40,
  AngleMost = 41,
  /** Of the axis, likewise. */
  AxisRest = 42,
  AxisLower = 43,
  AxisUpper = 44,
  AxisSpeed = 45,
  AxisMotorMost = 46,
  AxisHertz = 47,
  AxisRatio = 48,
  AxisStiffness = 49,
  AxisDamping = 50,
  AxisLeast = 51,
  AxisMost = 52,
  /** Of the point where it is a spring; 0 hertz and no stiffness hold it rigidly. */
  PointHertz = 53,
  PointRatio = 54,
  PointStiffness = 55,
  PointDamping = 56,
  /** The largest force of that spring; the velocity and the largest force of what drives the point. */
  PointMost = 57,
  DriveSpeedX = 58,
  DriveSpeedY = 59,
  DriveMost = 60,
  /** 1 where the axis is the line between the anchors. */
  Free = 61,
  /** Of pulleys: where the rope runs over. */
  GroundAX = 31,
  GroundAY = 32,
  GroundBX = 33,
  GroundBY = 34,
  /** Of pulleys and gears. */
  Factor = 62,
  /** Of pulleys and gears: the constant; the impulse is `AxisSpring`. */
  Sum = 63,
  /**
   * What a tree keeps from step to step besides impulses: the inertia that the body before the joint had, raised or not, and
   * its mass across rods, 0 where that is not raised; the same of the body that it leads to, where no joint leads on.
   */
  Turned = 64,
  HeftXX = 65,
  HeftXY = 66,
  HeftYY = 67,
  LastTurned = 68,
  LastHeftXX = 69,
  LastHeftXY = 70,
  LastHeftYY = 71,
  /** Of a rod in a tree: its impulse before the velocity that mends it was taken back, and after. */
  Mending = 72,
  Pulled = 73,
  /** Which limit is a row of the tree: 1 the lower, −1 the upper one, 0 none. */
  Limit = 74,
  /**
   * What its lengths (a limit, a rest, an anchor) were moved by the last time, a step; and what of this and the time before goes the same way: what is
   * moved on and on. The same of its angles, in radians. Of a body that is put elsewhere it is the way along x; along y. See {@link JointPart.Moved}.
   */
  Moved = 75,
  Faster = 76,
  MovedTurn = 77,
  FasterTurn = 78,
  MovedY = 79,
}

/** The rows that a joint may have, in the order in which they are solved: bits of `JointRecord.Parts`. */
export enum JointPart {
  Angle = 1,
  Axis = 2,
  /** Holds the anchors on the axis, and lets them turn. */
  Across = 4,
  /** Holds the anchors on the axis and the angle. */
  Slide = 8,
  /** Moves the anchors against each other at a speed. */
  Drive = 16,
  Point = 32,
  Pulley = 64,
  Gear = 128,
  /** No row: somebody moves its numbers from step to step, and it mends places by that much faster. In the cache line that a hinge reads. */
  Moved = 256,
}

/** What acts along one coordinate. */
export enum LinePart {
  /** Pulls to `Rest`. */
  Spring = 1,
  Motor = 2,
  Limit = 4,
  /** What pulls to `Rest` is no spring but holds. */
  Rigid = 8,
}

/** Kinds of rows: those of {@link JointPart}, and points that are held rigidly, apart from those that are springs. */
export const ROW_KINDS = 9

/** Integers in a {@link JointPlan}. */
export const PLAN_STRIDE = 48

/** What the kernel works with in a step: addresses and counts. */
export enum JointPlan {
  /** The joints in order, by the place of their record, and how many. */
  Order = 0,
  Count = 1,
  /** By place in the order: see `kernel/joints.c`. */
  Ends = 2,
  /** By row: see `kernel/joints.c`. */
  Rows = 3,
  RowCount = 4,
  /** By work record: the open groups that it is in. */
  Busy = 5,
  /** Work records, that of the world among them. */
  Records = 6,
  /** Where the groups begin. */
  Groups = 7,
  /** For how many joints the rows were packed, and how many bytes their groups take: they hold while nobody's ends change. */
  Packed = 8,
  Bytes = 9,
  /** What trees are found with, and the nodes of those that were found; how many there are; where their records begin: see `kernel/trees.h`. */
  Stems = 10,
  Slots = 11,
  Nodes = 12,
  /** How many nodes of strands there are behind these: see `kernel/strands.h`. */
  Strands = 27,
  Trees = 13,
  /** 1 where joints came, went or changed since the rows were packed; where groups hold impulses that the records lack; where the rows are new. */
  Changed = 14,
  Held = 15,
  Fresh = 26,
  /** The length of a substep, and the largest speed at which joints mend places: doubles. */
  Time = 28,
  MostMending = 30,
  /** By kind of row: the first byte of its groups, and how many there are. */
  Starts = 16,
  Counts = 32,
  /** Whether a tree has a body whose mass or inertia is raised. */
  Slowed = 41,
  /** How many substeps the rows were solved in since the step began. */
  Relaxed = 42,
  /** Whether impacts met something with joints since the step began. */
  Blown = 43,
  /** Where the list of joints by body is that impacts made of these rows, or 0. */
  Linked = 46,
  /** The substep that says how stiff joints may be, see `ContactSoftness.longest`: a double. */
  Longest = 44,
}

/** Integers of an entry of {@link JointPlan.Ends}, and of one of {@link JointPlan.Rows}. */
export const ENDS_STRIDE = 10
export const ROW_STRIDE = 2

/** Integers of {@link JointPlan.Stems} by work record, and of an entry of {@link JointPlan.Slots}, of which a joint takes two at most. */
export const STEM_STRIDE = 13
export const SLOT_STRIDE = 9
