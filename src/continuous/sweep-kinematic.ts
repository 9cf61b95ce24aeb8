import { BodyKind } from '../bodies/body-kind.ts'
import { sortItems } from '../stores/sort-items.ts'
import { ContactFlag } from '../contacts/contact-record.ts'
import type { HitEvents } from '../contacts/hit-events.ts'
import { EndReason, type PairEvents } from '../contacts/pair-events.ts'
import { ItemBuffer } from '../stores/buffers.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { isDrawnThrough } from './drawn-through.ts'
import { isPinned } from './locks.ts'
import { Holders, areSolid, findCandidates, found, placeAfterLeg, swept, sweepLeg, turnToCarried } from './sweep-body.ts'
import { hold, impact, isSolved, leg, Leg, LEG_STRIDE, limits, wayOf, writeStepLeg } from './leg.ts'
import { findMovers, gatherMovers } from './movers.ts'
import { clearLimits, contactAtEnd, hitsSooner, loadOwn, meets } from './sweep-pair.ts'
import { wakeBody } from '../sleep/waking.ts'
import { HitPlace } from '../collision/convex-ray.ts'
import { Limit } from '../collision/sweep-records.ts'

const met = new ItemBuffer()
const around = new ItemBuffer()
const otherLeg = new Float64Array(LEG_STRIDE)
/** How fast two bodies come together where they meet, in an array because the result of a call may become garbage. */
const approach = new Float64Array(1)
/** Where the events of this sweep begin. */
const first = { begin: 0, hit: 0 }
/** What holds something while the user is asked. */
export const kinematicScratch = [met, otherLeg, approach, first]

/**
 * Looks at what kinematic bodies ran over that moved farther in this step than they are thick. Nothing stops them.
 * What can be pushed is taken along to the end of the step, where the next step's contact finds it; touches with
 * what cannot be pushed are reported, begun and ended.
 */
export function sweepKinematics(physics: PhysicsWorld): void {
  const { items: kinematics, count: kinematicCount } = physics.lifecycle.kinematics
  first.begin = physics.events.contactBegin.count
  first.hit = physics.events.contactHit.count
  let gathered = false
  for (let i = 0; i < kinematicCount; i++) {
    if (!movesFar(physics, kinematics[i]!)) continue
    if (!gathered) gatherMovers(physics)
    gathered = true
    sweepKinematic(physics, kinematics[i]!)
  }
}

/** Whether a kinematic body may have passed something within the step. The leg at hand is its way then. */
function movesFar(physics: PhysicsWorld, body: number): boolean {
  const { bodies, tolerances } = physics
  const { leaving } = physics.lifecycle
  if (!isSolved(physics, body) || leaving.flag[body] !== 0) return false
  writeStepLeg(physics, body, leg)
  const path = Math.sqrt(leg[Leg.DX]! * leg[Leg.DX]! + leg[Leg.DY]! * leg[Leg.DY]!) + Math.abs(leg[Leg.Turn]!) * bodies.extent[body]!
  // What it pushes aside it must not meet with its rear half, or the contact would push that out behind it.
  return path > Math.max(2 * bodies.reach[body]!, tolerances.linearSlop)
}

function sweepKinematic(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  findCandidates(physics, body, true, met)
  addFastOnes(physics, body)
  for (let i = 0; i < met.count; i++) {
    const other = met.items[i]!
    const otherBody = bodies.bodyOf[other]!
    if (otherBody === body || physics.lifecycle.leaving.flag[otherBody] !== 0) continue
    if (bodies.kind[otherBody] !== BodyKind.Dynamic || isPinned(physics, otherBody)) passBy(physics, body, other)
    else if (isFirstMet(physics, i)) pushAlong(physics, body, otherBody)
  }
}

/** What is fast itself may come from beyond the region that was searched, where its box was when the step began. */
function addFastOnes(physics: PhysicsWorld, body: number): void {
  const { fast } = physics.collision
  const { kind } = physics.bodies
  const before = met.count
  findMovers(physics, body, around)
  for (let i = 0; i < around.count; i++) {
    const other = around.items[i]!
    // One that was taken along is fast no more.
    if (other !== body && (kind[other] === BodyKind.Kinematic || fast.flag[other] !== 0)) addColliders(physics, body, other)
  }
  if (met.count > before) met.count = sortItems(met.items, met.count)
}

/** Adds the colliders of a body that moves, if the two can meet and the search did not find them. */
function addColliders(physics: PhysicsWorld, body: number, other: number): void {
  if (!isSolved(physics, other)) return
  const { bodies } = physics
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  writeStepLeg(physics, other, otherLeg)
  const x = otherLeg[Leg.X]! - leg[Leg.X]!
  const y = otherLeg[Leg.Y]! - leg[Leg.Y]!
  const near = bodies.extent[body]! + bodies.extent[other]! + wayOf(leg) + wayOf(otherLeg)
  if (x * x + y * y > near * near) return
  for (let c = bodies.firstCollider(other); c !== 0; c = bodies.nextCollider(other, c)) {
    const known = minX[c]! <= swept[2]! && maxX[c]! >= swept[0]! && minY[c]! <= swept[3]! && maxY[c]! >= swept[1]!
    if (!known) met.push(c)
  }
}

/** Whether no collider of the same body stands before this place in the list: bodies are taken along as a whole. */
function isFirstMet(physics: PhysicsWorld, place: number): boolean {
  const { bodyOf, firstChild } = physics.bodies
  const body = bodyOf[met.items[place]!]!
  if (firstChild[body] === 0) return true
  for (let i = 0; i < place; i++) if (bodyOf[met.items[i]!] === body) return false
  return true
}

/** Takes a body that the kinematic one ran into along, up to what is static or a kinematic line. */
function pushAlong(physics: PhysicsWorld, body: number, pushed: number): void {
  writeStepLeg(physics, pushed, leg)
  if (isDrawnThrough(physics, pushed, body) || !runsInto(physics, body, pushed)) return
  writeStepLeg(physics, pushed, leg)
  sweepLeg(physics, pushed, false, body, Holders.Lines)
  // Another line may have it first.
  if (limits[Limit.Fraction]! < 1 && isSolved(physics, found.body)) {
    turnToCarried(physics, found.body)
    sweepLeg(physics, pushed, false, 0, Holders.Lines)
  }
  placeAfterLeg(physics, pushed)
  physics.collision.fast.remove(pushed)
  wakeBody(physics, pushed)
}

/** Whether the way of the body at hand is cut short by a kinematic one. */
function runsInto(physics: PhysicsWorld, body: number, pushed: number): boolean {
  const { bodies } = physics
  hold.changed = false
  hold.allowed = true
  hold.pusher = body
  clearLimits(physics)
  for (let c = bodies.firstCollider(pushed); c !== 0; c = bodies.nextCollider(pushed, c)) {
    loadOwn(physics, c, pushed)
    for (let other = bodies.firstCollider(body); other !== 0; other = bodies.nextCollider(body, other)) {
      if (!areSolid(physics, c, other)) continue
      if (hitsSooner(physics, pushed, c, other) || hold.changed) return true
    }
  }
  return false
}

/** Reports a touch with what cannot be pushed, unless the contacts of this step or the next one tell of it. */
function passBy(physics: PhysicsWorld, body: number, other: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const otherBody = bodies.bodyOf[other]!
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    if (!areSolid(physics, c, other)) continue
    const contact = contacts.find(Math.min(c, other), Math.max(c, other))
    if (contact !== 0 && (contacts.flags[contact]! & ContactFlag.Touching) !== 0) continue
    writeStepLeg(physics, body, leg)
    loadOwn(physics, c, body)
    clearLimits(physics)
    if (!meets(physics, body, c, other)) continue
    writeStepLeg(physics, otherBody, otherLeg)
    report(physics, c, other)
  }
}

/**
 * Reports that two colliders touched within the step. Of two fast ones both find it. The touch of two that have not
 * parted is left to the next step's contact, but not the hit: its normal may lead out on the far side by then.
 */
function report(physics: PhysicsWorld, own: number, other: number): void {
  const { bodies, events } = physics
  const a = Math.min(own, other)
  const b = Math.max(own, other)
  const { contactBegin, contactHit, contactEnd } = events
  if (isIn(contactBegin, first.begin, a, b) || isIn(contactHit, first.hit, a, b)) return
  findApproach(physics, bodies.bodyOf[own]!, bodies.bodyOf[other]!)
  const opposed = contactAtEnd(physics, own, other)
  if (opposed === 0) {
    contactBegin.push(a, b, bodies.bodyOf[a], bodies.bodyOf[b])
    pushHit(physics, a, b, own === a ? 1 : -1)
    contactEnd.push(a, b, bodies.bodyOf[a], bodies.bodyOf[b], EndReason.Separated)
  } else if (opposed < 0) {
    pushHit(physics, a, b, own === a ? 1 : -1)
  }
}

function isIn(events: HitEvents | PairEvents, from: number, a: number, b: number): boolean {
  for (let i = from; i < events.count; i++) if (events.a[i] === a && events.b[i] === b) return true
  return false
}

function pushHit(physics: PhysicsWorld, a: number, b: number, sign: number): void {
  if (approach[0]! <= physics.settings.hitThreshold) return
  const { contactHit } = physics.events
  const i = contactHit.push(a, b)
  contactHit.x[i] = impact[HitPlace.X]!
  contactHit.y[i] = impact[HitPlace.Y]!
  contactHit.nx[i] = sign * impact[HitPlace.NormalX]!
  contactHit.ny[i] = sign * impact[HitPlace.NormalY]!
  contactHit.approachSpeed[i] = approach[0]!
}

/** Finds how fast two bodies come together along the normal of the impact at hand. */
function findApproach(physics: PhysicsWorld, body: number, other: number): void {
  const { x, y, angular } = physics.components.Velocity
  const fraction = impact[HitPlace.Fraction]!
  const rx = impact[HitPlace.X]! - leg[Leg.X]! - fraction * leg[Leg.DX]!
  const ry = impact[HitPlace.Y]! - leg[Leg.Y]! - fraction * leg[Leg.DY]!
  const ox = impact[HitPlace.X]! - otherLeg[Leg.X]! - fraction * otherLeg[Leg.DX]!
  const oy = impact[HitPlace.Y]! - otherLeg[Leg.Y]! - fraction * otherLeg[Leg.DY]!
  let vx = x[body]! - angular[body]! * ry
  let vy = y[body]! + angular[body]! * rx
  if (physics.bodies.kind[other] === BodyKind.Kinematic) {
    vx -= x[other]! - angular[other]! * oy
    vy -= y[other]! + angular[other]! * ox
  }
  approach[0] = vx * impact[HitPlace.NormalX]! + vy * impact[HitPlace.NormalY]!
}
