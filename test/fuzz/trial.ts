import { BROAD_PHASE_NAMES, type BroadPhaseName } from '../../examples/broad-phases.ts'
import { Failure } from './failure.ts'
import type { Operation, Program } from './operations.ts'
import { Player } from './player.ts'

/**
 * Plays a program with each broad phase, and compares what came of it. Returns what broke a rule, or null; the failure
 * names the broad phases that it takes to see it.
 */
export function tryProgram(program: Program, broadPhases: readonly BroadPhaseName[] = BROAD_PHASE_NAMES): Failure | null {
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
  return first !== null && !makesChains(program) ? trySilently(program, first, broadPhases[0]!) : null
}

/** A question makes the links of a chain, so what is spawned after it gets other ids. */
function makesChains({ operations }: Program): boolean {
  const chained = (operation: Operation): boolean =>
    ('shape' in operation && operation.shape?.type === 'chain') || (operation.do === 'within' && chained(operation.operation))
  return operations.some(chained)
}

/** Plays a program once more without its questions, and without those of the model: no step may come out otherwise. */
function trySilently(program: Program, loud: Player, broadPhase: BroadPhaseName): Failure | null {
  const silent = new Player({ ...program, checkEvery: Infinity }, broadPhase, true)
  try {
    silent.run(program.operations)
    compare(loud.hashes, silent.hashes, 'no questions asked', 'a question changed the simulation')
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    error.broadPhases = [broadPhase]
    return error
  }
}

function compare(one: readonly string[], other: readonly string[], name: string, rule = 'broad phases differ'): void {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    if (one[i] === other[i]) continue
    throw new Failure(rule, `entry ${i} of the trace is ${one[i]} with the first, ${other[i]} with ${name}`)
  }
}

/** The program with other operations. */
export function withOperations(program: Program, operations: readonly Operation[]): Program {
  return { ...program, operations }
}
