import { JointKind } from './joint-kind.ts'
import type { Point } from './shape-data.ts'

/** Where a joint sits on a body. */
export interface LocalFrame extends Point {
  /** How far the joint's axis is turned in the frame of the body, radians. Default 0. */
  readonly angle?: number
}

/** What every joint may have. */
export interface JointOptions {
  /** Whether the two bodies may collide with each other. Default false. */
  readonly collideConnected?: boolean
  /** false makes it without letting it act. Default true. */
  readonly enabled?: boolean
  /** How stiff it is where it does not give way, hertz. Default 60; a substep can use a quarter of its own rate at most. */
  readonly hertz?: number
  /** The damping ratio that goes with it. Default 2. */
  readonly dampingRatio?: number
  /** The joint breaks where it would have to pull harder, newtons. Default: never. */
  readonly breakForce?: number
  /** The joint breaks where it would have to turn harder, newton-meters. Default: never. */
  readonly breakTorque?: number
  /** Whether breaking removes the joint's entity; otherwise it is switched off. Default false. */
  readonly removeBroken?: boolean
}

/** Where a joint is: a point in the world, by the poses that the bodies have when the joint is set, or frames of the bodies. */
export interface AnchorOptions {
  /** The anchor in the world. Default: the origin of B. */
  readonly x?: number
  readonly y?: number
  /** The anchor on each body, instead of the point in the world: both or none. */
  readonly localA?: LocalFrame
  readonly localB?: LocalFrame
}

/** Between which values the coordinate of a joint stays. */
export interface JointLimit {
  readonly lower: number
  readonly upper: number
}

/** A spring: by frequency and damping ratio, which need no knowledge of masses, or by stiffness and damping. */
export interface JointSpring {
  /** Hertz. */
  readonly hertz?: number
  /** 1 comes to rest soonest without swinging over, 0 swings forever. Default 0. */
  readonly dampingRatio?: number
  /** N/m, or N·m/rad where it turns. */
  readonly stiffness?: number
  /** N·s/m, or N·m·s/rad. Default 0. */
  readonly damping?: number
}

/** A {@link JointSpring} along the coordinate of a joint. */
export interface RestingSpring extends JointSpring {
  /** The coordinate that it pulls to. Default: that of the moment for a distance joint, otherwise 0. */
  readonly rest?: number
  /** The largest force or torque with which it pulls the coordinate down, and pushes it up. Default: any. */
  readonly maxPull?: number
  readonly maxPush?: number
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

export interface DistanceJointOptions extends JointOptions {
  /** The anchors, in the world. Default: the origins of the bodies. */
  readonly from?: Point
  readonly to?: Point
  /** The anchors, on the bodies. */
  readonly localA?: Point
  readonly localB?: Point
  /** Default: what it is when the joint is set. */
  readonly length?: number
  /** Makes a rope with `{ lower: 0, upper }`. */
  readonly limit?: JointLimit
  readonly motor?: LinearMotor
  readonly spring?: RestingSpring
}

export interface RevoluteJointOptions extends JointOptions, AnchorOptions {
  /** Radians, of any size: turns are counted. 0 is how the bodies stand when the joint is set. */
  readonly limit?: JointLimit
  readonly motor?: AngularMotor
  readonly spring?: RestingSpring
}

export interface PrismaticJointOptions extends JointOptions, AnchorOptions {
  /** The direction in the world in which B slides. Default: (1, 0). Not with local frames: there it is the angle of A's. */
  readonly axis?: Point
  readonly limit?: JointLimit
  readonly motor?: LinearMotor
  readonly spring?: RestingSpring
}

export interface WheelJointOptions extends JointOptions, AnchorOptions {
  /** The direction in the world in which the wheel gives way. Default: (0, 1). */
  readonly axis?: Point
  readonly limit?: JointLimit
  /** Turns B. */
  readonly motor?: AngularMotor
  /** The suspension. */
  readonly spring?: RestingSpring
}

export interface WeldJointOptions extends JointOptions, AnchorOptions {
  /** Lets the anchors give way. */
  readonly spring?: JointSpring
  /** Lets the angle give way. */
  readonly angularSpring?: { readonly hertz: number; readonly dampingRatio?: number }
}

export interface MotorJointOptions extends JointOptions, AnchorOptions {
  /** Moves B against A. */
  readonly motor?: {
    /** Velocity along world x and y, length/s. Default 0. */
    readonly x?: number
    readonly y?: number
    /** radians/s. Default 0. */
    readonly angular?: number
    /** Newtons. Default 0: it is left to move. */
    readonly maxForce?: number
    /** Newton-meters. Default 0: it is left to turn. */
    readonly maxTorque?: number
  }
  /** Pulls the anchors together, with a largest force. */
  readonly spring?: JointSpring & { readonly maxForce?: number }
  /** Pulls the angle back to what it was when the joint was set, with a largest torque. */
  readonly angularSpring?: { readonly hertz: number; readonly dampingRatio?: number; readonly maxTorque?: number }
}

export interface PulleyJointOptions extends JointOptions {
  /** The points in the world over which the rope runs, above A and above B. */
  readonly groundA: Point
  readonly groundB: Point
  /** Where it is tied to the bodies, in the world. Default: their origins. */
  readonly from?: Point
  readonly to?: Point
  /** Where it is tied, on the bodies. */
  readonly localA?: Point
  readonly localB?: Point
  /** How often the rope runs to and fro on the side of B, greater than 0. Default 1. */
  readonly ratio?: number
  /** Length of the rope: the way to A, and `ratio` times that to B. Default: what it is when the joint is set. */
  readonly length?: number
}

export interface GearJointOptions extends JointOptions {
  /** Keeps coordinate A + ratio · coordinate B as it is. Default 1: two wheels that turn against each other. */
  readonly ratio?: number
}

/** Some of what a joint is made of. */
type JointPart = Readonly<Record<string, number | Point | undefined>>

/** A joint as data, for `set(Joint, …)`: fields of `Joint`, and where its anchors are in the world. */
export type JointData = JointPart & { readonly kind: JointKind }

/**
 * Holds two points of two bodies at a distance: a rod; a rope with `limit: { lower: 0, upper }`; a spring with `spring`.
 * @param a, b The bodies.
 */
export function distanceJoint(a: number, b: number, options: DistanceJointOptions = {}): JointData {
  const { from, to, localA, localB, length, limit, motor, spring } = options
  const fields = { ...common(JointKind.Distance, a, b, options), ...coordinate(limit, motor, spring) }
  const rest = spring?.rest ?? length
  return { ...fields, ...local('a', localA), ...local('b', localB), from, to, ...defined('rest', rest), measure: rest === undefined ? 1 : 0 }
}

/**
 * Holds two bodies together at a point, around which both turn: a hinge.
 * @param a, b The bodies. The angle of the joint is that of B against A.
 */
export function revoluteJoint(a: number, b: number, options: RevoluteJointOptions = {}): JointData {
  const { limit, motor, spring } = options
  return { ...common(JointKind.Revolute, a, b, options), ...coordinate(limit, motor, spring), ...anchored(options) }
}

/**
 * Lets B slide along an axis of A and keeps it from turning.
 * @param a, b The bodies.
 */
export function prismaticJoint(a: number, b: number, options: PrismaticJointOptions = {}): JointData {
  const { limit, motor, spring, axis = { x: 1, y: 0 } } = options
  return { ...common(JointKind.Prismatic, a, b, options), ...coordinate(limit, motor, spring), ...anchored(options, axis) }
}

/**
 * Holds two bodies together as one, stiff, or soft with springs.
 * @param a, b The bodies.
 */
export function weldJoint(a: number, b: number, options: WeldJointOptions = {}): JointData {
  const { spring, angularSpring } = options
  return { ...common(JointKind.Weld, a, b, options), ...springOf(spring), ...angularOf(angularSpring), ...anchored(options) }
}

/**
 * Holds a wheel on an axis of a car, along which its suspension gives way, and lets it turn.
 * @param a The car. @param b The wheel.
 */
export function wheelJoint(a: number, b: number, options: WheelJointOptions = {}): JointData {
  const { limit, motor, spring, axis = { x: 0, y: 1 } } = options
  return { ...common(JointKind.Wheel, a, b, options), ...coordinate(limit, motor, spring), ...anchored(options, axis) }
}

/**
 * Moves B against A with forces that have limits: drags a body with the mouse, where A is the kinematic body that follows
 * it; rubs it against the ground, where A is static and the speed 0.
 * @param a, b The bodies.
 */
export function motorJoint(a: number, b: number, options: MotorJointOptions = {}): JointData {
  const { motor, spring, angularSpring } = options
  return {
    ...common(JointKind.Motor, a, b, options),
    ...defined('speed', motor?.x),
    ...defined('speedY', motor?.y),
    ...defined('angularSpeed', motor?.angular),
    ...defined('maxForce', motor?.maxForce),
    ...defined('maxTorque', motor?.maxTorque),
    ...springOf(spring),
    ...defined('maxPush', spring?.maxForce),
    ...angularOf(angularSpring),
    ...defined('maxPull', angularSpring?.maxTorque),
    ...anchored(options),
  }
}

/**
 * Keeps two bodies from colliding and does nothing else.
 * @param a, b The bodies.
 */
export function filterJoint(a: number, b: number): JointData {
  return { kind: JointKind.Filter, a, b }
}

/**
 * Ties two bodies to a rope over two pulleys. The rope only pulls: it may go slack.
 * @param a, b The bodies.
 */
export function pulleyJoint(a: number, b: number, options: PulleyJointOptions): JointData {
  const { groundA, groundB, from, to, localA, localB, ratio, length } = options
  return {
    ...common(JointKind.Pulley, a, b, options), ...local('a', localA), ...local('b', localB), from, to,
    groundAX: groundA.x, groundAY: groundA.y, groundBX: groundB.x, groundBY: groundB.y,
    ...defined('ratio', ratio), ...defined('rest', length), measure: length === undefined ? 1 : 0,
  }
}

/**
 * Couples two joints, each revolute or prismatic: as the one turns or slides, so does the other.
 * @param jointA, jointB The entities of the joints.
 */
export function gearJoint(jointA: number, jointB: number, options: GearJointOptions = {}): JointData {
  return { ...common(JointKind.Gear, jointA, jointB, options), ...defined('ratio', options.ratio), measure: 1 }
}

function common(kind: JointKind, a: number, b: number, options: JointOptions): JointData {
  const { collideConnected, enabled, hertz, dampingRatio, breakForce, breakTorque, removeBroken } = options
  return {
    kind, a, b,
    ...defined('collideConnected', flagOf(collideConnected)),
    ...defined('enabled', flagOf(enabled)),
    ...defined('hertz', hertz),
    ...defined('dampingRatio', dampingRatio),
    ...defined('breakForce', breakForce),
    ...defined('breakTorque', breakTorque),
    ...defined('removeBroken', flagOf(removeBroken)),
  }
}

function coordinate(limit?: JointLimit, motor?: LinearMotor | AngularMotor, spring?: RestingSpring): JointPart {
  const force = motor !== undefined && 'maxForce' in motor ? motor.maxForce : undefined
  const torque = motor !== undefined && 'maxTorque' in motor ? motor.maxTorque : undefined
  return {
    ...(limit === undefined ? {} : { limited: 1, lower: limit.lower, upper: limit.upper }),
    ...defined('speed', motor?.speed),
    ...defined('maxForce', force),
    ...defined('maxTorque', torque),
    ...springOf(spring),
    ...defined('rest', spring?.rest),
    ...defined('maxPull', spring?.maxPull),
    ...defined('maxPush', spring?.maxPush),
  }
}

function springOf(spring?: JointSpring): JointPart {
  return {
    ...defined('springHertz', spring?.hertz),
    ...defined('springRatio', spring?.dampingRatio),
    ...defined('stiffness', spring?.stiffness),
    ...defined('damping', spring?.damping),
  }
}

function angularOf(spring?: { readonly hertz: number; readonly dampingRatio?: number }): JointPart {
  return { ...defined('angularHertz', spring?.hertz), ...defined('angularRatio', spring?.dampingRatio) }
}

function anchored({ x, y, localA, localB }: AnchorOptions, axis?: Point): JointPart {
  if (localA === undefined && localB === undefined) {
    if (x === undefined && y === undefined) return { atB: 1, axis }
    return { at: { x: x as number, y: y as number }, axis }
  }
  if (localA === undefined || localB === undefined) throw new RangeError('joint: localA and localB go together, one of them is missing')
  if (x !== undefined || y !== undefined) throw new RangeError('joint: give either x and y or localA and localB')
  return { ...local('a', localA), ...local('b', localB) }
}

function local(side: 'a' | 'b', frame?: LocalFrame): JointPart {
  if (frame === undefined) return {}
  return { [`${side}x`]: frame.x, [`${side}y`]: frame.y, ...defined(`${side}Angle`, frame.angle) }
}

function flagOf(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : value ? 1 : 0
}

function defined(key: string, value: number | undefined): JointPart {
  return value === undefined ? {} : { [key]: value }
}
