import { KINDS, LETTERS } from './joint-bytes.ts'
import { provideJointCode } from './stored-code.ts'

/**
 * Brings along what solves joints, half of the kernel. The builders of joints, snapshots and rollback do: it is for programs
 * that get joints in another way alone, such as those that bitECS deserializes.
 */
export function bringJoints(): void {
  provideJointCode({ kinds: KINDS, letters: LETTERS })
}
