import { BodyKind } from '../src/bodies/body-kind.ts'
import { forgetManifold } from '../src/caches/kept-manifolds.ts'
import { removeContact, restContacts } from '../src/contact-rules/contacts.ts'
import { isInnerCorner } from '../src/contact-rules/inner-corners.ts'
import { searchPairs } from '../src/contact-rules/search-pairs.ts'
import { beginTouch, endTouch } from '../src/contact-rules/touches.ts'
import { ContactFlag, NOT_ACTIVE, NOT_TO_COME } from '../src/contacts/contact-record.ts'
import { deep, isJammed } from '../src/contact-rules/watch-deep.ts'
import { EndReason } from '../src/contacts/pair-events.ts'
import { beginHits, isNearStatic, meetAround, showMeeting } from '../src/continuous/after-hits.ts'
import { askAgain, conclude, cornered, isNear, rests } from '../src/continuous/conclude.ts'
import { forgetForesight } from '../src/continuous/foreseen.ts'
import { forgetContacts } from '../src/contact-rules/forget-impulses.ts'
import { layOnFace } from '../src/continuous/lay-on-face.ts'
import { letOut } from '../src/continuous/let-out.ts'
import { collideUnseen, isQuick, lookAhead, takeFound, takeLook } from '../src/continuous/look-ahead.ts'
import { AddressTable, FollowAsk, LOOK_AHEAD, ONLY_ASKED, UNSEEN } from '../src/kernel/address-table.ts'
import { checkStageLength } from '../src/settings.ts'
import type { Physics } from '../src/state/physics.ts'
import { innerOf } from '../src/state/registry.ts'
import type { PhysicsWorld } from '../src/state/world.ts'
import { ItemBuffer } from '../src/stores/buffers.ts'

/**
 * Third system: the exact test of every active pair. Finds where the shapes touch or are about to, carries the
 * impulses of the last step over to the points that are still the same, and reports touches that begin and end.
 * Pairs whose fat boxes have parted are dropped.
 *
 * The kernel does the frequent pairs of shapes, and leaves what is more than arithmetic: see `Kernel.collide`.
 */
export function narrowPhase(face: Physics, dt: number): void {
  const physics = innerOf(face)
  checkStageLength(dt, 'NarrowPhase')
  const { stats } = physics
  const { contacts, hits } = physics.collision
  // Sweeps need them too, where there are no contacts.
  physics.collision.polygonCopy.update()
  forgetForesight(physics.collision)
  dropParting(physics)
  if (contacts.tidy(physics.stepCount)) physics.version.noteMotion()
  contacts.orderActive()
  stats.contacts = 0
  rested.count = 0
  cornered.count = 0
  deep.count = 0
  hits.clear()
  physics.collision.woken.pass()
  let seen = meetWoken(physics, collideNew(physics, 0, dt), dt)
  if (hits.count > 0) seen = followHits(physics, seen, dt)
  meetWoken(physics, seen, dt)
  hideInnerCorners(physics)
  easeJams(physics)
  for (let i = 0; i < rested.count; i++) {
    const contact = rested.items[i]!
    // A hook may have removed a body.
    if (contacts.activeIndex[contact] !== NOT_ACTIVE && rests(physics, contact)) contacts.deactivate(contact)
  }
  if (physics.sleep.settling.count > 0) settle(physics)
  physics.collision.left.giveBack()
  hits.giveBack()
  stats.pairs = contacts.activeCount
}

/**
 * Works on the active list from `seen` on: waking a body appends its contacts, which are seen in the same step. Returns how
 * long the list is.
 */
function collideNew(physics: PhysicsWorld, seen: number, dt: number): number {
  const { contacts } = physics.collision
  while (seen < contacts.activeCount) {
    const end = contacts.activeCount
    collideSome(physics, seen, end)
    finishSome(physics, dt)
    foreseeSome(physics, dt)
    seen = end
  }
  return seen
}

/**
 * Searches for the pairs of what was woken by a touch of this step. Two that rest are no pair: what was made asleep knows
 * neither its ground nor its neighbors, and would be pushed into them for a step, as far as it is hit. What a search itself
 * puts into that list waits for the next step: the shares of a crowd.
 */
function meetWoken(physics: PhysicsWorld, seen: number, dt: number): number {
  const { woken, searched } = physics.collision
  while (woken.count > woken.passed) {
    // If a hook throws the next search finds them in this list.
    for (let i = woken.passed; i < woken.count; i++) {
      const collider = woken.items[i]!
      if (woken.flag[collider] === 0) continue
      woken.remove(collider)
      searched.add(collider)
    }
    woken.compact()
    searchPairs(physics, searched)
    searched.clear()
    woken.pass()
    seen = collideNew(physics, seen, dt)
  }
  return seen
}

/** Looks ahead again for what goes elsewhere after hits of this step. Returns how long the active list is. */
function followHits(physics: PhysicsWorld, seen: number, dt: number): number {
  let finished = false
  beginHits(physics, dt)
  try {
    let near = false
    for (let asked = followOn(physics, near, dt); asked !== FollowAsk.Nothing; asked = followOn(physics, near, dt)) {
      if (asked === FollowAsk.Near) near = isNearStatic(physics)
      else if (asked === FollowAsk.Surfaces) showMeeting(physics)
      else if (asked !== FollowAsk.Around) takeFound(physics, asked === FollowAsk.Ends, dt)
      else if (meetAround(physics)) seen = collideNew(physics, seen, dt)
    }
    finished = true
  } finally {
    if (!finished) physics.sleep.islands.markStale()
  }
  return seen
}

function followOn({ collision: { contacts, hits }, solver: { states: { memory } } }: PhysicsWorld, near: boolean, dt: number): number {
  const asked = memory.kernel.followHits(near ? 1 : 0)
  hits.noteApproaches(contacts, dt)
  return asked
}

/** Takes the contacts with corners that lie in a seam out of this step. */
function hideInnerCorners(physics: PhysicsWorld): void {
  const { contacts } = physics.collision
  for (let i = 0; i < cornered.count; i++) {
    const contact = cornered.items[i]!
    // A hook may have removed a body.
    if (contacts.activeIndex[contact] === NOT_ACTIVE || contacts.pointCount[contact] === 0) continue
    if (isInnerCorner(physics, contact) || layOnFace(physics, contact) === 0) {
      contacts.flags[contact] = contacts.flags[contact]! | ContactFlag.Grazing
    }
  }
}

/**
 * Lets out what jams between fixed things, or has it begin the step without impulses at least: they grow against each other, to a
 * hundred times its momentum at 3 m/s, and when it tips, one of them is left. A capsule on the floor of a cell that was put
 * upon it was shot out at 42 m/s. What is pressed by what moves is left alone.
 */
function easeJams(physics: PhysicsWorld): void {
  const { bodies: { bodyOf, kind }, collision: { contacts } } = physics
  for (let i = 0; i < deep.count; i++) {
    const contact = deep.items[i]!
    // A hook may have removed a body.
    if (contacts.activeIndex[contact] === NOT_ACTIVE || contacts.pointCount[contact] === 0) continue
    const a = bodyOf[contacts.a[contact]!]!
    const body = kind[a] === BodyKind.Dynamic ? a : bodyOf[contacts.b[contact]!]!
    if (!isJammed(physics, body, contact)) continue
    letOut(physics, contact, body)
    forgetContacts(physics, body)
  }
}

/** Contacts of sensors that were put upon something that rests: looking once is enough. */
export const rested = new ItemBuffer()

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
  // The last one moves into the place of one that is removed.
  for (let i = findParted(physics, 0); i < contacts.activeCount; i = findParted(physics, i)) {
    removeContact(physics, contacts.active[i]!, EndReason.Separated)
  }
  searched.clear()
}

/** The place of the first pair like that among the active contacts from `first` on, or how many these are. Nothing is called here: see `findPushedOff`. */
function findParted({ collision: { contacts, searched }, stores: { BroadphaseAABB } }: PhysicsWorld, first: number): number {
  const { active, activeCount, a, b } = contacts
  const { flag } = searched
  const { minX, minY, maxX, maxY } = BroadphaseAABB
  for (let i = first; i < activeCount; i++) {
    const one = a[active[i]!]!
    const two = b[active[i]!]!
    // Boxes first: nearly all overlap, which is foreseen; which side left its box is as good as random.
    const near = minX[one]! <= maxX[two]! && maxX[one]! >= minX[two]! && minY[one]! <= maxY[two]! && maxY[one]! >= minY[two]!
    if (!near && (flag[one]! | flag[two]!) !== 0) return i
  }
  return activeCount
}

/** Lets the kernel work on a part of the active list. */
function collideSome(physics: PhysicsWorld, first: number, end: number): void {
  const { memory } = physics.solver.states
  const { linearSlop, speculativeDistance } = physics.tolerances
  const { i32, f64 } = memory
  f64[AddressTable.Margin >> 3] = speculativeDistance
  f64[AddressTable.Slop >> 3] = linearSlop
  i32[AddressTable.Asking >> 2] = physics.hooks.preSolve === null ? 0 : 1
  i32[AddressTable.Touching >> 2] = 0
  physics.collision.left.fill(first, end)
  physics.stats.contacts += i32[AddressTable.Touching >> 2]!
}

/** Finishes the contacts of the todo list. */
function finishSome(physics: PhysicsWorld, dt: number): void {
  const { contacts, left: { todo } } = physics.collision
  let done = 0
  let finished = false
  try {
    while (done < todo.count) {
      const contact = todo.a[done]!
      const before = todo.b[done]! | 0
      done++
      // A hook may have removed a body.
      if (contacts.activeIndex[contact] !== NOT_ACTIVE) finishContact(physics, contact, before, dt)
    }
    finished = true
  } finally {
    if (!finished) {
      giveBack(physics, done)
      giveUpAhead(physics)
    }
  }
}

/** A hook threw: the next step is to find that the contacts that were not finished have changed. */
function giveBack(physics: PhysicsWorld, done: number): void {
  const { contacts, left: { todo } } = physics.collision
  for (let i = done; i < todo.count; i++) {
    const contact = todo.a[i]!
    const before = todo.b[i]! | 0
    // That a sensor begins or ceases to overlap the next step finds again.
    if (before === UNSEEN || (contacts.flags[contact]! & ContactFlag.Sensor) !== 0) continue
    contacts.pointCount[contact] = before & ~(LOOK_AHEAD | ONLY_ASKED)
    // Its points are those of now.
    forgetManifold(physics.collision, contact)
  }
}

/** A hook threw: what its contact ties together is not known, and nothing of this step's look ahead. */
function giveUpAhead(physics: PhysicsWorld): void {
  const { contacts, left: { ahead } } = physics.collision
  physics.sleep.islands.markStale()
  for (let i = 0; i < ahead.count; i++) {
    const contact = ahead.items[i]!
    if (contacts.foreseen[contact] === NOT_TO_COME) contacts.foreseen[contact] = 0
  }
}

/**
 * Looks ahead for pairs of which a side is quick: what is apart and will meet within the step gets points now, and so
 * does the other end of a face whose one end touches.
 */
function foreseeSome(physics: PhysicsWorld, dt: number): void {
  const { hits, left } = physics.collision
  const { ahead } = left
  hits.reserve(ahead.count)
  let finished = false
  try {
    const { memory } = physics.solver.states
    for (let from = 0, shown = 0; from < ahead.count; from += shown) {
      shown = left.showAhead(from)
      for (let i = memory.kernel.lookOn(0, shown); i < shown; i = memory.kernel.lookOn(i + 1, shown)) takeLook(physics, ahead.items[from + i]!, dt)
    }
    finished = true
  } finally {
    if (!finished) giveUpAhead(physics)
  }
}

/** Does what the kernel left: makes the manifold, or only draws the conclusions from it. */
function finishContact(physics: PhysicsWorld, contact: number, before: number, dt: number): void {
  const { contacts } = physics.collision
  if ((contacts.flags[contact]! & ContactFlag.Sensor) !== 0) {
    finishSensor(physics, contact, before)
    return
  }
  if (before !== UNSEEN && (before & ONLY_ASKED) !== 0) {
    askAgain(physics, contact)
    return
  }
  const a = contacts.a[contact]!
  const b = contacts.b[contact]!
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

/** Of a sensor it is only asked whether it overlaps the other: in how many points, the kernel has found. */
function finishSensor(physics: PhysicsWorld, contact: number, points: number): void {
  const { contacts } = physics.collision
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
