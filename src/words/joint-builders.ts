import type { JointData, JointPart } from '../../components/joint-data.ts'
import { checkNames } from '../check-names.ts'
import { atan2 } from '../math/rotation.ts'
import { shown } from '../shown.ts'
import { JointKind } from '../../components/joint-kind.ts'
import type {
  AnchorOptions, AngularMotor, DistanceJointOptions, FilterJointOptions, GearJointOptions, JointLimit, JointOptions, JointSpring, LinearMotor, LocalFrame,
  MotorJointOptions, PrismaticJointOptions, PulleyJointOptions, RestingSpring, RevoluteJointOptions, WeldJointOptions, WheelJointOptions,
} from '../../components/joint-options.ts'
import type { Point } from '../../components/shape-data.ts'
import { bringJoints } from '../lifecycle/bring-joints.ts'

/**
 * Holds two points of two bodies at a distance: a rod; a rope with `limit: { lower: 0, upper }`; a spring with `spring`.
 * @param a, b The bodies.
 * @throws RangeError on a limit, motor or spring with a name that it does not have, or an anchor or length given twice.
 */
export function distanceJoint(a: number, b: number, options: DistanceJointOptions = {}): JointData {
  const fields = {
    ...common('distanceJoint', ['from', 'to', 'localA', 'localB', 'length', ...COORDINATE], JointKind.Distance, a, b, options),
    ...coordinate('distanceJoint', 'maxForce', options),
  }
  const { from, to, localA, localB, length, spring } = options
  checkEnds('distanceJoint', options)
  const rest = spring?.rest ?? length
  if (length !== undefined && spring?.rest !== undefined && spring.rest !== length) {
    throw new RangeError(`distanceJoint: length is ${shown(length)} and spring.rest is ${shown(rest)}. They are the same: give one of them.`)
  }
  return { ...fields, ...local('a', localA), ...local('b', localB), from, to, ...defined('rest', rest), measure: rest === undefined ? 1 : 0 }
}

/**
 * Holds two bodies together at a point, around which both turn: a hinge.
 * @param a, b The bodies. The angle of the joint is that of B against A.
 * @throws RangeError on a limit, motor or spring with a name that it does not have, or anchors given twice or half.
 */
export function revoluteJoint(a: number, b: number, options: RevoluteJointOptions = {}): JointData {
  return {
    ...common('revoluteJoint', [...ANCHOR, ...COORDINATE], JointKind.Revolute, a, b, options),
    ...coordinate('revoluteJoint', 'maxTorque', options), ...anchored(options),
  }
}

/**
 * Lets B slide along an axis of A and keeps it from turning.
 * @param a, b The bodies.
 * @throws RangeError on a limit, motor or spring with a name that it does not have, or anchors given twice or half.
 */
export function prismaticJoint(a: number, b: number, options: PrismaticJointOptions = {}): JointData {
  return {
    ...common('prismaticJoint', [...ANCHOR, 'axis', ...COORDINATE], JointKind.Prismatic, a, b, options),
    ...coordinate('prismaticJoint', 'maxForce', options), ...anchored(options, { x: 1, y: 0 }),
  }
}

/**
 * Holds two bodies together as one, stiff, or soft with springs.
 * @param a, b The bodies.
 * @throws RangeError on a limit, motor or spring with a name that it does not have, or anchors given twice or half.
 */
export function weldJoint(a: number, b: number, options: WeldJointOptions = {}): JointData {
  return {
    ...common('weldJoint', [...ANCHOR, 'spring', 'angularSpring'], JointKind.Weld, a, b, options),
    ...cappedSprings('weldJoint', options), ...anchored(options),
  }
}

/**
 * Holds a wheel on an axis of a car, along which its suspension gives way, and lets it turn.
 * @param a The car. @param b The wheel.
 * @throws RangeError on a limit, motor or spring with a name that it does not have, or anchors given twice or half.
 */
export function wheelJoint(a: number, b: number, options: WheelJointOptions = {}): JointData {
  return {
    ...common('wheelJoint', [...ANCHOR, 'axis', ...COORDINATE], JointKind.Wheel, a, b, options),
    ...coordinate('wheelJoint', 'maxTorque', options), ...anchored(options, { x: 0, y: 1 }),
  }
}

/**
 * Moves B against A with forces that have limits: drags a body with the mouse, where A is the kinematic body that follows
 * it; rubs it against the ground, where A is static and the speed 0.
 * @param a, b The bodies.
 * @throws RangeError on a limit, motor or spring with a name that it does not have, or anchors given twice or half.
 */
export function motorJoint(a: number, b: number, options: MotorJointOptions = {}): JointData {
  const fields = common('motorJoint', [...ANCHOR, 'motor', 'spring', 'angularSpring'], JointKind.Motor, a, b, options)
  const { motor } = options
  checkPart('motorJoint', 'motor', motor, ['x', 'y', 'angular', 'maxForce', 'maxTorque'])
  return {
    ...fields,
    ...defined('speed', motor?.x),
    ...defined('speedY', motor?.y),
    ...defined('angularSpeed', motor?.angular),
    ...defined('maxForce', motor?.maxForce),
    ...defined('maxTorque', motor?.maxTorque),
    ...cappedSprings('motorJoint', options),
    ...anchored(options),
  }
}

/**
 * Keeps two bodies from colliding and does nothing else.
 * @param a, b The bodies.
 * @throws RangeError on an option that it does not have: it pulls at nothing, so it has no strength.
 */
export function filterJoint(a: number, b: number, options: FilterJointOptions = {}): JointData {
  checkNames(options, ['enabled'], 'filterJoint')
  return common('filterJoint', [], JointKind.Filter, a, b, options)
}

/**
 * Ties two bodies to a rope over two pulleys. The rope only pulls: it may go slack.
 * @param a, b The bodies.
 * @throws RangeError on an anchor given twice. @throws TypeError without `groundA` and `groundB`.
 */
export function pulleyJoint(a: number, b: number, options: PulleyJointOptions): JointData {
  if (!(options?.groundA && options.groundB)) {
    throw new TypeError('pulleyJoint: groundA and groundB are needed, points such as { x: 0, y: 5 }, over which the rope runs.')
  }
  const { groundA, groundB, from, to, localA, localB, ratio, length } = options
  checkEnds('pulleyJoint', options)
  return {
    ...common('pulleyJoint', PULLEY, JointKind.Pulley, a, b, options), ...local('a', localA), ...local('b', localB), from, to,
    groundAX: groundA.x, groundAY: groundA.y, groundBX: groundB.x, groundBY: groundB.y,
    ...defined('ratio', ratio), ...defined('rest', length), measure: length === undefined ? 1 : 0,
  }
}

/**
 * Couples two joints, each revolute or prismatic: as the one turns or slides, so does the other.
 * @param jointA, jointB The entities of the joints.
 */
export function gearJoint(jointA: number, jointB: number, options: GearJointOptions = {}): JointData {
  return { ...common('gearJoint', ['ratio'], JointKind.Gear, jointA, jointB, options), ...defined('ratio', options.ratio), measure: 1 }
}

function checkEnds(builder: string, { from, to, localA, localB }: Pick<DistanceJointOptions, 'from' | 'to' | 'localA' | 'localB'>): void {
  if (from !== undefined && localA !== undefined) throw new RangeError(`${builder}: give either from or localA`)
  if (to !== undefined && localB !== undefined) throw new RangeError(`${builder}: give either to or localB`)
}

/** @param own The options that only this kind of joint has. */
function common(builder: string, own: readonly string[], kind: JointKind, a: number, b: number, options: JointOptions): JointData {
  if (typeof a === 'object') throw new TypeError(`${builder}: a must be an entity, got ${shown(a)}. It takes two entities and options, and no world.`)
  checkNames(options, [...own, ...COMMON], builder)
  bringJoints()
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

const COMMON = ['collideConnected', 'enabled', 'hertz', 'dampingRatio', 'breakForce', 'breakTorque', 'removeBroken']
// Nothing is spread out here: a bundler would keep it in programs without joints.
const COORDINATE = ['limit', 'motor', 'spring']
const ANCHOR = ['x', 'y', 'localA', 'localB']
const PULLEY = ['groundA', 'groundB', 'from', 'to', 'localA', 'localB', 'ratio', 'length']

/** A limit or motor of another kind of joint would do nothing, silently. */
function checkPart(builder: string, name: string, part: object | undefined, names: readonly string[]): void {
  if (part !== undefined) checkNames(part, names, `${builder}: ${name}`)
}

const SPRING = ['hertz', 'dampingRatio', 'stiffness', 'damping']

/** What a joint may have along its coordinate, or around it. */
interface Coordinate {
  readonly limit?: JointLimit | undefined
  readonly motor?: LinearMotor | AngularMotor | undefined
  readonly spring?: RestingSpring | undefined
}

/** @param most What the limit of the motor is called. */
function coordinate(builder: string, most: 'maxForce' | 'maxTorque', { limit, motor, spring }: Coordinate): JointPart {
  checkPart(builder, 'limit', limit, ['lower', 'upper'])
  checkPart(builder, 'motor', motor, ['speed', most])
  checkPart(builder, 'spring', spring, [...SPRING, 'rest', 'maxPull', 'maxPush'])
  const limited: { readonly maxForce?: number; readonly maxTorque?: number } = { ...motor }
  if (motor !== undefined && limited[most] === undefined) throw new RangeError(`${builder}: motor needs ${most}, the most that it may use. Without it nothing moves.`)
  return {
    ...(limit === undefined ? {} : { limited: 1, lower: limit.lower, upper: limit.upper }),
    ...defined('speed', motor?.speed),
    ...defined(most, limited[most]),
    ...springOf(builder, spring),
    ...defined('rest', spring?.rest),
    ...defined('maxPull', spring?.maxPull),
    ...defined('maxPush', spring?.maxPush),
  }
}

/** A spring that is given by hertz is none by stiffness any more, and the other way round: what is given twice is refused when it is set. */
function springOf(builder: string, spring: JointSpring = {}): JointPart {
  const { hertz, dampingRatio, stiffness, damping } = spring
  const byMass = stiffness !== undefined || damping !== undefined
  if (byMass && hertz === undefined && dampingRatio !== undefined) {
    throw new RangeError(`${builder}: spring: dampingRatio goes with hertz. Give damping beside stiffness.`)
  }
  return {
    ...(byMass ? { springHertz: 0, springRatio: 0 } : {}),
    ...(hertz === undefined ? {} : { stiffness: 0, damping: 0 }),
    ...defined('springHertz', hertz),
    ...defined('springRatio', dampingRatio),
    ...defined('stiffness', stiffness),
    ...defined('damping', damping),
  }
}

/** The springs of a weld or motor joint: of its anchors and of its angle. */
function cappedSprings(builder: string, { spring, angularSpring: angular }: WeldJointOptions): JointPart {
  checkPart(builder, 'spring', spring, [...SPRING, 'maxForce'])
  checkPart(builder, 'angularSpring', angular, ['hertz', 'dampingRatio', 'maxTorque'])
  return {
    ...springOf(builder, spring), ...defined('maxPush', spring?.maxForce),
    ...defined('angularHertz', angular?.hertz), ...defined('angularRatio', angular?.dampingRatio), ...defined('maxPull', angular?.maxTorque),
  }
}

/** @param usual The axis of a joint that has one, where none is given. */
function anchored({ x, y, localA, localB, axis }: AnchorOptions & { readonly axis?: Point | undefined }, usual?: Point): JointPart {
  const along = axis ?? usual
  if (localA === undefined && localB === undefined) {
    if (x === undefined && y === undefined) return { atB: 1, axis: along }
    return { at: { x: x as number, y: y as number }, axis: along }
  }
  if (localA === undefined || localB === undefined) throw new RangeError('joint: localA and localB go together, one of them is missing')
  if (x !== undefined || y !== undefined) throw new RangeError('joint: give either x and y or localA and localB')
  const frames = { ...local('a', localA), ...local('b', localB) }
  if (localA.angle === undefined && localB.angle === undefined) return { ...frames, ...localAxis(along) }
  if (axis !== undefined) throw new RangeError('joint: give either axis or the angles of localA and localB')
  return frames
}

/** One direction on both bodies: where neither is turned against the other, their axes are one line. */
function localAxis(axis: Point | undefined): JointPart {
  if (axis === undefined) return {}
  const { x, y } = axis
  if (!Number.isFinite(x) || !Number.isFinite(y) || (x === 0 && y === 0)) {
    throw new RangeError(`joint: axis must be a direction such as { x: 0, y: 1 }, got (${shown(x)}, ${shown(y)})`)
  }
  const angle = atan2(y, x)
  return { aAngle: angle, bAngle: angle }
}

function local(side: 'a' | 'b', frame?: LocalFrame): JointPart {
  if (frame === undefined) return {}
  // Vectors of other libraries have more in them than x and y.
  if (isPlain(frame)) checkNames(frame, ['x', 'y', 'angle'], `joint: local${side.toUpperCase()}`)
  return { [`${side}x`]: frame.x, [`${side}y`]: frame.y, ...defined(`${side}Angle`, frame.angle) }
}

/** Whether it was written as `{ … }`, or is nothing that could have an x. */
function isPlain(frame: unknown): frame is object {
  return typeof frame !== 'object' || frame === null || Object.getPrototypeOf(frame) === Object.prototype
}

function flagOf(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : value ? 1 : 0
}

function defined(key: string, value: number | undefined): JointPart {
  return value === undefined ? {} : { [key]: value }
}
