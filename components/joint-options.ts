import type { Point } from './shape-data.ts'

/** Where a joint sits on a body. */
export interface LocalFrame extends Point {
  /** How far the joint's axis is turned in the frame of the body, radians. Default: that of the option `axis`, else 0. */
  readonly angle?: number | undefined
}

/** What every joint may have. */
export interface JointOptions {
  /** Whether the two bodies may collide with each other. Default false. */
  readonly collideConnected?: boolean | undefined
  /** false makes it without letting it act. Default true. */
  readonly enabled?: boolean | undefined
  /** How stiff it is where it does not give way, hertz. Default 60; a substep can use a quarter of its own rate at most. */
  readonly hertz?: number | undefined
  /** The damping ratio that goes with it. Default 2. */
  readonly dampingRatio?: number | undefined
  /** The joint breaks where it would have to pull harder, newtons. Default: never. */
  readonly breakForce?: number | undefined
  /** The joint breaks where it would have to turn harder, newton-meters. Default: never. */
  readonly breakTorque?: number | undefined
  /** Whether breaking removes the joint's entity; otherwise it is switched off. Default false. */
  readonly removeBroken?: boolean | undefined
}

/** See {@link filterJoint}. */
export type FilterJointOptions = Pick<JointOptions, 'enabled'>

/** Where a joint is: a point in the world, by the poses that the bodies have when the joint is set, or frames of the bodies. */
export interface AnchorOptions {
  /** The anchor in the world. Default: the origin of B. */
  readonly x?: number | undefined
  readonly y?: number | undefined
  /** The anchor on each body, instead of the point in the world: both or none. */
  readonly localA?: LocalFrame | undefined
  readonly localB?: LocalFrame | undefined
}

/** Between which values the coordinate of a joint stays. */
export interface JointLimit {
  readonly lower: number
  readonly upper: number
}

/** A spring: by frequency and damping ratio, which need no knowledge of masses, or by stiffness and damping; both at once are refused. */
export interface JointSpring {
  /** Hertz; a substep can use a quarter of its own rate at most, 60 Hz by default. */
  readonly hertz?: number | undefined
  /**
   * 1 comes to rest soonest without swinging over, 0 swings longest. No less acts than 2π · hertz · the seconds of a substep, 0.026 · hertz at 240 substeps a
   * second, and near the largest `hertz` no more than about 1. Default 0.
   */
  readonly dampingRatio?: number | undefined
  /** N/m, or N·m/rad where it turns. */
  readonly stiffness?: number | undefined
  /** N·s/m, or N·m·s/rad. Default 0. */
  readonly damping?: number | undefined
}

/** A {@link JointSpring} along the coordinate of a joint. */
export interface RestingSpring extends JointSpring {
  /** The coordinate that it pulls to. Default: that of the moment for a distance joint, otherwise 0. */
  readonly rest?: number | undefined
  /** The largest force or torque with which it pulls the coordinate down, and pushes it up. Default: any. */
  readonly maxPull?: number | undefined
  readonly maxPush?: number | undefined
}

/** A motor that moves. */
export interface LinearMotor {
  /** length/s. */
  readonly speed: number
  /** Newtons, greater than 0. */
  readonly maxForce: number
}

/** A motor that turns. */
export interface AngularMotor {
  /** radians/s, positive counter-clockwise: of B against A. */
  readonly speed: number
  /** Newton-meters, greater than 0. */
  readonly maxTorque: number
}

/** See {@link distanceJoint}. Its coordinate is the distance of the anchors. Unit: length. */
export interface DistanceJointOptions extends JointOptions {
  /** The anchors, in the world. Default: the origins of the bodies. */
  readonly from?: Point | undefined
  readonly to?: Point | undefined
  /** The anchors, on the bodies. */
  readonly localA?: Point | undefined
  readonly localB?: Point | undefined
  /** Default: what it is when the joint is set. */
  readonly length?: number | undefined
  /** Makes a rope with `{ lower: 0, upper }`. */
  readonly limit?: JointLimit | undefined
  readonly motor?: LinearMotor | undefined
  readonly spring?: RestingSpring | undefined
}

/** See {@link revoluteJoint}. Its coordinate is the angle of B against A, in radians. */
export interface RevoluteJointOptions extends JointOptions, AnchorOptions {
  /** Radians, of any size: turns are counted. 0 is how the bodies stand when the joint is set. */
  readonly limit?: JointLimit | undefined
  readonly motor?: AngularMotor | undefined
  readonly spring?: RestingSpring | undefined
}

/** See {@link prismaticJoint}. Its coordinate is how far B went along the axis. Unit: length; 0 is where it is when the joint is set. */
export interface PrismaticJointOptions extends JointOptions, AnchorOptions {
  /**
   * The direction in which B slides: in the world, or in the frame of A where local frames are given, which then have no angles.
   * Default: (1, 0).
   */
  readonly axis?: Point | undefined
  readonly limit?: JointLimit | undefined
  readonly motor?: LinearMotor | undefined
  readonly spring?: RestingSpring | undefined
}

/** See {@link wheelJoint}. Its coordinate is how far the wheel went along the axis. Unit: length; 0 is where it is when the joint is set. */
export interface WheelJointOptions extends JointOptions, AnchorOptions {
  /**
   * The direction in which the wheel gives way: in the world, or in the frame of A where local frames are given, which then
   * have no angles. Default: (0, 1).
   */
  readonly axis?: Point | undefined
  readonly limit?: JointLimit | undefined
  /** Turns B. */
  readonly motor?: AngularMotor | undefined
  /** The suspension. */
  readonly spring?: RestingSpring | undefined
}

/** See {@link weldJoint}. Without springs it holds rigidly. */
export interface WeldJointOptions extends JointOptions, AnchorOptions {
  /** Lets the anchors give way, and pulls with at most `maxForce` newtons. Default: any. */
  readonly spring?: JointSpring & { readonly maxForce?: number | undefined } | undefined
  /** Lets the angle give way, and turns with at most `maxTorque` newton-meters. Default: any. */
  readonly angularSpring?: { readonly hertz: number; readonly dampingRatio?: number | undefined; readonly maxTorque?: number | undefined } | undefined
}

/** See {@link motorJoint}. Without a motor and springs it holds nothing. */
export interface MotorJointOptions extends JointOptions, AnchorOptions {
  /** Moves B against A. */
  readonly motor?: {
    /** Velocity along world x and y, length/s. Default 0. */
    readonly x?: number | undefined
    readonly y?: number | undefined
    /** radians/s. Default 0. */
    readonly angular?: number | undefined
    /** Newtons. Default 0: it is left to move. */
    readonly maxForce?: number | undefined
    /** Newton-meters. Default 0: it is left to turn. */
    readonly maxTorque?: number | undefined
  } | undefined
  /** Pulls the anchors together, with a largest force. */
  readonly spring?: JointSpring & { readonly maxForce?: number | undefined } | undefined
  /** Pulls the angle back to what it was when the joint was set, with a largest torque. */
  readonly angularSpring?: { readonly hertz: number; readonly dampingRatio?: number | undefined; readonly maxTorque?: number | undefined } | undefined
}

/** See {@link pulleyJoint}. */
export interface PulleyJointOptions extends JointOptions {
  /** The points in the world over which the rope runs, above A and above B. */
  readonly groundA: Point
  readonly groundB: Point
  /** Where it is tied to the bodies, in the world. Default: their origins. */
  readonly from?: Point | undefined
  readonly to?: Point | undefined
  /** Where it is tied, on the bodies. */
  readonly localA?: Point | undefined
  readonly localB?: Point | undefined
  /** How often the rope runs to and fro on the side of B, greater than 0. Default 1. */
  readonly ratio?: number | undefined
  /** Length of the rope: the way to A, and `ratio` times that to B. Default: what it is when the joint is set. */
  readonly length?: number | undefined
}

/** See {@link gearJoint}. The coordinates are those of the two joints that it couples. */
export interface GearJointOptions extends JointOptions {
  /** Keeps coordinate A + ratio · coordinate B as it is. Default 1: two wheels that turn against each other. */
  readonly ratio?: number | undefined
}
