import type { ShapeType } from '../../components/shape-type.ts'
import { ShapeType as Type } from '../../components/shape-type.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, Trait } from '../bodies/bodies.ts'
import { sortItems } from '../broadphase/sort-items.ts'
import { collidePair } from '../collision/collide.ts'
import { GEOMETRY_STRIDE } from '../collision/geometry.ts'
import { MANIFOLD_STRIDE, PAIR_STRIDE } from '../collision/manifold.ts'
import { SWEEP_STRIDE, poseAt } from '../collision/sweep.ts'
import { IMPACT_AT_START, IMPACT_NONE, IMPACT_STRIDE, LIMITS_STRIDE, timeOfImpact } from '../collision/time-of-impact.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import { sincosOf } from '../math/rotation.ts'
import { ItemBuffer } from '../quadtree/buffers.ts'
import { STATE_STRIDE } from '../solver/motion-records.ts'
import type { PhysicsWorld } from '../world.ts'
import { filtersAllow } from './contacts.ts'
import { grazes } from './seams.ts'

const candidates = new ItemBuffer()
const swept = new Float64Array(4)
const own = new Float64Array(SWEEP_STRIDE)
const others = new Float64Array(SWEEP_STRIDE)
const impact = new Float64Array(IMPACT_STRIDE)
const ends = new Float64Array(8)
const pair = new Float64Array(PAIR_STRIDE)
const manifold = new Float64Array(MANIFOLD_STRIDE)
const ids = new Int32Array(2)
const core = new Float64Array(GEOMETRY_STRIDE)
/** How far the body at hand moves in this step, x and y; less than it asked for where its middle is held back. */
const way = new Float64Array(2)
/**
 * Numbers that are handed from function to function: as arguments they would become garbage, for each body and step.
 * The way and turn of the body whose sweep is written, and how two bodies move against each other.
 */
const motion = new Float64Array(3)
const against = new Float64Array(2)
/** Distance to stop at, its tolerance, and the fraction of the step at which the body hits what it hits first. */
const limits = new Float64Array(LIMITS_STRIDE)
const FIRST = 2
/** The end of a step, as a fraction of it. */
const END = new Float64Array([1])
/** Radians. What turns more in a step does not slide over a floor. */
const MAX_SLIDING_TURN = 0.05
/** What the body at hand hits first, or 0. */
let struck = 0

/**
 * Takes the bodies that moved far in this step back to where they first hit something: what is static, and for
 * bullets everything but other bullets. Velocities stay: the next step's contact answers the hit.
 *
 * Runs after the poses were written; the pose records still hold where the step began.
 */
export function sweepFastBodies(physics: PhysicsWorld): void {
  const { fast, bodies } = physics
  if (fast.count === 0) return
  fast.compact()
  // Bullets come last: what they may hit must be where it will stay.
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < fast.count; i++) {
      const body = fast.items[i]!
      const bullet = (bodies.traits[body]! & Trait.Bullet) !== 0
      if (bullet === (pass === 1)) sweepBody(physics, body, bullet)
    }
  }
  fast.clear()
}

function sweepBody(physics: PhysicsWorld, body: number, bullet: boolean): void {
  const { bodies, states, broadPhase } = physics
  const { pose, extent } = bodies
  const s = bodies.awakeIndex[body]! * STATE_STRIDE
  const p = body * POSE_STRIDE
  const x = pose[p]! - pose[p + 4]!
  const y = pose[p + 1]! - pose[p + 5]!
  const dx = states.state[s + 3]!
  const dy = states.state[s + 4]!
  way[0] = dx
  way[1] = dy
  struck = 0
  const reach = extent[body]!
  swept[0] = Math.min(x, x + dx) - reach
  swept[1] = Math.min(y, y + dy) - reach
  swept[2] = Math.max(x, x + dx) + reach
  swept[3] = Math.max(y, y + dy) + reach
  candidates.clear()
  if (!bullet && broadPhase.fixedRegion) broadPhase.fixedRegion(swept, candidates)
  else broadPhase.region(swept, candidates)
  if (candidates.count === 0) return
  candidates.count = sortItems(candidates.items, candidates.count)
  limits[0] = 0.25 * physics.tolerances.linearSlop
  limits[1] = 0.25 * limits[0]!
  limits[FIRST] = 1
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    if (bodies.sensor[c] === 1) continue
    motion[0] = way[0]!
    motion[1] = way[1]!
    motion[2] = states.state[s + 7]!
    writeSweep(physics, c, body, own)
    for (let i = 0; i < candidates.count; i++) {
      const other = candidates.items[i]!
      if (!isObstacle(physics, body, c, other, bullet)) continue
      if (hitsSooner(physics, body, c, other)) struck = bodies.bodyOf[other]!
    }
  }
  if (limits[FIRST]! < 1 || way[0] !== dx || way[1] !== dy) stopAt(physics, body)
}

function isObstacle(
  physics: PhysicsWorld,
  body: number,
  collider: number,
  other: number,
  bullet: boolean,
): boolean {
  const { bodies, contacts, states } = physics
  const otherBody = bodies.bodyOf[other]!
  if (otherBody === body || bodies.sensor[other] === 1) return false
  if (bodies.kind[otherBody] !== BodyKind.Static) {
    if (!bullet || (bodies.traits[otherBody]! & Trait.Bullet) !== 0) return false
  }
  if (!filtersAllow(physics, collider, other)) return false
  if ((bodies.traits[other]! & Trait.OneWay) === 0) return true
  const contact = contacts.find(Math.min(collider, other), Math.max(collider, other))
  if (contact !== 0 && (contacts.flags[contact]! & ContactFlag.Passing) !== 0) return false
  const { OneWay } = physics.components
  const c = bodies.pose[other * POSE_STRIDE + 2]!
  const sn = bodies.pose[other * POSE_STRIDE + 3]!
  const s = bodies.awakeIndex[body]! * STATE_STRIDE
  const dx = states.state[s + 3]!
  const dy = states.state[s + 4]!
  // What moves along the direction passes; only what moves against it can be held back.
  const along = dx * (c * OneWay.x[other]! - sn * OneWay.y[other]!) + dy * (sn * OneWay.x[other]! + c * OneWay.y[other]!)
  return along < 0
}

/** Writes the motion of a collider in this step; `motion` is that of its body's center of mass. */
function writeSweep(physics: PhysicsWorld, collider: number, body: number, out: Float64Array): void {
  const { pose, angle } = physics.bodies
  const p = collider * POSE_STRIDE
  const b = body * POSE_STRIDE
  const x = pose[b]! - pose[b + 4]!
  const y = pose[b + 1]! - pose[b + 5]!
  // Where the center of mass is in the frame of the shape, which turns around it.
  const ox = x - pose[p]!
  const oy = y - pose[p + 1]!
  const c = pose[p + 2]!
  const s = pose[p + 3]!
  out[0] = x
  out[1] = y
  out[2] = x + motion[0]!
  out[3] = y + motion[1]!
  out[4] = angle[collider]!
  out[5] = angle[collider]! + motion[2]!
  out[6] = c * ox + s * oy
  out[7] = c * oy - s * ox
}

/** Whether a collider hits another before `limits[FIRST]`, which then becomes the fraction at which it does. */
function hitsSooner(physics: PhysicsWorld, body: number, collider: number, other: number): boolean {
  const { shapeType, geometry, polygons } = physics
  writeOtherSweep(physics, other)
  if (isLeftToContacts(physics, body, collider, other)) return false
  const found = timeOfImpact(
    shapeType[collider] as ShapeType,
    geometry,
    collider * GEOMETRY_STRIDE,
    own,
    0,
    shapeType[other] as ShapeType,
    geometry,
    other * GEOMETRY_STRIDE,
    others,
    0,
    limits,
    polygons,
    impact,
    0,
  )
  if (found === IMPACT_NONE) return false
  const missed = found === IMPACT_AT_START || slidesOver(physics, collider, other)
  if (missed && !hitsCore(physics, body, other)) return false
  if (impact[0]! >= limits[FIRST]!) return false
  limits[FIRST] = impact[0]!
  return true
}

/** What is static or rests stays where it is; what moves has been moved already. */
function writeOtherSweep(physics: PhysicsWorld, other: number): void {
  const { bodies, states } = physics
  const otherBody = bodies.bodyOf[other]!
  const index = bodies.awakeIndex[otherBody]!
  const s = index * STATE_STRIDE
  const moves = index >= 0 && index < physics.solvedCount
  motion[0] = moves ? states.state[s + 3]! : 0
  motion[1] = moves ? states.state[s + 4]! : 0
  motion[2] = moves ? states.state[s + 7]! : 0
  writeSweep(physics, other, otherBody, others)
}

/** Whether all that is hit at the fraction `impact[0]` is the seam of a floor that the body slides over. */
function slidesOver(physics: PhysicsWorld, collider: number, other: number): boolean {
  if (Math.abs(own[5]! - own[4]!) > MAX_SLIDING_TURN) return false
  pair[6] = physics.tolerances.linearSlop
  const points = collideAt(physics, collider, other, impact)
  against[0] = others[2]! - others[0]! - own[2]! + own[0]!
  against[1] = others[3]! - others[1]! - own[3]! + own[1]!
  return points > 0 && grazes(physics, collider, other, manifold, 0, points, against)
}

/**
 * Whether the contact of the next step will do: the shapes overlap a little at the end of the step, and it pushes
 * back, not through. Without this, fast bodies would stop at every seam of a floor that they slide over.
 */
function isLeftToContacts(physics: PhysicsWorld, body: number, collider: number, other: number): boolean {
  const { bodies } = physics
  pair[6] = 0
  const points = collideAt(physics, collider, other, END)
  if (points === 0) return false
  const depth = -Math.min(manifold[4]!, points === 2 ? manifold[7]! : 0)
  if (depth > bodies.reach[body]!) return false
  const dx = own[2]! - own[0]! - others[2]! + others[0]!
  const dy = own[3]! - own[1]! - others[3]! + others[1]!
  return dx * manifold[0]! + dy * manifold[1]! >= 0
}

/**
 * Writes the manifold of two colliders at the fraction `fractions[0]` of the step and returns its number of points.
 * The margin stands in `pair[6]`.
 */
function collideAt(physics: PhysicsWorld, collider: number, other: number, fractions: Float64Array): number {
  const { shapeType, geometry, polygons } = physics
  poseAt(own, 0, fractions, 0, ends, 0)
  poseAt(others, 0, fractions, 0, ends, 4)
  pair[0] = ends[4]! - ends[0]!
  pair[1] = ends[5]! - ends[1]!
  pair[2] = ends[2]!
  pair[3] = ends[3]!
  pair[4] = ends[6]!
  pair[5] = ends[7]!
  pair[7] = 0
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
 * A body that begins the step at a touch could be pushed through by what is behind it: a small disc in its middle
 * is swept instead, which nothing passes. Whether it hits something, at the fraction `impact[0]`.
 */
function hitsCore(physics: PhysicsWorld, body: number, other: number): boolean {
  const { shapeType, geometry, polygons, bodies } = physics
  core[2] = 0.5 * bodies.reach[body]!
  const x = own[6]!
  const y = own[7]!
  own[6] = 0
  own[7] = 0
  const found = timeOfImpact(
    Type.Circle,
    core,
    0,
    own,
    0,
    shapeType[other] as ShapeType,
    geometry,
    other * GEOMETRY_STRIDE,
    others,
    0,
    limits,
    polygons,
    impact,
    0,
  )
  own[6] = x
  own[7] = y
  if (found === IMPACT_AT_START) holdMiddle()
  return found !== IMPACT_NONE && found !== IMPACT_AT_START
}

/**
 * The disc in the middle is at the surface already: it may move along it and away, and the body may turn, but the
 * part of its way that leads in is taken off.
 */
function holdMiddle(): void {
  const nx = impact[1]!
  const ny = impact[2]!
  const inward = nx * (way[0]! - others[2]! + others[0]!) + ny * (way[1]! - others[3]! + others[1]!)
  if (inward <= 0) return
  way[0] = way[0]! - inward * nx
  way[1] = way[1]! - inward * ny
  own[2] = own[0]! + way[0]!
  own[3] = own[1]! + way[1]!
}

const placed = new Float64Array(4)
const turned = new Float64Array(2)

/** Takes a body back to the fraction `limits[FIRST]` of its step, and along with what it hit for the rest. */
function stopAt(physics: PhysicsWorld, body: number): void {
  const { bodies, states } = physics
  const { Position, Rotation } = physics.components
  const s = bodies.awakeIndex[body]! * STATE_STRIDE
  const fraction = limits[FIRST]!
  const turn = states.state[s + 7]!
  const dx = way[0]!
  const dy = way[1]!
  states.state[s + 3] = dx * fraction
  states.state[s + 4] = dy * fraction
  states.state[s + 7] = turn * fraction
  const b = body * POSE_STRIDE
  own[0] = bodies.pose[b]! - bodies.pose[b + 4]!
  own[1] = bodies.pose[b + 1]! - bodies.pose[b + 5]!
  own[2] = own[0]! + dx
  own[3] = own[1]! + dy
  own[4] = Rotation.angle[body]! - turn
  own[5] = Rotation.angle[body]!
  own[6] = bodies.localCenter[body * 2]!
  own[7] = bodies.localCenter[body * 2 + 1]!
  poseAt(own, 0, limits, FIRST, placed, 0)
  Position.x[body] = placed[0]!
  Position.y[body] = placed[1]!
  Rotation.angle[body] = own[4]! + fraction * turn
  if (fraction < 1 && struck !== 0) carryAlong(physics, body, struck)
}

/**
 * What a bullet hits moves on for the rest of the step: left where it hit, the bullet would be run over by what comes
 * towards it, and never reach what flies ahead of it.
 */
function carryAlong(physics: PhysicsWorld, body: number, hit: number): void {
  const { bodies, states } = physics
  const index = bodies.awakeIndex[hit]!
  if (index < 0 || index >= physics.solvedCount) return
  const { Position } = physics.components
  const s = bodies.awakeIndex[body]! * STATE_STRIDE
  const o = index * STATE_STRIDE
  const h = hit * POSE_STRIDE
  const fraction = limits[FIRST]!
  const left = 1 - fraction
  const dx = states.state[o + 3]!
  const dy = states.state[o + 4]!
  // From the center of mass of what was hit, at the time of the hit, to that of the body.
  const rx = own[0]! + states.state[s + 3]! - (bodies.pose[h]! - bodies.pose[h + 4]! + fraction * dx)
  const ry = own[1]! + states.state[s + 4]! - (bodies.pose[h + 1]! - bodies.pose[h + 5]! + fraction * dy)
  turned[0] = left * states.state[o + 7]!
  sincosOf(turned, 0, turned, 0)
  const mx = left * dx + turned[0]! * rx - turned[1]! * ry - rx
  const my = left * dy + turned[1]! * rx + turned[0]! * ry - ry
  Position.x[body] = Position.x[body]! + mx
  Position.y[body] = Position.y[body]! + my
  states.state[s + 3] = states.state[s + 3]! + mx
  states.state[s + 4] = states.state[s + 4]! + my
}
