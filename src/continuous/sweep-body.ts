import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, Trait } from '../bodies/bodies.ts'
import { sortItems } from '../stores/sort-items.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import { sincosOf } from '../math/rotation.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { Lock } from '../solver/lock.ts'
import { State, STATE_STRIDE, Work } from '../solver/motion-records.ts'
import { WORK_STRIDE } from '../solver/contact-groups.ts'
import type { CollisionState } from '../state/collision-state.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { filtersAllow, isLeaving, mayTouch } from '../contact-rules/contacts.ts'
import { locksOf } from './locks.ts'
import { isDrawnThrough } from './drawn-through.ts'
import { beginAt, hold, isSolved, Leg, leg, LEG_STRIDE, limits, wayOf, writeStepLeg } from './leg.ts'
import { clearLimits, hitsSooner, loadOwn } from './sweep-pair.ts'
import { Pose } from '../bodies/body-records.ts'
import { Limit } from '../collision/sweep-records.ts'

const candidates = new ItemBuffer()
const around = new ItemBuffer()
/** How far the middle of the body at hand gets on its leg. What only turns, as a gear that a kinematic one drives, gets through nothing. */
const path = new Float64Array(1)
/** So many are looked at one by one: what moves has to be taken into the tree anew before a broad phase can be asked, for a sweep or two of a step. */
const FEW_KINEMATICS = 64
/** The region that was searched last: minX, minY, maxX, maxY. */
export const swept = new Float64Array(4)
const LET_THROUGH = ContactFlag.Passing | ContactFlag.Skipped
const turned = new Float64Array(2)
const hitLeg = new Float64Array(LEG_STRIDE)
/** How often the way of a body is made shorter before it stays where it is and does not turn. More: it slides farther into corners. */
const MAX_HOLDS = 4
/** What the last {@link sweepLeg} found. */
export const found = {
  /** The body that was hit first, or 0. */
  body: 0,
}
/** What holds something while the user is asked. */
export const bodyScratch = [candidates, around, path, swept, found]

/** What holds back others than bullets. */
export enum Holders {
  /** Static bodies alone. */
  Static,
  /** Those, and kinematic lines: what is between one and another kinematic body must not get through the line. */
  Lines,
  /** All of that, and each kinematic body which the way could lead through. */
  Kinematic,
}

/**
 * Finds how far a body may go on the leg at hand, which is `limits[Limit.Fraction]` then, and what it hits there: what is static, for a bullet
 * everything but other fast bullets, `pusher`, a kinematic body that runs into it, if that is not 0, and the kinematic ones of `holders`.
 */
export function sweepLeg(physics: PhysicsWorld, body: number, bullet: boolean, pusher = 0, holders = Holders.Static): void {
  hold.allowed = true
  hold.pusher = pusher
  hold.by = 0
  hold.fixed = false
  path[0] = wayOf(leg)
  // A way that was made shorter leads elsewhere: to the other wall of a corner, for one. So all is looked at again.
  for (let round = 0; ; round++) {
    hold.changed = false
    found.body = 0
    clearLimits(physics)
    findCandidates(physics, body, bullet, candidates)
    if (pusher !== 0) addColliders(physics, pusher)
    if (holders !== Holders.Static && !bullet && physics.lifecycle.kinematics.count > 0) addKinematics(physics)
    findFirstHit(physics, body, bullet, pusher, holders)
    if (!hold.changed) return
    if (round < MAX_HOLDS) continue
    hold.allowed = false
    // A line would move over what stays where it is; what is static holds it all the same.
    if (hold.by !== 0 && !hold.fixed) {
      limits[Limit.Fraction] = 0
      turnToCarried(physics, hold.by)
      continue
    }
    leg[Leg.DX] = 0
    leg[Leg.DY] = 0
    leg[Leg.Turn] = 0
  }
}

/**
 * Finds the colliders near the leg of a body that is at hand, in the order of their ids: all of them, or only what is
 * static. Whichever broad phase looks, they are the same.
 */
export function findCandidates(physics: PhysicsWorld, body: number, all: boolean, out: ItemBuffer): void {
  const { broadPhase } = physics.collision
  const extent = physics.bodies.extent[body]!
  swept[0] = Math.min(leg[Leg.X]!, leg[Leg.X]! + leg[Leg.DX]!) - extent
  swept[1] = Math.min(leg[Leg.Y]!, leg[Leg.Y]! + leg[Leg.DY]!) - extent
  swept[2] = Math.max(leg[Leg.X]!, leg[Leg.X]! + leg[Leg.DX]!) + extent
  swept[3] = Math.max(leg[Leg.Y]!, leg[Leg.Y]! + leg[Leg.DY]!) + extent
  if (!all) {
    findStatic(physics, swept, out)
    return
  }
  out.clear()
  broadPhase.region(swept, out)
  out.count = sortItems(out.items, out.count)
}

/** Finds the static colliders in a region, in the order of their ids. */
export function findStatic(physics: PhysicsWorld, region: Float64Array, out: ItemBuffer): void {
  searchStatic(physics, region, out)
  out.count = sortItems(out.items, out.count)
}

/** The same in any order. */
export function searchStatic(physics: PhysicsWorld, region: Float64Array, out: ItemBuffer): void {
  const { broadPhase } = physics.collision
  out.clear()
  if (broadPhase.fixedRegion) broadPhase.fixedRegion(region, out)
  else {
    broadPhase.region(region, out)
    keepStatic(physics, out)
  }
}

/** Drops what moves, so that no broad phase finds more than another. */
function keepStatic({ bodies }: PhysicsWorld, items: ItemBuffer): void {
  let kept = 0
  for (let i = 0; i < items.count; i++) {
    const item = items.items[i]!
    if (bodies.kind[bodies.bodyOf[item]!] === BodyKind.Static) items.items[kept++] = item
  }
  items.count = kept
}

function addColliders(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) candidates.push(c)
}

/** Adds the colliders of kinematic bodies near the leg at hand that may hold what goes it. */
function addKinematics(physics: PhysicsWorld): void {
  const before = candidates.count
  if (physics.lifecycle.kinematics.count <= FEW_KINEMATICS) addOfFew(physics)
  else addOfMany(physics)
  if (candidates.count > before) candidates.count = sortItems(candidates.items, candidates.count)
}

function addOfFew({ bodies, lifecycle: { kinematics }, stores }: PhysicsWorld): void {
  const { minX, minY, maxX, maxY } = stores.BroadphaseAABB
  for (let i = 0; i < kinematics.count; i++) {
    const body = kinematics.items[i]!
    if (!isThin(bodies.reach[body]!)) continue
    for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
      if (minX[c]! <= swept[2]! && maxX[c]! >= swept[0]! && minY[c]! <= swept[3]! && maxY[c]! >= swept[1]!) candidates.push(c)
    }
  }
}

function addOfMany({ bodies, collision: { broadPhase } }: PhysicsWorld): void {
  around.clear()
  broadPhase.region(swept, around)
  for (let i = 0; i < around.count; i++) {
    const body = bodies.bodyOf[around.items[i]!]!
    if (bodies.kind[body] === BodyKind.Kinematic && isThin(bodies.reach[body]!)) candidates.push(around.items[i]!)
  }
}

/** Whether what goes the leg at hand could get through a kinematic body of this reach. A line moves over what rests, too. */
function isThin(reach: number): boolean {
  return reach === 0 || reach < path[0]!
}

/** Finds the first hit on the leg at hand. Stops looking when the way has become another one. */
function findFirstHit(physics: PhysicsWorld, body: number, bullet: boolean, pusher: number, holders: Holders): void {
  const { bodies } = physics
  if (candidates.count === 0) return
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    if (bodies.sensor[c] === 1 || isLeaving(physics, c)) continue
    loadOwn(physics, c, body)
    for (let i = 0; i < candidates.count; i++) {
      const other = candidates.items[i]!
      if (!isObstacle(physics, body, c, other, bullet, pusher, holders)) continue
      if (hitsSooner(physics, body, c, other)) found.body = bodies.bodyOf[other]!
      if (hold.changed) return
    }
  }
}

function isObstacle(
  physics: PhysicsWorld,
  body: number,
  collider: number,
  other: number,
  bullet: boolean,
  pusher: number,
  holders: Holders,
): boolean {
  const { bodies } = physics
  const { contacts } = physics.collision
  const otherBody = bodies.bodyOf[other]!
  if (otherBody === body || bodies.sensor[other] === 1 || isLeaving(physics, other)) return false
  if (bodies.kind[otherBody] === BodyKind.Kinematic && isDrawnThrough(physics, body, otherBody)) return false
  if (bodies.kind[otherBody] !== BodyKind.Static && otherBody !== pusher) {
    const holds = bodies.kind[otherBody] === BodyKind.Kinematic &&
      (holders === Holders.Kinematic || (holders === Holders.Lines && bodies.reach[otherBody] === 0))
    if (!holds && (!bullet || isFastBullet(physics, otherBody))) return false
  }
  const contact = contacts.find(Math.min(collider, other), Math.max(collider, other))
  // What a one-way collider or a hook lets through must not be stopped by a sweep.
  if (isLetThrough(physics.collision, contact)) return false
  if (contact === 0 ? !mayTouch(physics, collider, other) : !filtersAllow(physics, collider, other)) return false
  if ((bodies.traits[other]! & Trait.OneWay) === 0) return true
  const { OneWay } = physics.components
  const c = bodies.pose[other * POSE_STRIDE + Pose.Cos]!
  const s = bodies.pose[other * POSE_STRIDE + Pose.Sin]!
  // What moves along the direction passes; only what moves against it can be held back.
  const along =
    leg[Leg.DX]! * (c * OneWay.x[other]! - s * OneWay.y[other]!) + leg[Leg.DY]! * (s * OneWay.x[other]! + c * OneWay.y[other]!)
  return along < 0
}

/** Whether a body is swept against others of its kind: see `sweepBullets`. */
export function isFastBullet(physics: PhysicsWorld, body: number): boolean {
  const { bodies } = physics
  const { fast } = physics.collision
  return (bodies.traits[body]! & Trait.Bullet) !== 0 && fast.flag[body] !== 0 && isSolved(physics, body)
}

/** Whether a one-way collider, or the user's `preSolve`, lets the two sides of a contact through each other. */
function isLetThrough(collision: CollisionState, contact: number): boolean {
  const { flags, pointCount } = collision.contacts
  return contact !== 0 && pointCount[contact]! > 0 && (flags[contact]! & LET_THROUGH) !== 0
}

/** Whether two colliders hold each other wherever they meet. What is one-way is left to the contacts. */
export function areSolid(physics: PhysicsWorld, a: number, b: number): boolean {
  const { bodies } = physics
  const { contacts } = physics.collision
  if (isLeaving(physics, a) || isLeaving(physics, b)) return false
  if (bodies.sensor[a] === 1 || bodies.sensor[b] === 1) return false
  if (((bodies.traits[a]! | bodies.traits[b]!) & Trait.OneWay) !== 0) return false
  const contact = contacts.find(Math.min(a, b), Math.max(a, b))
  // The user was asked about a pair that has a contact.
  if (contact === 0 ? !mayTouch(physics, a, b) : !filtersAllow(physics, a, b)) return false
  return !isLetThrough(physics.collision, contact)
}

/**
 * Puts a body where the leg at hand takes it up to `limits[Limit.Fraction]`, but for what is locked: along an axis that is nothing carries
 * it. Its components still hold the end of the step.
 */
export function placeAfterLeg(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { states } = physics.solver
  const { Position, Rotation } = physics.components
  const fraction = limits[Limit.Fraction]!
  const b = body * POSE_STRIDE
  const locks = locksOf(physics, body)
  const x = (locks & Lock.X) !== 0 ? bodies.pose[b + Pose.X]! - bodies.pose[b + Pose.FromCenterX]! : leg[Leg.X]! + fraction * leg[Leg.DX]!
  const y = (locks & Lock.Y) !== 0 ? bodies.pose[b + Pose.Y]! - bodies.pose[b + Pose.FromCenterY]! : leg[Leg.Y]! + fraction * leg[Leg.DY]!
  const turn = (locks & Lock.Rotation) !== 0 ? 0 : leg[Leg.Angle]! + fraction * leg[Leg.Turn]!
  let angle = Rotation.angle[body]!
  if (isSolved(physics, body)) {
    const s = bodies.awakeIndex[body]! * STATE_STRIDE
    angle -= states.state[s + State.Turn]!
    states.state[s + State.MovedX] = x - (bodies.pose[b + Pose.X]! - bodies.pose[b + Pose.FromCenterX]!)
    states.state[s + State.MovedY] = y - (bodies.pose[b + Pose.Y]! - bodies.pose[b + Pose.FromCenterY]!)
    states.state[s + State.Turn] = turn
    showSolver(physics, body, turn)
  }
  const cx = bodies.localCenter[body * 2]!
  const cy = bodies.localCenter[body * 2 + 1]!
  turned[0] = bodies.angle[body]! + turn
  sincosOf(turned, 0, turned, 0)
  Position.x[body] = x - (turned[0]! * cx - turned[1]! * cy)
  Position.y[body] = y - (turned[1]! * cx + turned[0]! * cy)
  Rotation.angle[body] = angle + turn
}

/** Puts a body where it is now for those who look how near it came to others, see `beginTouchesOfStep`. */
function showSolver({ bodies, solver: { states: { state, work } } }: PhysicsWorld, body: number, turn: number): void {
  const s = bodies.awakeIndex[body]! * STATE_STRIDE
  const k = (bodies.awakeIndex[body]! + 1) * WORK_STRIDE
  work[k + Work.MovedX] = state[s + State.MovedX]!
  work[k + Work.MovedY] = state[s + State.MovedY]!
  // The anchors of what did not turn, and of a disc around its center, stay where they are.
  if (work[k + Work.Sin] === 0) return
  turned[0] = turn
  sincosOf(turned, 0, turned, 0)
  work[k + Work.Cos] = turned[0]!
  work[k + Work.Sin] = turned[1]!
}

/**
 * Replaces the rest of the leg at hand, after `limits[Limit.Fraction]`, by one along with what was hit: left where it hit, a
 * bullet would be run over by what comes towards it, and never reach what flies ahead of it. The leg at hand is the way
 * of the whole step, so that its fractions are those of the step.
 */
export function turnToCarried(physics: PhysicsWorld, hit: number): void {
  const fraction = limits[Limit.Fraction]!
  const from = leg[Leg.From]! + fraction * (1 - leg[Leg.From]!)
  writeStepLeg(physics, hit, hitLeg)
  beginAt(from, hitLeg)
  leg[Leg.From] = from
  leg[Leg.X] = leg[Leg.X]! + fraction * leg[Leg.DX]!
  leg[Leg.Y] = leg[Leg.Y]! + fraction * leg[Leg.DY]!
  leg[Leg.Angle] = leg[Leg.Angle]! + fraction * leg[Leg.Turn]!
  leg[Leg.Turn] = hitLeg[Leg.Turn]!
  // From the center of mass of what was hit, at the time of the hit, to that of the body.
  const rx = leg[Leg.X]! - hitLeg[Leg.X]!
  const ry = leg[Leg.Y]! - hitLeg[Leg.Y]!
  turned[0] = leg[Leg.Turn]!
  sincosOf(turned, 0, turned, 0)
  leg[Leg.DX] = hitLeg[Leg.DX]! + turned[0]! * rx - turned[1]! * ry - rx
  leg[Leg.DY] = hitLeg[Leg.DY]! + turned[1]! * rx + turned[0]! * ry - ry
}
