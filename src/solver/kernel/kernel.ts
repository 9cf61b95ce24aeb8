/**
 * The loops in which the solver spends its time. All arguments are addresses in the {@link SolverMemory} the kernel was
 * made for, in bytes; a range of groups is given by its first byte and the byte behind it. There are no numbers with a
 * fraction among the arguments: each would be boxed on the way into WebAssembly.
 */
export interface SolverKernel {
  /**
   * The soft pass over groups of contacts with one or two points: pushes overlap out.
   * @param work The work record of the world.
   * @param rates See {@link Rate}.
   */
  pressOne(first: number, end: number, work: number, rates: number): void
  pressTwo(first: number, end: number, work: number, rates: number): void
  /**
   * The rigid pass with friction: takes out the velocity that the soft pass put in, and adds what the impulses so far
   * change to the push of the next substep.
   * @param push The push of the world.
   */
  relaxOne(first: number, end: number, work: number, push: number, rates: number): void
  relaxTwo(first: number, end: number, work: number, push: number, rates: number): void
  /**
   * Begins a substep for the bodies of a range of states: what drives them acts on the velocities, then the impulses so
   * far do, so that a resting stack starts from its solution.
   * @param first The first state. Drive, work record and push of the same body go along with it.
   * @param time The length of a substep in seconds, a double.
   */
  accelerate(first: number, end: number, drive: number, work: number, push: number, time: number): void
  /** Moves and turns bodies by a substep. Speeds beyond the limits are cut first. */
  move(first: number, end: number, drive: number, work: number, time: number): void
}
