import { type ShapeType as ShapeTypeOf, ShapeType } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, WAY_STRIDE } from '../bodies/bodies.ts'
import { Pose, Way } from '../bodies/body-records.ts'
import { forgetManifold } from '../caches/kept-manifolds.ts'
import { collidePair } from '../collision/collide.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { SWEEP_STRIDE, poseAt } from '../collision/sweep.ts'
import { sincosOf } from '../math/rotation.ts'
import { ContactFlag, Impulse, IMPULSE_STRIDE, Manifold, MANIFOLD_STRIDE, ManifoldPoint } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { writeLeg } from './foresight.ts'
import { Leg, LEG_STRIDE, writeSweep } from './sweep-pair.ts'

/** Cosine down to which the normal at the other end may lean from that of the contact. */
const LEAST_LEAN = 0.5
/** The other end is at least this part of the thinner body's reach away from the point that there is. */
const APART = 0.5
/** The feature of a point that is to come. */
const TO_COME = -1

const legA = new Float64Array(LEG_STRIDE)
const legB = new Float64Array(LEG_STRIDE)
const sweep = new Float64Array(SWEEP_STRIDE)
const poses = new Float64Array(8)
const pair = new Float64Array(PAIR_STRIDE)
const manifold = new Float64Array(MANIFOLD_STRIDE)
const features = new Int32Array(2)
const END = Float64Array.of(1)
/** Points on the surfaces of A and B, at the end of the step and then at its beginning. */
const surfaces = new Float64Array(4)
/** How far the surfaces of both go at most because they turn. */
const swing = new Float64Array(1)
const angle = new Float64Array(1)
const turned = new Float64Array(2)

/**
 * Gives a contact of two bodies that turn, and touch with a corner or a round end, the point at which their other ends
 * will meet within the step. After a hit at 10 m/s the other end of a body came down 14 cm deep into the other one before
 * a contact was made there.
 */
export function foreseeOtherEnd(physics: PhysicsWorld, contact: number): void {
  const { bodies, tolerances } = physics
  const { contacts } = physics.collision
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  if ((contacts.flags[contact]! & (ContactFlag.Sensor | ContactFlag.Driven | ContactFlag.OneWay | ContactFlag.Unsolved)) !== 0) return
  if (bodies.kind[bodyA] === BodyKind.Static || bodies.kind[bodyB] === BodyKind.Static) return
  swing[0] = 0
  addSwing(physics, bodyA)
  addSwing(physics, bodyB)
  if (swing[0] <= tolerances.speculativeDistance) return
  const points = collideAtEnd(physics, a, b)
  for (let p = 0; p < points; p++) if (addEnd(physics, contact, Manifold.X0 + 3 * p)) return
}

/** The surface of a disc stays where it is while it turns. */
function addSwing({ bodies, collision: { shapeType } }: PhysicsWorld, body: number): void {
  if (shapeType[body] === ShapeType.Circle && bodies.firstChild[body] === 0) return
  swing[0] = swing[0]! + Math.abs(bodies.way[body * WAY_STRIDE + Way.Turn]!) * bodies.extent[body]!
}

/** Finds the manifold of two colliders where their ways end if nothing stops them. */
function collideAtEnd(physics: PhysicsWorld, a: number, b: number): number {
  const { bodyOf } = physics.bodies
  const { shapeType, geometry, polygons } = physics.collision
  writeLeg(physics, bodyOf[a]!, legA)
  writeLeg(physics, bodyOf[b]!, legB)
  writeSweep(physics, a, bodyOf[a]!, legA, sweep)
  poseAt(sweep, 0, END, 0, poses, 0)
  writeSweep(physics, b, bodyOf[b]!, legB, sweep)
  poseAt(sweep, 0, END, 0, poses, 4)
  pair[Pair.X] = poses[4]! - poses[0]!
  pair[Pair.Y] = poses[5]! - poses[1]!
  pair[Pair.CosA] = poses[2]!
  pair[Pair.SinA] = poses[3]!
  pair[Pair.CosB] = poses[6]!
  pair[Pair.SinB] = poses[7]!
  pair[Pair.Margin] = 0
  pair[Pair.Tie] = a + b
  return collidePair(
    shapeType[a] as ShapeTypeOf, geometry, a * GEOMETRY_STRIDE, shapeType[b] as ShapeTypeOf, geometry, b * GEOMETRY_STRIDE,
    pair, manifold, 0, features, 0, polygons,
  )
}

/** Adds the point `manifold[p]` of the end of the step to a contact, if it is another one than that of now. */
function addEnd(physics: PhysicsWorld, contact: number, p: number): boolean {
  const { bodies, tolerances } = physics
  const { contacts } = physics.collision
  const m = contact * MANIFOLD_STRIDE
  const now = contacts.manifold
  const nx = now[m + Manifold.NormalX]!
  const ny = now[m + Manifold.NormalY]!
  const ex = manifold[Manifold.NormalX]!
  const ey = manifold[Manifold.NormalY]!
  const depth = -manifold[p + ManifoldPoint.Separation]!
  if (depth < tolerances.linearSlop || nx * ex + ny * ey < LEAST_LEAN) return false
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const x = poses[0]! + manifold[p + ManifoldPoint.X]!
  const y = poses[1]! + manifold[p + ManifoldPoint.Y]!
  takeBack(legA, x + 0.5 * depth * ex, y + 0.5 * depth * ey, 0)
  takeBack(legB, x - 0.5 * depth * ex, y - 0.5 * depth * ey, 2)
  const apart = nx * (surfaces[2]! - surfaces[0]!) + ny * (surfaces[3]! - surfaces[1]!)
  const px = 0.5 * (surfaces[0]! + surfaces[2]!) - bodies.pose[a * POSE_STRIDE + Pose.X]!
  const py = 0.5 * (surfaces[1]! + surfaces[3]!) - bodies.pose[a * POSE_STRIDE + Pose.Y]!
  const aside = Math.abs((px - now[m + Manifold.X0]!) * ny - (py - now[m + Manifold.Y0]!) * nx)
  if (apart <= 0 || aside < APART * Math.min(bodies.reach[bodies.bodyOf[a]!]!, bodies.reach[bodies.bodyOf[b]!]!)) return false
  now[m + Manifold.X1] = px
  now[m + Manifold.Y1] = py
  now[m + Manifold.Separation1] = apart
  contacts.feature[2 * contact + 1] = TO_COME
  contacts.impulse[contact * IMPULSE_STRIDE + Impulse.Normal1] = 0
  contacts.impulse[contact * IMPULSE_STRIDE + Impulse.Tangent1] = 0
  contacts.pointCount[contact] = 2
  forgetManifold(physics.collision, contact)
  return true
}

/** Writes where a point that goes with a leg, at (x, y) at its end, was as it began. */
function takeBack(leg: Float64Array, x: number, y: number, at: number): void {
  angle[0] = -leg[Leg.Turn]!
  sincosOf(angle, 0, turned, 0)
  const rx = x - leg[Leg.X]! - leg[Leg.DX]!
  const ry = y - leg[Leg.Y]! - leg[Leg.DY]!
  surfaces[at] = leg[Leg.X]! + turned[0]! * rx - turned[1]! * ry
  surfaces[at + 1] = leg[Leg.Y]! + turned[1]! * rx + turned[0]! * ry
}
