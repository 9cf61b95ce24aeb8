import { IMPULSE_STRIDE } from '../contacts/contact-record.ts'
import type { ContactTable } from '../contacts/contact-table.ts'
import { JOINT_STRIDE, JointPart, JointRecord } from '../joints/joint-record.ts'
import type { JointTable } from '../joints/joint-table.ts'
import { LARGEST } from '../solver/body-states.ts'
import type { PhysicsWorld } from '../state/world.ts'

/**
 * Impulses grow by that many times at most: those of 1e-9 seconds are no measure of what a load asks for. Smaller: a hitch of 0.25 s at 60 Hz
 * lets a pile fall into itself at 1.7 m/s (4) and not 0.9, and with 2 eleven of 16 piles under steps of 1/144 to 1/30 s do not rest within 10 s.
 */
const MOST_GROWTH = 16

/** The impulses of a joint that are not in its first places: those of a rod in a tree, see `JointRecord.Mending`. */
const OTHERS = [JointRecord.Mending, JointRecord.Pulled] as const

/** By how much they grow. Not an argument: it would be boxed. */
const growth = new Float64Array(1)

/**
 * Makes what contacts and joints begin a step with fit to the length of its substeps: what bears a load is its force times that
 * length. Without it piles under steps of changing length never rest. All of them are scaled, also of what sleeps, so that the
 * whole world has impulses of substeps of one length. To be called when the joints are packed, before masses are raised.
 */
export function scaleImpulses({ solver, collision, joints }: PhysicsWorld): void {
  const now = solver.states.time[0]!
  const before = solver.burdens.substep
  if (before === now || before === 0) return
  growth[0] = Math.min(now / before, MOST_GROWTH)
  scaleContacts(collision.contacts)
  if (joints.count === 0) return
  solver.joints.reread()
  scaleJoints(joints)
}

function scaleContacts({ impulse, rolls, highest }: ContactTable): void {
  const by = growth[0]!
  // Sensors have none: the column may end before them.
  const end = Math.min((highest + 1) * IMPULSE_STRIDE, impulse.length)
  // They are floats.
  for (let i = IMPULSE_STRIDE; i < end; i++) impulse[i] = Math.min(Math.max(impulse[i]! * by, -LARGEST), LARGEST)
  rolls.scale(growth)
}

function scaleJoints({ record, order, count }: JointTable): void {
  const by = growth[0]!
  for (let i = 0; i < count; i++) {
    const r = order[i]! * JOINT_STRIDE
    // In trees it is no impulse.
    const driven = (record[r + JointRecord.Parts]! & JointPart.Drive) !== 0
    const tree = record[r + JointRecord.Tree]!
    for (let k = r + JointRecord.PointX; k <= r + JointRecord.Lock; k++) record[k] = record[k]! * by
    if (!driven) record[r + JointRecord.Tree] = tree
    for (const field of OTHERS) record[r + field] = record[r + field]! * by
  }
}
