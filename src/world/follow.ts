import { POSE_STRIDE, START_STRIDE } from '../bodies/bodies.ts'
import type { PhysicsWorld } from '../world.ts'
import { computeTight, followFatBox, holdsTight, keepFatBox } from './fat-box.ts'
import { findWay } from './foresight.ts'
import { noteStart, placeChild, readPose, readSurface } from './pose.ts'
import { LEG_STRIDE } from './sweep-pair.ts'

const leg = new Float64Array(LEG_STRIDE)

/**
 * Where the awake bodies are now: brings pose records and world boxes up to date when a step has moved them, so that
 * there is nothing to be done for the queries after it, which shall leave no trace. What left its fat box gets a new one
 * and is noted for the next pair search. Where each was is kept: the contacts of this step were found there.
 *
 * A body's own collider is handled in the loop; children, which are few, apart.
 */
export function followBodies(physics: PhysicsWorld, dt: number): void {
  const { bodies } = physics
  const { awake, awakeCount, bodyOf, firstChild, pose, start, angle } = bodies
  const { Position, Rotation } = physics.components
  const { x, y } = Position
  const { angle: turned } = Rotation
  for (let i = 0; i < awakeCount; i++) {
    const body = awake[i]!
    const p = body * POSE_STRIDE
    const q = body * START_STRIDE
    start[q] = pose[p]!
    start[q + 1] = pose[p + 1]!
    start[q + 2] = pose[p + 2]!
    start[q + 3] = pose[p + 3]!
    if (turned[body] !== angle[body]) readPose(physics, body)
    else {
      pose[p] = x[body]!
      pose[p + 1] = y[body]!
    }
    if (bodyOf[body] === body) followMoved(physics, body, dt)
    if (firstChild[body] !== 0) followChildren(physics, body, dt)
  }
}

/** The same for the awake bodies whose pose was written to since, and for those with children, which may have been. */
export function followWritten(physics: PhysicsWorld): void {
  const { bodies } = physics
  const { awake, awakeCount, firstChild, pose, angle } = bodies
  const { Position, Rotation } = physics.components
  const { x, y } = Position
  const { angle: turned } = Rotation
  for (let i = 0; i < awakeCount; i++) {
    const body = awake[i]!
    const p = body * POSE_STRIDE
    const stays = pose[p] === x[body] && pose[p + 1] === y[body] && angle[body] === turned[body]
    if (!stays || firstChild[body] !== 0) followBody(physics, body)
  }
}

/** Brings pose and world boxes of a body that moves up to date. */
export function followBody(physics: PhysicsWorld, body: number): void {
  readPose(physics, body)
  if (physics.bodies.bodyOf[body] === body) followCollider(physics, body)
  followChildren(physics, body, 0)
}

/** @param dt The length of the step that moved them, or 0 where none did. */
function followChildren(physics: PhysicsWorld, body: number, dt: number): void {
  const { bodyOf, firstChild, nextChild } = physics.bodies
  for (let child = firstChild[body]!; child !== 0; child = nextChild[child]!) {
    if (bodyOf[child] === 0) continue
    if (dt > 0) noteStart(physics, child)
    placeChild(physics, child)
    readSurface(physics, child)
    if (dt > 0) followMoved(physics, child, dt)
    else followCollider(physics, child)
  }
}

function followCollider(physics: PhysicsWorld, collider: number): void {
  if (followFatBox(physics, collider)) announce(physics, collider)
}

/** Brings the fat box of a collider that a step has moved up to date. That of a quick body is made for its next step at once. */
function followMoved(physics: PhysicsWorld, collider: number, dt: number): void {
  const { bodyOf, quick } = physics.bodies
  computeTight(physics, collider)
  if (quick[bodyOf[collider]!] === 0) {
    if (keepFatBox(physics, collider, null)) announce(physics, collider)
  } else if (!holdsTight(physics, collider)) {
    findWay(physics, bodyOf[collider]!, dt, leg)
    keepFatBox(physics, collider, leg)
    announce(physics, collider)
  }
}

/**
 * Finds which bodies will move far in the coming step, by their velocities as they are now, and lets their fat boxes hold
 * all of their way.
 */
export function makeRoomForWays(physics: PhysicsWorld, dt: number): void {
  const { bodies, tolerances } = physics
  const { awake, awakeCount, quick, extent } = bodies
  const { x, y, angular } = physics.components.Velocity
  // Two bodies that are slower do not close the speculative distance within the step.
  const slow = (0.5 * tolerances.speculativeDistance) / dt
  for (let i = 0; i < awakeCount; i++) {
    const body = awake[i]!
    const speed = Math.abs(x[body]!) + Math.abs(y[body]!) + Math.abs(angular[body]!) * extent[body]!
    const was = quick[body]!
    const is = speed > slow ? 1 : 0
    quick[body] = is
    if ((was | is) !== 0) makeRoom(physics, body, dt)
  }
}

function makeRoom(physics: PhysicsWorld, body: number, dt: number): void {
  const { bodies } = physics
  const far = bodies.quick[body] === 1
  if (far) findWay(physics, body, dt, leg)
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    computeTight(physics, c)
    if (keepFatBox(physics, c, far ? leg : null)) announce(physics, c)
  }
}

function announce(physics: PhysicsWorld, collider: number): void {
  physics.broadPhase.update(collider)
  physics.moved.add(collider)
}
