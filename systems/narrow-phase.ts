import type { ShapeType } from '../components/shape-type.ts'
import { BodyKind } from '../src/bodies/body-kind.ts'
import { POSE_STRIDE } from '../src/bodies/bodies.ts'
import { collidePair } from '../src/collision/collide.ts'
import { GEOMETRY_STRIDE } from '../src/collision/geometry.ts'
import { PAIR_STRIDE } from '../src/collision/manifold.ts'
import { carryImpulses } from '../src/contacts/carry-impulses.ts'
import { ContactFlag, IMPULSE_STRIDE, MANIFOLD_STRIDE, NOT_ACTIVE } from '../src/contacts/contact-record.ts'
import { EndReason } from '../src/contacts/pair-events.ts'
import { AddressTable, LOOK_AHEAD, UNSEEN } from '../src/kernel/address-table.ts'
import { ItemBuffer } from '../src/stores/buffers.ts'
import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'
import type { PhysicsWorld } from '../src/state/world.ts'
import { boxesOverlap, removeContact, restContacts } from '../src/contact-rules/contacts.ts'
import { farthest, findReach } from '../src/continuous/approach.ts'
import { followTurning, forgetForesight } from '../src/continuous/foreseen.ts'
import { foresee } from '../src/continuous/foresight.ts'
import { askPreSolve, skipContact } from '../src/contact-rules/pre-solve.ts'
import { forgetManifold } from '../src/caches/kept-manifolds.ts'
import { decideOneWay } from '../src/contact-rules/one-way.ts'
import { isInnerCorner } from '../src/contact-rules/inner-corners.ts'
import { grazes, isSharp } from '../src/contact-rules/seams.ts'
import { sense } from '../src/contact-rules/sense.ts'
import { beginTouch, endTouch, joinIslands, noteApproach } from '../src/contact-rules/touches.ts'
import { wakeTogether } from '../src/sleep/waking.ts'
import { watchDeep } from '../src/contact-rules/watch-deep.ts'

const pair = new Float64Array(PAIR_STRIDE)
const features = new Int32Array(2)
/** In `ContactTable.foreseen`: it was looked ahead for this contact, and nothing is to come. */
const NOT_TO_COME = 2
/** How one body moves, seen from another. */
const motion = new Float64Array(2)

/**
 * Third system: the exact test of every active pair. Finds where the shapes touch or are about to, carries the
 * impulses of the last step over to the points that are still the same, and reports touches that begin and end.
 * Pairs whose fat boxes have parted are dropped.
 *
 * The kernel does the frequent pairs of shapes, and leaves what is more than arithmetic: see `Kernel.collide`.
 */
export function narrowPhase(face: Physics, dt: number): void {
  const physics = innerOf(face)
  const { stats } = physics
  const { contacts } = physics.collision
  forgetForesight(physics.collision)
  dropParting(physics)
  contacts.tidy(physics.stepCount)
  contacts.orderActive()
  stats.contacts = 0
  rested.count = 0
  cornered.count = 0
  // Waking a body appends its contacts to the list: they are seen in the same step.
  for (let seen = 0; seen < contacts.activeCount; ) {
    const end = contacts.activeCount
    const left = collideSome(physics, seen, end)
    const listed = physics.solver.states.memory.i32[AddressTable.AheadCount >> 2]!
    finishSome(physics, left, dt)
    foreseeSome(physics, listed, dt)
    seen = end
  }
  hideInnerCorners(physics)
  for (let i = 0; i < rested.count; i++) {
    const contact = rested.items[i]!
    // A hook may have removed a body.
    if (contacts.activeIndex[contact] !== NOT_ACTIVE && rests(physics, contact)) contacts.deactivate(contact)
  }
  if (physics.sleep.settling.count > 0) settle(physics)
  stats.pairs = contacts.activeCount
}

/** Contacts with fixed shapes that may be at a corner: what they touch is looked at when all manifolds are known. */
const cornered = new ItemBuffer()

/** Takes the contacts with corners that lie in a seam out of this step. */
function hideInnerCorners(physics: PhysicsWorld): void {
  const { contacts } = physics.collision
  for (let i = 0; i < cornered.count; i++) {
    const contact = cornered.items[i]!
    // A hook may have removed a body.
    if (contacts.activeIndex[contact] === NOT_ACTIVE || contacts.pointCount[contact] === 0) continue
    if (isInnerCorner(physics, contact)) contacts.flags[contact] = contacts.flags[contact]! | ContactFlag.Grazing
  }
}

/** Contacts of sensors that were put upon something that rests: looking once is enough. */
const rested = new ItemBuffer()

/** Puts the contacts of what the user put to rest aside, now that it is known what it touches there. */
function settle(physics: PhysicsWorld): void {
  const { bodies } = physics
  const { settling } = physics.sleep
  for (let i = 0; i < settling.count; i++) {
    const body = settling.items[i]!
    if (bodies.isBody(body) && !bodies.isAwake(body)) restContacts(physics, body)
  }
  settling.clear()
}

/** Forgets the pairs whose fat boxes have parted, of what left its own. */
function dropParting(physics: PhysicsWorld): void {
  const { contacts, searched } = physics.collision
  if (searched.count === 0) return
  for (let i = 0; i < contacts.activeCount; ) {
    const contact = contacts.active[i]!
    const a = contacts.a[contact]!
    const b = contacts.b[contact]!
    // The last one moves into the place of one that is removed.
    if ((searched.flag[a]! | searched.flag[b]!) === 0 || boxesOverlap(physics, a, b)) i++
    else removeContact(physics, contact, EndReason.Separated)
  }
  searched.clear()
}

/** Lets the kernel work on a part of the active list. Returns the length of the todo list. */
function collideSome(physics: PhysicsWorld, first: number, end: number): number {
  physics.collision.polygonCopy.update()
  const { memory } = physics.solver.states
  const { linearSlop, speculativeDistance } = physics.tolerances
  const { i32, f64 } = memory
  f64[AddressTable.Margin >> 3] = speculativeDistance
  f64[AddressTable.Slop >> 3] = linearSlop
  i32[AddressTable.Asking >> 2] = physics.hooks.preSolve === null ? 0 : 1
  i32[AddressTable.Touching >> 2] = 0
  const count = memory.kernel.collide(first, end)
  physics.stats.contacts += i32[AddressTable.Touching >> 2]!
  return count
}

/** Finishes the contacts of the todo list. */
function finishSome(physics: PhysicsWorld, count: number, dt: number): void {
  const { contacts } = physics.collision
  let done = 0
  let finished = false
  try {
    while (done < count) {
      const contact = contacts.todo[2 * done]!
      const before = contacts.todo[2 * done + 1]!
      done++
      // A hook may have removed a body.
      if (contacts.activeIndex[contact] !== NOT_ACTIVE) finishContact(physics, contact, before, dt)
    }
    finished = true
  } finally {
    if (!finished) {
      giveBack(physics, done, count)
      giveUpAhead(physics)
    }
  }
}

/** A hook threw: the next step is to find that the contacts that were not finished have changed. */
function giveBack(physics: PhysicsWorld, done: number, count: number): void {
  const { contacts } = physics.collision
  for (let i = done; i < count; i++) {
    const contact = contacts.todo[2 * i]!
    const before = contacts.todo[2 * i + 1]!
    if (before === UNSEEN) continue
    contacts.pointCount[contact] = before & ~LOOK_AHEAD
    // Its points are those of now.
    forgetManifold(physics.collision, contact)
  }
}

/** A hook threw: what its contact ties together is not known, and nothing of this step's look ahead. */
function giveUpAhead(physics: PhysicsWorld): void {
  const { contacts } = physics.collision
  physics.sleep.islands.markStale()
  const listed = physics.solver.states.memory.i32[AddressTable.AheadCount >> 2]!
  for (let i = 0; i < listed; i++) {
    const contact = contacts.ahead[i]!
    if (contacts.foreseen[contact] === NOT_TO_COME) contacts.foreseen[contact] = 0
  }
}

/**
 * Looks ahead for pairs of which a side is quick: what is apart and will meet within the step gets points now, and so
 * does the other end of a face whose one end touches.
 */
function foreseeSome(physics: PhysicsWorld, listed: number, dt: number): void {
  let finished = false
  try {
    for (let i = 0; i < listed; i++) foreseeContact(physics, physics.collision.contacts.ahead[i]!, dt)
    finished = true
  } finally {
    if (!finished) giveUpAhead(physics)
  }
}

function foreseeContact(physics: PhysicsWorld, contact: number, dt: number): void {
  const { contacts } = physics.collision
  // A hook may have removed a body.
  if (contacts.activeIndex[contact] === NOT_ACTIVE) return
  if (contacts.foreseen[contact] !== 0) {
    if (contacts.foreseen[contact] === NOT_TO_COME) contacts.foreseen[contact] = 0
    return
  }
  if (contacts.pointCount[contact]! > 0) followTurning(physics, contact)
  else {
    const points = lookAhead(physics, contact)
    if (points > 0) conclude(physics, contact, 0, points, dt)
  }
}

function isQuick({ bodies }: PhysicsWorld, a: number, b: number): boolean {
  const { quick, bodyOf } = bodies
  return (quick[bodyOf[a]!]! | quick[bodyOf[b]!]!) !== 0
}

/**
 * Makes a manifold that is not for the kernel. That of a quick pair has points so far ahead as they may come in the step,
 * if one is near.
 */
function collideUnseen(physics: PhysicsWorld, contact: number, a: number, b: number): number {
  const { bodyOf } = physics.bodies
  const { contacts } = physics.collision
  const { speculativeDistance } = physics.tolerances
  pair[6] = speculativeDistance
  if (isQuick(physics, a, b)) {
    findReach(physics, bodyOf[a]!, bodyOf[b]!)
    pair[6] = farthest[0]!
  }
  const points = collide(physics, contact, a, b)
  forgetManifold(physics.collision, contact)
  if (points === 0 || isWithin(physics, contact, points, speculativeDistance)) return points
  contacts.pointCount[contact] = 0
  return 0
}

/** Gives a contact the points that it will have within the step, if it will. Returns how many there are then. */
function lookAhead(physics: PhysicsWorld, contact: number): number {
  const { contacts } = physics.collision
  if ((contacts.flags[contact]! & (ContactFlag.Sensor | ContactFlag.Driven)) !== 0) return contacts.pointCount[contact]!
  const points = foresee(physics, contact)
  if (points === 0) return contacts.pointCount[contact]!
  contacts.pointCount[contact] = points
  forgetManifold(physics.collision, contact)
  contacts.impulse.fill(0, contact * IMPULSE_STRIDE, (contact + 1) * IMPULSE_STRIDE)
  return points
}

/** Does what the kernel left: makes the manifold, or only draws the conclusions from it. */
function finishContact(physics: PhysicsWorld, contact: number, before: number, dt: number): void {
  const { contacts } = physics.collision
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  if ((contacts.flags[contact]! & ContactFlag.Sensor) !== 0) {
    finishSensor(physics, contact, a, b)
    return
  }
  let old = before & ~LOOK_AHEAD
  let points = contacts.pointCount[contact]!
  if (before === UNSEEN) {
    old = points
    points = collideUnseen(physics, contact, a, b)
  }
  // A touch that goes on within the step does not end; and the normal of now is not that of a hit to come.
  const listed = before === UNSEEN ? isQuick(physics, a, b) : (before & LOOK_AHEAD) !== 0
  if (points === 0 && old > 0 && listed) {
    points = lookAhead(physics, contact)
    if (points === 0) contacts.foreseen[contact] = NOT_TO_COME
  } else if (points > 0 && old === 0 && isQuick(physics, a, b) && !isNear(physics, contact, points)) {
    points = lookAhead(physics, contact)
  }
  conclude(physics, contact, old, points, dt)
}

/** Of a sensor it is only asked whether it overlaps the other. */
function finishSensor(physics: PhysicsWorld, contact: number, a: number, b: number): void {
  const { contacts } = physics.collision
  const points = sense(physics, a, b)
  contacts.pointCount[contact] = points
  const was = (contacts.flags[contact]! & ContactFlag.Touching) !== 0
  if (points > 0) {
    if (!was) beginTouch(physics, contact)
    physics.stats.contacts++
  } else if (was) {
    endTouch(physics, contact, EndReason.Separated)
  }
  if (rests(physics, contact)) rested.push(contact)
}

/** Draws the conclusions from a manifold that has `points` points now and had `old` ones in the step before. */
function conclude(physics: PhysicsWorld, contact: number, old: number, points: number, dt: number): void {
  const { bodies } = physics
  const { contacts } = physics.collision
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
  // What the hook decided holds for one step.
  const skipped = (contacts.flags[contact]! & ContactFlag.Skipped) !== 0
  const flags = contacts.flags[contact]! & ~ContactFlag.Skipped
  contacts.flags[contact] = flags
  if (points > 0 && old === 0) noteApproach(physics, contact)
  else if (points === 0 && old > 0) physics.sleep.islands.markStale()
  if ((flags & ContactFlag.OneWay) !== 0) decideOneWay(physics, contact, old === 0, dt)
  watchDeep(physics, contact, points)
  if (points > 0 && isGraze(physics, contact, a, b, points)) {
    contacts.flags[contact] = contacts.flags[contact]! | ContactFlag.Grazing
  } else if ((flags & ContactFlag.Grazing) !== 0) {
    contacts.flags[contact] = contacts.flags[contact]! & ~ContactFlag.Grazing
  }
  if (points > 0 && mayBeInner(physics, contact, a, b)) cornered.push(contact)
  const was = (flags & ContactFlag.Touching) !== 0
  const is = points > 0 && (was || isNear(physics, contact, points))
  if (is !== was) {
    if (is) beginTouch(physics, contact)
    else endTouch(physics, contact, EndReason.Separated)
  }
  if (is) physics.stats.contacts++
  if (points === 0 || (contacts.flags[contact]! & ContactFlag.Unsolved) !== 0 || rests(physics, contact)) return
  if (physics.hooks.preSolve !== null && !askPreSolve(physics, contact, physics.hooks.preSolve)) {
    skipContact(physics, contact, skipped)
    return
  }
  wakeTogether(physics, bodies.bodyOf[a]!, bodies.bodyOf[b]!)
  if (old === 0 || skipped) joinIslands(physics, contact, bodies.bodyOf[a]!, bodies.bodyOf[b]!)
}

/** Whether a contact is with a fixed shape that has sharp corners, and is to be solved. */
function mayBeInner(physics: PhysicsWorld, contact: number, a: number, b: number): boolean {
  const { bodies } = physics
  const { contacts } = physics.collision
  const dynamicA = bodies.kind[bodies.bodyOf[a]!] === BodyKind.Dynamic
  if (dynamicA === (bodies.kind[bodies.bodyOf[b]!] === BodyKind.Dynamic)) return false
  return (contacts.flags[contact]! & ContactFlag.Unsolved) === 0 && isSharp(physics.collision, dynamicA ? b : a)
}

/** Whether neither side of a contact is awake. */
function rests({ bodies, collision: { contacts } }: PhysicsWorld, contact: number): boolean {
  return !bodies.isAwake(bodies.bodyOf[contacts.a[contact]!]!) && !bodies.isAwake(bodies.bodyOf[contacts.b[contact]!]!)
}

function isGraze(physics: PhysicsWorld, contact: number, a: number, b: number, points: number): boolean {
  const { bodies, components } = physics
  const { contacts } = physics.collision
  const { x, y } = components.Velocity
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  // Two that can be pushed give way by themselves.
  if (bodies.kind[bodyA] === BodyKind.Dynamic && bodies.kind[bodyB] === BodyKind.Dynamic) return false
  // Whether a narrow face is one in a seam, its neighbor tells.
  if (points === 2) return false
  motion[0] = x[bodyB]! - x[bodyA]!
  motion[1] = y[bodyB]! - y[bodyA]!
  return grazes(physics, a, b, contacts.manifold, contact * MANIFOLD_STRIDE, points, motion)
}

/**
 * Makes the manifold of a contact anew and matches its points with the old ones. Returns how many there are. The margin
 * stands in `pair[6]`: as an argument it would become garbage, for each pair and step.
 */
function collide(physics: PhysicsWorld, contact: number, a: number, b: number): number {
  const { bodies } = physics
  const { contacts, geometry, shapeType } = physics.collision
  const { pose } = bodies
  const { feature, impulse, pointCount } = contacts
  const pA = a * POSE_STRIDE
  const pB = b * POSE_STRIDE
  pair[7] = a + b
  pair[0] = pose[pB]! - pose[pA]!
  pair[1] = pose[pB + 1]! - pose[pA + 1]!
  pair[2] = pose[pA + 2]!
  pair[3] = pose[pA + 3]!
  pair[4] = pose[pB + 2]!
  pair[5] = pose[pB + 3]!
  const f = contact * 2
  features[0] = feature[f]!
  features[1] = feature[f + 1]!
  const old = pointCount[contact]!
  const points = collidePair(
    shapeType[a] as ShapeType,
    geometry,
    a * GEOMETRY_STRIDE,
    shapeType[b] as ShapeType,
    geometry,
    b * GEOMETRY_STRIDE,
    pair,
    contacts.manifold,
    contact * MANIFOLD_STRIDE,
    feature,
    f,
    physics.collision.polygons,
  )
  pointCount[contact] = points
  if (points > 0) carryImpulses(impulse, contact * IMPULSE_STRIDE, feature, f, features, old, points)
  return points
}

/** Whether a point of a contact is within the slop. */
function isNear(physics: PhysicsWorld, contact: number, points: number): boolean {
  return isWithin(physics, contact, points, physics.tolerances.linearSlop)
}

function isWithin({ collision: { contacts: { manifold } } }: PhysicsWorld, contact: number, points: number, distance: number): boolean {
  const m = contact * MANIFOLD_STRIDE
  return manifold[m + 4]! <= distance || (points === 2 && manifold[m + 7]! <= distance)
}
