import { POSE_STRIDE } from '../bodies/bodies.ts'
import { AddressTable } from '../kernel/address-table.ts'
import { Followed, OF_PARTS, STATE_STRIDE } from '../solver/motion-records.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { areFewAwake, computeTight, keepFatBox } from '../caches/fat-box.ts'
import { movePose, noteStart, placeChild, writePose, writeSurface } from '../caches/pose.ts'
import { setComingStep, showFalls } from './ways.ts'

/**
 * Where the awake bodies are now: brings pose records and world boxes up to date when a step has moved them, so that
 * there is nothing to be done for the queries after it, which shall leave no trace. What left its fat box gets a new one
 * and is noted for the next pair search. The next step is taken to be as long as this one. Where each was is kept: the contacts of this step were found there.
 *
 * The kernel does it, but for writing the fat boxes; lines that are parts, and very large angles, are handled apart. Where a
 * system wrote what is no number the box stays one that can be asked for: the next step names the number.
 */
export function followBodies(physics: PhysicsWorld, dt: number): void {
  const { bodies } = physics
  const { states, motions } = physics.solver
  const { broadPhase, moved, polygonCopy } = physics.collision
  const { awakeCount } = bodies
  if (awakeCount === 0) return
  states.reserve(awakeCount, bodies.awake.length)
  polygonCopy.update()
  motions.reserve(bodies)
  setComingStep(physics, dt)
  states.memory.i32[AddressTable.Forced >> 2] = physics.lifecycle.forced.count
  motions.showPoses(bodies, physics.components)
  motions.showVelocities(bodies, physics.components)
  motions.showBoxes(bodies, physics.stores.BroadphaseAABB)
  if (bodies.hasParts) motions.showParts(bodies, physics.components.Collider, physics.stores.BroadphaseAABB)
  showFalls(physics)
  const count = states.memory.kernel.follow(0, awakeCount)
  const { awake, quick } = bodies
  const { state, listed } = states
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  const few = areFewAwake(physics)
  for (let n = 0; n < count; n++) {
    const body = awake[listed[n]!]!
    const s = listed[n]! * STATE_STRIDE
    const margin = state[s + Followed.Margin]!
    if (margin >= 0 && !(few && quick[body] === 1)) {
      if (!Number.isFinite(state[s + Followed.MinX]! + state[s + Followed.MinY]! + state[s + Followed.MaxX]! + state[s + Followed.MaxY]!)) continue
      physics.version.stores.BroadphaseAABB.note()
      minX[body] = state[s + Followed.MinX]! - margin
      minY[body] = state[s + Followed.MinY]! - margin
      maxX[body] = state[s + Followed.MaxX]! + margin
      maxY[body] = state[s + Followed.MaxY]! + margin
      broadPhase.update(body)
      moved.add(body)
    } else if (margin === OF_PARTS) followParts(physics, body, few)
    else followMoved(physics, body)
  }
}

/** Takes the boxes of the colliders of a body with parts, which the kernel has placed. */
function followParts(physics: PhysicsWorld, body: number, few: boolean): void {
  const { bodies, collision: { broadPhase, moved }, solver: { motions }, stores, version } = physics
  const own = few && bodies.quick[body] === 1
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    if (own) followCollider(physics, c)
    else if (motions.takeBox(c, stores.BroadphaseAABB)) {
      version.stores.BroadphaseAABB.note()
      broadPhase.update(c)
      moved.add(c)
    }
  }
}

/** What the kernel leaves of a body that a step has moved. */
function followMoved(physics: PhysicsWorld, body: number): void {
  const { bodyOf, firstChild } = physics.bodies
  const { Position: { x, y }, Rotation: { angle }, Velocity: { x: vx, y: vy, angular } } = physics.components
  if (!Number.isFinite(x[body]! + y[body]! + angle[body]! + vx[body]! + vy[body]! + angular[body]!)) return
  writePose(physics, body)
  if (bodyOf[body] === body) followCollider(physics, body)
  if (firstChild[body] !== 0) followChildren(physics, body, true)
}

/** The same for the awake bodies whose pose was written to since, and for children whose place in their body was. */
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
    if (!stays) followBody(physics, body)
    else if (firstChild[body] !== 0) followWrittenChildren(physics, body)
  }
}

/** Brings pose and world boxes of a body that moves up to date. */
export function followBody(physics: PhysicsWorld, body: number): void {
  movePose(physics, body)
  if (physics.bodies.bodyOf[body] === body) followCollider(physics, body)
  followChildren(physics, body, false)
}

function followWrittenChildren(physics: PhysicsWorld, body: number): void {
  const { bodyOf, firstChild, nextChild } = physics.bodies
  const dressed = physics.version.stores.Material.isOpen
  for (let child = firstChild[body]!; child !== 0; child = nextChild[child]!) {
    if (bodyOf[child] === 0) continue
    if (dressed) writeSurface(physics, child)
    if (placeChild(physics, child)) followCollider(physics, child)
  }
}

/** @param stepped Whether a step moved them: what was written to their surfaces is taken in as the next one begins. */
function followChildren(physics: PhysicsWorld, body: number, stepped: boolean): void {
  const { bodyOf, firstChild, nextChild } = physics.bodies
  for (let child = firstChild[body]!; child !== 0; child = nextChild[child]!) {
    if (bodyOf[child] === 0) continue
    if (stepped) noteStart(physics, child)
    else writeSurface(physics, child)
    placeChild(physics, child)
    followCollider(physics, child)
  }
}

function followCollider(physics: PhysicsWorld, collider: number): void {
  computeTight(physics, collider)
  if (!keepFatBox(physics, collider)) return
  physics.collision.broadPhase.update(collider)
  physics.collision.moved.add(collider)
}

/**
 * Lets the fat boxes of bodies whose way will be another one than it seemed hold it: they were written to. The velocities
 * are where the kernel finds them.
 */
export function makeRoomForWays(physics: PhysicsWorld, dt: number): void {
  const { bodies } = physics
  const { states } = physics.solver
  const { awakeCount } = bodies
  if (awakeCount === 0) return
  setComingStep(physics, dt)
  states.memory.i32[AddressTable.Forced >> 2] = physics.lifecycle.forced.count
  showFalls(physics)
  const { kernel } = states.memory
  for (let i = kernel.findWays(0, awakeCount); i < awakeCount; i = kernel.findWays(i + 1, awakeCount)) {
    const body = bodies.awake[i]!
    for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) followCollider(physics, c)
  }
}
