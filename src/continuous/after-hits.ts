import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE, WAY_STRIDE } from '../bodies/bodies.ts'
import { Pose, Way } from '../bodies/body-records.ts'
import { computeTight, tight } from '../caches/fat-box.ts'
import { addPair, isPair } from '../contact-rules/contacts.ts'
import { NOT_ACTIVE } from '../contacts/contact-record.ts'
import { AddressTable, AfterHit } from '../kernel/address-table.ts'
import { showSurfaces } from '../solver/prepare-contacts.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import { locksOf } from './locks.ts'
import { appendStrayed, hits, noteStrayed, strayed, strays } from './strayed.ts'
import { findStatic, searchStatic } from './sweep-body.ts'

const region = new Float64Array(4)
const around = new ItemBuffer()

/** Of the hit at hand: 1 where anything static is near it. */
const ground = { near: 0 }
/** A body, and its way before a hit. */
const keptWay = new Float64Array(4)
/** What holds something while the user is asked. */
export const hitScratch = [region, around, ground, keptWay]

/**
 * Looks whether the bodies of a contact meet in this step. Then their ways are those that they have with the hit, and the
 * bodies for which that makes a difference are noted in `strayed`, at its end where the hit is with something static: then their own
 * way is restored after that, see {@link restoreWay}.
 *
 * A body that was hit 3 cm above the ground knew nothing of it, and was 17 cm deep in it when the next step began. This
 * only tells where to look: what comes of a hit is found by the solver.
 */
export function followHit(physics: PhysicsWorld, contact: number, dt: number): void {
  const { bodies, settings } = physics
  const { contacts } = physics.collision
  const { memory } = physics.solver.states
  const { kernel, f64 } = memory
  if (contacts.activeIndex[contact] === NOT_ACTIVE) return
  const after = kernel.followHit(contact)
  if (after === 0) return
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  ground.near = (after & AfterHit.BesideStatic) !== 0 || isNearStatic(physics, bodyA, bodyB) ? 1 : 0
  if (ground.near === 0 && (after & AfterHit.Crowded) === 0) return
  f64[AddressTable.BounceWay >> 3] = settings.restitutionThreshold * dt
  showSurfaces(memory, bodies, physics.stores.Material, a, b)
  kernel.meet(contact, locksOf(physics, bodyA), locksOf(physics, bodyB))
  const fastest = f64[AddressTable.FastestWay >> 3]! / dt
  if (fastest > contacts.approach[contact]!) contacts.setApproach(contact, fastest)
  noteSide(physics, contact, bodyA, AddressTable.StraysA >> 3)
  noteSide(physics, contact, bodyB, AddressTable.StraysB >> 3)
}

/** Notes that a body goes elsewhere, if the kernel says so. */
function noteSide(physics: PhysicsWorld, contact: number, body: number, place: number): void {
  const { f64 } = physics.solver.states.memory
  if (f64[place] === 0) return
  if (isWithStatic(physics, contact)) appendStrayed(body, f64, place, ground.near)
  else {
    noteStrayed(physics, body, f64, place, ground.near)
    passOn(physics, body, contact)
  }
}

/** Notes whom a body that strayed may hit in its turn: what it touches and can be moved, but for the contact `from` which it comes. */
export function passOn({ bodies, collision: { contacts } }: PhysicsWorld, body: number, from: number): void {
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      const contact = edge >>> 1
      if (contact === from || contacts.pointCount[contact] === 0 || contacts.activeIndex[contact] === NOT_ACTIVE) continue
      if (bodies.kind[bodies.bodyOf[contacts.otherOf(edge)]!] !== BodyKind.Static) hits.push(contact)
    }
  }
}

/**
 * Whether there is anything static and solid where two bodies may get after a hit, or what they hit next: no contact tells. In a gas there is
 * not, nor in a crowd that walks over sensors. (Tried: one search for all hits within a cell four times as wide. It left half of
 * the searches of a gas, all of those of a heap in a bin, and no step was faster.)
 */
function isNearStatic(physics: PhysicsWorld, bodyA: number, bodyB: number): boolean {
  if (physics.bodies.staticCount === 0) return false
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
  searchStatic(physics, region, around)
  const { sensor } = physics.bodies
  for (let i = 0; i < around.count; i++) if (sensor[around.items[i]!] === 0) return true
  return false
}

/** Whether a side of a contact is static. */
export function isWithStatic({ bodies: { bodyOf, kind }, collision: { contacts } }: PhysicsWorld, contact: number): boolean {
  return kind[bodyOf[contacts.a[contact]!]!] === BodyKind.Static || kind[bodyOf[contacts.b[contact]!]!] === BodyKind.Static
}

/** Keeps the way of the body that hits something static: until then it is the right one. */
export function keepWay({ bodies: { bodyOf, kind, way }, collision: { contacts } }: PhysicsWorld, contact: number): void {
  const a = bodyOf[contacts.a[contact]!]!
  const body = kind[a] === BodyKind.Static ? bodyOf[contacts.b[contact]!]! : a
  keptWay[0] = body
  for (let i = 0; i < 3; i++) keptWay[1 + i] = way[body * WAY_STRIDE + i]!
}

/**
 * Gives that body its way again, once it was looked where it gets after the hit: how far away the other end of a face may be that comes
 * down is told by how it came. By its way after the hit a box was held on one tile, and was 19 cm deep in the next one with its other end.
 */
export function restoreWay({ bodies: { way } }: PhysicsWorld): void {
  for (let i = 0; i < 3; i++) way[keptWay[0]! * WAY_STRIDE + i] = keptWay[1 + i]!
}

/** Whether a body that strayed goes so far elsewhere that it may be deep in what moves, too: what is nearer than that is known in any case. */
export function goesFar({ tolerances }: PhysicsWorld, n: number): boolean {
  return strays.by[n]! > tolerances.speculativeDistance
}

/**
 * Takes up what is static on the new way of a body that strayed, and lets its boxes hold that then. Returns whether there
 * was any.
 */
export function meetAround(physics: PhysicsWorld, n: number): boolean {
  if (strays.nearStatic[n] === 0) return false
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
  const more = turn * extent[body]! + strays.by[n]!
  region[0] = Math.max(region[0]!, tight[0]! + (dx < 0 ? dx : 0) - more)
  region[1] = Math.max(region[1]!, tight[1]! + (dy < 0 ? dy : 0) - more)
  region[2] = Math.min(region[2]!, tight[2]! + (dx > 0 ? dx : 0) + more)
  region[3] = Math.min(region[3]!, tight[3]! + (dy > 0 ? dy : 0) + more)
}

function overlapsRegion({ stores }: PhysicsWorld, collider: number): boolean {
  const { minX, minY, maxX, maxY } = stores.BroadphaseAABB
  return minX[collider]! <= region[2]! && maxX[collider]! >= region[0]! && minY[collider]! <= region[3]! && maxY[collider]! >= region[1]!
}

/** Writes where a collider may come to {@link region}: with its body, that strayed as `strays.by[n]` says. Returns whether its fat box does not hold that. */
function leavesBox({ bodies, stores }: PhysicsWorld, body: number, collider: number, n: number): boolean {
  const { minX, minY, maxX, maxY } = stores.BroadphaseAABB
  const w = body * WAY_STRIDE
  const dx = bodies.way[w + Way.X]!
  const dy = bodies.way[w + Way.Y]!
  const p = body * POSE_STRIDE
  const x = bodies.pose[p + Pose.X]! - bodies.pose[p + Pose.FromCenterX]!
  const y = bodies.pose[p + Pose.Y]! - bodies.pose[p + Pose.FromCenterY]!
  // All of the body, however it turns.
  const most = bodies.extent[body]! + strays.by[n]!
  region[0] = x + (dx < 0 ? dx : 0) - most
  region[1] = y + (dy < 0 ? dy : 0) - most
  region[2] = x + (dx > 0 ? dx : 0) + most
  region[3] = y + (dy > 0 ? dy : 0) + most
  return region[0]! < minX[collider]! || region[1]! < minY[collider]! || region[2]! > maxX[collider]! || region[3]! > maxY[collider]!
}

/** Adds {@link region} to the fat box of a collider. */
function growBox({ collision, stores, version }: PhysicsWorld, collider: number): void {
  const { minX, minY, maxX, maxY } = stores.BroadphaseAABB
  if (minX[collider]! <= region[0]! && minY[collider]! <= region[1]! && maxX[collider]! >= region[2]! && maxY[collider]! >= region[3]!) return
  version.stores.BroadphaseAABB.note()
  minX[collider] = Math.min(minX[collider]!, region[0]!)
  minY[collider] = Math.min(minY[collider]!, region[1]!)
  maxX[collider] = Math.max(maxX[collider]!, region[2]!)
  maxY[collider] = Math.max(maxY[collider]!, region[3]!)
  collision.broadPhase.update(collider)
  collision.moved.add(collider)
}
