import { ours } from './ours.ts'
import { peers } from './peers.ts'
import { references } from './references.ts'

/** Everything that is measured, ours first. */
export const subjects = [...ours, ...peers, ...references]
