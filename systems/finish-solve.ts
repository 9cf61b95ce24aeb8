import { FARTHEST } from '../components/limits.ts'
import { BodyKind } from '../src/bodies/body-kind.ts'
import { POSE_STRIDE, Trait } from '../src/bodies/bodies.ts'
import { MAX_TURN_PER_SUBSTEP, TIME_TO_SLEEP } from '../src/constants.ts'
import { ContactFlag } from '../src/contacts/contact-record.ts'
import { sincosOf } from '../src/math/rotation.ts'
import { WORK_STRIDE } from '../src/solver/contact-groups.ts'
import { STATE_STRIDE } from '../src/solver/motion-records.ts'
import { storeRolling } from '../src/solver/rolling.ts'
import { Phase, type PhysicsWorld } from '../src/world.ts'
import { destroyLeaving } from '../src/world/body-lifecycle.ts'
import { placeHits } from '../src/world/contact-point.ts'
import { sweepFastBodies } from '../src/world/continuous.ts'
import { followBodies } from '../src/world/follow.ts'
import { haltKinematics } from '../src/world/steer-kinematic.ts'
import { beginTouchesOfStep } from '../src/world/touches.ts'
import { sleepIslands } from '../src/world/waking.ts'

/**
 * Seventh system: writes poses and velocities from the working set to the components, sweeps what moved far, and lets
 * sleep what rests.
 */
export function finishSolve(physics: PhysicsWorld, dt: number): void {
  const { rows, contacts } = physics
  physics.states.memory.kernel.storeImpulses()
  storeRolling(rows, contacts)
  beginTouchesOfStep(physics)
  const anyQuiet = commitStates(physics, dt)
  physics.acting.clear()
  sweepFastBodies(physics)
  haltKinematics(physics)
  physics.substep = 0
  physics.phase = Phase.Stepping
  destroyLeaving(physics)
  followBodies(physics, dt)
  placeHits(physics)
  if (physics.settings.allowSleep && anyQuiet) sleepQuiet(physics)
}

/** Writes poses and velocities to the components. Returns whether a dynamic body has been quiet for long enough to sleep. */
function commitStates(physics: PhysicsWorld, dt: number): boolean {
  const { bodies, states, leaving, tolerances, fast } = physics
  const { Position, Rotation, Velocity } = physics.components
  const { awake, kind, extent, quietTime, reach, traits } = bodies
  const { state, work } = states
  const inverseDt = 1 / dt
  const fastest = tolerances.maxSpeed * tolerances.maxSpeed * (1 + 1e-6)
  const quickest = (MAX_TURN_PER_SUBSTEP / states.time[0]!) * (1 + 1e-6)
  // Not the longest time itself: as a result it would be boxed in each step.
  let anyQuiet = false
  for (let i = 0; i < physics.solvedCount; i++) {
    const entity = awake[i]!
    if (leaving.flag[entity] !== 0) continue
    const s = i * STATE_STRIDE
    const k = (i + 1) * WORK_STRIDE
    // The exact velocity, with what the last pass changed about its rounded copy.
    const vx = state[s]! + Math.fround(work[k]! - Math.fround(state[s]!))
    const vy = state[s + 1]! + Math.fround(work[k + 1]! - Math.fround(state[s + 1]!))
    const w = state[s + 2]! + Math.fround(work[k + 2]! - Math.fround(state[s + 2]!))
    const dx = state[s + 3]!
    const dy = state[s + 4]!
    const turn = state[s + 7]!
    // Beyond what floats can tell apart a push may be anything: NaN is less than nothing, too.
    if (!(vx * vx + vy * vy <= fastest && Math.abs(w) <= quickest && Math.abs(dx) + Math.abs(dy) + Math.abs(turn) < FARTHEST)) {
      tame(physics, i)
      i--
      continue
    }
    Position.x[entity] = Position.x[entity]! + dx
    Position.y[entity] = Position.y[entity]! + dy
    if (turn !== 0) {
      Rotation.angle[entity] = Rotation.angle[entity]! + turn
      swingOrigin(physics, entity)
    }
    if (kind[entity] !== BodyKind.Dynamic) continue
    Velocity.x[entity] = vx
    Velocity.y[entity] = vy
    Velocity.angular[entity] = w
    // The velocity alone would call a body quiet that is pushed out of an overlap.
    const speed = Math.sqrt(vx * vx + vy * vy) + Math.abs(w) * extent[entity]!
    const path = Math.sqrt(dx * dx + dy * dy) + Math.abs(turn) * extent[entity]!
    if (path > reach[entity]!) fast.add(entity)
    const motion = 0.5 * inverseDt * path
    if (speed < tolerances.sleepSpeed && motion < tolerances.sleepSpeed && (traits[entity]! & Trait.NeverSleep) === 0) {
      // In place: as a variable the time would now and then be boxed.
      quietTime[entity] = quietTime[entity]! + dt
      if (quietTime[entity]! >= TIME_TO_SLEEP) anyQuiet = true
    } else quietTime[entity] = 0
  }
  return anyQuiet
}

/** Makes the velocity of a body one that it may have, and if that was no number lets the body stay where it was. */
function tame(physics: PhysicsWorld, index: number): void {
  const { states, tolerances } = physics
  const { state, work } = states
  const s = index * STATE_STRIDE
  const k = (index + 1) * WORK_STRIDE
  for (let n = 0; n < 3; n++) {
    const most = n < 2 ? tolerances.maxSpeed : MAX_TURN_PER_SUBSTEP / states.time[0]!
    const value = work[k + n]!
    state[s + n] = value === value ? Math.min(Math.max(value, -most), most) : 0
  }
  const speed = Math.sqrt(state[s]! * state[s]! + state[s + 1]! * state[s + 1]!)
  if (speed > tolerances.maxSpeed) {
    state[s] = state[s]! * (tolerances.maxSpeed / speed)
    state[s + 1] = state[s + 1]! * (tolerances.maxSpeed / speed)
  }
  for (let n = 0; n < 3; n++) work[k + n] = state[s + n]!
  const path = Math.abs(state[s + 3]!) + Math.abs(state[s + 4]!) + Math.abs(state[s + 7]!)
  if (path < FARTHEST) return
  state[s + 3] = 0
  state[s + 4] = 0
  state[s + 7] = 0
}

const angle = new Float64Array(1)
const turned = new Float64Array(2)

/** The center of mass is what was moved: where it is not the origin, the origin swings around it. */
function swingOrigin(physics: PhysicsWorld, body: number): void {
  const { pose, localCenter } = physics.bodies
  const x = localCenter[body * 2]!
  const y = localCenter[body * 2 + 1]!
  if (x === 0 && y === 0) return
  const { Position, Rotation } = physics.components
  angle[0] = Rotation.angle[body]!
  sincosOf(angle, 0, turned, 0)
  const p = body * POSE_STRIDE
  Position.x[body] = Position.x[body]! - pose[p + 4]! - (turned[0]! * x - turned[1]! * y)
  Position.y[body] = Position.y[body]! - pose[p + 5]! - (turned[1]! * x + turned[0]! * y)
}

/** Lets islands sleep whose every body has been quiet for long enough. */
function sleepQuiet(physics: PhysicsWorld): void {
  const { bodies, contacts, islands, sleepers } = physics
  keepDrivenAwake(physics)
  const count = islands.findQuiet(bodies, contacts, TIME_TO_SLEEP, sleepers.entities, sleepers.roots)
  if (count > 0) sleepIslands(physics, sleepers.entities, sleepers.roots, count, sleepers.last)
}

/** What a moving kinematic body touches does not sleep. */
function keepDrivenAwake(physics: PhysicsWorld): void {
  const { bodies, contacts, kinematics, kinematicCount } = physics
  for (let i = 0; i < kinematicCount; i++) {
    const entity = kinematics[i]!
    if (!bodies.isAwake(entity)) continue
    for (let c = bodies.firstCollider(entity); c !== 0; c = bodies.nextCollider(entity, c)) {
      for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
        if ((contacts.flags[edge >>> 1]! & ContactFlag.Unsolved) !== 0) continue
        if (contacts.pointCount[edge >>> 1]! > 0) bodies.quietTime[bodies.bodyOf[contacts.otherOf(edge)]!] = 0
      }
    }
  }
}
