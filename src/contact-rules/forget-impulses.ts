import { IMPULSE_STRIDE } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import { JOINT_STRIDE, JointRecord } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { BodyKind } from '../bodies/body-kind.ts'
import type { PhysicsWorld } from '../state/world.ts'

/** Lets a contact begin the next step without the impulses of the one before. */
export function forgetContact(contacts: ContactTable, contact: number): void {
  const { impulse } = contacts
  const at = contact * IMPULSE_STRIDE
  for (let i = at; i < at + IMPULSE_STRIDE; i++) impulse[i] = 0
  contacts.rolls.set(contact, 0, 0)
}

/** The same for all contacts of a body that have points. */
export function forgetContacts({ bodies, collision: { contacts } }: PhysicsWorld, body: number): void {
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    for (let edge = contacts.head[c]!; edge !== 0; edge = contacts.next[edge]!) {
      if (contacts.pointCount[edge >>> 1] !== 0) forgetContact(contacts, edge >>> 1)
    }
  }
}

/** Clears what the records of the joints of a body have: rows that hold impulses go on with these. */
export function clearJoints(joints: JointTable, body: number): void {
  for (let edge = joints.first(body); edge !== 0; edge = joints.next[edge]!) {
    const at = (edge >>> 1) * JOINT_STRIDE
    joints.record.fill(0, at + JointRecord.PointX, at + JointRecord.Lock + 1)
    // What they did may be no number. What is one breaks them, as ever.
    for (let i = at + JointRecord.ForceX; i <= at + JointRecord.Torque; i++) if (!Number.isFinite(joints.record[i])) joints.record[i] = 0
  }
}

/** The same for all joints of a body. */
export function forgetJoints({ joints, solver }: PhysicsWorld, body: number): void {
  if (joints.first(body) === 0) return
  solver.joints.store()
  clearJoints(joints, body)
  // Their rows hold impulses, too. Those that find the ends as they were would stay.
  joints.changed = joints.came = true
}

/**
 * What held a body is about to let go of it: all that hangs together with it by joints begins anew. Between what stood still and the ground its joints may have been under any stress,
 * which contacts bore as well: rag dolls of which a limb under the ground was held, and let go of, were thrown at up to 555 m/s. Without what joints bore alone at 371; so at 44.
 * Once a step is enough: a net of 4,000 from which 1,000 posts were taken was walked through for each of them, in 4.6 s.
 */
export function forgetStress(physics: PhysicsWorld, body: number): void {
  const { bodies, joints, lifecycle: { relieved } } = physics
  if (joints.first(body) === 0) return
  let seen = relieved.count
  relieved.add(body)
  for (; seen < relieved.count; seen++) {
    const one = relieved.items[seen]!
    forgetJoints(physics, one)
    forgetContacts(physics, one)
    for (let edge = joints.first(one); edge !== 0; edge = joints.next[edge]!) {
      const other = joints.otherOf(edge)
      if (joints.isOn(edge >>> 1) && bodies.kind[other] === BodyKind.Dynamic) relieved.add(other)
    }
  }
}
