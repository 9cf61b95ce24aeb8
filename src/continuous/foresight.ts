import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE, WAY_STRIDE } from '../bodies/bodies.ts'
import { collidePair } from '../collision/collide.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { MANIFOLD_STRIDE, PAIR_STRIDE } from '../collision/manifold.ts'
import { sincosOf } from '../math/rotation.ts'
import { SWEEP_STRIDE, poseAt } from '../collision/sweep.ts'
import { IMPACT_HIT, IMPACT_STRIDE, IMPACT_UNSURE, LIMITS_STRIDE, timeOfImpact } from '../collision/time-of-impact.ts'
import { ContactFlag, Manifold } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { approach, farthest, findApproach, findReach, mayMeet, turnsFar } from './approach.ts'
import { Ahead } from '../state/foreseen-contacts.ts'
import { grazes } from '../contact-rules/seams.ts'
import { LEG_STRIDE, writeSweep } from './sweep-pair.ts'

const legA = new Float64Array(LEG_STRIDE)
const legB = new Float64Array(LEG_STRIDE)
const sweepA = new Float64Array(SWEEP_STRIDE)
const sweepB = new Float64Array(SWEEP_STRIDE)
const limits = new Float64Array(LIMITS_STRIDE)
const impact = new Float64Array(IMPACT_STRIDE)
const poses = new Float64Array(8)
const pair = new Float64Array(PAIR_STRIDE)
const manifold = new Float64Array(MANIFOLD_STRIDE)
const features = new Int32Array(2)
const turn = new Float64Array(1)
/** See {@link writeTurned}. */
const turned = new Float64Array(1)
/**
 * By how much the way at hand may be another one: what is that near to it at its end is taken for a hit as well. 0 where
 * nothing hits a body before.
 */
export const doubt = new Float64Array(1)
/** How one body moves, seen from another. */
const motion = new Float64Array(2)

/** Writes how a body will move in the step if nothing stops it, see {@link LEG_STRIDE}. */
export function writeLeg({ bodies }: PhysicsWorld, body: number, leg: Float64Array): void {
  const { pose, way } = bodies
  const p = body * POSE_STRIDE
  const w = body * WAY_STRIDE
  leg[0] = pose[p]! - pose[p + 4]!
  leg[1] = pose[p + 1]! - pose[p + 5]!
  leg[2] = way[w]!
  leg[3] = way[w + 1]!
  leg[5] = way[w + 2]!
}

/**
 * Looks whether two colliders that are apart will meet on their ways through this step. Then the contact gets the
 * manifold of that moment, its points given from where `a` is now and its separations such that the way closes them.
 * So a fast body is held where it arrives, along the normal of the face that it arrives at: points found 2 cm ahead of a
 * touch came too late for what moves 2 cm in a step, and points at any distance ahead, along the normals of now, hold
 * bodies back at corners that they will pass.
 * @returns The number of points.
 */
export function foresee(physics: PhysicsWorld, contact: number): number {
  const { bodies } = physics
  const { contacts, shapeType, geometry, polygons } = physics.collision
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  findApproach(physics, bodyA, bodyB)
  // What is farther apart than the speculative distance has no contact yet.
  if (approach[0]! + doubt[0]! <= physics.tolerances.speculativeDistance) return 0
  if (doubt[0] === 0 && !mayMeet(physics, bodyA, bodyB)) return 0
  const oneWay = (contacts.flags[contact]! & ContactFlag.OneWay) !== 0
  if (doubt[0] === 0 && (turnsFar(physics, bodyA, oneWay) || turnsFar(physics, bodyB, oneWay))) return 0
  writeLeg(physics, bodyA, legA)
  writeLeg(physics, bodyB, legB)
  if (doubt[0] === 0 && isDisc(physics, a) && isDisc(physics, b)) {
    if (!findImpactOfDiscs(physics, a, b)) return 0
    note(physics, contact, 1)
    return 1
  }
  writeSweep(physics, a, bodyA, legA, sweepA)
  writeSweep(physics, b, bodyB, legB, sweepB)
  const meets = findImpact(physics, a, b)
  if (!meets && doubt[0] === 0) return 0
  if (!meets) impact[0] = 1
  poseAt(sweepA, 0, impact, 0, poses, 0)
  poseAt(sweepB, 0, impact, 0, poses, 4)
  pair[0] = poses[4]! - poses[0]!
  pair[1] = poses[5]! - poses[1]!
  pair[2] = poses[2]!
  pair[3] = poses[3]!
  pair[4] = poses[6]!
  pair[5] = poses[7]!
  findReach(physics, bodyA, bodyB)
  pair[6] = meets ? farthest[0]! : doubt[0]!
  pair[7] = a + b
  const points = collidePair(
    shapeType[a] as ShapeType, geometry, a * GEOMETRY_STRIDE,
    shapeType[b] as ShapeType, geometry, b * GEOMETRY_STRIDE,
    pair, manifold, 0, features, 0, polygons,
  )
  if (points === 0 || isBehind(physics, points) || (meets && parts(points)) || slides(physics, a, b, points)) return 0
  note(physics, contact, points)
  return points
}

/** Finds the part of their ways after which two colliders meet. */
function findImpact({ tolerances, collision: { shapeType, geometry, polygons } }: PhysicsWorld, a: number, b: number): boolean {
  limits[0] = 0.25 * tolerances.linearSlop
  limits[1] = 0.25 * limits[0]!
  limits[2] = 1
  const found = timeOfImpact(
    shapeType[a] as ShapeType, geometry, a * GEOMETRY_STRIDE, sweepA, 0,
    shapeType[b] as ShapeType, geometry, b * GEOMETRY_STRIDE, sweepB, 0,
    limits, polygons, impact, 0,
  )
  return found === IMPACT_HIT || found === IMPACT_UNSURE
}

/** Whether a collider is a circle around the center of mass of its body. */
export function isDisc({ bodies, collision: { shapeType } }: PhysicsWorld, collider: number): boolean {
  const { pose } = bodies
  const p = collider * POSE_STRIDE
  return shapeType[collider] === ShapeType.Circle && pose[p + 4] === 0 && pose[p + 5] === 0
}

/** The same for two discs whose origins are their centers of mass: |p + t d| = r has a closed form. */
function findImpactOfDiscs({ bodies, collision: { geometry } }: PhysicsWorld, a: number, b: number): boolean {
  const { pose } = bodies
  const px = pose[b * POSE_STRIDE]! - pose[a * POSE_STRIDE]!
  const py = pose[b * POSE_STRIDE + 1]! - pose[a * POSE_STRIDE + 1]!
  const dx = legB[2]! - legA[2]!
  const dy = legB[3]! - legA[3]!
  const r = geometry[a * GEOMETRY_STRIDE + 2]! + geometry[b * GEOMETRY_STRIDE + 2]!
  const square = dx * dx + dy * dy
  const along = px * dx + py * dy
  const apart = px * px + py * py - r * r
  const rest = along * along - square * apart
  if (along >= 0 || apart <= 0 || rest < 0) return false
  const part = apart / (Math.sqrt(rest) - along)
  if (part > 1) return false
  impact[0] = part
  const rA = geometry[a * GEOMETRY_STRIDE + 2]!
  poses[0] = legA[0]! + part * legA[2]!
  poses[1] = legA[1]! + part * legA[3]!
  poses[4] = legB[0]! + part * legB[2]!
  poses[5] = legB[1]! + part * legB[3]!
  manifold[0] = (poses[4]! - poses[0]!) / r
  manifold[1] = (poses[5]! - poses[1]!) / r
  manifold[2] = manifold[0]! * rA
  manifold[3] = manifold[1]! * rA
  manifold[4] = 0
  features[0] = 0
  return true
}

/** Whether the hit is none: shapes that meet do so at their surfaces, and what is deep in a link came from behind it. */
function isBehind({ tolerances }: PhysicsWorld, points: number): boolean {
  const least = -tolerances.speculativeDistance
  return manifold[4]! < least || (points === 2 && manifold[7]! < least)
}

/**
 * Whether all points of the hit part there: what rises through the end of a link from behind meets it, too. Taken for a
 * hit, with the distance that it comes from for an overlap, it was pushed and reported 2.4 cm away.
 */
function parts(points: number): boolean {
  const nx = manifold[Manifold.NormalX]!
  const ny = manifold[Manifold.NormalY]!
  const part = impact[0]!
  for (let p = Manifold.X0; p < Manifold.X0 + 3 * points; p += 3) {
    const x = manifold[p]! + poses[0]!
    const y = manifold[p + 1]! + poses[1]!
    const vx = legB[2]! - legA[2]! - legB[5]! * (y - legB[1]! - part * legB[3]!) + legA[5]! * (y - legA[1]! - part * legA[3]!)
    const vy = legB[3]! - legA[3]! + legB[5]! * (x - legB[0]! - part * legB[2]!) - legA[5]! * (x - legA[0]! - part * legA[2]!)
    if (vx * nx + vy * ny < 0) return false
  }
  return true
}

/** Whether the hit is one with the seam of a floor that the body slides over. Of two points the neighbors tell. */
function slides(physics: PhysicsWorld, a: number, b: number, points: number): boolean {
  if (points === 2) return false
  motion[0] = legB[2]! - legA[2]!
  motion[1] = legB[3]! - legA[3]!
  return grazes(physics, a, b, manifold, 0, points, motion)
}

/** Notes where the bodies are at the hit, and gives the contact its points, with their separations of now. */
function note(physics: PhysicsWorld, contact: number, points: number): void {
  const { bodies } = physics
  const { contacts, foresight } = physics.collision
  const at = foresight.push(contact)
  contacts.foreseen[contact] = 1
  const nx = manifold[0]!
  const ny = manifold[1]!
  const part = impact[0]!
  const a = contacts.a[contact]! * POSE_STRIDE
  writeSide(physics, foresight.data, at, contacts.a[contact]!, legA)
  writeSide(physics, foresight.data, at + Ahead.Side, contacts.b[contact]!, legB)
  const apart = part * (nx * (legB[2]! - legA[2]!) + ny * (legB[3]! - legA[3]!))
  for (let p = 2; p < 2 + 3 * points; p += 3) {
    const x = manifold[p]! + poses[0]!
    const y = manifold[p + 1]! + poses[1]!
    manifold[p] = x - bodies.pose[a]!
    manifold[p + 1] = y - bodies.pose[a + 1]!
    writeTurned(foresight.data, at, legA, x, y)
    const turnedA = turned[0]!
    writeTurned(foresight.data, at + Ahead.Side, legB, x, y)
    manifold[p + 2] = manifold[p + 2]! - apart - turned[0]! + turnedA
  }
  for (let i = 0; i < 2 + 3 * points; i++) contacts.manifold[contact * MANIFOLD_STRIDE + i] = manifold[i]!
  for (let k = 0; k < points; k++) contacts.feature[contact * 2 + k] = features[k]!
}

/** Writes what a contact has to know of the pose of one of its sides at the hit. */
function writeSide(physics: PhysicsWorld, out: Float64Array, at: number, collider: number, leg: Float64Array): void {
  const { pose } = physics.bodies
  const p = collider * POSE_STRIDE
  const part = impact[0]!
  out[at + Ahead.ArmX] = pose[p]! - leg[0]! - part * leg[2]!
  out[at + Ahead.ArmY] = pose[p + 1]! - leg[1]! - part * leg[3]!
  turn[0] = isDisc(physics, collider) ? 0 : part * leg[5]!
  sincosOf(turn, 0, out, at + Ahead.Cosine)
}

/**
 * Finds how far the solver takes a point of a body, at (x, y) at the hit, to have gone along the normal by the body's turn,
 * `turned[0]`: it turns the anchors of the hit from the beginning of the step on, see `PointField`.
 */
function writeTurned(side: Float64Array, at: number, leg: Float64Array, x: number, y: number): void {
  const part = impact[0]!
  const nx = manifold[0]!
  const ny = manifold[1]!
  const rx = x - leg[0]! - part * leg[2]!
  const ry = y - leg[1]! - part * leg[3]!
  turned[0] = (side[at + Ahead.Cosine]! - 1) * (rx * nx + ry * ny) + side[at + Ahead.Sine]! * (rx * ny - ry * nx)
}
