import { BodyKind } from '../bodies/body-kind.ts'
import { ContactFlag, Manifold, MANIFOLD_STRIDE } from '../contacts/contact-record.ts'
import { EndReason } from '../contacts/pair-events.ts'
import { decideOneWay } from '../contact-rules/one-way.ts'
import { askPreSolve, skipContact } from '../contact-rules/pre-solve.ts'
import { grazes, hasSeams } from '../contact-rules/seams.ts'
import { beginTouch, endTouch, joinIslands, noteApproach } from '../contact-rules/touches.ts'
import { watchDeep } from '../contact-rules/watch-deep.ts'
import { wakeTogether } from '../sleep/waking.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ItemBuffer } from '../stores/buffers.ts'

/** How one body moves, seen from another. */
const motion = new Float64Array(2)

/** Contacts with fixed shapes that may be at a corner: what they touch is looked at when all manifolds are known. */
export const cornered = new ItemBuffer()

/** Draws the conclusions from a manifold that has `points` points now and had `old` ones in the step before. */
export function conclude(physics: PhysicsWorld, contact: number, old: number, points: number, dt: number): void {
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
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  // Two that can be pushed give way by themselves.
  const givesWay = bodies.kind[bodyA] === BodyKind.Dynamic && bodies.kind[bodyB] === BodyKind.Dynamic
  if (!givesWay) watchDeep(physics, contact, points)
  if (!givesWay && points > 0 && isGraze(physics, contact, a, b, points)) {
    contacts.flags[contact] = contacts.flags[contact]! | ContactFlag.Grazing
  } else if ((flags & ContactFlag.Grazing) !== 0) {
    contacts.flags[contact] = contacts.flags[contact]! & ~ContactFlag.Grazing
  }
  if (!givesWay && points > 0 && mayBeInner(physics, contact, a, b)) cornered.push(contact)
  const was = (flags & ContactFlag.Touching) !== 0
  // The points of a hit to come are apart along its normal, not along that of now: whether it came is known when it did.
  const toCome = contacts.foreseen[contact] === 1
  const is = points > 0 && (was || (!toCome && isNear(physics, contact, points)))
  if (is !== was) {
    if (is) beginTouch(physics, contact)
    else endTouch(physics, contact, EndReason.Separated)
  }
  if (is) physics.stats.contacts++
  if (points > 0) decideSolving(physics, contact, old === 0, skipped)
}

/** The same for a contact about which nothing has changed but what the hook says now. It was solved in the step before: the kernel does not look at what was skipped. */
export function askAgain(physics: PhysicsWorld, contact: number): void {
  decideSolving(physics, contact, false, false)
}

/** Asks the hook whether a contact that has points is solved in this step, if it is else. */
function decideSolving(physics: PhysicsWorld, contact: number, begins: boolean, skipped: boolean): void {
  const { bodies: { bodyOf }, collision: { contacts }, hooks } = physics
  if ((contacts.flags[contact]! & ContactFlag.Unsolved) !== 0 || rests(physics, contact)) return
  const bodyA = bodyOf[contacts.a[contact]!]!
  const bodyB = bodyOf[contacts.b[contact]!]!
  if (hooks.preSolve !== null && !askPreSolve(physics, contact, hooks.preSolve)) {
    skipContact(physics, contact, skipped)
    return
  }
  wakeTogether(physics, bodyA, bodyB)
  if (begins || skipped) joinIslands(physics, contact, bodyA, bodyB)
}

/** Whether a contact is with a fixed shape whose corners may lie in seams, and is to be solved. */
function mayBeInner(physics: PhysicsWorld, contact: number, a: number, b: number): boolean {
  const { bodies } = physics
  const { contacts } = physics.collision
  const dynamicA = bodies.kind[bodies.bodyOf[a]!] === BodyKind.Dynamic
  if (dynamicA === (bodies.kind[bodies.bodyOf[b]!] === BodyKind.Dynamic)) return false
  return (contacts.flags[contact]! & ContactFlag.Unsolved) === 0 && hasSeams(physics.collision, dynamicA ? b : a)
}

/** Whether neither side of a contact is awake. */
export function rests({ bodies, collision: { contacts } }: PhysicsWorld, contact: number): boolean {
  return !bodies.isAwake(bodies.bodyOf[contacts.a[contact]!]!) && !bodies.isAwake(bodies.bodyOf[contacts.b[contact]!]!)
}

function isGraze(physics: PhysicsWorld, contact: number, a: number, b: number, points: number): boolean {
  const { bodies, components } = physics
  const { contacts } = physics.collision
  const { x, y } = components.Velocity
  const bodyA = bodies.bodyOf[a]!
  const bodyB = bodies.bodyOf[b]!
  // Whether a narrow face is one in a seam, its neighbor tells; and of a hit to come `foresee` did, from where the two meet.
  if (points === 2 || contacts.foreseen[contact] === 1) return false
  motion[0] = x[bodyB]! - x[bodyA]!
  motion[1] = y[bodyB]! - y[bodyA]!
  return grazes(physics, a, b, contacts.manifold, contact * MANIFOLD_STRIDE, points, motion)
}

/** Whether a point of a contact is within the slop. */
export function isNear({ tolerances, collision: { contacts } }: PhysicsWorld, contact: number, points: number): boolean {
  const m = contact * MANIFOLD_STRIDE
  const { manifold } = contacts
  const most = tolerances.linearSlop
  return manifold[m + Manifold.Separation0]! <= most || (points === 2 && manifold[m + Manifold.Separation1]! <= most)
}
