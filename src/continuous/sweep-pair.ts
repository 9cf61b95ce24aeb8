import { ShapeType } from '../../components/shape-type.ts'
import { collidePair } from '../collision/collide.ts'
import { MANIFOLD_STRIDE, Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { Impact, Limit, Sweep } from '../collision/sweep-records.ts'
import { poseAt } from '../collision/sweep.ts'
import { timeOfImpact } from '../collision/time-of-impact.ts'
import { sincosOf } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { grazes } from '../contact-rules/seams.ts'
import { Manifold, ManifoldPoint } from '../contacts/contact-record.ts'
import { Pose, POSE_STRIDE, START_STRIDE } from '../bodies/body-records.ts'
import { BOUNDS, Leg, LEG_STRIDE, beginAt, hold, impact, isSooner, leg, limits, others, own, writeStepLeg } from './leg.ts'
import { goesAlongFace } from './along-face.ts'
import { passesBy } from './pass-by.ts'
import { staysAway } from './stays-away.ts'
import { hitsCore, holdsCenter, moveMiddle } from './sweep-core.ts'
import { HitPlace } from '../collision/convex-ray.ts'

const otherLeg = new Float64Array(LEG_STRIDE)
const ends = new Float64Array(2 * START_STRIDE)
const pair = new Float64Array(PAIR_STRIDE)
const manifold = new Float64Array(MANIFOLD_STRIDE)
const ids = new Int32Array(2)
const turned = new Float64Array(2)
/** How two bodies move against each other, or the middle of the collider at hand and another one. */
const against = new Float64Array(2)
/** What holds something while the user is asked. */
export const pairScratch = [leg, impact, limits, own, others, otherLeg, ends, hold]
/** Radians. What turns more in a step does not slide over a floor. */
const MAX_SLIDING_TURN = 0.05
/** Part of its reach by which a body may part from what it slides over in a step. */
const SLIDING_PART = 0.25

/** Takes up the motion of a collider of the body whose leg is at hand. */
export function loadOwn(physics: PhysicsWorld, collider: number, body: number): void {
  writeSweep(physics, collider, body, leg, own)
}

/** Takes up the motion of two colliders along legs of their bodies. */
export function loadBoth(
  physics: PhysicsWorld,
  collider: number,
  way: Float64Array,
  other: number,
  otherWay: Float64Array,
): void {
  const { bodyOf } = physics.bodies
  writeSweep(physics, collider, bodyOf[collider]!, way, own)
  writeSweep(physics, other, bodyOf[other]!, otherWay, others)
}

/** Writes the motion of a collider along a leg of its body. */
function writeSweep(physics: PhysicsWorld, collider: number, body: number, way: Float64Array, out: Float64Array): void {
  const { pose } = physics.bodies
  const p = collider * POSE_STRIDE
  const b = body * POSE_STRIDE
  // Where the center of mass is in the frame of the shape, which turns around it.
  const ox = pose[b + Pose.X]! - pose[b + Pose.FromCenterX]! - pose[p + Pose.X]!
  const oy = pose[b + Pose.Y]! - pose[b + Pose.FromCenterY]! - pose[p + Pose.Y]!
  const c = pose[p + Pose.Cos]!, s = pose[p + Pose.Sin]!
  out[Sweep.StartX] = way[Leg.X]!
  out[Sweep.StartY] = way[Leg.Y]!
  out[Sweep.EndX] = way[Leg.X]! + way[Leg.DX]!
  out[Sweep.EndY] = way[Leg.Y]! + way[Leg.DY]!
  sincosOf(way, Leg.Angle, turned, 0)
  out[Sweep.Cos] = c * turned[0]! - s * turned[1]!
  out[Sweep.Sin] = s * turned[0]! + c * turned[1]!
  // A disc is the same however it turns about its middle: one that rolled was taken for what turns far, and stopped at each seam of a floor
  // into which it was pressed.
  const disc = physics.collision.shapeType[collider] === ShapeType.Circle && ox === 0 && oy === 0
  out[Sweep.Turn] = disc ? 0 : way[Leg.Turn]!
  out[Sweep.CenterX] = c * ox + s * oy
  out[Sweep.CenterY] = c * oy - s * ox
}

function writeOtherSweep(physics: PhysicsWorld, other: number): void {
  const otherBody = physics.bodies.bodyOf[other]!
  writeStepLeg(physics, otherBody, otherLeg)
  beginAt(leg[Leg.From]!, otherLeg)
  writeSweep(physics, other, otherBody, otherLeg, others)
}

/** Begins a search for the first hit: so far there is none on the whole leg at hand. */
export function clearLimits(physics: PhysicsWorld): void {
  limits[Limit.Target] = 0.25 * physics.tolerances.linearSlop
  limits[Limit.Tolerance] = 0.25 * limits[Limit.Target]!
  limits[Limit.Fraction] = 1
}

/**
 * Whether the collider at hand hits another before `limits[Limit.Fraction]`, which then becomes the fraction at which it does.
 * Where its body is held back at once, `hold.changed` is set.
 */
export function hitsSooner(physics: PhysicsWorld, body: number, collider: number, other: number): boolean {
  writeOtherSweep(physics, other)
  if (staysAway(physics, collider, other) || isLeftToContacts(physics, body, collider, other)) return false
  const found = findImpact(physics, collider, other)
  if (found === Impact.None) return false
  // Taken back to where it first hits, a wheel would leave its axle: what joints hold may only not get through.
  const jointed = physics.joints.first(body) !== 0
  const missed = found === Impact.AtStart || jointed || slidesOver(physics, collider, other)
  return missed ? hitsCore(physics, body, collider, other) : isSooner()
}

/**
 * Whether the collider at hand meets another before `limits[Limit.Fraction]`, at the fraction `impact[HitPlace.Fraction]`. What touches as the
 * step begins, or only a little as it ends, is left to contacts.
 */
export function meets(physics: PhysicsWorld, body: number, collider: number, other: number): boolean {
  writeOtherSweep(physics, other)
  if (staysAway(physics, collider, other) || isLeftToContacts(physics, body, collider, other)) return false
  const found = findImpact(physics, collider, other)
  return found !== Impact.None && found !== Impact.AtStart && impact[HitPlace.Fraction]! < limits[Limit.Fraction]!
}

/**
 * How the ways of the collider at hand and the other one of the last test end: 0 apart, 1 in a contact that pushes back
 * where they came from, −1 in one that does not.
 */
export function contactAtEnd(physics: PhysicsWorld, collider: number, other: number): number {
  pair[Pair.Margin] = physics.tolerances.linearSlop
  const points = collideAt(physics, collider, other, BOUNDS, 1)
  if (points === 0) return 0
  return approachAtEnd(points) > 0 ? 1 : -1
}

/** What {@link measureInAtEnd} found. */
export const inAtEnd = new Float64Array(3)
export enum InAtEnd { Depth, X, Y }

/** Finds how deep the collider at hand is in another where the leg at hand ends, and the direction out of it. */
export function measureInAtEnd(physics: PhysicsWorld, collider: number, other: number): void {
  writeOtherSweep(physics, other)
  pair[Pair.Margin] = 0
  const points = collideAt(physics, collider, other, BOUNDS, 1)
  inAtEnd[InAtEnd.Depth] = points === 0 ? 0 : -manifold[deepest(points) + ManifoldPoint.Separation]!
  inAtEnd[InAtEnd.X] = -manifold[Manifold.NormalX]!
  inAtEnd[InAtEnd.Y] = -manifold[Manifold.NormalY]!
}

/** Finds where two colliders meet whose motions were taken up: one of {@link Impact}. */
export function findImpact({ solver: { states } }: PhysicsWorld, collider: number, other: number): number {
  return timeOfImpact(states.memory, collider, own, other, others, null, limits, impact)
}

/**
 * Whether all that is hit at the fraction `impact[HitPlace.Fraction]` is the seam of a floor that the body slides over. A link that has no
 * point there leaves it to its neighbor: a marble of 5 cm was stopped at every other joint of a loop, and needed twice the speed of the formula.
 */
function slidesOver(physics: PhysicsWorld, collider: number, other: number): boolean {
  pair[Pair.Margin] = physics.tolerances.linearSlop
  const points = collideAt(physics, collider, other, impact, 0)
  if (points === 0 || passesBy(physics, collider, other, own, others, ends, manifold, deepest(points))) return true
  if (goesAlongFace(physics, collider, other)) return true
  if (Math.abs(own[Sweep.Turn]!) > MAX_SLIDING_TURN) return false
  against[0] = others[Sweep.EndX]! - others[Sweep.StartX]! - own[Sweep.EndX]! + own[Sweep.StartX]!
  against[1] = others[Sweep.EndY]! - others[Sweep.StartY]! - own[Sweep.EndY]! + own[Sweep.StartY]!
  return grazes(physics, collider, other, manifold, 0, points, against)
}

/**
 * Whether the contact of the next step will do: the shapes overlap a little at the end of the step, and it pushes
 * back, not through. Without this, fast bodies would stop at every seam of a floor that they slide over.
 */
export function isLeftToContacts(physics: PhysicsWorld, body: number, collider: number, other: number): boolean {
  const { bodies } = physics
  pair[Pair.Margin] = 0
  const points = collideAt(physics, collider, other, BOUNDS, 1)
  if (points === 0) return false
  const depth = -Math.min(manifold[Manifold.Separation0]!, points === 2 ? manifold[Manifold.Separation1]! : 0)
  // A line has no reach: what lies in it exactly is on neither side.
  if (depth >= bodies.reach[body]! || centerIsThrough(physics, collider, points, depth)) return false
  const dx = own[Sweep.EndX]! - own[Sweep.StartX]! - others[Sweep.EndX]! + others[Sweep.StartX]!
  const dy = own[Sweep.EndY]! - own[Sweep.StartY]! - others[Sweep.EndY]! + others[Sweep.StartY]!
  // What came through moved at least by its reach. What slides over a floor of links or tiles parts from the next one by rounding,
  // or as it is pushed out of it, and was stopped there for a step.
  const parting = -Math.min(physics.tolerances.linearSlop, SLIDING_PART * bodies.reach[body]!)
  if (dx * manifold[Manifold.NormalX]! + dy * manifold[Manifold.NormalY]! < parting) return false
  // What turns far may have come from the other side, whichever way its middle moved.
  const turn = Math.abs(own[Sweep.Turn]!) + Math.abs(others[Sweep.Turn]!)
  return turn < MAX_SLIDING_TURN || (approachAtEnd(points) >= 0 && !cameThrough(physics, collider, parting))
}

/**
 * Whether the middle of the collider at hand ends behind where it began, along the normal of the manifold at hand and seen from the other
 * one. Where the center of mass is beside it, it goes another way than that: a disc that began at a segment and swung by more than a
 * right angle around a center of mass before it ended at the other side, coming back.
 */
function cameThrough(physics: PhysicsWorld, collider: number, parting: number): boolean {
  moveMiddle(physics, collider, against)
  return against[0]! * manifold[Manifold.NormalX]! + against[1]! * manifold[Manifold.NormalY]! < parting
}

/**
 * Whether the collider at hand ends with the center of mass that is in it behind the surface of the other, in the manifold at
 * hand. Less deep than its reach is the middle of the shape before that surface, and so is a center of mass in the middle; one
 * beside it was left 5 cm behind a wall.
 */
function centerIsThrough(physics: PhysicsWorld, collider: number, points: number, depth: number): boolean {
  const p = deepest(points)
  const rx = own[Sweep.EndX]! - ends[Pose.X]! - manifold[p + ManifoldPoint.X]!
  const ry = own[Sweep.EndY]! - ends[Pose.Y]! - manifold[p + ManifoldPoint.Y]!
  // A point of a manifold lies midway between both surfaces. What is at the surface is on neither side of a line.
  if (rx * manifold[Manifold.NormalX]! + ry * manifold[Manifold.NormalY]! + 0.5 * depth < -limits[Limit.Target]!) return false
  return holdsCenter(physics, collider)
}

/** The place in the manifold at hand of the point that is in deepest. */
function deepest(points: number): number {
  return points === 2 && manifold[Manifold.Separation1]! < manifold[Manifold.Separation0]! ? Manifold.X1 : Manifold.X0
}

/** Whether the shapes come together in the manifold at hand, at their poses at the end: 1, or −1 if they part, or 0. */
function approachAtEnd(points: number): number {
  const p = deepest(points)
  const x = ends[Pose.X]! + manifold[p + ManifoldPoint.X]!
  const y = ends[Pose.Y]! + manifold[p + ManifoldPoint.Y]!
  const turn = own[Sweep.Turn]!, otherTurn = others[Sweep.Turn]!
  const dx = own[Sweep.EndX]! - own[Sweep.StartX]! - turn * (y - own[Sweep.EndY]!) - (others[Sweep.EndX]! - others[Sweep.StartX]! - otherTurn * (y - others[Sweep.EndY]!))
  const dy = own[Sweep.EndY]! - own[Sweep.StartY]! + turn * (x - own[Sweep.EndX]!) - (others[Sweep.EndY]! - others[Sweep.StartY]! + otherTurn * (x - others[Sweep.EndX]!))
  return Math.sign(dx * manifold[Manifold.NormalX]! + dy * manifold[Manifold.NormalY]!)
}

/**
 * Writes the manifold of two colliders at the fraction `fractions[f]` of their ways and returns its number of points.
 * The margin stands in `pair`.
 */
function collideAt({ solver: { states: { memory } } }: PhysicsWorld, collider: number, other: number, fractions: Float64Array, f: number): number {
  poseAt(own, 0, fractions, f, ends, 0)
  poseAt(others, 0, fractions, f, ends, START_STRIDE)
  pair[Pair.X] = ends[START_STRIDE + Pose.X]! - ends[Pose.X]!
  pair[Pair.Y] = ends[START_STRIDE + Pose.Y]! - ends[Pose.Y]!
  pair[Pair.CosA] = ends[Pose.Cos]!
  pair[Pair.SinA] = ends[Pose.Sin]!
  pair[Pair.CosB] = ends[START_STRIDE + Pose.Cos]!
  pair[Pair.SinB] = ends[START_STRIDE + Pose.Sin]!
  pair[Pair.Tie] = 0
  return collidePair(memory, collider, other, pair, manifold, 0, ids, 0)
}
