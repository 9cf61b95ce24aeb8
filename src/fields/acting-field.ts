import { Pose } from '../bodies/body-records.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { hashWord, HASH_START } from '../math/hash.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** Numbers of the field at hand, for all that it acts on. */
const STRIDE = 20

/** Places in them. */
export enum Acting {
  /** Where the field's origin is. */
  OriginX = 0,
  OriginY = 1,
  /** `Field.x` and `Field.y` in the world. */
  X = 2,
  Y = 3,
  /** Velocity and spin of the field's body, and its center of mass. */
  VelocityX = 4,
  VelocityY = 5,
  Spin = 6,
  CenterX = 7,
  CenterY = 8,
  /** Length of the step. */
  StepTime = 9,
  /** What varies is multiplied by this, for the body at hand. */
  Factor = 10,
  /** Velocity of the medium where the body at hand is. */
  FlowX = 11,
  FlowY = 12,
  /** Half of the density times the coefficient of drag; both rates of drag, and by what those are multiplied. */
  Drag = 13,
  Rate = 14,
  SpinRate = 15,
  Share = 16,
  /** Time until the middle of the step: a force that is found there neither gives nor takes energy, see `takeField`. */
  Middle = 17,
}

class ActingField {
  readonly numbers = new Float64Array(STRIDE)
  /** What it does changes by itself, so that nothing may rest in it. */
  restless = false
  varies = false
  /** Its medium has the same velocity everywhere. */
  still = true
  /** And that is none. */
  calm = true
  /** Of `Field`. */
  kind = 0
  priority = 0
  replaces = false
  /** It leaves the world's gravity as it is. */
  keepsGravity = true
}

/** The field that is looked at. One for all worlds: it lasts for one call. */
export const actingField = new ActingField()

/** Takes up a field. */
export function takeField(physics: PhysicsWorld, field: number, dt: number): void {
  const { Field, Velocity } = physics.components
  const { pose, bodyOf } = physics.bodies
  const { numbers } = actingField
  const p = field * POSE_STRIDE
  const body = bodyOf[field]!
  const b = body * POSE_STRIDE
  const turns = Field.turns[field] === 1
  const c = turns ? pose[p + Pose.Cos]! : 1
  const s = turns ? pose[p + Pose.Sin]! : 0
  const x = Field.x[field]!
  const y = Field.y[field]!
  actingField.restless = false
  actingField.kind = Field.kind[field]!
  actingField.priority = Field.priority[field]!
  actingField.replaces = Field.replaces[field] === 1
  actingField.keepsGravity = Field.gravityScale[field] === 1
  numbers[Acting.OriginX] = pose[p + Pose.X]!
  numbers[Acting.OriginY] = pose[p + Pose.Y]!
  numbers[Acting.X] = c * x - s * y
  numbers[Acting.Y] = s * x + c * y
  numbers[Acting.VelocityX] = Velocity.x[body]!
  numbers[Acting.VelocityY] = Velocity.y[body]!
  numbers[Acting.Spin] = Velocity.angular[body]!
  numbers[Acting.CenterX] = pose[b + Pose.X]! - pose[b + Pose.FromCenterX]!
  numbers[Acting.CenterY] = pose[b + Pose.Y]! - pose[b + Pose.FromCenterY]!
  numbers[Acting.StepTime] = dt
  // What is found at x + m·v and acts for n substeps of the step keeps areas in phase space for m = dt · (n − 1) / 2n.
  numbers[Acting.Middle] = (dt * (physics.settings.substeps - 1)) / (2 * physics.settings.substeps)
  numbers[Acting.Factor] = 1
  numbers[Acting.Drag] = 0.5 * Field.density[field]! * Field.drag[field]!
  numbers[Acting.Rate] = Field.linearDrag[field]!
  numbers[Acting.SpinRate] = Field.angularDrag[field]!
  numbers[Acting.Share] = 1
  actingField.varies = Field.variation[field]! !== 0
  actingField.still = !actingField.varies && Velocity.x[body] === 0 && Velocity.y[body] === 0 && Velocity.angular[body] === 0
  actingField.calm = actingField.still && x === 0 && y === 0
  numbers[Acting.FlowX] = numbers[Acting.X]!
  numbers[Acting.FlowY] = numbers[Acting.Y]!
}

/** Writes by what the force of a field on a body is multiplied now. Keeps the body awake where that changes. */
export function findFactor(physics: PhysicsWorld, field: number, body: number): void {
  if (!actingField.varies) return
  const { Field } = physics.components
  const { numbers } = actingField
  const variation = Field.variation[field]!
  const time = Field.time[field]! * Field.frequency[field]!
  const whole = Math.floor(time)
  const part = time - whole
  const key = hashWord(hashWord(HASH_START, Field.seed[field]!), body)
  const before = hashWord(hashWord(key, whole >>> 0), 1) / 0x7fffffff - 1
  const after = hashWord(hashWord(key, (whole + 1) >>> 0), 1) / 0x7fffffff - 1
  // Smoothly from one value to the next.
  const blend = part * part * (3 - 2 * part)
  numbers[Acting.Factor] = 1 + variation * (before + (after - before) * blend)
  if (Field.frequency[field]! > 0) physics.bodies.quietTime[body] = 0
}

/** Writes the velocity that the medium of a field has where a body is: its own, and that of what the field is a part of. */
export function findFlow(physics: PhysicsWorld, field: number, body: number): void {
  if (actingField.still) return
  const { pose } = physics.bodies
  const { numbers } = actingField
  findFactor(physics, field, body)
  const factor = numbers[Acting.Factor]!
  const spin = numbers[Acting.Spin]!
  const b = body * POSE_STRIDE
  const x = pose[b + Pose.X]! - pose[b + Pose.FromCenterX]! - numbers[Acting.CenterX]!
  const y = pose[b + Pose.Y]! - pose[b + Pose.FromCenterY]! - numbers[Acting.CenterY]!
  numbers[Acting.FlowX] = numbers[Acting.X]! * factor + numbers[Acting.VelocityX]! - spin * y
  numbers[Acting.FlowY] = numbers[Acting.Y]! * factor + numbers[Acting.VelocityY]! + spin * x
}
