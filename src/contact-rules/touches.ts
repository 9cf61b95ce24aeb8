import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { ContactFlag, Manifold, MANIFOLD_STRIDE, ManifoldPoint, NOT_ACTIVE } from '../contacts/contact-record.ts'
import type { EndReason } from '../contacts/pair-events.ts'
import { AddressTable } from '../kernel/address-table.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { deeperPoint } from './contact-point.ts'
import { Pose } from '../bodies/body-records.ts'

/** The shapes of a contact began to touch: report it. */
export function beginTouch(physics: PhysicsWorld, contact: number): void {
  const { bodies, events } = physics
  const { contacts } = physics.collision
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  contacts.flags[contact] = contacts.flags[contact]! | ContactFlag.Touching
  if ((contacts.flags[contact]! & ContactFlag.Sensor) !== 0) {
    if (bodies.sensor[a] === 1) events.sensorBegin.push(a, b, bodyA, bodyB)
    if (bodies.sensor[b] === 1) events.sensorBegin.push(b, a, bodyB, bodyA)
    return
  }
  events.contactBegin.push(a, b, bodyA, bodyB)
  noteLanding(physics, contact, bodyA, bodyB)
  if (contacts.approach[contact]! > physics.settings.hitThreshold) reportHit(physics, contact, a, b)
}

/** Notes a contact with what is static, which `raiseLanded` looks at. */
function noteLanding({ bodies: { kind }, collision: { foresight } }: PhysicsWorld, contact: number, bodyA: number, bodyB: number): void {
  if (kind[bodyA] === BodyKind.Static || kind[bodyB] === BodyKind.Static) foresight.land(contact)
}

/** The shapes of a contact no longer touch: report it. */
export function endTouch(physics: PhysicsWorld, contact: number, reason: EndReason): void {
  const { bodies, events } = physics
  const { contacts } = physics.collision
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  contacts.flags[contact] = contacts.flags[contact]! & ~ContactFlag.Touching
  if ((contacts.flags[contact]! & ContactFlag.Sensor) !== 0) {
    if (bodies.sensor[a] === 1) events.sensorEnd.push(a, b, bodyA, bodyB, reason)
    if (bodies.sensor[b] === 1) events.sensorEnd.push(b, a, bodyB, bodyA, reason)
    return
  }
  events.contactEnd.push(a, b, bodyA, bodyB, reason)
}

/**
 * Notes how fast the two shapes come together where points have just appeared. The touch itself is reported a moment
 * later, when the solver has already slowed them down.
 */
export function noteApproach(physics: PhysicsWorld, contact: number): void {
  const { contacts } = physics.collision
  const { manifold } = contacts
  const { pose, bodyOf } = physics.bodies
  const { Velocity } = physics.components
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const bodyA = bodyOf[a]!
  const bodyB = bodyOf[b]!
  const pA = a * POSE_STRIDE
  const pB = b * POSE_STRIDE
  const m = contact * MANIFOLD_STRIDE
  const nx = manifold[m + Manifold.NormalX]!
  const ny = manifold[m + Manifold.NormalY]!
  const points = contacts.pointCount[contact]!
  let fastest = 0
  for (let k = 0; k < points; k++) {
    // From the centers of mass; the manifold has it from the origin of `a`.
    const x = manifold[m + Manifold.X0 + 3 * k]!
    const y = manifold[m + Manifold.Y0 + 3 * k]!
    const rAx = x + pose[pA + Pose.FromCenterX]!
    const rAy = y + pose[pA + Pose.FromCenterY]!
    const rBx = x + pose[pA + Pose.X]! - pose[pB + Pose.X]! + pose[pB + Pose.FromCenterX]!
    const rBy = y + pose[pA + Pose.Y]! - pose[pB + Pose.Y]! + pose[pB + Pose.FromCenterY]!
    const vx = Velocity.x[bodyB]! - Velocity.angular[bodyB]! * rBy - Velocity.x[bodyA]! + Velocity.angular[bodyA]! * rAy
    const vy = Velocity.y[bodyB]! + Velocity.angular[bodyB]! * rBx - Velocity.y[bodyA]! - Velocity.angular[bodyA]! * rAx
    fastest = Math.max(fastest, -(vx * nx + vy * ny))
  }
  contacts.setApproach(contact, fastest)
}

function reportHit(physics: PhysicsWorld, contact: number, a: number, b: number): void {
  const { bodies, events } = physics
  const { contacts } = physics.collision
  const hits = events.contactHit
  const m = contact * MANIFOLD_STRIDE
  const { manifold } = contacts
  const p = m + 2 + 3 * deeperPoint(physics.collision, contact)
  const i = hits.push(a, b)
  hits.x[i] = bodies.pose[a * POSE_STRIDE + Pose.X]! + manifold[p + ManifoldPoint.X]!
  hits.y[i] = bodies.pose[a * POSE_STRIDE + Pose.Y]! + manifold[p + ManifoldPoint.Y]!
  hits.nx[i] = manifold[m + Manifold.NormalX]!
  hits.ny[i] = manifold[m + Manifold.NormalY]!
  hits.approachSpeed[i] = contacts.approach[contact]!
}

/** Two bodies that hold each other share an island. */
export function joinIslands(physics: PhysicsWorld, contact: number, bodyA: number, bodyB: number): void {
  const { bodies } = physics
  const { pointCount, flags } = physics.collision.contacts
  if (pointCount[contact] === 0 || (flags[contact]! & ContactFlag.Unsolved) !== 0) return
  if (bodies.kind[bodyA] !== BodyKind.Dynamic || bodies.kind[bodyB] !== BodyKind.Dynamic) return
  if (bodies.isAwake(bodyA) && bodies.isAwake(bodyB)) physics.sleep.islands.join(bodyA, bodyB)
}

/** Reports the touches that began within the step: what bounced or was held while the solver ran. */
export function beginTouchesOfStep(physics: PhysicsWorld): void {
  const { kernel, i32 } = physics.solver.states.memory
  const end = i32[AddressTable.BounceCount >> 2]! + i32[AddressTable.FollowedCount >> 2]!
  for (let i = kernel.findBegun(0); i < end; i = kernel.findBegun(i + 1)) beginMissedTouch(physics, i32[AddressTable.AskedOf >> 2]!)
}

function beginMissedTouch(physics: PhysicsWorld, contact: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const { leaving } = physics.lifecycle
  if ((contacts.flags[contact]! & ContactFlag.Touching) !== 0 || contacts.activeIndex[contact] === NOT_ACTIVE) return
  const bodyA = bodies.bodyOf[contacts.a[contact]!]!
  const bodyB = bodies.bodyOf[contacts.b[contact]!]!
  // The touches of what left were ended already.
  if ((leaving.flag[bodyA]! | leaving.flag[bodyB]!) !== 0) return
  beginTouch(physics, contact)
  physics.stats.contacts++
}
