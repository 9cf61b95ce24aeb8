import { FARTHEST } from '../components/limits.ts'
import { BodyKind } from '../src/bodies/body-kind.ts'
import { POSE_STRIDE, Trait } from '../src/bodies/bodies.ts'
import { MAX_TURN_PER_SUBSTEP, TIME_TO_SLEEP } from '../src/constants.ts'
import { ContactFlag } from '../src/contacts/contact-record.ts'
import { AddressTable } from '../src/kernel/address-table.ts'
import { SMALL_ANGLE_LIMIT, sincosOf } from '../src/math/rotation.ts'
import { WORK_STRIDE } from '../src/solver/contact-groups.ts'
import { Outcome, STATE_STRIDE, State, Work } from '../src/solver/motion-records.ts'
import { checkStageLength } from '../src/settings.ts'
import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'
import type { PhysicsWorld } from '../src/state/world.ts'
import { destroyLeaving } from '../src/lifecycle/body-lifecycle.ts'
import { forgetContacts, forgetJoints } from '../src/contact-rules/forget-impulses.ts'
import { placeHits } from '../src/contact-rules/contact-point.ts'
import { noteSunk, raiseLanded } from '../src/continuous/raise-landed.ts'
import { noteFast, sweepFastBodies } from '../src/continuous/continuous.ts'
import { followBodies } from '../src/continuous/follow.ts'
import { jointKeeper } from '../src/lifecycle/joint-keeper.ts'
import { haltKinematics } from '../src/lifecycle/steer-kinematic.ts'
import { beginTouchesOfStep } from '../src/contact-rules/touches.ts'
import { sleepIslands } from '../src/sleep/waking.ts'
import { Pose } from '../src/bodies/body-records.ts'

/**
 * Seventh system: writes poses and velocities from the working set to the components, sweeps what moved far, and lets
 * sleep what rests.
 */
export function finishSolve(face: Physics, dt: number): void {
  const physics = innerOf(face)
  checkStageLength(dt, 'FinishSolve')
  const { rows, solvedCount, boundCount } = physics.solver
  const { contacts } = physics.collision
  if (boundCount > 0) {
    physics.solver.states.memory.kernel.storeImpulses()
    rows.rollers.store(contacts)
    noteSunk(physics)
  }
  const jointed = physics.solver.joints.finish(physics.joints.fragileCount > 0)
  const anyQuiet = solvedCount > 0 && commitStates(physics)
  physics.lifecycle.acting.clear()
  sweepFastBodies(physics)
  // What was taken back to where it hit did not come near what lies behind that.
  beginTouchesOfStep(physics)
  raiseLanded(physics)
  haltKinematics(physics)
  physics.solver.history?.end(physics.components.Position, physics.components.Rotation, physics.lifecycle.leaving.flag)
  physics.solver.substep = 0
  physics.phase = physics.phaseOutside
  destroyLeaving(physics)
  if (jointed) jointKeeper!.break(physics)
  followBodies(physics, dt)
  placeHits(physics)
  rows.contacts.release()
  physics.solver.states.release()
  if (physics.settings.allowSleep && anyQuiet) sleepQuiet(physics)
}

/**
 * Takes what is alone through its substeps, and writes poses and velocities to the components. Returns whether a dynamic body has been
 * quiet for long enough to sleep.
 */
function commitStates(physics: PhysicsWorld): boolean {
  const { bodies, components } = physics
  const { states, motions, burdens, solvedCount, substep, isPlain } = physics.solver
  const { leaving } = physics.lifecycle
  const { i32 } = states.memory
  motions.showPoses(bodies, components)
  // Where nobody came in between they are those that the solver began with.
  if (!isPlain) motions.showVelocities(bodies, components)
  i32[AddressTable.AnyQuiet >> 2] = 0
  i32[AddressTable.ListedCount >> 2] = 0
  i32[AddressTable.SubstepCount >> 2] = substep
  // What went freely need not be noted, as far as is known before the kernel says how kinematic bodies moved: none that goes far may run into it
  // then. (Noting 600 of 800 planks that fall, to pass them over, took a sixtieth of the step.)
  i32[AddressTable.SparesFree >> 2] = 1
  // What goes in this step does not fall asleep in it, and stays where it is.
  for (let i = 0; i < leaving.count; i++) bodies.quietTime[leaving.items[i]!] = -Infinity
  const { kernel } = states.memory
  for (let i = kernel.commit(0, solvedCount); i < solvedCount; i = kernel.commit(i, solvedCount)) tame(physics, i)
  motions.write(bodies, components)
  if (i32[AddressTable.ListedCount >> 2]! > 0) findFree(physics)
  if (burdens.giveBack(bodies)) commitGiven(physics)
  finishListed(physics)
  return i32[AddressTable.AnyQuiet >> 2] !== 0
}

/** Has the kernel find what needs no sweep, of what is listed. */
function findFree(physics: PhysicsWorld): void {
  const { bodies, stores: { BroadphaseAABB } } = physics
  const { states: { listed, memory }, motions, solvedCount } = physics.solver
  const count = memory.i32[AddressTable.ListedCount >> 2]!
  // Columns are copied as far as the last body only, and parts may be behind it.
  if (motions.isDense(bodies) && !bodies.hasParts) motions.showBoxes(bodies, BroadphaseAABB)
  else for (let n = 0; n < count; n++) motions.showBoxesOf(bodies, bodies.awake[listed[n]!]!, BroadphaseAABB)
  memory.kernel.findFree(solvedCount)
}

/** Writes the velocities anew, where some of them were changed since. */
function commitGiven(physics: PhysicsWorld): void {
  const { solvedCount, states: { state } } = physics.solver
  const { leaving } = physics.lifecycle
  const { awake, kind } = physics.bodies
  const { x, y } = physics.components.Velocity
  for (let i = 0; i < solvedCount; i++) {
    const entity = awake[i]!
    if (kind[entity] !== BodyKind.Dynamic || leaving.flag[entity] !== 0) continue
    x[entity] = state[i * STATE_STRIDE + State.X]!
    y[entity] = state[i * STATE_STRIDE + State.Y]!
  }
}

/** What the kernel leaves: origins of what turned too far for it, and the list of what went far. */
function finishListed(physics: PhysicsWorld): void {
  const { states } = physics.solver
  const { listed, state, memory: { i32 } } = states
  const { awake, kind, traits } = physics.bodies
  const count = i32[AddressTable.ListedCount >> 2]!
  const spares = i32[AddressTable.SparesFree >> 2] !== 0
  if (!spares) noteFast(physics)
  for (let n = 0; n < count; n++) {
    const entity = awake[listed[n]!]!
    const more = state[listed[n]! * STATE_STRIDE + State.More]!
    if (more >= Outcome.Swings && !(Math.abs(physics.components.Rotation.angle[entity]!) <= SMALL_ANGLE_LIMIT)) swingOrigin(physics, entity)
    if (kind[entity] !== BodyKind.Dynamic || more === Outcome.Nothing || more === Outcome.Swings) continue
    const free = more === Outcome.Free || more === Outcome.FreeAndSwings
    if (!free || !spares || (traits[entity]! & Trait.Bullet) !== 0) physics.collision.fast.add(entity)
  }
}

/** Of what is no number nothing. */
function within(value: number, most: number): number {
  return value === value ? Math.min(Math.max(value, -most), most) : 0
}

/**
 * Makes the velocity of a body one that it may have, and if that was no number lets the body stay where it was. What pushed it is
 * forgotten: between a wall and a joint that was drawn into it impulses grew by 1e4 a step, until they were no numbers.
 */
function tame(physics: PhysicsWorld, index: number): void {
  const { tolerances } = physics
  const { states } = physics.solver
  const { state, work } = states
  const body = physics.bodies.awake[index]!
  forgetContacts(physics, body)
  forgetJoints(physics, body)
  const s = index * STATE_STRIDE
  const k = (index + 1) * WORK_STRIDE
  state[s + State.X] = within(work[k + Work.X]!, tolerances.maxSpeed)
  state[s + State.Y] = within(work[k + Work.Y]!, tolerances.maxSpeed)
  state[s + State.W] = within(work[k + Work.Spin]!, MAX_TURN_PER_SUBSTEP / states.time[0]!)
  const speed = Math.sqrt(state[s + State.X]! * state[s + State.X]! + state[s + State.Y]! * state[s + State.Y]!)
  if (speed > tolerances.maxSpeed) {
    state[s + State.X] = state[s + State.X]! * (tolerances.maxSpeed / speed)
    state[s + State.Y] = state[s + State.Y]! * (tolerances.maxSpeed / speed)
  }
  work[k + Work.X] = state[s + State.X]!
  work[k + Work.Y] = state[s + State.Y]!
  work[k + Work.Spin] = state[s + State.W]!
  const path = Math.abs(state[s + State.MovedX]!) + Math.abs(state[s + State.MovedY]!) + Math.abs(state[s + State.Turn]!)
  if (path < FARTHEST) return
  state[s + State.MovedX] = 0
  state[s + State.MovedY] = 0
  state[s + State.Turn] = 0
}

const angle = new Float64Array(1)
const turned = new Float64Array(2)

/** The center of mass is what was moved: the origin swings around it. */
function swingOrigin(physics: PhysicsWorld, body: number): void {
  const { pose, localCenter } = physics.bodies
  const x = localCenter[body * 2]!
  const y = localCenter[body * 2 + 1]!
  const { Position, Rotation } = physics.components
  angle[0] = Rotation.angle[body]!
  sincosOf(angle, 0, turned, 0)
  const p = body * POSE_STRIDE
  Position.x[body] = Position.x[body]! - pose[p + Pose.FromCenterX]! - (turned[0]! * x - turned[1]! * y)
  Position.y[body] = Position.y[body]! - pose[p + Pose.FromCenterY]! - (turned[1]! * x + turned[0]! * y)
}

/** Lets islands sleep whose every body has been quiet for long enough. */
function sleepQuiet(physics: PhysicsWorld): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const { islands, sleepers } = physics.sleep
  keepDrivenAwake(physics)
  const count = islands.findQuiet(physics.solver.states.memory.kernel, bodies, contacts, physics.joints, TIME_TO_SLEEP, sleepers)
  if (count > 0) sleepIslands(physics, sleepers, count)
}

/** What a moving kinematic body touches, or is jointed to, does not sleep. */
function keepDrivenAwake(physics: PhysicsWorld): void {
  const { bodies, joints } = physics
  const { contacts } = physics.collision
  const { items: kinematics, count: kinematicCount } = physics.lifecycle.kinematics
  for (let i = 0; i < kinematicCount; i++) {
    const entity = kinematics[i]!
    if (!bodies.isAwake(entity)) continue
    for (let edge = joints.first(entity); edge !== 0; edge = joints.next[edge]!) bodies.quietTime[joints.otherOf(edge)] = 0
    for (let c = bodies.firstCollider(entity); c !== 0; c = bodies.nextCollider(entity, c)) {
      for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
        if ((contacts.flags[edge >>> 1]! & ContactFlag.Unsolved) !== 0) continue
        if (contacts.pointCount[edge >>> 1]! > 0) bodies.quietTime[bodies.bodyOf[contacts.otherOf(edge)]!] = 0
      }
    }
  }
}
