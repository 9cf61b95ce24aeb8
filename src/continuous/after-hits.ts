import { CombineRule, combine } from '../../components/material.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, SURFACE_STRIDE, Trait, WAY_STRIDE } from '../bodies/bodies.ts'
import { Pose, Surface, Way } from '../bodies/body-records.ts'
import { computeTight, tight } from '../caches/fat-box.ts'
import { addPair, isPair } from '../contact-rules/contacts.ts'
import { ContactFlag, Manifold, MANIFOLD_STRIDE, NOT_ACTIVE } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { isDisc } from './foresight.ts'
import { findStatic } from './sweep-body.ts'

/** Places in {@link meeting}. */
enum Meeting {
  /** How far the two sides come together along the normal in the step, where nothing stops them. */
  Approach = 0,
  /** The part of the step after which they meet. */
  Part = 1,
  /** By how much an impulse of 1 changes the approach. */
  Effect = 2,
  /** Arms of the impulse. */
  ArmA = 3,
  ArmB = 4,
  /** 1 where they meet, 0 where they may because they turn. */
  Sure = 5,
  Impulse = 6,
}

/** How often the ends of a contact are looked at: a face that lands flat takes some turns. */
const MOST_ENDS = 6

/** How the two sides of the contact at hand meet. */
const meeting = new Float64Array(7)
/** How the ways of the body at hand change: x, y and turn. */
const change = new Float64Array(3)
/** How those of both bodies of the contact at hand have changed by its hits. */
const changes = new Float64Array(6)
const region = new Float64Array(4)
const around = new ItemBuffer()

/** Bodies that go elsewhere after a hit, and whose contacts are to be looked at again. */
export const strayed = new ItemBuffer()
/** How far each goes elsewhere. */
export const strayedBy = new Float64Array(2)
/** What holds something while the user is asked. */
export const hitScratch = [meeting, changes, region, strayedBy, around, strayed]

/**
 * Looks whether the bodies of a contact meet in this step. Then their ways are those that they have with the hit, and the
 * bodies for which that makes a difference are noted in {@link strayed}.
 *
 * A body that was hit 3 cm above the ground knew nothing of it, and was 17 cm deep in it when the next step began. This
 * only tells where to look: what comes of a hit is found by the solver.
 */
export function followHit(physics: PhysicsWorld, contact: number, dt: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  if (contacts.activeIndex[contact] === NOT_ACTIVE || contacts.pointCount[contact] === 0) return
  if ((contacts.flags[contact]! & ContactFlag.Unsolved) !== 0) return
  const bodyA = bodies.bodyOf[contacts.a[contact]!]!
  const bodyB = bodies.bodyOf[contacts.b[contact]!]!
  const ends = contacts.pointCount[contact]!
  findFirstMeeting(physics, contact, ends)
  // The search for what is static takes longer than all before it.
  if (!doMeet(physics) || !isNearStatic(physics, bodyA, bodyB)) return
  for (let i = 0; i < 6; i++) changes[i] = 0
  meet(physics, contact, dt)
  // Where a face meets a face, one end after the other.
  for (let i = 1; i < MOST_ENDS && ends === 2 && meeting[Meeting.Sure] === 1; i++) {
    findFirstMeeting(physics, contact, ends)
    if (!doMeet(physics)) break
    meet(physics, contact, dt)
  }
  noteStrayed(physics, bodyA, 0)
  noteStrayed(physics, bodyB, 3)
}

/**
 * Whether there is anything static and solid where two bodies may get after a hit, or what they hit next. In a gas there is
 * not, and following its hits took a tenth of the step; as much in a crowd that walks over sensors. (Tried: one search for
 * all hits within a cell four times as wide. It left half of the searches of a gas, all of those of a heap in a bin, and no
 * step was faster.)
 */
function isNearStatic(physics: PhysicsWorld, bodyA: number, bodyB: number): boolean {
  if (isPairedWithStatic(physics, bodyA) || isPairedWithStatic(physics, bodyB)) return true
  const { extent, pose, way } = physics.bodies
  const a = bodyA * POSE_STRIDE
  const b = bodyB * POSE_STRIDE
  const v = bodyA * WAY_STRIDE
  const w = bodyB * WAY_STRIDE
  // The lighter one goes at most twice as fast as the other came, on top of its own way.
  const far = 2 * (
    Math.abs(way[v + Way.X]!) + Math.abs(way[v + Way.Y]!) + Math.abs(way[v + Way.Turn]!) * extent[bodyA]!
    + Math.abs(way[w + Way.X]!) + Math.abs(way[w + Way.Y]!) + Math.abs(way[w + Way.Turn]!) * extent[bodyB]!)
  const more = far + 3 * Math.max(extent[bodyA]!, extent[bodyB]!)
  region[0] = Math.min(pose[a + Pose.X]!, pose[b + Pose.X]!) - more
  region[1] = Math.min(pose[a + Pose.Y]!, pose[b + Pose.Y]!) - more
  region[2] = Math.max(pose[a + Pose.X]!, pose[b + Pose.X]!) + more
  region[3] = Math.max(pose[a + Pose.Y]!, pose[b + Pose.Y]!) + more
  findStatic(physics, region, around)
  const { sensor } = physics.bodies
  for (let i = 0; i < around.count; i++) if (sensor[around.items[i]!] === 0) return true
  return false
}

/** Whether a body has a contact with something static and solid, near or apart: told sooner than by a search in the tree. */
function isPairedWithStatic({ bodies, collision: { contacts } }: PhysicsWorld, body: number): boolean {
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      if (bodies.kind[bodies.bodyOf[contacts.otherOf(edge)]!] !== BodyKind.Static) continue
      if ((contacts.flags[edge >>> 1]! & ContactFlag.Sensor) === 0) return true
    }
  }
  return false
}

/** Whether the two sides of the meeting at hand meet within the step, and so fast that it matters. */
function doMeet({ tolerances }: PhysicsWorld): boolean {
  // What comes of less is within the distance at which contacts have points anyway.
  return 2 * meeting[Meeting.Approach]! > tolerances.speculativeDistance && meeting[Meeting.Part]! < 1
}

/** Lets two bodies meet at the end at hand. */
function meet(physics: PhysicsWorld, contact: number, dt: number): void {
  const { bodies, settings } = physics
  const { contacts } = physics.collision
  const approach = meeting[Meeting.Approach]!
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  contacts.approach[contact] = Math.max(contacts.approach[contact]!, approach / dt)
  meeting[Meeting.Impulse] = (approach * (1 - meeting[Meeting.Part]!)) / meeting[Meeting.Effect]!
  if (approach > settings.restitutionThreshold * dt) mixRestitution(physics, a, b)
  stray(physics, bodies.bodyOf[a]!, a, contact, 0)
  stray(physics, bodies.bodyOf[b]!, b, contact, 3)
}

/** Fills {@link meeting} for the end of a contact that meets first. */
function findFirstMeeting(physics: PhysicsWorld, contact: number, ends: number): void {
  findMeeting(physics, contact, 0)
  if (ends !== 2) return
  const first = meeting[Meeting.Part]! - meeting[Meeting.Sure]!
  findMeeting(physics, contact, 1)
  if (!(meeting[Meeting.Part]! - meeting[Meeting.Sure]! < first)) findMeeting(physics, contact, 0)
}

/** Fills {@link meeting} for an end of a contact. */
function findMeeting(physics: PhysicsWorld, contact: number, end: number): void {
  const { bodies, collision: { contacts } } = physics
  const { pose, way, bodyOf, extent } = bodies
  const { manifold } = contacts
  const m = contact * MANIFOLD_STRIDE
  const nx = manifold[m + Manifold.NormalX]!
  const ny = manifold[m + Manifold.NormalY]!
  const x = manifold[m + Manifold.X0 + 3 * end]!
  const y = manifold[m + Manifold.Y0 + 3 * end]!
  const a = contacts.a[contact]! * POSE_STRIDE
  const b = contacts.b[contact]! * POSE_STRIDE
  const v = bodyOf[contacts.a[contact]!]! * WAY_STRIDE
  const w = bodyOf[contacts.b[contact]!]! * WAY_STRIDE
  // The surface of a disc stays where it is while it turns, and what hits it does not turn it.
  const discA = isDisc(physics, contacts.a[contact]!)
  const discB = isDisc(physics, contacts.b[contact]!)
  const turnA = discA ? 0 : way[v + Way.Turn]!
  const turnB = discB ? 0 : way[w + Way.Turn]!
  // What turns goes no straight way: by so much it may come nearer.
  const bend = 0.5 * (turnA * turnA * extent[bodyOf[contacts.a[contact]!]!]! + turnB * turnB * extent[bodyOf[contacts.b[contact]!]!]!)
  const apart = manifold[m + Manifold.Separation0 + 3 * end]!
  const alongA = way[v + Way.X]! * nx + way[v + Way.Y]! * ny
  const alongB = way[w + Way.X]! * nx + way[w + Way.Y]! * ny
  const straight = alongA - alongB
  const part = apart <= 0 ? 0 : straight > apart ? apart / straight : 1
  // Where the hit is, seen from where the centers of mass are by then.
  const ax = x + pose[a + Pose.FromCenterX]! - part * way[v + Way.X]!
  const ay = y + pose[a + Pose.FromCenterY]! - part * way[v + Way.Y]!
  const bx = x + pose[a + Pose.X]! - pose[b + Pose.X]! + pose[b + Pose.FromCenterX]! - part * way[w + Way.X]!
  const by = y + pose[a + Pose.Y]! - pose[b + Pose.Y]! + pose[b + Pose.FromCenterY]! - part * way[w + Way.Y]!
  const armA = discA ? 0 : ax * ny - ay * nx
  const armB = discB ? 0 : bx * ny - by * nx
  const approach = straight + turnA * armA - turnB * armB
  meeting[Meeting.Approach] = approach
  const sure = approach > apart && approach > 0
  const nearest = sure ? apart : apart - bend
  meeting[Meeting.Part] = nearest <= 0 ? 0 : approach > nearest ? nearest / approach : 1
  meeting[Meeting.Sure] = sure ? 1 : 0
  meeting[Meeting.Effect] = pose[a + Pose.InverseMass]! + pose[b + Pose.InverseMass]!
    + pose[a + Pose.InverseInertia]! * armA * armA + pose[b + Pose.InverseInertia]! * armB * armB
  meeting[Meeting.ArmA] = armA
  meeting[Meeting.ArmB] = armB
}

/** Lets the impulse at hand be that of a bounce. */
function mixRestitution({ bodies, components: { Material } }: PhysicsWorld, a: number, b: number): void {
  const { surface, traits } = bodies
  const ofA = surface[a * SURFACE_STRIDE + Surface.Restitution]!
  const ofB = surface[b * SURFACE_STRIDE + Surface.Restitution]!
  let mixed = ofA > ofB ? ofA : ofB
  if (((traits[a]! | traits[b]!) & Trait.Rules) !== 0) {
    mixed = combine(ofA, ofB, Material.restitutionRule[a]!, Material.restitutionRule[b]!, CombineRule.Max)
  }
  meeting[Meeting.Impulse] = meeting[Meeting.Impulse]! * (1 + mixed)
}

/** Lets a body go elsewhere after the impulse at hand: `a` of the contact where `n` is 0, else `b`. Adds that to `changes[n]`. */
function stray(physics: PhysicsWorld, body: number, collider: number, contact: number, n: number): void {
  const { bodies } = physics
  const { pose, way, kind } = bodies
  if (kind[body] !== BodyKind.Dynamic || !bodies.isAwake(body)) return
  const { manifold } = physics.collision.contacts
  const m = contact * MANIFOLD_STRIDE
  const p = collider * POSE_STRIDE
  const w = body * WAY_STRIDE
  const impulse = n === 0 ? -meeting[Meeting.Impulse]! : meeting[Meeting.Impulse]!
  const arm = n === 0 ? meeting[Meeting.ArmA]! : meeting[Meeting.ArmB]!
  change[0] = impulse * pose[p + Pose.InverseMass]! * manifold[m + Manifold.NormalX]!
  change[1] = impulse * pose[p + Pose.InverseMass]! * manifold[m + Manifold.NormalY]!
  change[2] = impulse * pose[p + Pose.InverseInertia]! * arm
  if ((bodies.traits[body]! & Trait.Motion) !== 0) holdLocked(physics, body)
  const sure = meeting[Meeting.Sure]!
  for (let k = 0; k < 3; k++) {
    way[w + k] = way[w + k]! + sure * change[k]!
    changes[n + k] = changes[n + k]! + change[k]!
  }
}

/** Notes a body whose way is another one by `changes[n]`, if that may matter. */
function noteStrayed({ bodies, tolerances }: PhysicsWorld, body: number, n: number): void {
  const { way, quick, extent, reach } = bodies
  const w = body * WAY_STRIDE
  const { linearSlop, speculativeDistance } = tolerances
  const other = Math.abs(changes[n]!) + Math.abs(changes[n + 1]!) + Math.abs(changes[n + 2]!) * extent[body]!
  const far = Math.abs(way[w + Way.X]!) + Math.abs(way[w + Way.Y]!) + Math.abs(way[w + Way.Turn]!) * extent[body]!
  if (other < linearSlop || 2 * far < speculativeDistance) return
  quick[body] = 1
  // Farther than it is thick, it may go past what seems to be on its way.
  strayedBy[strayed.count] = Math.min(other, reach[body]!)
  strayed.push(body)
}

/** A locked axis takes no impulse. */
function holdLocked({ components: { Motion } }: PhysicsWorld, body: number): void {
  if (Motion.lockX[body] === 1) change[0] = 0
  if (Motion.lockY[body] === 1) change[1] = 0
  if (Motion.lockRotation[body] === 1) change[2] = 0
}

/**
 * Takes up what is static on the new way of a body that strayed, and lets its boxes hold that then. Returns whether there
 * was any.
 */
export function meetAround(physics: PhysicsWorld, n: number): boolean {
  const { bodies } = physics
  const { contacts } = physics.collision
  const body = strayed.items[n]!
  const before = contacts.activeCount
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    if (!leavesBox(physics, body, c, n)) continue
    findStatic(physics, region, around)
    let near = false
    for (let i = 0; i < around.count; i++) {
      const other = around.items[i]!
      const a = c < other ? c : other
      const b = c < other ? other : c
      if (contacts.find(a, b) !== 0) continue
      if (!isPair(physics, a, b)) continue
      if (!near) boundLeg(physics, body, c, n)
      near = true
      if (!overlapsRegion(physics, other)) continue
      growBox(physics, c)
      addPair(physics, a, b)
    }
  }
  return contacts.activeCount > before
}

/** Narrows {@link region} to where the collider's box may come. */
function boundLeg(physics: PhysicsWorld, body: number, collider: number, n: number): void {
  const { way, extent } = physics.bodies
  const w = body * WAY_STRIDE
  computeTight(physics, collider)
  const dx = way[w + Way.X]!
  const dy = way[w + Way.Y]!
  const turn = Math.min(Math.abs(way[w + Way.Turn]!), 2)
  const more = turn * extent[body]! + strayedBy[n]!
  region[0] = Math.max(region[0]!, tight[0]! + (dx < 0 ? dx : 0) - more)
  region[1] = Math.max(region[1]!, tight[1]! + (dy < 0 ? dy : 0) - more)
  region[2] = Math.min(region[2]!, tight[2]! + (dx > 0 ? dx : 0) + more)
  region[3] = Math.min(region[3]!, tight[3]! + (dy > 0 ? dy : 0) + more)
}

function overlapsRegion({ components }: PhysicsWorld, collider: number): boolean {
  const { minX, minY, maxX, maxY } = components.BroadphaseAABB
  return minX[collider]! <= region[2]! && maxX[collider]! >= region[0]! && minY[collider]! <= region[3]! && maxY[collider]! >= region[1]!
}

/** Writes where a collider may come to {@link region}: with its body, that strayed as `strayedBy[n]` says. Returns whether its fat box does not hold that. */
function leavesBox({ bodies, components }: PhysicsWorld, body: number, collider: number, n: number): boolean {
  const { minX, minY, maxX, maxY } = components.BroadphaseAABB
  const w = body * WAY_STRIDE
  const dx = bodies.way[w + Way.X]!
  const dy = bodies.way[w + Way.Y]!
  const p = body * POSE_STRIDE
  const x = bodies.pose[p + Pose.X]! - bodies.pose[p + Pose.FromCenterX]!
  const y = bodies.pose[p + Pose.Y]! - bodies.pose[p + Pose.FromCenterY]!
  // All of the body, however it turns.
  const most = bodies.extent[body]! + strayedBy[n]!
  region[0] = x + (dx < 0 ? dx : 0) - most
  region[1] = y + (dy < 0 ? dy : 0) - most
  region[2] = x + (dx > 0 ? dx : 0) + most
  region[3] = y + (dy > 0 ? dy : 0) + most
  return region[0]! < minX[collider]! || region[1]! < minY[collider]! || region[2]! > maxX[collider]! || region[3]! > maxY[collider]!
}

/** Adds {@link region} to the fat box of a collider. */
function growBox({ collision, components }: PhysicsWorld, collider: number): void {
  const { minX, minY, maxX, maxY } = components.BroadphaseAABB
  if (minX[collider]! <= region[0]! && minY[collider]! <= region[1]! && maxX[collider]! >= region[2]! && maxY[collider]! >= region[3]!) return
  minX[collider] = Math.min(minX[collider]!, region[0]!)
  minY[collider] = Math.min(minY[collider]!, region[1]!)
  maxX[collider] = Math.max(maxX[collider]!, region[2]!)
  maxY[collider] = Math.max(maxY[collider]!, region[3]!)
  collision.broadPhase.update(collider)
  collision.moved.add(collider)
}
