/** A contact that is about to be solved, as `preSolve` sees it. The object is reused: keep nothing of it. */
export interface PreSolveContact {
  /** The lower entity id of the two colliders. */
  a: number
  /** The higher entity id of the two colliders. */
  b: number
  /** Unit normal from `a` to `b`. */
  nx: number
  ny: number
  /** The smallest distance between the surfaces; negative where they overlap. Unit: length. */
  separation: number
  /** How fast the two came together when they first met, length/s. */
  approachSpeed: number
}

/**
 * Functions of the user that decide about pairs. They run inside the step: a step in which one of them adds, removes or
 * sets components ends in an error. They must give the same answer in the same situation, or the simulation is not
 * deterministic.
 */
export interface Hooks {
  /**
   * Whether two colliders may touch; asked when their boxes come together and the filters allow it. Of a pair that was
   * refused it is asked again whenever one of the two has moved on.
   */
  filterPair: ((a: number, b: number) => boolean) | null
  /** Whether a contact is solved in this step; asked each step for every contact that has points. */
  preSolve: ((contact: Readonly<PreSolveContact>) => boolean) | null
}
