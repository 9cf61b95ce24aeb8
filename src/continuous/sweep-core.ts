import { BodyKind } from '../bodies/body-kind.ts'
import { Pose, POSE_STRIDE, START_STRIDE } from '../bodies/body-records.ts'
import { HitPlace } from '../collision/convex-ray.ts'
import { loadCorners } from '../caches/corners.ts'
import { MAX_VERTICES, findMiddle } from '../collision/convex.ts'
import { Geometry, GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { MANIFOLD_STRIDE } from '../collision/manifold.ts'
import { Impact, Limit, Sweep } from '../collision/sweep-records.ts'
import { poseAt } from '../collision/sweep.ts'
import { timeOfImpact } from '../collision/time-of-impact.ts'
import { Manifold, ManifoldPoint } from '../contacts/contact-record.ts'
import { sincosOf } from '../math/rotation.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { BOUNDS, Leg, hold, impact, isSooner, leg, limits, others, own } from './leg.ts'
import { isOnAxis } from './locks.ts'

const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)
const middle = new Float64Array(2)
/** Where the leg begins and ends. */
const ends = new Float64Array(2 * START_STRIDE)
/** Where the middle is in the frame of the other collider as the leg begins, and as it ends. */
const seen = new Float64Array(4)
/** How far the disc at hand gets, as it is seen from the other collider. */
const went = new Float64Array(2)
const turned = new Float64Array(2)
/** Radius of the disc in the middle of a collider. */
const core = new Float64Array(1)
/** Where on a bow it is looked, as fractions of it. */
const BOW = Float64Array.of(0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1)
/** Sine of the angle between a surface and the axis along which alone a body moves, up to which it slides along it. */
const ALONG_AXIS = 1e-3

/** Finds the middle of a collider's shape, whose core is at hand from then on. Returns how many points that has. */
function findMiddleOf({ collision }: PhysicsWorld, collider: number): number {
  const count = loadCorners(collision, collider, vertices, normals)
  findMiddle(count, vertices, middle)
  return count
}

/** Whether the center of mass of the motion at hand lies in the collider, or at its surface. */
export function holdsCenter(physics: PhysicsWorld, collider: number): boolean {
  return isInside(physics, collider, findMiddleOf(physics, collider), own[Sweep.CenterX]!, own[Sweep.CenterY]!)
}

/** Writes how far the middle of the collider at hand goes on its leg, as it is seen from the other one where that ends. */
export function moveMiddle(physics: PhysicsWorld, collider: number, way: Float64Array): void {
  findMiddleOf(physics, collider)
  seeMiddle(0)
  seeMiddle(1)
  const x = seen[2]! - seen[0]!, y = seen[3]! - seen[1]!
  const c = ends[START_STRIDE + Pose.Cos]!, s = ends[START_STRIDE + Pose.Sin]!
  way[0] = c * x - s * y
  way[1] = s * x + c * y
}

/** Finds where the middle is in the frame of the other collider at the beginning of the leg (0), or at its end (1). */
function seeMiddle(end: number): void {
  poseAt(own, 0, BOUNDS, end, ends, 0)
  poseAt(others, 0, BOUNDS, end, ends, START_STRIDE)
  const x = ends[Pose.X]! + ends[Pose.Cos]! * middle[0]! - ends[Pose.Sin]! * middle[1]! - ends[START_STRIDE + Pose.X]!
  const y = ends[Pose.Y]! + ends[Pose.Sin]! * middle[0]! + ends[Pose.Cos]! * middle[1]! - ends[START_STRIDE + Pose.Y]!
  const c = ends[START_STRIDE + Pose.Cos]!, s = ends[START_STRIDE + Pose.Sin]!
  seen[2 * end] = c * x + s * y
  seen[2 * end + 1] = c * y - s * x
}

/**
 * A collider that begins its leg at a touch could be pushed through by what is behind it: a small disc in its middle
 * is swept instead, which nothing passes, and the center of mass where that is elsewhere in the shape. Whether one of
 * them hits something before `limits[Limit.Fraction]`.
 */
export function hitsCore(physics: PhysicsWorld, body: number, collider: number, other: number): boolean {
  const count = findMiddleOf(physics, collider)
  const x = own[Sweep.CenterX]!, y = own[Sweep.CenterY]!
  core[0] = 0.5 * physics.bodies.reach[body]!
  own[Sweep.CenterX] = x - middle[0]!
  own[Sweep.CenterY] = y - middle[1]!
  const apart = own[Sweep.CenterX]! * own[Sweep.CenterX]! + own[Sweep.CenterY]! * own[Sweep.CenterY]! > core[0]! * core[0]!
  let hits = sweepCore(physics, collider, other)
  if (apart && !hold.changed && isInside(physics, collider, count, x, y)) {
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
  const { bodies } = physics
  const holder = bodies.bodyOf[other]!
  const thin = bodies.reach[holder] === 0
  const kind = bodies.kind[holder]
  // What is in something that moves is pushed out again; through a kinematic line it is lost. Held at another dynamic body bullets lost their momentum, and two
  // planks that spun were drawn 38 cm into each other, of which either was 25 cm thick.
  if (kind === BodyKind.Dynamic || (kind === BodyKind.Kinematic && !thin && holder !== hold.pusher)) return false
  holdMiddle(physics, collider, other)
  if (hold.changed && kind === BodyKind.Static) hold.fixed = true
  if (hold.changed && kind === BodyKind.Kinematic && thin) hold.by = holder
  return false
}

/** Whether a point is in the shape of a collider whose core is at hand, or at its surface. */
function isInside({ collision: { geometry }, tolerances }: PhysicsWorld, collider: number, count: number, x: number, y: number): boolean {
  const skin = geometry[collider * GEOMETRY_STRIDE + Geometry.Radius]! + tolerances.linearSlop
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
  seeGoing(BOUNDS, 1)
  const dx = went[0]!, dy = went[1]!
  if (hold.allowed && leg[Leg.Turn] !== 0 && bendsThrough(nx, ny)) {
    leg[Leg.Turn] = 0
    hold.changed = true
    return
  }
  const inward = nx * dx + ny * dy
  if (inward <= 0 || !hold.allowed || isOtherWayOut(physics, collider, other, dx, dy)) return
  const locked = isOnAxis(physics, physics.bodies.bodyOf[collider]!)
  // A wall turned by a right angle leans by rounding: what is locked stood still at it for good.
  if (locked && inward <= ALONG_AXIS * Math.sqrt(dx * dx + dy * dy)) return
  // The surface has turned until the leg ends.
  turned[0] = others[Sweep.Turn]!
  sincosOf(turned, 0, turned, 0)
  leg[Leg.DX] = locked ? 0 : leg[Leg.DX]! - inward * (turned[0]! * nx - turned[1]! * ny)
  leg[Leg.DY] = locked ? 0 : leg[Leg.DY]! - inward * (turned[1]! * nx + turned[0]! * ny)
  hold.changed = true
}

/**
 * Finds where the disc at hand gets on its leg up to the fraction `fractions[f]`, from where the leg begins, as it is seen from the other one
 * and along the axes that this began with. Its own turn counts: what lay at a wall of a drum was passed by that at 1 rad/s.
 */
function seeGoing(fractions: Float64Array, f: number): void {
  const fraction = fractions[f]!
  poseAt(own, 0, BOUNDS, 0, ends, 0)
  poseAt(own, 0, fractions, f, ends, START_STRIDE)
  const x = ends[Pose.X]!, y = ends[Pose.Y]!
  went[0] = ends[START_STRIDE + Pose.X]! - x - fraction * (others[Sweep.EndX]! - others[Sweep.StartX]!)
  went[1] = ends[START_STRIDE + Pose.Y]! - y - fraction * (others[Sweep.EndY]! - others[Sweep.StartY]!)
  turned[0] = -fraction * others[Sweep.Turn]!
  if (turned[0] === 0) return
  sincosOf(turned, 0, turned, 0)
  // From the center of mass of the other one.
  const rx = x - others[Sweep.StartX]!, ry = y - others[Sweep.StartY]!
  const ax = rx + went[0]!, ay = ry + went[1]!
  went[0] = turned[0]! * ax - turned[1]! * ay - rx
  went[1] = turned[1]! * ax + turned[0]! * ay - ry
}

/**
 * Whether the disc at hand, which is at a surface, goes through that on its way, wherever it ends: around a center of mass beside it it
 * goes along a bow. A disc that swung by two radians a step around one that was five radii away came back on the other side.
 */
function bendsThrough(nx: number, ny: number): boolean {
  const x = own[Sweep.CenterX]!, y = own[Sweep.CenterY]!
  const most = 0.5 * core[0]!
  // A bow of this angle is nowhere farther than that from its chord, whose end is looked at by itself.
  if (0.125 * own[Sweep.Turn]! * own[Sweep.Turn]! * (Math.abs(x) + Math.abs(y)) <= most) return false
  for (let k = 1; k < BOW.length; k++) {
    seeGoing(BOW, k)
    if (nx * went[0]! + ny * went[1]! > most) return true
  }
  return false
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
