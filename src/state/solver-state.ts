import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { BodyStates } from '../solver/body-states.ts'
import { Burdens } from '../solver/burdens.ts'
import { JointRows } from '../solver/joint-rows.ts'
import { ContactSolverData } from '../solver/prepare-contacts.ts'
import { ContactSoftness } from '../solver/softness.ts'
import type { PoseHistory } from './pose-history.ts'

/** What the substeps work on. */
export class SolverState {
  readonly states: BodyStates
  readonly rows: ContactSolverData
  readonly joints: JointRows
  readonly softness = new ContactSoftness()
  readonly burdens = new Burdens()
  /** Substeps of the running step that are done. */
  substep = 0
  /** Substeps of the running step in all: those of the settings when PrepareSolve ran. */
  substeps = 0
  /** Awake bodies when the solver began. */
  solvedCount = 0
  /** What is needed to draw between two steps, kept from when it is asked for. */
  history: PoseHistory | null = null

  constructor(memory: KernelMemory) {
    this.states = new BodyStates(memory)
    this.rows = new ContactSolverData(memory)
    this.joints = new JointRows(memory)
  }
}
