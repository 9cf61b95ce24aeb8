import { BodyKind } from '../bodies/body-kind.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { MAX_PUSH_OUT_SPEED } from '../constants.ts'
import { ContactFlag, IMPULSE_STRIDE, Impulse, MANIFOLD_STRIDE, Manifold } from '../contacts/contact-record.ts'
import { Drive, DRIVE_STRIDE, STATE_STRIDE, State } from '../solver/motion-records.ts'
import { JOINT_STRIDE, JointRecord } from '../joints/joint-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { clearJoints, forgetContact, forgetJoints } from './forget-impulses.ts'
import { ItemBuffer } from '../stores/buffers.ts'

/**
 * What is squeezed deep between two things is pushed by both, and their impulses grow against each other, to a hundred times the
 * momentum with which an overlap parts. As long as they hold each other they do no harm. Where one of the two goes, turns to
 * another side and begins anew, or slips off, the other one is left, and threw it away: crates between a lift and a wall were
 * shot out at 100 m/s, and at 30 those in a pile beside which a cell of the level changed. So where they hold each other no
 * longer, they are forgotten.
 */

/**
 * Of the speed at which overlaps part: what presses harder in a substep than for that squeezes, even if what lies on it were the
 * heaviest there is. By the mass of the body at hand, piles of 1 : 50 in density boiled: what carries them is pressed as hard.
 */
const SQUEEZES = 2

/** Seconds: in longer substeps it has to press as much harder. In a pile at 60 steps of one substep each it would not come to rest else. */
const SUBSTEP = 1 / 240

/**
 * Of the speed that gravity and forces give a body in a substep: what presses less may be weight. At a gravity of 10 m/s² that is as much as
 * of overlaps. Without it, stacks of eight fell into each other where gravity was 980 pixels/s² and the length unit 1.
 */
const PULLS = 144

/** Of all forces of a step: what presses less may be one of them. A load that is put on at once presses twice as hard for a moment. */
const FORCES = 2

/** Of what squeezes: pushes of which more is left over do not hold each other. Larger: a press shoots out faster; smaller: what is pressed hard sinks. */
const LEFT = 0.25

/** In slops: what is squeezed overlaps by more. What falls hard does not, but presses as hard for a step. */
const DEEP = 16

/** Bits of flags of `LifecycleState.relieved`: bodies whose joints were let begin anew; those about which it is known whether they are pushed off. */
const RELIEVED = 1
const JUDGED = 2

/** Those that are let go of, and what is squeezed with them. */
const freed = new ItemBuffer()
/** The push upon a body, or upon all that hangs together; what gravity and forces add to it in a substep; its momentum. */
const net = new Float64Array(2)
const pulls = new Float64Array(2)
const moves = new Float64Array(2)
/** Whether something kinematic squeezes what is pushed. */
let isDriven = false
/** Whether the rows of joints begin this step with what their records say. */
let rowsAreReread = false
/** Whether the records say what the rows of joints hold. */
let areStored = false

/**
 * Forgets what squeezes a body and no longer holds it. To be called when manifolds, masses and forces of the step are known, and joints are packed, but
 * before they are prepared.
 */
export function letGo(physics: PhysicsWorld): void {
  const { relieved } = physics.lifecycle
  freed.clear()
  relieved.clear()
  rowsAreReread = areStored = false
  findPushedOff(physics)
  forget(physics, true)
  relieved.clear()
}

/**
 * Lists what is squeezed and no longer held. A loop of its own, with nothing behind it: V8 enters it in the midst by code that
 * ends with the loop, and if anything followed it would give that up in every step. (In the kernel: 1.01 of the step.)
 */
function findPushedOff(physics: PhysicsWorld): void {
  const { bodies: { bodyOf }, collision: { contacts } } = physics
  const { active, activeCount, foreseen, impulse } = contacts
  // Mostly nothing more has to be read.
  const most = mostImpulse(physics)
  for (let i = 0; i < activeCount; i++) {
    const contact = active[i]!
    const at = contact * IMPULSE_STRIDE
    if (impulse[at + Impulse.Normal0]! + impulse[at + Impulse.Normal1]! <= most || foreseen[contact] === 1) continue
    if (!isSolved(physics, contact) || !isDeep(physics, contact)) continue
    const a = bodyOf[contacts.a[contact]!]!
    const b = bodyOf[contacts.b[contact]!]!
    if (isPushedOff(physics, a)) freed.push(a)
    if (isPushedOff(physics, b)) freed.push(b)
  }
}

/** The same for both sides of a contact that ends between two steps, as when a part of a level is removed. */
export function letGoEnded(physics: PhysicsWorld, contact: number): void {
  if (!squeezes(physics, contact)) return
  freed.clear()
  free(physics, physics.collision.contacts.a[contact]!)
  free(physics, physics.collision.contacts.b[contact]!)
  forget(physics, false)
}

function free({ bodies: { bodyOf, kind } }: PhysicsWorld, collider: number): void {
  if (kind[bodyOf[collider]!] === BodyKind.Dynamic) freed.push(bodyOf[collider]!)
}

/**
 * Forgets the impulses of what squeezes those that are let go of, and so on. What hangs together by joints is squeezed together: all of it begins anew.
 * @param packed Whether joints are packed for the step.
 */
function forget(physics: PhysicsWorld, packed: boolean): void {
  const { bodies, collision: { contacts }, joints } = physics
  for (let i = 0; i < freed.count; i++) {
    const body = freed.items[i]!
    const jointed = joints.first(body) !== 0
    if (jointed) forgetTogether(physics, body, packed)
    for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
      for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
        const contact = edge >>> 1
        const pressed = squeezes(physics, contact)
        if (!pressed && !(jointed && isSolved(physics, contact))) continue
        forgetContact(contacts, contact)
        if (pressed) free(physics, contacts.otherOf(edge))
      }
    }
  }
}

/**
 * Forgets the joints of a body, and lets go of what hangs on it. What its contacts bore went through these: without that limbs on which nothing pressed were pushed off by
 * what the others had borne.
 */
function forgetTogether(physics: PhysicsWorld, body: number, packed: boolean): void {
  const { bodies, joints, lifecycle: { relieved }, solver } = physics
  if ((relieved.flag[body]! & RELIEVED) !== 0) return
  relieved.add(body, RELIEVED)
  if (!packed) forgetJoints(physics, body)
  else {
    if (!rowsAreReread) solver.joints.reread()
    rowsAreReread = true
    clearJoints(joints, body)
  }
  for (let edge = joints.first(body); edge !== 0; edge = joints.next[edge]!) {
    const other = joints.otherOf(edge)
    if (joints.isOn(edge >>> 1) && bodies.kind[other] === BodyKind.Dynamic) freed.push(other)
  }
}

/**
 * Whether the pushes upon a body, and upon what hangs together with it by joints, do not hold each other. Asked of each of these bodies as well, with what its joints
 * do to it, it is of no more use: 9 of 1,000 squeezed machines were thrown either way.
 */
function isPushedOff(physics: PhysicsWorld, body: number): boolean {
  const { bodies, joints, lifecycle: { relieved } } = physics
  if (bodies.kind[body] !== BodyKind.Dynamic || relieved.has(body)) return false
  net.fill(0)
  pulls.fill(0)
  moves.fill(0)
  if (joints.first(body) !== 0) return addTogether(physics, body) && isNetLeft(physics)
  addBody(physics, body)
  return isNetLeft(physics)
}

/**
 * Adds what pushes all that hangs together with a body: pushes between two of them cancel out, so do their joints; those that hold it are pushes as well. Returns
 * whether that tells anything: what something kinematic carries away from what holds it is pushed more than it is held, and was torn by 2.6 m, not by 0.9.
 */
function addTogether(physics: PhysicsWorld, body: number): boolean {
  const { bodies, joints, lifecycle: { relieved }, solver } = physics
  let isHeld = false
  isDriven = false
  // Once a step: all that is judged is before the first is let go of.
  if (!areStored) solver.joints.store()
  areStored = true
  let seen = relieved.count
  relieved.add(body, JUDGED)
  for (; seen < relieved.count; seen++) {
    const one = relieved.items[seen]!
    addBody(physics, one)
    for (let edge = joints.first(one); edge !== 0; edge = joints.next[edge]!) {
      if (!joints.isOn(edge >>> 1)) continue
      const other = joints.otherOf(edge)
      if (bodies.kind[other] === BodyKind.Dynamic) relieved.add(other, JUDGED)
      else {
        isHeld = true
        addHold(physics, edge >>> 1, joints.b[edge >>> 1] === one ? 1 : -1)
      }
    }
  }
  return !(isHeld && isDriven)
}

/** Adds what a joint pushes one of its ends with in a substep. @param side 1 for B, −1 for A. */
function addHold({ joints: { record }, solver: { burdens } }: PhysicsWorld, place: number, side: 1 | -1): void {
  net[0] = net[0]! + side * burdens.substep * record[place * JOINT_STRIDE + JointRecord.ForceX]!
  net[1] = net[1]! + side * burdens.substep * record[place * JOINT_STRIDE + JointRecord.ForceY]!
}

function addBody(physics: PhysicsWorld, body: number): void {
  const { bodies, collision: { contacts }, solver: { burdens, states } } = physics
  const mass = 1 / bodies.pose[body * POSE_STRIDE + Pose.InverseMass]!
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      const contact = edge >>> 1
      if (!isSolved(physics, contact)) continue
      addPush(physics, contact, contacts.a[contact] === c ? -1 : 1)
      if (bodies.kind[bodies.bodyOf[contacts.otherOf(edge)]!] === BodyKind.Kinematic && squeezes(physics, contact)) isDriven = true
    }
  }
  const d = bodies.awakeIndex[body]! * DRIVE_STRIDE
  const s = bodies.awakeIndex[body]! * STATE_STRIDE
  // Raised masses have forces that are as much smaller, see `Burdens`.
  pulls[0] = pulls[0]! + mass * states.drive[d + Drive.X]! * burdens.substep
  pulls[1] = pulls[1]! + mass * states.drive[d + Drive.Y]! * burdens.substep
  moves[0] = moves[0]! + mass * states.state[s + State.X]!
  moves[1] = moves[1]! + mass * states.state[s + State.Y]!
}

/** Whether what pushes is more than what holds it. */
function isNetLeft(physics: PhysicsWorld): boolean {
  const pullX = pulls[0]!, pullY = pulls[1]!, movesX = moves[0]!, movesY = moves[1]!
  const x = net[0]! + pullX
  const y = net[1]! + pullY
  const most = LEFT * Math.max(mostImpulse(physics), PULLS * Math.sqrt(pullX * pullX + pullY * pullY))
  if (x * x + y * y <= most * most) return false
  // What slows it down holds it, as where it is given a velocity in each step: a crowd that was pressed on so went through itself.
  return (x + movesX) * (x + movesX) + (y + movesY) * (y + movesY) > Math.max(most * most, movesX * movesX + movesY * movesY)
}

/** Adds what a contact pushes one of its sides with. @param side 1 for B, to which the normal leads; −1 for A. */
function addPush({ collision: { contacts: { impulse, manifold } } }: PhysicsWorld, contact: number, side: 1 | -1): void {
  const at = contact * IMPULSE_STRIDE
  const normal = side * (impulse[at + Impulse.Normal0]! + impulse[at + Impulse.Normal1]!)
  const tangent = side * (impulse[at + Impulse.Tangent0]! + impulse[at + Impulse.Tangent1]!)
  const x = manifold[contact * MANIFOLD_STRIDE + Manifold.NormalX]!
  const y = manifold[contact * MANIFOLD_STRIDE + Manifold.NormalY]!
  net[0] = net[0]! + normal * x - tangent * y
  net[1] = net[1]! + normal * y + tangent * x
}

/** What presses harder than that in a substep squeezes. The longer it is, and the stronger gravity and forces, the harder loads press. */
function mostImpulse({ settings: { gravity, lengthUnit }, solver: { burdens } }: PhysicsWorld): number {
  const parting = SQUEEZES * MAX_PUSH_OUT_SPEED * lengthUnit * Math.max(1, burdens.substep / SUBSTEP)
  const pull = PULLS * burdens.substep * Math.sqrt(gravity.x * gravity.x + gravity.y * gravity.y)
  return Math.max(parting, pull) * burdens.heaviest + FORCES * burdens.forces * burdens.substep
}

function isSolved({ collision: { contacts } }: PhysicsWorld, contact: number): boolean {
  return contacts.pointCount[contact] !== 0 && (contacts.flags[contact]! & ContactFlag.Unsolved) === 0
}

function squeezes(physics: PhysicsWorld, contact: number): boolean {
  const { impulse } = physics.collision.contacts
  const at = contact * IMPULSE_STRIDE
  return isSolved(physics, contact) && impulse[at + Impulse.Normal0]! + impulse[at + Impulse.Normal1]! > mostImpulse(physics)
}

function isDeep({ collision: { contacts: { manifold, pointCount } }, tolerances }: PhysicsWorld, contact: number): boolean {
  const m = contact * MANIFOLD_STRIDE
  const least = -DEEP * tolerances.linearSlop
  return manifold[m + Manifold.Separation0]! < least || (pointCount[contact] === 2 && manifold[m + Manifold.Separation1]! < least)
}
