/**
 * The loops in which the solver spends its time. Addresses are bytes in the {@link SolverMemory} they were made for;
 * a range of groups is given by its first byte and the byte behind it.
 */
export interface SolverKernel {
  /**
   * The soft pass over groups of contacts with one or two points: pushes overlap out.
   * @param work Address of the work record of the world.
   * @param inverseH One over the length of a substep, 1/s.
   * @param biasRate Velocity per overlap, 1/s.
   * @param maxPush The fastest that overlap is pushed out, in length units per second.
   */
  pressOne(first: number, end: number, work: number, inverseH: number, biasRate: number, maxPush: number): void
  pressTwo(first: number, end: number, work: number, inverseH: number, biasRate: number, maxPush: number): void
  /**
   * The rigid pass with friction: takes out the velocity that the soft pass put in, and adds what the impulses so far
   * change to the push of the next substep.
   * @param push Address of the push of the world.
   */
  relaxOne(first: number, end: number, work: number, push: number, inverseH: number): void
  relaxTwo(first: number, end: number, work: number, push: number, inverseH: number): void
  /**
   * Begins a substep for the bodies of a range of states: what drives them acts on the velocities, then the impulses so
   * far do, so that a resting stack starts from its solution.
   * @param first Address of the first state. Drive, work record and push of the same body go along with it.
   */
  accelerate(first: number, end: number, drive: number, work: number, push: number, h: number): void
  /** Moves and turns bodies by a substep. Speeds beyond the limits are cut first. */
  move(first: number, end: number, drive: number, work: number, h: number): void
}
