import { JointKind } from '../../components/joint-kind.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { JOINT_STRIDE, JointRecord, LinePart } from '../joints/joint-record.ts'
import { sincosOf } from '../math/rotation.ts'
import { measureAnchors } from '../solver/anchors.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** What a motor drives, the sign of its coordinate in the joint, the place of the joint, and that of its record. */
const driven = { body: 0, sign: 1, place: 0, record: 0, a: 0, b: 0 }

/** How far an arm turns, and cosine and sine of that. */
const turned = new Float64Array(3)

/** From the anchor of A to that of B. */
const apart = new Float64Array(2)

/**
 * Takes the ways of what a motor is about to move to be those that it will go: a flipper stands when the step begins, and is on the other
 * side of the ball when it ends. Of hinges and slides on what is static; the velocities are where the kernel finds them.
 */
export function leadMotors(physics: PhysicsWorld, dt: number): void {
  const { bodies, joints, stores: { Joint } } = physics
  const { record } = joints
  // Of most nets nothing is driven: to ask each of 7,080 joints took a hundredth of the step.
  if (!joints.driven.includes(1)) return
  for (let i = 0; i < joints.count; i++) {
    const place = joints.order[i]!
    if (joints.driven[place] === 0) continue
    const r = place * JOINT_STRIDE
    const kind = Joint.kind[joints.entity[place]!]
    const turns = kind === JointKind.Revolute
    if (record[r + JointRecord.Parts] === 0 || (!turns && kind !== JointKind.Prismatic)) continue
    if ((record[r + (turns ? JointRecord.AngleParts : JointRecord.AxisParts)]! & LinePart.Motor) === 0) continue
    driven.a = joints.a[place]!
    driven.b = joints.b[place]!
    driven.sign = bodies.kind[driven.a] === BodyKind.Static ? 1 : -1
    driven.body = driven.sign > 0 ? driven.b : driven.a
    driven.place = place
    driven.record = r
    if (bodies.kind[driven.a + driven.b - driven.body] !== BodyKind.Static || !bodies.isAwake(driven.body)) continue
    // No motor moves what is kinematic, or has no mass.
    if (bodies.pose[driven.body * POSE_STRIDE + Pose.InverseMass] === 0) continue
    if (turns) leadArm(physics, dt)
    else leadSlide(physics, dt)
  }
}

/** Whether a motor takes a body farther than it goes by itself: not one that moves it as it should, or slows it down. */
function takesFarther({ tolerances }: PhysicsWorld, speed: number, wanted: number, reach: number): boolean {
  return Math.abs(wanted - speed) * reach > tolerances.speculativeDistance && Math.abs(wanted) >= Math.abs(speed)
}

function leadArm(physics: PhysicsWorld, dt: number): void {
  const { bodies: { pose, extent }, joints: { record } } = physics
  const { body, sign, record: r } = driven
  const p = body * POSE_STRIDE
  const spin = physics.components.Velocity.angular[body]!
  const wanted = sign * record[r + JointRecord.AngleSpeed]!
  if (!takesFarther(physics, spin, wanted, dt * extent[body]!)) return
  const anchor = r + (sign > 0 ? JointRecord.AnchorBX : JointRecord.AnchorAX)
  const c = pose[p + Pose.Cos]!
  const s = pose[p + Pose.Sin]!
  // From the anchor to the center of mass.
  const x = -pose[p + Pose.FromCenterX]! - (c * record[anchor]! - s * record[anchor + 1]!)
  const y = -pose[p + Pose.FromCenterY]! - (s * record[anchor]! + c * record[anchor + 1]!)
  const inertia = 1 / pose[p + Pose.InverseInertia]! + (x * x + y * y) / pose[p + Pose.InverseMass]!
  const most = (record[r + JointRecord.AngleMotorMost]! * dt) / inertia
  const { angle } = physics.bodies
  const now = angle[driven.b]! - angle[driven.a]! + record[r + JointRecord.Reference]!
  const way = sign * (spin + Math.max(-most, Math.min(wanted - spin, most))) * dt
  turned[0] = sign * withinLimits(record, JointRecord.AngleParts, JointRecord.AngleLower, now, way)
  sincosOf(turned, 0, turned, 1)
  write(physics, (turned[1]! * x - turned[2]! * y - x) / dt, (turned[2]! * x + turned[1]! * y - y) / dt, turned[0]! / dt)
}

function leadSlide(physics: PhysicsWorld, dt: number): void {
  const { bodies, joints, components: { Velocity } } = physics
  const { pose } = bodies
  const { record } = joints
  const { body, sign, record: r } = driven
  const p = driven.a * POSE_STRIDE
  const c = pose[p + Pose.Cos]!
  const s = pose[p + Pose.Sin]!
  const x = c * record[r + JointRecord.AxisX]! - s * record[r + JointRecord.AxisY]!
  const y = s * record[r + JointRecord.AxisX]! + c * record[r + JointRecord.AxisY]!
  const speed = Velocity.x[body]! * x + Velocity.y[body]! * y
  const wanted = sign * record[r + JointRecord.AxisSpeed]!
  if (!takesFarther(physics, speed, wanted, dt)) return
  const most = record[r + JointRecord.AxisMotorMost]! * dt * pose[body * POSE_STRIDE + Pose.InverseMass]!
  measureAnchors(bodies, joints, driven.place, apart)
  const way = sign * (speed + Math.max(-most, Math.min(wanted - speed, most))) * dt
  const gain = (sign * withinLimits(record, JointRecord.AxisParts, JointRecord.AxisLower, apart[0]! * x + apart[1]! * y, way)) / dt - speed
  write(physics, Velocity.x[body]! + gain * x, Velocity.y[body]! + gain * y, Velocity.angular[body]!)
}

/** As far as the limits of a coordinate let it go from where it is now: the lower one stands at `lower` in the record, the upper one behind it. */
function withinLimits(record: Float64Array, parts: JointRecord, lower: JointRecord, now: number, way: number): number {
  const r = driven.record
  if ((record[r + parts]! & LinePart.Limit) === 0) return way
  return Math.max(record[r + lower]!, Math.min(now + way, record[r + lower + 1]!)) - now
}

function write({ solver: { motions } }: PhysicsWorld, x: number, y: number, spin: number): void {
  motions.velocityX[driven.body] = x
  motions.velocityY[driven.body] = y
  motions.spin[driven.body] = spin
}
