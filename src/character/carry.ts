import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, START_STRIDE, SURFACE_STRIDE } from '../bodies/bodies.ts'
import { Pose, Surface } from '../bodies/body-records.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { castAlong } from './cast.ts'
import { ground, hit, marks, move } from './move.ts'
import { obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { Hit, Mark, Move } from './records.ts'
import { dropInto } from './vectors.ts'

/** Of the sleep speed: a body that can be pushed moves that slowly when it is about to sleep. */
const ALMOST_STILL = 0.1

/** Of the skin: who stands as near to where it stood has not walked. */
const SAME_PLACE = 0.5

/** How often the way of what carries it may bend along what is in the way. */
const MAX_BENDS = 3

/** Of a length unit: a body that a step moved is where its velocity takes it, but for rounding. */
const ROUNDING = 1e-6

/** A world point of the ground. */
const point = new Float64Array(2)

/**
 * Finds how its ground has carried the character since its last move: by the way of the point that supports it, turn
 * included. Who was put somewhere else meanwhile is not carried.
 */
export function findCarry(physics: PhysicsWorld, body: number): void {
  const { bodies, tolerances } = physics
  const { CharacterState: state, Velocity } = physics.components
  const time = move[Move.Time]!
  const rounding = ROUNDING * physics.settings.lengthUnit
  const dx = move[Move.X]! - state.lastX[body]!
  const dy = move[Move.Y]! - state.lastY[body]!
  const rides = Math.abs(dx - Velocity.x[body]! * time) + Math.abs(dy - Velocity.y[body]! * time) <= rounding
  const stays = (dx === 0 && dy === 0) || rides
  move[Move.StartX] = stays ? state.lastX[body]! : move[Move.X]!
  move[Move.StartY] = stays ? state.lastY[body]! : move[Move.Y]!
  move[Move.CarryX] = 0
  move[Move.CarryY] = 0
  move[Move.RideX] = 0
  move[Move.RideY] = 0
  marks[Mark.Ignored] = 0
  const carrier = state.ground[body]!
  if (state.grounded[body] === 0 || !stays || carrier === 0 || !bodies.isBody(carrier)) return
  if (wasPut(physics, body, carrier)) return
  marks[Mark.Carrier] = carrier
  point[0] = state.anchorX[body]!
  point[1] = state.anchorY[body]!
  findPoint(physics, carrier)
  const x = point[0]! - state.supportX[body]!
  const y = point[1]! - state.supportY[body]!
  const carried = Math.sqrt(x * x + y * y)
  const still = ALMOST_STILL * tolerances.sleepSpeed * time
  if (bodies.kind[carrier] === BodyKind.Dynamic && carried < still) marks[Mark.Still] = 1
  else {
    move[Move.CarryX] = x - dx
    move[Move.CarryY] = y - dy
    move[Move.RideX] = x / time
    move[Move.RideY] = y / time
  }
  // A belt takes it along its surface.
  const belt = state.beltSpeed[body]! * time
  if (belt !== 0) {
    move[Move.CarryX] = move[Move.CarryX]! + belt * state.groundNormalY[body]!
    move[Move.CarryY] = move[Move.CarryY]! - belt * state.groundNormalX[body]!
  }
  if (bodies.kind[carrier] !== BodyKind.Kinematic) return
  state.groundVelocityX[body] = x / time
  state.groundVelocityY[body] = y / time
}

/**
 * Whether its ground was put elsewhere since its last move, by more than the character is large: that carries nobody. It may be another
 * body that has got the same id.
 */
function wasPut({ bodies, components: { CharacterState: state } }: PhysicsWorld, body: number, carrier: number): boolean {
  const { bounds } = parts
  const moved = bodies.isAwake(carrier)
  const from = moved ? bodies.start : bodies.pose
  const p = carrier * (moved ? START_STRIDE : POSE_STRIDE)
  const c = from[p + Pose.Cos]!
  const s = from[p + Pose.Sin]!
  const x = from[p + Pose.X]! + c * state.anchorX[body]! - s * state.anchorY[body]! - state.supportX[body]!
  const y = from[p + Pose.Y]! + s * state.anchorX[body]! + c * state.anchorY[body]! - state.supportY[body]!
  return Math.abs(x) + Math.abs(y) > Math.min(bounds[2]! - bounds[0]!, bounds[3]! - bounds[1]!)
}

/** Takes the character along with its ground, as far as nothing else is in the way. */
export function carry(physics: PhysicsWorld, body: number): void {
  if (move[Move.CarryX] === 0 && move[Move.CarryY] === 0) return
  marks[Mark.Ignored] = physics.components.CharacterState.ground[body]!
  for (let bend = 0; bend < MAX_BENDS; bend++) {
    const obstacle = castAlong(physics, Move.CarryX)
    const fraction = obstacle < 0 ? 1 : hit[Hit.Fraction]!
    move[Move.X] = move[Move.X]! + fraction * move[Move.CarryX]!
    move[Move.Y] = move[Move.Y]! + fraction * move[Move.CarryY]!
    if (obstacle < 0) break
    move[Move.CarryX] = (1 - fraction) * move[Move.CarryX]!
    move[Move.CarryY] = (1 - fraction) * move[Move.CarryY]!
    dropInto(Move.CarryX, hit)
  }
  marks[Mark.Ignored] = 0
}

/** Remembers the point of the ground that carries the character now, and how it moves. */
export function holdOn(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { CharacterState: state, Position, Velocity } = physics.components
  const collider = obstacles.collider[marks[Mark.Ground]!]!
  const carrier = bodies.bodyOf[collider]!
  const same = carrier === state.ground[body] && state.grounded[body] === 1
  state.ground[body] = carrier
  state.beltSpeed[body] = bodies.surface[collider * SURFACE_STRIDE + Surface.Speed]!
  // Below the origin, on the face that carries: of a wide foot no matter which corner.
  const off = (move[Move.X]! - ground[Hit.X]!) * ground[Hit.NormalX]! + (move[Move.Y]! - ground[Hit.Y]!) * ground[Hit.NormalY]!
  const x = move[Move.X]! - off * ground[Hit.NormalX]!
  const y = move[Move.Y]! - off * ground[Hit.NormalY]!
  if (!same || Math.abs(x - state.supportX[body]!) + Math.abs(y - state.supportY[body]!) > SAME_PLACE * move[Move.Skin]!) marks[Mark.Still] = 0
  const p = carrier * POSE_STRIDE
  const moved = bodies.kind[carrier] === BodyKind.Kinematic
  if (marks[Mark.Still] === 0) {
    const px = moved ? Position.x[carrier]! : bodies.pose[p + Pose.X]!
    const py = moved ? Position.y[carrier]! : bodies.pose[p + Pose.Y]!
    const c = bodies.pose[p + Pose.Cos]!
    const s = bodies.pose[p + Pose.Sin]!
    point[0] = c * (x - px) + s * (y - py)
    point[1] = c * (y - py) - s * (x - px)
    state.anchorX[body] = point[0]!
    state.anchorY[body] = point[1]!
    // By the same sum as in the next move, so that what stands still carries nobody.
    findPoint(physics, carrier)
    state.supportX[body] = point[0]!
    state.supportY[body] = point[1]!
  }
  if (same && moved) return
  const rx = x - bodies.pose[p + Pose.X]! + bodies.pose[p + Pose.FromCenterX]!
  const ry = y - bodies.pose[p + Pose.Y]! + bodies.pose[p + Pose.FromCenterY]!
  const rests = bodies.kind[carrier] === BodyKind.Static
  state.groundVelocityX[body] = rests ? 0 : Velocity.x[carrier]! - Velocity.angular[carrier]! * ry
  state.groundVelocityY[body] = rests ? 0 : Velocity.y[carrier]! + Velocity.angular[carrier]! * rx
}

/**
 * The velocity that the step moves the character with: that of a body that can be pushed and carries it, or the character
 * would stand like a wall in the way of what lifts it. For all else its place is written after the step, and it stands still.
 */
export function rideAlong(physics: PhysicsWorld, body: number): void {
  const { CharacterState: state, Velocity } = physics.components
  const { bodies, tolerances } = physics
  const rides = state.grounded[body] === 1 && bodies.kind[state.ground[body]!] === BodyKind.Dynamic
  Velocity.x[body] = 0
  Velocity.y[body] = 0
  Velocity.angular[body] = 0
  if (!rides) return
  const nx = state.groundNormalX[body]!
  const ny = state.groundNormalY[body]!
  const along = state.groundVelocityX[body]! * nx + state.groundVelocityY[body]! * ny
  // What rises and hits it is stopped by that, but has come some way: so fast it is let go on, and soon faster.
  const came = marks[Mark.Carrier] === state.ground[body] ? move[Move.RideX]! * nx + move[Move.RideY]! * ny : 0
  // But what a ceiling took of that it is not let go on: a lift would go through who is held there.
  const got = ((move[Move.X]! - move[Move.StartX]!) * nx + (move[Move.Y]! - move[Move.StartY]!) * ny) / move[Move.Time]!
  // Ground that gives way is not followed in the step: that would press on it without end, and spin a crate ever faster.
  const rises = Math.max(0, Math.max(along, came) - Math.max(0, came - got))
  const vx = state.groundVelocityX[body]! + (rises - along) * nx
  const vy = state.groundVelocityY[body]! + (rises - along) * ny
  if (Math.abs(vx) + Math.abs(vy) < ALMOST_STILL * tolerances.sleepSpeed) return
  Velocity.x[body] = vx
  Velocity.y[body] = vy
}

/** Takes the point at hand from the frame of a body to where it is now, plain writes to kinematic bodies counted. */
function findPoint(physics: PhysicsWorld, body: number): void {
  const x = point[0]!
  const y = point[1]!
  const { bodies } = physics
  const { Position } = physics.components
  const p = body * POSE_STRIDE
  const moved = bodies.kind[body] === BodyKind.Kinematic
  const c = bodies.pose[p + Pose.Cos]!
  const s = bodies.pose[p + Pose.Sin]!
  point[0] = (moved ? Position.x[body]! : bodies.pose[p + Pose.X]!) + (c * x - s * y)
  point[1] = (moved ? Position.y[body]! : bodies.pose[p + Pose.Y]!) + (s * x + c * y)
}
