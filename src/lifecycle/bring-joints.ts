import { CODE } from '../kernel/joint-bytes.ts'
import { leadMotors } from '../continuous/lead-motors.ts'
import { provideJointCode } from '../kernel/stored-code.ts'
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
}

const keeper = {
  sync: takeInJoints, lead: leadMotors, break: breakJoints, removeBroken, remove: removeJoint, release: releaseJoints, set: setJoint,
}
