import { POSE_STRIDE, START_STRIDE } from '../bodies/bodies.ts'
import type { PhysicsWorld } from '../world.ts'
import { computeTight, followFatBox, keepFatBox } from './fat-box.ts'
import { noteStart, placeChild, readPose, readSurface } from './pose.ts'
import { findWay, setComingStep } from './ways.ts'

/**
 * Where the awake bodies are now: brings pose records and world boxes up to date when a step has moved them, so that
 * there is nothing to be done for the queries after it, which shall leave no trace. What left its fat box gets a new one
 * and is noted for the next pair search. The next step is taken to be as long as this one. Where each was is kept: the contacts of this step were found there.
 *
 * A body's own collider is handled in the loop; children, which are few, apart.
 */
export function followBodies(physics: PhysicsWorld, dt: number): void {
  const { bodies } = physics
  const { awake, awakeCount, bodyOf, firstChild, pose, start, angle } = bodies
  const { Position, Rotation } = physics.components
  const { x, y } = Position
  const { angle: turned } = Rotation
  setComingStep(physics, dt)
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
    findWay(physics, body)
    if (bodyOf[body] === body) followMoved(physics, body)
    if (firstChild[body] !== 0) followChildren(physics, body, true)
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
  followChildren(physics, body, false)
}

/** @param stepped Whether a step moved them. */
function followChildren(physics: PhysicsWorld, body: number, stepped: boolean): void {
  const { bodyOf, firstChild, nextChild } = physics.bodies
  for (let child = firstChild[body]!; child !== 0; child = nextChild[child]!) {
    if (bodyOf[child] === 0) continue
    if (stepped) noteStart(physics, child)
    placeChild(physics, child)
    readSurface(physics, child)
    if (stepped) followMoved(physics, child)
    else followCollider(physics, child)
  }
}

function followCollider(physics: PhysicsWorld, collider: number): void {
  if (followFatBox(physics, collider)) announce(physics, collider)
}

function followMoved(physics: PhysicsWorld, collider: number): void {
  computeTight(physics, collider)
  if (keepFatBox(physics, collider)) announce(physics, collider)
}

/** Lets the fat boxes of bodies whose way will be another one than it seemed hold it: they were written to. */
export function makeRoomForWays(physics: PhysicsWorld, dt: number): void {
  const { bodies } = physics
  setComingStep(physics, dt)
  for (let i = 0; i < bodies.awakeCount; i++) {
    const body = bodies.awake[i]!
    if (!findWay(physics, body)) continue
    for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) followMoved(physics, c)
  }
}

function announce(physics: PhysicsWorld, collider: number): void {
  physics.broadPhase.update(collider)
  physics.moved.add(collider)
}
