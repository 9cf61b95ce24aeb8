import { MOST_MASS } from './limits.ts'
import { JointKind } from './joint-kind.ts'
import { type ComponentSpec, type FieldSpec, float } from './spec.ts'

/**
 * Holds two bodies together: an entity of its own has it. Set it with `set(Joint, revoluteJoint(a, b, { x, y }))` or
 * another of the builders.
 *
 * A joint measures one coordinate, in which its limits, its motor's speed and its spring's rest are given: the length of a
 * distance joint, the angle of B against A of a revolute joint, the way of B along the axis of a prismatic or wheel joint.
 * Positive angles turn counter-clockwise and count on over many turns.
 *
 * Plain writes to `enabled` are seen by the next step, and so are those to speeds, largest forces, limits, rests and
 * springs of a joint that has a motor, limits or a spring. What else is written is announced with `set(…)` or
 * `markChanged(world, joint)`.
 */
export interface Joint {
  /** One of {@link JointKind}. Default 0: none yet. */
  kind: Uint8Array
  /** The two bodies; of a gear the two joints. */
  a: Uint32Array
  b: Uint32Array
  /** Anchor in the frame of A, and how far the joint's axis is turned there. Unit: length, radians. */
  ax: Float64Array
  ay: Float64Array
  aAngle: Float64Array
  /** Anchor in the frame of B, and its turn. */
  bx: Float64Array
  by: Float64Array
  bAngle: Float64Array
  /** 1 lets the two bodies collide with each other. Default 0. */
  collideConnected: Uint8Array
  /** 0 switches the joint off. Default 1. */
  enabled: Uint8Array
  /** How stiff it is where it does not give way, hertz. Default 60. */
  hertz: Float64Array
  /** And how much that is damped, no unit. Default 2. */
  dampingRatio: Float64Array
  /** The coordinate that the spring pulls to; the length of a rod. */
  rest: Float64Array
  /** 1 keeps the coordinate between `lower` and `upper`. */
  limited: Uint8Array
  lower: Float64Array
  upper: Float64Array
  /** Speed of the motor, length/s or radians/s. Of a motor joint: velocity of B against A along world x. */
  speed: Float64Array
  /** Of a motor joint: velocity along world y, and rate of turn. */
  speedY: Float64Array
  angularSpeed: Float64Array
  /** The largest force of the motor, newtons; 0 is no motor. */
  maxForce: Float64Array
  /** The largest torque of the motor, newton-meters; 0 is no motor. */
  maxTorque: Float64Array
  /** A spring by its frequency in hertz and its damping ratio; 0 hertz is none. */
  springHertz: Float64Array
  springRatio: Float64Array
  /** A spring by its stiffness (N/m or N·m/rad) and damping coefficient (N·s/m or N·m·s/rad). */
  stiffness: Float64Array
  damping: Float64Array
  /** The spring of the angle of a weld or motor joint, beside that of its anchors. */
  angularHertz: Float64Array
  angularRatio: Float64Array
  /**
   * The largest force with which a spring pulls and pushes, newtons or newton-meters; 0 is no limit. Of a weld or motor joint: the largest
   * torque of the spring of its angle, and the largest force of that of its anchors.
   */
  maxPull: Float64Array
  maxPush: Float64Array
  /** Of a pulley: where the rope runs over, in the world. */
  groundAX: Float64Array
  groundAY: Float64Array
  groundBX: Float64Array
  groundBY: Float64Array
  /** Of a pulley or gear: how much the second side counts. Default 1. */
  ratio: Float64Array
  /** It breaks above this force in newtons, or this torque in newton-meters; 0 never does. */
  breakForce: Float64Array
  breakTorque: Float64Array
  /** 1 removes the joint's entity when it breaks; 0 switches it off. Default 0. */
  removeBroken: Uint8Array
}

const flag = (initial: 0 | 1): FieldSpec => ({ kind: 'u8', initial, rule: 'boolean' })
const body: FieldSpec = { kind: 'ref', initial: 0, rule: 'uint32' }

/** No joint pushes harder, in newtons: what a step makes of it stays a float. */
export const MOST_FORCE = 1e15

/** Stiffer than any step can take. */
const MOST_HERTZ = 1e6

const size = (most: number, initial = 0): FieldSpec => float(initial, 'nonNegative', most)

export const jointSpec: ComponentSpec<keyof Joint> = {
  name: 'Joint',
  fields: {
    kind: { kind: 'u8', initial: JointKind.None, rule: 'uint32', most: JointKind.Gear },
    a: body,
    b: body,
    ax: float(),
    ay: float(),
    aAngle: float(),
    bx: float(),
    by: float(),
    bAngle: float(),
    collideConnected: flag(0),
    enabled: flag(1),
    hertz: float(60, 'positive', MOST_HERTZ),
    dampingRatio: size(MOST_HERTZ, 2),
    rest: float(),
    limited: flag(0),
    lower: float(),
    upper: float(),
    speed: float(),
    speedY: float(),
    angularSpeed: float(),
    maxForce: size(MOST_FORCE),
    maxTorque: size(MOST_FORCE),
    springHertz: size(MOST_HERTZ),
    springRatio: size(MOST_HERTZ),
    stiffness: size(MOST_MASS),
    damping: size(MOST_MASS),
    angularHertz: size(MOST_HERTZ),
    angularRatio: size(MOST_HERTZ),
    maxPull: size(MOST_FORCE),
    maxPush: size(MOST_FORCE),
    groundAX: float(),
    groundAY: float(),
    groundBX: float(),
    groundBY: float(),
    ratio: float(1),
    breakForce: size(MOST_FORCE),
    breakTorque: size(MOST_FORCE),
    removeBroken: flag(0),
  },
}
