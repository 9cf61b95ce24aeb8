import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { POSES_WATCHED, VELOCITIES_WATCHED } from '../constants.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { refreshBody } from './body-lifecycle.ts'
import { checkValues } from './check.ts'
import { wakeBody } from '../sleep/waking.ts'
import { Pause, Pose } from '../bodies/body-records.ts'

const driven = new ItemBuffer()
const moved = new ItemBuffer()
/** What holds something while the user is asked. */
export const sleeperScratch = [driven, moved]

/** Wakes what rested under another gravity, but not what the user put to rest: that waits to be touched. */
export function watchGravity(physics: PhysicsWorld): void {
  const { bodies, settings, sleep } = physics
  const { x, y } = settings.gravity
  if (x === sleep.gravity.x && y === sleep.gravity.y) return
  sleep.gravity.x = x
  sleep.gravity.y = y
  driven.clear()
  for (let i = 0; i < bodies.asleepCount; i++) {
    const body = bodies.asleep[i]!
    if (bodies.paused[body] !== Pause.Told) driven.push(body)
  }
  for (let i = 0; i < driven.count; i++) wakeBody(physics, driven.items[i]!)
}

/**
 * Wakes the sleepers to which the user wrote a velocity, or another pose. Velocities are all looked at; of poses at most
 * {@link POSES_WATCHED} in a step, in turns.
 * @throws Error on a value that cannot be simulated, before anything changes.
 */
export function watchSleepers(physics: PhysicsWorld): void {
  if (physics.bodies.asleepCount === 0) return
  findDriven(physics)
  findMoved(physics)
  for (let i = 0; i < driven.count; i++) checkValues(physics, driven.items[i]!)
  for (let i = 0; i < moved.count; i++) checkValues(physics, moved.items[i]!)
  for (let i = 0; i < moved.count; i++) refreshBody(physics, moved.items[i]!)
  for (let i = 0; i < driven.count; i++) wakeBody(physics, driven.items[i]!)
}

/**
 * What sleeps has no velocity. Where many sleep they are looked at in turns. Four at a time, in squares, each number read
 * before the first is used: 1.7 ns a body. One by one with three comparisons took twice as long, and so did sums of
 * `Math.abs`. A square of less than 1e-308 is 0: so slow a velocity would move nothing.
 */
function findDriven(physics: PhysicsWorld): void {
  const { asleep, asleepCount } = physics.bodies
  const { x, y, angular } = physics.components.Velocity
  driven.clear()
  const first = (physics.stepCount % Math.ceil(asleepCount / VELOCITIES_WATCHED)) * VELOCITIES_WATCHED
  const end = Math.min(first + VELOCITIES_WATCHED, asleepCount)
  let i = first
  for (; i + 4 <= end; i += 4) {
    const a = asleep[i]!, b = asleep[i + 1]!, c = asleep[i + 2]!, d = asleep[i + 3]!
    const ax = x[a]!, bx = x[b]!, cx = x[c]!, dx = x[d]!
    const ay = y[a]!, by = y[b]!, cy = y[c]!, dy = y[d]!
    const aw = angular[a]!, bw = angular[b]!, cw = angular[c]!, dw = angular[d]!
    const sum =
      ax * ax + bx * bx + (cx * cx + dx * dx) +
      (ay * ay + by * by + (cy * cy + dy * dy)) +
      (aw * aw + bw * bw + (cw * cw + dw * dw))
    if (sum !== 0) for (let k = i; k < i + 4; k++) noteDriven(physics, asleep[k]!)
  }
  for (; i < end; i++) noteDriven(physics, asleep[i]!)
}

function noteDriven(physics: PhysicsWorld, body: number): void {
  const { x, y, angular } = physics.components.Velocity
  // What a query made is made anew by the step.
  if (physics.lifecycle.newborn.flag[body] !== 0) return
  if (x[body] !== 0 || y[body] !== 0 || angular[body] !== 0) driven.push(body)
}

/**
 * Where a body fell asleep is in its pose record. Squares of differences are added up, and only where the sum is not 0
 * bodies are looked at one by one: 2.8 ns a body, where three comparisons of each took 6, and in two sums, which do not wait for each
 * other, 2.2. What is less than 1e-162 is no difference. Tried: a list of where sleepers are, side by side, in place of the records: as fast.
 */
function findMoved(physics: PhysicsWorld): void {
  const { asleep, asleepCount, pose, angle } = physics.bodies
  const { Position, Rotation } = physics.components
  const { x, y } = Position
  const { angle: turned } = Rotation
  moved.clear()
  const first = (physics.stepCount % Math.ceil(asleepCount / POSES_WATCHED)) * POSES_WATCHED
  const end = Math.min(first + POSES_WATCHED, asleepCount)
  let sum = 0
  let other = 0
  for (let i = first; i < end; i += 2) {
    const a = asleep[i]!, b = asleep[i + 1 < end ? i + 1 : i]!
    const p = a * POSE_STRIDE, q = b * POSE_STRIDE
    const ax = x[a]! - pose[p + Pose.X]!, bx = x[b]! - pose[q + Pose.X]!
    const ay = y[a]! - pose[p + Pose.Y]!, by = y[b]! - pose[q + Pose.Y]!
    const aw = turned[a]! - angle[a]!, bw = turned[b]! - angle[b]!
    sum += ax * ax + ay * ay + aw * aw
    other += bx * bx + by * by + bw * bw
  }
  // NaN is not 0 either.
  if (sum + other !== 0) for (let i = first; i < end; i++) noteMoved(physics, asleep[i]!)
}

function noteMoved(physics: PhysicsWorld, body: number): void {
  const { pose, angle } = physics.bodies
  const { Position, Rotation } = physics.components
  const p = body * POSE_STRIDE
  const turned = Rotation.angle[body]!
  const still = pose[p + Pose.X] === Position.x[body] && pose[p + Pose.Y] === Position.y[body]
  if ((still && angle[body] === turned) || physics.lifecycle.newborn.flag[body] !== 0) return
  // A box that never turns has no angle.
  if (!still || physics.collision.shapeType[body] !== ShapeType.Aabb || turned - turned !== 0) moved.push(body)
}
