import type { ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Force, FORCE_STRIDE, Pose } from '../bodies/body-records.ts'
import { Ray } from '../collision/convex-ray.ts'
import { RAY_HIT_STRIDE, castRayAtShape } from '../collision/ray.ts'
import { syncSleepingTags, wakeBody } from '../sleep/waking.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ground, keepHit, marks, move } from './move.ts'
import { obstacles } from './obstacles.ts'
import { aim, kick, takeAim } from './push.ts'
import { Aim, HIT_STRIDE, Hit, Mark, Move, PLACE_STRIDE } from './records.ts'

/** Where it bears down: normal and point. */
const borne = new Float64Array(HIT_STRIDE)

const ray = Float64Array.of(0, 0, 0, 0, 1)
const met = new Float64Array(RAY_HIT_STRIDE)

/** Newtons: a load stays a number, whatever the velocity that is asked for. */
const MOST_FORCE = 1e15

/**
 * Meters a second: what is held up under the load no more becomes that fast by it until the next move takes it back. So light ground bears no more than
 * 50 times its weight at 60 Hz. With 1,000 a crate of 36 g gets 19 m/s under a man of 2 kg who walks off it.
 */
const MOST_KICK = 8

/** Of the sleep speed: who comes down faster upon what is asleep wakes it. */
const WAKES = 10

/** Of the load that is due: what sleeps under another one wakes. */
const OTHER_LOAD = 0.03

/** Where the point of the ground is now that carried the character until then, and how that went. */
const former = new Float64Array(4)
enum Former { X, Y, VX, VY }

/** Remembers how its ground went, before it takes on how it goes now. */
export function noteFormer({ components: { CharacterState: state } }: PhysicsWorld, character: number): void {
  former[Former.X] = state.supportX[character]! + move[Move.RideX]! * move[Move.Time]!
  former[Former.Y] = state.supportY[character]! + move[Move.RideY]! * move[Move.Time]!
  former[Former.VX] = state.groundVelocityX[character]!
  former[Former.VY] = state.groundVelocityY[character]!
}

/**
 * Finds how the ground went before where the character stands on it now. Who walks over what turns stands on a point of it that goes another way
 * than the one before, and that has turned meanwhile: taken for a push of the ground, that had who stood on a ball that fell and turned by
 * 30 rad/s press it down to 60 m/s in half a second.
 */
export function findBegan({ bodies: { pose }, components: { CharacterState: state, Velocity } }: PhysicsWorld, character: number): void {
  const carrier = state.ground[character]!
  const turns = marks[Mark.Carrier] === carrier && obstacles.kind[marks[Mark.Ground]!] === BodyKind.Dynamic
  const w = turns ? Velocity.angular[carrier]! : 0
  const p = carrier * POSE_STRIDE
  const dx = state.supportX[character]! - former[Former.X]!
  const dy = state.supportY[character]! - former[Former.Y]!
  const inward = w * w * move[Move.Time]!
  const rx = former[Former.X]! - pose[p + Pose.X]! + pose[p + Pose.FromCenterX]!
  const ry = former[Former.Y]! - pose[p + Pose.Y]! + pose[p + Pose.FromCenterY]!
  aim[Aim.Began] = (former[Former.VX]! - w * dy - inward * rx) * ground[Hit.NormalX]! + (former[Former.VY]! + w * dx - inward * ry) * ground[Hit.NormalY]!
}

/**
 * Lets the character weigh on the dynamic body that it stands on: the one that carried it here bears its load, another one is hit
 * as by a body of the pushing mass.
 */
export function bearDown(physics: PhysicsWorld, character: number): void {
  const { bodies } = physics
  const { load } = physics.components.CharacterState
  const obstacle = marks[Mark.Ground]!
  const body = bodies.bodyOf[obstacles.collider[obstacle]!]!
  const pushMass = move[Move.PushMass]!
  if (obstacles.kind[obstacle] !== BodyKind.Dynamic || pushMass === 0) {
    load[character] = 0
    return
  }
  findPoint(physics, character)
  takeAim(physics, body, borne)
  if (body === marks[Mark.Carrier]) press(physics, character, body)
  else {
    load[character] = 0
    hitGround(physics, character, body)
  }
}

/**
 * Finds where it bears down: below its origin, as far as its ground reaches there. Of the corners of a wide foot now the one and
 * now the other is nearest to ground that gives way: with its load upon them a stack would be shaken.
 */
function findPoint(physics: PhysicsWorld, character: number): void {
  const { collision: { shapeType, polygons }, components: { CharacterState: state } } = physics
  keepHit(ground, borne)
  const obstacle = marks[Mark.Ground]!
  const collider = obstacles.collider[obstacle]!
  const far = 2 * move[Move.Skin]!
  const nx = ground[Hit.NormalX]!
  const ny = ground[Hit.NormalY]!
  const x = state.supportX[character]!
  const y = state.supportY[character]!
  ray[Ray.X] = x + far * nx
  ray[Ray.Y] = y + far * ny
  ray[Ray.DX] = -2 * far * nx
  ray[Ray.DY] = -2 * far * ny
  const at = obstacle * PLACE_STRIDE
  if (castRayAtShape(shapeType[collider] as ShapeType, physics.collision.sizesOf(collider), physics.collision.placeOf(collider), obstacles.place, at, ray, 0, polygons, met, 0) === 0) return
  borne[Hit.X] = x
  borne[Hit.Y] = y
}

function hitGround(physics: PhysicsWorld, character: number, body: number): void {
  const approach = aim[Aim.Along]! + move[Move.Fall]!
  if (!(approach > 0)) return
  if (!physics.bodies.isAwake(body)) {
    if (approach < WAKES * physics.tolerances.sleepSpeed) return
    wakeBody(physics, body)
    syncSleepingTags(physics)
  }
  aim[Aim.Impulse] = approach / (1 / move[Move.PushMass]! + aim[Aim.Yields]!)
  kickGround(physics, character, body)
}

/** Changes how its ground goes, which is known as its velocity by now. */
function kickGround(physics: PhysicsWorld, character: number, body: number): void {
  const { groundVelocityX, groundVelocityY } = physics.components.CharacterState
  const change = aim[Aim.Impulse]! * aim[Aim.Yields]!
  kick(physics, body, borne)
  groundVelocityX[character] = groundVelocityX[character]! - change * borne[Hit.NormalX]!
  groundVelocityY[character] = groundVelocityY[character]! - change * borne[Hit.NormalY]!
}

/**
 * The load is p (g + a): the force that gives the pushing mass p the acceleration of its ground. That is known of the last step,
 * in which the ground gave way to the load of that step: followed at once, light ground would be thrown about under a heavy
 * character. So it goes the part m / (m + p) of the way to what is due, m being what the ground has against it there. Then ground
 * that falls freely has no load after one move, and what is held up bears all of it after some (m + p) / m moves.
 * It is a force, not a change of velocity: that would hit what the ground lies on, anew in each step.
 */
function press(physics: PhysicsWorld, character: number, body: number): void {
  const { bodies, settings, components: { CharacterState: state } } = physics
  const pushMass = move[Move.PushMass]!
  const time = move[Move.Time]!
  const before = state.load[character]!
  // Of the same point as before: it may bear down elsewhere, and of what turns that goes another way.
  const along = state.groundVelocityX[character]! * borne[Hit.NormalX]! + state.groundVelocityY[character]! * borne[Hit.NormalY]!
  const due = (pushMass * (along - aim[Aim.Began]! + move[Move.Fall]!)) / time
  const most = Math.min((MOST_KICK * settings.lengthUnit) / (aim[Aim.Yields]! * time), MOST_FORCE)
  if (!bodies.isAwake(body)) {
    // What it stands on may sleep under it, but not under who walks on, nor under another load.
    if (marks[Mark.Still] === 1 && Math.abs(Math.min(due, most) - before) <= OTHER_LOAD * due) return
    wakeBody(physics, body)
    syncSleepingTags(physics)
  }
  const load = Math.max(0, before + (due - before) / (1 + pushMass * aim[Aim.Yields]!))
  if (due < 0 && load < before && aim[Aim.Along]! < 0) {
    // Its ground got away from under the load faster than it falls itself: what drove that farther is taken back.
    aim[Aim.Impulse] = (load - before) * time
    kickGround(physics, character, body)
  }
  state.load[character] = Math.min(load, most)
  apply(physics, body, state.load[character]!)
}

/** Lets a load act in the coming step: of two moves between two steps each has its part of the time. */
function apply(physics: PhysicsWorld, body: number, load: number): void {
  const step = physics.solver.burdens.substep * physics.settings.substeps
  const force = step > 0 ? load * (move[Move.Time]! / step) : load
  physics.lifecycle.makeRoomForForces()
  const { force: forces, forced } = physics.lifecycle
  const f = body * FORCE_STRIDE
  forces[f + Force.X] = forces[f + Force.X]! - force * borne[Hit.NormalX]!
  forces[f + Force.Y] = forces[f + Force.Y]! - force * borne[Hit.NormalY]!
  forces[f + Force.Torque] = forces[f + Force.Torque]! - force * aim[Aim.Arm]!
  forced.add(body)
}
