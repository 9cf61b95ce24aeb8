import { ours } from './ours.ts'
import { peers } from './peers.ts'

/** Everything that is measured, ours first. */
export const subjects = [...ours, ...peers]
