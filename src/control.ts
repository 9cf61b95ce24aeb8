import type { EntityId, World } from 'bitecs'
import { requireOut } from './check-names.ts'
import { exists } from './exists.ts'
import { MOST_NUMBER } from '../components/limits.ts'
import { BodyKind } from './bodies/body-kind.ts'
import { POSE_STRIDE } from './bodies/bodies.ts'
import { limitToFloats } from './solver/body-states.ts'
import { Lock } from './solver/lock.ts'
import { WORK_STRIDE } from './solver/contact-groups.ts'
import { State, STATE_STRIDE, Work } from './solver/motion-records.ts'
import { Steering } from './state/lifecycle-state.ts'
import { Phase, type PhysicsWorld } from './state/world.ts'
import { requirePhysics } from './state/registry.ts'
import { placePoint } from './lifecycle/place-point.ts'
import { kindOf, syncBodies } from './lifecycle/sync.ts'
import { center, findCenter } from './queries/center.ts'
import { refresh } from './queries/refresh.ts'
import { velocity, velocityAt } from './queries/velocity-at.ts'
import type { Vector } from './settings.ts'
import { refreshBody } from './lifecycle/body-lifecycle.ts'
import { measureMass } from './caches/mass.ts'
import { syncSleepingTags, wakeBody } from './sleep/waking.ts'
import { Force, FORCE_STRIDE, Pause, Pose } from './bodies/body-records.ts'
import { TARGET_STRIDE, Target } from './state/lifecycle-records.ts'
import { shown } from './shown.ts'

/**
 * Pushes a body during the coming step, and wakes it. Forces add up; the step forgets them.
 * @param fx, fy Force in newtons (mass · length/s²).
 * @param x, y World point at which it acts. Default: the center of mass, which does not turn the body.
 * @throws Error when the entity is no dynamic body. @throws RangeError on numbers that are not finite.
 */
export function applyForce(world: World, entity: EntityId, fx: number, fy: number, x?: number, y?: number): void {
  const physics = requireDynamic(world, entity, 'applyForce')
  const torque = turning(physics, entity, fx, fy, x, y, 'applyForce')
  addForce(physics, entity, fx, fy, torque, 'applyForce')
}

/**
 * Turns a body during the coming step, and wakes it. Torques add up; the step forgets them.
 * @param torque Newton-meters; positive turns counter-clockwise.
 * @throws Error when the entity is no dynamic body. @throws RangeError on a number that is not finite.
 */
export function applyTorque(world: World, entity: EntityId, torque: number): void {
  addForce(requireDynamic(world, entity, 'applyTorque'), entity, 0, 0, torque, 'applyTorque')
}

/**
 * Changes a body's velocity at once by a push, and wakes it.
 * @param jx, jy Impulse in newton-seconds: mass times the change of velocity.
 * @param x, y World point at which it acts. Default: the center of mass, which does not turn the body.
 * @throws Error when the entity is no dynamic body. @throws RangeError on numbers that are not finite.
 */
export function applyImpulse(world: World, entity: EntityId, jx: number, jy: number, x?: number, y?: number): void {
  const physics = requireDynamic(world, entity, 'applyImpulse')
  const turn = turning(physics, entity, jx, jy, x, y, 'applyImpulse')
  kick(physics, entity, jx, jy, turn, 'applyImpulse')
}

/**
 * Changes a body's rate of turn at once, and wakes it.
 * @param impulse Newton-meter-seconds: inertia times the change of angular velocity.
 * @throws Error when the entity is no dynamic body. @throws RangeError on a number that is not finite.
 */
export function applyAngularImpulse(world: World, entity: EntityId, impulse: number): void {
  kick(requireDynamic(world, entity, 'applyAngularImpulse'), entity, 0, 0, impulse, 'applyAngularImpulse')
}

/**
 * Puts a body somewhere else, in one go: pose, broad phase and pairs are up to date at the coming step, what rested
 * on it wakes, and so does the body.
 * @param angle Radians. Default: the angle it has.
 * @throws Error when the entity is no body. @throws RangeError on numbers that are not finite, or beyond 10¹².
 */
export function teleport(world: World, entity: EntityId, x: number, y: number, angle?: number): void {
  const physics = requireKnown(world, entity, 'teleport')
  const { Position, Rotation } = physics.components
  requireSound('teleport', entity, x, y, angle === undefined ? 0 : angle)
  if (physics.phase === Phase.Solving) {
    throw new Error('teleport: the solver is running. Call it before or after the step, or from a system of the step.')
  }
  Position.x[entity] = x
  Position.y[entity] = y
  if (angle !== undefined) Rotation.angle[entity] = angle
  physics.lifecycle.steered.remove(entity)
  refreshBody(physics, entity)
  if (physics.phase === Phase.Idle) syncSleepingTags(physics)
}

/**
 * Gives a body a velocity at once, and wakes it.
 * @param x, y Velocity of the center of mass, length/s.
 * @param angular Radians/s. Default: the rate of turn it has.
 * @throws Error when the entity is no body, or static. @throws RangeError on numbers that are not finite, or beyond 10¹².
 */
export function setVelocity(world: World, entity: EntityId, x: number, y: number, angular?: number): void {
  const physics = requireKnown(world, entity, 'setVelocity')
  requireSound('setVelocity', entity, x, y, angular === undefined ? 0 : angular)
  if (physics.bodies.kind[entity] === BodyKind.Static) {
    throw new Error(`setVelocity: entity ${entity} is Static and never moves. Tag it Kinematic, or teleport it.`)
  }
  const { Velocity } = physics.components
  if (physics.phase === Phase.Solving && isSolving(physics, entity)) {
    writeSolved(physics, entity, x, y, angular)
    return
  }
  physics.lifecycle.steered.remove(entity)
  Velocity.x[entity] = x
  Velocity.y[entity] = y
  if (angular !== undefined) Velocity.angular[entity] = angular
  rouse(physics, entity)
}

/**
 * Moves a kinematic body: it arrives there in the coming step, carries along what stands on it and pushes what is in its
 * way, and stops. Call it before each step in which it shall move. The turn is the shortest one; a way or a turn beyond
 * the speed limits takes it as far as they let it.
 * @param x, y Where its origin shall be at the end of the step. Unit: length.
 * @param angle Radians. Default: the angle it has.
 * @throws Error when the entity is no kinematic body. @throws RangeError on numbers that are not finite, or beyond 10¹².
 */
export function moveKinematic(world: World, entity: EntityId, x: number, y: number, angle?: number): void {
  const physics = requireKnown(world, entity, 'moveKinematic')
  requireSound('moveKinematic', entity, x, y, angle === undefined ? 0 : angle)
  if (physics.bodies.kind[entity] !== BodyKind.Kinematic) {
    throw new Error(`moveKinematic: entity ${entity} is not Kinematic. Tag it so, or use teleport or setVelocity.`)
  }
  physics.lifecycle.makeRoomForTargets()
  const { target } = physics.lifecycle
  target[entity * TARGET_STRIDE + Target.X] = x
  target[entity * TARGET_STRIDE + Target.Y] = y
  target[entity * TARGET_STRIDE + Target.Angle] = angle ?? physics.components.Rotation.angle[entity]!
  physics.lifecycle.steered.add(entity, Steering.Told)
  if (physics.bodies.paused[entity] === Pause.Told) rouse(physics, entity)
}

/** What a body weighs. */
export interface MassView {
  /** Kilograms; Infinity for what cannot be pushed. */
  mass: number
  /** About the center of mass, kg·m²; Infinity for what cannot be turned. */
  inertia: number
  /** Center of mass in the world. Unit: length. */
  x: number
  y: number
}

/**
 * The mass, inertia and center of mass that the engine simulates a body with.
 * @param out Where to write. Default: a new object.
 * @throws Error when the entity is no body.
 */
export function getMass(world: World, entity: EntityId, out: MassView = { mass: 0, inertia: 0, x: 0, y: 0 }): MassView {
  const physics = requirePhysics(world, 'getMass')
  requireOut(out, 'getMass')
  requireExisting(world, entity, 'getMass')
  refresh(physics)
  requireBody(physics, entity, 'getMass')
  const { bodies, presence } = physics
  const { preview } = physics.lifecycle
  const p = entity * POSE_STRIDE
  if (preview.slot[entity] === 0) {
    out.mass = 1 / bodies.pose[p + Pose.InverseMass]!
    out.inertia = 1 / bodies.pose[p + Pose.InverseInertia]!
  } else {
    // The next step makes it anew: what will come of that.
    const locked = presence.Motion.has(entity) && physics.components.Motion.lockRotation[entity] === 1
    const { mass, inertia } = measureMass(physics, entity, kindOf(physics, entity) === BodyKind.Dynamic, locked)
    // As it is kept, as the inverse.
    out.mass = 1 / (1 / mass)
    out.inertia = 1 / (1 / inertia)
  }
  findCenter(physics, entity)
  out.x = center[0]!
  out.y = center[1]!
  return out
}

/**
 * How fast that point of a body moves which is at (x, y): its velocity, which is that of its center of mass, and what its turning adds
 * there. What is static does not move.
 * @param x, y The point, in the world.
 * @param out Where to write, length/s. Default: a new object.
 * @throws Error when the entity is no body. @throws RangeError on a point that is not finite. @throws TypeError on an `out` that nothing
 * can be written to.
 */
export function getPointVelocity(world: World, entity: EntityId, x: number, y: number, out: Vector = { x: 0, y: 0 }): Vector {
  const physics = requirePhysics(world, 'getPointVelocity')
  requireOut(out, 'getPointVelocity')
  requireExisting(world, entity, 'getPointVelocity')
  if (!Number.isFinite(x) || !Number.isFinite(y)) {
    throw new RangeError(`getPointVelocity: a point needs x and y that are finite; entity ${entity} was given (${shown(x)}, ${shown(y)}).`)
  }
  refresh(physics)
  requireBody(physics, entity, 'getPointVelocity')
  velocityAt(physics, entity, x, y)
  out.x = velocity[0]!
  out.y = velocity[1]!
  return out
}

/** In newtons, and newton-meters. */
const MOST_FORCE = 1e300

/** Torque of a force at a world point about the center of mass; 0 without a point. */
function turning(
  physics: PhysicsWorld,
  entity: number,
  fx: number,
  fy: number,
  x: number | undefined,
  y: number | undefined,
  caller: string,
): number {
  if (x === undefined && y === undefined) return 0
  requireFinite(caller, entity, fx, fy, 0)
  if (!Number.isFinite(x) || !Number.isFinite(y)) {
    throw new RangeError(`${caller}: a point needs x and y that are finite; entity ${entity} was given (${shown(x)}, ${shown(y)}).`)
  }
  const { localCenter } = physics.bodies
  placePoint(physics, entity, localCenter[entity * 2]!, localCenter[entity * 2 + 1]!, center)
  return (x! - center[0]!) * fy - (y! - center[1]!) * fx
}

function addForce(
  physics: PhysicsWorld,
  entity: number,
  fx: number,
  fy: number,
  torque: number,
  caller: string,
): void {
  requireFinite(caller, entity, fx, fy, torque)
  physics.lifecycle.makeRoomForForces()
  const { force } = physics.lifecycle
  const f = entity * FORCE_STRIDE
  force[f + Force.X] = limitForce(force[f + Force.X]! + fx)
  force[f + Force.Y] = limitForce(force[f + Force.Y]! + fy)
  force[f + Force.Torque] = limitForce(force[f + Force.Torque]! + torque)
  physics.lifecycle.forced.add(entity)
  rouse(physics, entity)
}

/** Sums of forces stay numbers: the step cuts what is too much for it far below. */
function limitForce(sum: number): number {
  return Math.min(Math.max(sum, -MOST_FORCE), MOST_FORCE)
}

function kick(physics: PhysicsWorld, entity: number, jx: number, jy: number, turn: number, caller: string): void {
  requireFinite(caller, entity, jx, jy, turn)
  const { bodies } = physics
  const { states } = physics.solver
  const { Velocity } = physics.components
  const inverseMass = bodies.pose[entity * POSE_STRIDE + Pose.InverseMass]!
  const inverseInertia = bodies.pose[entity * POSE_STRIDE + Pose.InverseInertia]!
  if (physics.phase === Phase.Solving && isSolving(physics, entity)) {
    const { work, axes } = states
    const index = bodies.awakeIndex[entity]!
    const k = (index + 1) * WORK_STRIDE
    if ((axes[index]! & Lock.X) === 0) work[k + Work.X] = work[k + Work.X]! + jx * inverseMass
    if ((axes[index]! & Lock.Y) === 0) work[k + Work.Y] = work[k + Work.Y]! + jy * inverseMass
    work[k + Work.Spin] = work[k + Work.Spin]! + turn * inverseInertia
    limitToFloats(work, k)
    return
  }
  Velocity.x[entity] = Velocity.x[entity]! + jx * inverseMass
  Velocity.y[entity] = Velocity.y[entity]! + jy * inverseMass
  Velocity.angular[entity] = Velocity.angular[entity]! + turn * inverseInertia
  limitVelocity(physics, entity)
  rouse(physics, entity)
}

/** Whether the velocity of a dynamic body is in the working set: its components are written when the solver is done. */
function isSolving(physics: PhysicsWorld, entity: number): boolean {
  const index = physics.bodies.awakeIndex[entity]!
  return physics.bodies.kind[entity] === BodyKind.Dynamic && index >= 0 && index < physics.solver.solvedCount
}

/** Replaces the velocity of a body in the working set, both of its copies. */
function writeSolved(physics: PhysicsWorld, entity: number, x: number, y: number, angular: number | undefined): void {
  const { state, work, axes } = physics.solver.states
  const index = physics.bodies.awakeIndex[entity]!
  const s = index * STATE_STRIDE
  const k = (index + 1) * WORK_STRIDE
  const turns = physics.bodies.pose[entity * POSE_STRIDE + Pose.InverseInertia] !== 0
  state[s + State.X] = (axes[index]! & Lock.X) === 0 ? x : 0
  state[s + State.Y] = (axes[index]! & Lock.Y) === 0 ? y : 0
  if (angular !== undefined) state[s + State.W] = turns ? angular : 0
  limitToFloats(state, s)
  work[k + Work.X] = state[s + State.X]!
  work[k + Work.Y] = state[s + State.Y]!
  if (angular !== undefined) work[k + Work.Spin] = state[s + State.W]!
}

/** Nothing moves faster than the largest speed, however hard it is pushed. */
function limitVelocity(physics: PhysicsWorld, entity: number): void {
  const { maxSpeed } = physics.tolerances
  const { x, y, angular } = physics.components.Velocity
  x[entity] = Math.min(Math.max(x[entity]!, -maxSpeed), maxSpeed)
  y[entity] = Math.min(Math.max(y[entity]!, -maxSpeed), maxSpeed)
  angular[entity] = Math.min(Math.max(angular[entity]!, -MOST_NUMBER), MOST_NUMBER)
}

function rouse(physics: PhysicsWorld, entity: number): void {
  wakeBody(physics, entity)
  if (physics.phase === Phase.Idle) syncSleepingTags(physics)
}

/** The physics of a world in which the entity is a body; what was just spawned is taken in first. */
function requireKnown(world: World, entity: EntityId, caller: string): PhysicsWorld {
  const physics = requirePhysics(world, caller)
  requireExisting(world, entity, caller)
  if (physics.phase <= Phase.Beginning) syncBodies(physics)
  requireBody(physics, entity, caller)
  return physics
}

function requireExisting(world: World, entity: EntityId, caller: string): void {
  if (!exists(world, entity)) throw new Error(`${caller}: entity ${shown(entity)} does not exist.`)
}

function requireBody(physics: PhysicsWorld, entity: number, caller: string): void {
  if (entity < physics.columns.capacity && physics.bodies.isBody(entity)) return
  const { presence, lifecycle } = physics
  if ((lifecycle.dirty.flag[entity] ?? 0) !== 0 && presence.Position.has(entity) && presence.Shape.has(entity) && !presence.Disabled.has(entity)) {
    throw new Error(
      `${caller}: entity ${entity} came within this step, and is no body before the next one. ` +
        `Make it before UpdateAABBs, or call ${caller} after the step; what is set when it is made counts.`,
    )
  }
  throw new Error(`${caller}: entity ${entity} is no body. A body has a Position and a Shape and is not Disabled.`)
}

/** The physics of a world in which the entity is a dynamic body. */
export function requireDynamic(world: World, entity: EntityId, caller: string): PhysicsWorld {
  const physics = requireKnown(world, entity, caller)
  if (physics.bodies.kind[entity] === BodyKind.Dynamic) return physics
  throw new Error(`${caller}: entity ${entity} is Static or Kinematic, which no force moves. Set its Velocity instead.`)
}

function requireFinite(caller: string, entity: EntityId, a: number, b: number, c: number): void {
  if (Number.isFinite(a) && Number.isFinite(b) && Number.isFinite(c)) return
  throw new RangeError(`${caller}: the numbers for entity ${entity} must be finite, got ${shown(a)}, ${shown(b)}, ${shown(c)}.`)
}

/** Refuses at once what the next step would. */
function requireSound(caller: string, entity: EntityId, a: number, b: number, c: number): void {
  requireFinite(caller, entity, a, b, c)
  if (Math.max(Math.abs(a), Math.abs(b), Math.abs(c)) <= MOST_NUMBER) return
  throw new RangeError(`${caller}: the numbers for entity ${entity} must be from -${MOST_NUMBER} to ${MOST_NUMBER}, got ${a}, ${b}, ${c}.`)
}
