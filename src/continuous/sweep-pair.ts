import type { ShapeType } from '../../components/shape-type.ts'
import { collidePair } from '../collision/collide.ts'
import { MAX_VERTICES, findMiddle, loadConvex } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { MANIFOLD_STRIDE, Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { Impact, IMPACT_STRIDE, Limit, LIMITS_STRIDE, Sweep, SWEEP_STRIDE } from '../collision/sweep-records.ts'
import { poseAt } from '../collision/sweep.ts'
import { timeOfImpact } from '../collision/time-of-impact.ts'
import { sincosOf } from '../math/rotation.ts'
import { State, STATE_STRIDE } from '../solver/motion-records.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { grazes } from '../contact-rules/seams.ts'
import { Manifold, ManifoldPoint } from '../contacts/contact-record.ts'
import { Pose, POSE_STRIDE, START_STRIDE } from '../bodies/body-records.ts'
import { isOnAxis } from './locks.ts'
import { passesBy } from './pass-by.ts'
import { HitPlace } from '../collision/convex-ray.ts'

/**
 * A part of a body's way in a step, straight and evenly turning.
 *
 * | index | meaning |
 * | ----- | ------- |
 * | 0, 1  | center of mass where the leg begins, world |
 * | 2, 3  | how far it moves |
 * | 4     | radians turned between the beginning of the step and that of the leg |
 * | 5     | radians it turns |
 */
export const LEG_STRIDE = 6

/** Places in a leg: see the table above. */
export enum Leg {
  X = 0,
  Y = 1,
  DX = 2,
  DY = 3,
  Angle = 4,
  Turn = 5,
}

/** The leg of the body at hand. Where its middle is held back the way in it becomes shorter. */
export const leg = new Float64Array(LEG_STRIDE)
/** Where shapes met in the last test that found something. See `HitPlace`. */
export const impact = new Float64Array(IMPACT_STRIDE)

/**
 * How near shapes may come, the tolerance of that, and at `Limit.Fraction` the fraction of the leg at hand up to which
 * nothing is hit, as far as is known. Fractions are handed on here: as arguments and results of calls they would become
 * garbage.
 */
export const limits = new Float64Array(LIMITS_STRIDE)

/** Whether the middle of the body at hand was held back, so that its way is another one now. */
export const hold = { changed: false, allowed: true }

const own = new Float64Array(SWEEP_STRIDE)
const others = new Float64Array(SWEEP_STRIDE)
const otherLeg = new Float64Array(LEG_STRIDE)
const ends = new Float64Array(2 * START_STRIDE)
const pair = new Float64Array(PAIR_STRIDE)
const manifold = new Float64Array(MANIFOLD_STRIDE)
const ids = new Int32Array(2)
const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)
const middle = new Float64Array(2)
/** Radius of the disc in the middle of a collider. */
const core = new Float64Array(1)
const turned = new Float64Array(2)
/** How two bodies move against each other. */
const against = new Float64Array(2)
/** What holds something while the user is asked. */
export const pairScratch = [leg, impact, limits, own, others, otherLeg, ends, hold]
/** Where a leg begins and ends, as fractions of it. */
const BOUNDS = new Float64Array([0, 1])
/** Radians. What turns more in a step does not slide over a floor. */
const MAX_SLIDING_TURN = 0.05
/** Part of its reach by which a body may part from what it slides over in a step. */
const SLIDING_PART = 0.25
/** Sine of the angle between a surface and the axis along which alone a body moves, up to which it slides along it. */
const ALONG_AXIS = 1e-3

/** Writes the whole way of a body in this step. What is static or rests stays where it is. */
export function writeStepLeg(physics: PhysicsWorld, body: number, out: Float64Array): void {
  const { bodies } = physics
  const { states } = physics.solver
  const b = body * POSE_STRIDE
  out[Leg.X] = bodies.pose[b + Pose.X]! - bodies.pose[b + Pose.FromCenterX]!
  out[Leg.Y] = bodies.pose[b + Pose.Y]! - bodies.pose[b + Pose.FromCenterY]!
  const moves = isSolved(physics, body)
  const s = bodies.awakeIndex[body]! * STATE_STRIDE
  out[Leg.DX] = moves ? states.state[s + State.MovedX]! : 0
  out[Leg.DY] = moves ? states.state[s + State.MovedY]! : 0
  out[Leg.Angle] = 0
  out[Leg.Turn] = moves ? states.state[s + State.Turn]! : 0
}

/** Whether a body took part in this step: it has a state. */
export function isSolved(physics: PhysicsWorld, body: number): boolean {
  const index = physics.bodies.awakeIndex[body]!
  return index >= 0 && index < physics.solver.solvedCount
}

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
  out[Sweep.Turn] = way[Leg.Turn]!
  out[Sweep.CenterX] = c * ox + s * oy
  out[Sweep.CenterY] = c * oy - s * ox
}

function writeOtherSweep(physics: PhysicsWorld, other: number): void {
  const otherBody = physics.bodies.bodyOf[other]!
  writeStepLeg(physics, otherBody, otherLeg)
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
  if (isLeftToContacts(physics, body, collider, other)) return false
  const found = findImpact(physics, collider, other)
  if (found === Impact.None) return false
  // Taken back to where it first hits, a wheel would leave its axle: what joints hold may only not get through.
  const jointed = physics.joints.head[body] !== 0
  const missed = found === Impact.AtStart || jointed || slidesOver(physics, collider, other)
  return missed ? hitsCore(physics, body, collider, other) : isSooner()
}

/** Whether the impact at hand comes before `limits[Limit.Fraction]`, which is that of the impact then. */
function isSooner(): boolean {
  if (impact[HitPlace.Fraction]! >= limits[Limit.Fraction]!) return false
  limits[Limit.Fraction] = impact[HitPlace.Fraction]!
  return true
}

/**
 * Whether the collider at hand meets another before `limits[Limit.Fraction]`, at the fraction `impact[HitPlace.Fraction]`. What touches as the
 * step begins, or only a little as it ends, is left to contacts.
 */
export function meets(physics: PhysicsWorld, body: number, collider: number, other: number): boolean {
  writeOtherSweep(physics, other)
  if (isLeftToContacts(physics, body, collider, other)) return false
  const found = findImpact(physics, collider, other)
  return found !== Impact.None && found !== Impact.AtStart && impact[HitPlace.Fraction]! < limits[Limit.Fraction]!
}

/**
 * How the ways of the collider at hand and the other one of the last test end: 0 apart, 1 in a contact that pushes back
 * where they came from, −1 in one that does not.
 */
export function contactAtEnd(physics: PhysicsWorld, collider: number, other: number): number {
  pair[Pair.Margin] = physics.tolerances.linearSlop
  const points = collideAt(physics.collision, collider, other, BOUNDS, 1)
  if (points === 0) return 0
  return approachAtEnd(points) > 0 ? 1 : -1
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
  const points = collideAt(physics.collision, collider, other, impact, 0)
  if (points === 0 || passesBy(physics, collider, other, own, others, ends, manifold, deepest(points))) return true
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
  const points = collideAt(physics.collision, collider, other, BOUNDS, 1)
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
  return turn < MAX_SLIDING_TURN || approachAtEnd(points) >= 0
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
  const g = collider * GEOMETRY_STRIDE
  const { shapeType, geometry, polygons } = physics.collision
  const count = loadConvex(shapeType[collider] as ShapeType, geometry, g, polygons, vertices, normals)
  findMiddle(count, vertices, middle)
  return isInside(count, own[Sweep.CenterX]!, own[Sweep.CenterY]!, geometry[g + Geometry.Radius]! + physics.tolerances.linearSlop)
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
function collideAt(collision: CollisionState, collider: number, other: number, fractions: Float64Array, f: number): number {
  const { shapeType, geometry, polygons } = collision
  poseAt(own, 0, fractions, f, ends, 0)
  poseAt(others, 0, fractions, f, ends, START_STRIDE)
  pair[Pair.X] = ends[START_STRIDE + Pose.X]! - ends[Pose.X]!
  pair[Pair.Y] = ends[START_STRIDE + Pose.Y]! - ends[Pose.Y]!
  pair[Pair.CosA] = ends[Pose.Cos]!
  pair[Pair.SinA] = ends[Pose.Sin]!
  pair[Pair.CosB] = ends[START_STRIDE + Pose.Cos]!
  pair[Pair.SinB] = ends[START_STRIDE + Pose.Sin]!
  pair[Pair.Tie] = 0
  return collidePair(
    shapeType[collider] as ShapeType,
    geometry,
    collider * GEOMETRY_STRIDE,
    shapeType[other] as ShapeType,
    geometry,
    other * GEOMETRY_STRIDE,
    pair,
    manifold,
    0,
    ids,
    0,
    polygons,
  )
}

/**
 * A collider that begins its leg at a touch could be pushed through by what is behind it: a small disc in its middle
 * is swept instead, which nothing passes, and the center of mass where that is elsewhere in the shape. Whether one of
 * them hits something before `limits[Limit.Fraction]`.
 */
function hitsCore(physics: PhysicsWorld, body: number, collider: number, other: number): boolean {
  const { bodies } = physics
  const { shapeType, geometry, polygons } = physics.collision
  const g = collider * GEOMETRY_STRIDE
  const count = loadConvex(shapeType[collider] as ShapeType, geometry, g, polygons, vertices, normals)
  findMiddle(count, vertices, middle)
  const x = own[Sweep.CenterX]!, y = own[Sweep.CenterY]!
  core[0] = 0.5 * bodies.reach[body]!
  own[Sweep.CenterX] = x - middle[0]!
  own[Sweep.CenterY] = y - middle[1]!
  const apart = own[Sweep.CenterX]! * own[Sweep.CenterX]! + own[Sweep.CenterY]! * own[Sweep.CenterY]! > core[0]! * core[0]!
  let hits = sweepCore(physics, collider, other)
  if (apart && !hold.changed && isInside(count, x, y, geometry[g + Geometry.Radius]! + physics.tolerances.linearSlop)) {
    core[0] = 0
    own[Sweep.CenterX] = 0
    own[Sweep.CenterY] = 0
    if (sweepCore(physics, collider, other)) hits = true
  }
  own[Sweep.CenterX] = x
  own[Sweep.CenterY] = y
  return hits
}

/** Sweeps the disc in `core`, whose middle is the origin of the motion at hand. */
function sweepCore(physics: PhysicsWorld, collider: number, other: number): boolean {
  const found = timeOfImpact(physics.solver.states.memory, collider, own, other, others, core, limits, impact)
  if (found === Impact.None) return false
  if (found !== Impact.AtStart) return isSooner()
  holdMiddle(physics, collider, other)
  return false
}

/** Whether a point is in the shape whose core is at hand, which `skin` surrounds. */
function isInside(count: number, x: number, y: number, skin: number): boolean {
  let most = 0
  for (let i = 0; i < count; i++) {
    const dx = x - vertices[2 * i]!
    const dy = y - vertices[2 * i + 1]!
    if (count > 1 && normals[2 * i]! * dx + normals[2 * i + 1]! * dy > skin) return false
    const mx = vertices[2 * i]! - middle[0]!
    const my = vertices[2 * i + 1]! - middle[1]!
    most = Math.max(most, mx * mx + my * my)
  }
  const reach = Math.sqrt(most) + skin
  return (x - middle[0]!) * (x - middle[0]!) + (y - middle[1]!) * (y - middle[1]!) <= reach * reach
}

/**
 * The disc in the middle is at the surface already: it may move along it and away, and the body may turn, but the
 * part of its way that leads in is taken off.
 */
function holdMiddle(physics: PhysicsWorld, collider: number, other: number): void {
  const nx = impact[HitPlace.NormalX]!, ny = impact[HitPlace.NormalY]!
  poseAt(own, 0, BOUNDS, 0, ends, 0)
  poseAt(own, 0, BOUNDS, 1, ends, START_STRIDE)
  const dx = ends[START_STRIDE + Pose.X]! - ends[Pose.X]! - others[Sweep.EndX]! + others[Sweep.StartX]!
  const dy = ends[START_STRIDE + Pose.Y]! - ends[Pose.Y]! - others[Sweep.EndY]! + others[Sweep.StartY]!
  const inward = nx * dx + ny * dy
  if (inward <= 0 || !hold.allowed || isOtherWayOut(physics, collider, other, dx, dy)) return
  const locked = isOnAxis(physics, physics.bodies.bodyOf[collider]!)
  // A wall turned by a right angle leans by rounding: what is locked stood still at it for good.
  if (locked && inward <= ALONG_AXIS * Math.sqrt(dx * dx + dy * dy)) return
  leg[Leg.DX] = locked ? 0 : leg[Leg.DX]! - inward * nx
  leg[Leg.DY] = locked ? 0 : leg[Leg.DY]! - inward * ny
  hold.changed = true
}

/**
 * Whether the way out by which a contact pushes is another one than that of the impact at hand, as long for the middle, and the
 * body moves there. A ball that was exactly in the middle of a tile was pushed to one side and held at the opposite one for good.
 */
function isOtherWayOut(physics: PhysicsWorld, collider: number, other: number, dx: number, dy: number): boolean {
  const x = ends[Pose.X]!, y = ends[Pose.Y]!
  const nx = impact[HitPlace.NormalX]!, ny = impact[HitPlace.NormalY]!
  // A place of an impact, and a point of a manifold, is midway between both surfaces.
  const behind = 2 * ((x - impact[HitPlace.X]!) * nx + (y - impact[HitPlace.Y]!) * ny) + core[0]!
  // Not made anew: which of two sides that are as near it takes hangs on rounding.
  const { contacts } = physics.collision
  const contact = contacts.find(Math.min(collider, other), Math.max(collider, other))
  const points = contact === 0 ? 0 : contacts.pointCount[contact]!
  if (points === 0) return false
  const { manifold: known } = contacts
  const m = contact * MANIFOLD_STRIDE
  const side = collider < other ? 1 : -1
  const mx = side * known[m + Manifold.NormalX]!, my = side * known[m + Manifold.NormalY]!
  const second = points === 2 && known[m + Manifold.Separation1]! < known[m + Manifold.Separation0]!
  const p = m + (second ? Manifold.X1 : Manifold.X0), a = contacts.a[contact]! * POSE_STRIDE
  const { pose } = physics.bodies
  const dxp = x - pose[a + Pose.X]! - known[p + ManifoldPoint.X]!, dyp = y - pose[a + Pose.Y]! - known[p + ManifoldPoint.Y]!
  const behindOther = dxp * mx + dyp * my - 0.5 * known[p + ManifoldPoint.Separation]!
  return Math.abs(behind - behindOther) <= limits[Limit.Target]! && dx * mx + dy * my < 0
}
