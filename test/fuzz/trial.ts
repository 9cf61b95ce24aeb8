import type { BroadPhaseName } from '../../src/index.ts'
import { Failure } from './failure.ts'
import type { Operation, Program } from './operations.ts'
import { Player } from './player.ts'

export const BROAD_PHASES: readonly BroadPhaseName[] = ['quadtree', 'sweep-and-prune', 'grid', 'brute-force']

/**
 * Plays a program with each broad phase, and compares what came of it. Returns what broke a rule, or null; the failure
 * names the broad phases that it takes to see it.
 */
export function tryProgram(program: Program, broadPhases: readonly BroadPhaseName[] = BROAD_PHASES): Failure | null {
  let first: Player | null = null
  for (const broadPhase of broadPhases) {
    try {
      const player = new Player(program, broadPhase)
      player.run(program.operations)
      if (first === null) first = player
      else compare(first.trace, player.trace, broadPhase)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      error.broadPhases = error.operation < 0 ? [broadPhases[0]!, broadPhase] : [broadPhase]
      return error
    }
  }
  return null
}

function compare(one: readonly string[], other: readonly string[], name: string): void {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    if (one[i] === other[i]) continue
    throw new Failure('broad phases differ', `entry ${i} of the trace is ${one[i]} with the first, ${other[i]} with ${name}`)
  }
}

/** The program with other operations. */
export function withOperations(program: Program, operations: readonly Operation[]): Program {
  return { ...program, operations }
}
