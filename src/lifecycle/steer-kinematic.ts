import { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { TWO_PI, sincosOf } from '../math/rotation.ts'
import { Steering } from '../state/lifecycle-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { TARGET_STRIDE, Target } from '../state/lifecycle-records.ts'

const turned = new Float64Array(4)

/** Gives the kinematic bodies that were told where to be the velocity that takes them there in this step. */
export function steerKinematics(physics: PhysicsWorld, dt: number): void {
  const { bodies } = physics
  const { steered } = physics.lifecycle
  if (steered.count === 0) return
  steered.compact()
  for (let i = 0; i < steered.count; i++) {
    const body = steered.items[i]!
    if (bodies.kind[body] !== BodyKind.Kinematic) {
      steered.remove(body)
      continue
    }
    steered.flag[body] = Steering.Moving
    steer(physics, body, 1 / dt)
  }
  steered.compact()
}

/** A velocity is that of the center of mass, and the target that of the origin, which swings around it. */
function steer(physics: PhysicsWorld, body: number, rate: number): void {
  const { bodies } = physics
  const { target } = physics.lifecycle
  const { Position, Rotation, Velocity } = physics.components
  const fixed = physics.collision.shapeType[body] === ShapeType.Aabb
  turned[0] = fixed ? 0 : Rotation.angle[body]!
  turned[1] = fixed ? 0 : target[body * TARGET_STRIDE + Target.Angle]!
  let turn = turned[1]! - turned[0]!
  turn -= TWO_PI * Math.round(turn / TWO_PI)
  const cx = bodies.localCenter[body * 2]!
  const cy = bodies.localCenter[body * 2 + 1]!
  let dx = target[body * TARGET_STRIDE + Target.X]! - Position.x[body]!
  let dy = target[body * TARGET_STRIDE + Target.Y]! - Position.y[body]!
  if (turn !== 0 && (cx !== 0 || cy !== 0)) {
    sincosOf(turned, 1, turned, 2)
    dx += turned[2]! * cx - turned[3]! * cy
    dy += turned[3]! * cx + turned[2]! * cy
    sincosOf(turned, 0, turned, 2)
    dx -= turned[2]! * cx - turned[3]! * cy
    dy -= turned[3]! * cx + turned[2]! * cy
  }
  Velocity.x[body] = dx * rate
  Velocity.y[body] = dy * rate
  Velocity.angular[body] = turn * rate
}

/** Stops the kinematic bodies that have arrived. Those that were told something new meanwhile go on with the next step. */
export function haltKinematics(physics: PhysicsWorld): void {
  const { steered } = physics.lifecycle
  if (steered.count === 0) return
  const { x, y, angular } = physics.components.Velocity
  for (let i = 0; i < steered.count; i++) {
    const body = steered.items[i]!
    const flag = steered.flag[body]!
    if ((flag & Steering.Moving) === 0) continue
    x[body] = 0
    y[body] = 0
    angular[body] = 0
    if (flag === Steering.Moving) steered.remove(body)
    else steered.flag[body] = Steering.Told
  }
  steered.compact()
}
