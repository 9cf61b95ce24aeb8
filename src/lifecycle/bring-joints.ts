import { CODE } from '../kernel/joint-bytes.ts'
import { leadMotors } from '../continuous/lead-motors.ts'
import { provideJointCode } from '../kernel/stored-code.ts'
import { JointLoads } from '../solver/joint-loads.ts'
import { provideJointLoads } from '../solver/load-graph.ts'
import { breakJoints, releaseJoints, removeBroken, removeJoint, takeInJoints } from './joint-lifecycle.ts'
import { provideJointKeeper } from './joint-keeper.ts'
import { setJoint } from './set-joint.ts'

/**
 * Brings along what keeps and solves joints: half of the kernel, and what takes them in. The builders of joints, snapshots and
 * rollback do: it is for programs that get joints in another way alone, such as those that bitECS deserializes.
 */
export function bringJoints(): void {
  provideJointCode(CODE)
  provideJointKeeper(keeper)
  provideJointLoads((memory) => new JointLoads(memory))
}

const keeper = {
  sync: takeInJoints, lead: leadMotors, break: breakJoints, removeBroken, remove: removeJoint, release: releaseJoints, set: setJoint,
}
