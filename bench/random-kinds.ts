import { makeRandomJointScene } from './random-joints.ts'
import { makeRandomMachineScene } from './random-machines.ts'
import { type RandomScene, makeRandomScene } from './random-scenes.ts'

/** What random scenes are of: bodies alone, what hinges and rods hold together, or joints of all kinds. */
export type RandomKind = 'bodies' | 'joints' | 'machines'

export const RANDOM_MAKERS: Readonly<Record<RandomKind, (seed: number) => RandomScene>> = {
  bodies: makeRandomScene, joints: makeRandomJointScene, machines: makeRandomMachineScene,
}
