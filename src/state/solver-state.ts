import type { KernelMemory } from '../kernel/kernel-memory.ts'
import { BodyStates } from '../solver/body-states.ts'
import { Burdens, listBurdens } from '../solver/burdens.ts'
import { JointRows, forgetJointRows } from '../solver/joint-rows.ts'
import { Motions } from '../solver/motions.ts'
import { ContactSolverData } from '../solver/prepare-contacts.ts'
import { ContactSoftness, listSoftness } from '../solver/softness.ts'
import { type PoseHistory, listPoseHistory } from './pose-history.ts'
import type { StateList } from '../stores/state-list.ts'

/** What the substeps work on. */
export class SolverState {
  readonly states: BodyStates
  readonly motions: Motions
  readonly rows: ContactSolverData
  readonly joints: JointRows
  readonly softness = new ContactSoftness()
  readonly burdens: Burdens
  /** Substeps of the running step that are done. */
  substep = 0
  /** Substeps of the running step in all: those of the settings when PrepareSolve ran. */
  substeps = 0
  /** Awake bodies when the solver began. */
  solvedCount = 0
  /** Those of them that the substeps work on: all others are alone, and move when the step ends. */
  boundCount = 0
  /** Whether the running step has no system from PrepareSolve to FinishSolve but those of `createPipeline`. */
  isPlain = false
  /** Whether the substeps of the running step may be taken in one call: nobody comes in between, and no axes are locked. */
  atOnce = false
  /** What is needed to draw between two steps, kept from when it is asked for. */
  history: PoseHistory | null = null

  /**
   * @param entities Ids that there are, from 0 on,
   * @param bodies,contacts and so many there is room for when the memory is made.
   * @param isOurs Whether the arrays of components are on the heap, and nobody's but ours.
   */
  constructor(memory: KernelMemory, entities: number, bodies: number, contacts: number, isOurs: boolean) {
    this.states = new BodyStates(memory, bodies)
    this.rows = new ContactSolverData(memory, contacts)
    this.joints = new JointRows(memory)
    this.burdens = new Burdens(memory)
    this.motions = new Motions(memory, entities, isOurs)
  }
}

/** Between two steps it holds nothing but what joints did, which `store` keeps in their records, burdens, how stiff contacts are, and what is drawn. */
export function listSolver(list: StateList, solver: SolverState): void {
  listPoseHistory(list, solver)
  listBurdens(list, solver.burdens)
  listSoftness(list, solver.softness)
  list.scratch(solver, 'substep', 'substeps', 'solvedCount', 'boundCount', 'isPlain', 'atOnce')
    .passOver(solver.states, solver.motions, solver.rows, solver.joints)
    .after.push(() => forgetJointRows(solver.joints))
}
