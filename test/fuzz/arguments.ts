import { parseArgs } from 'node:util'
import { BROAD_PHASE_NAMES, type BroadPhaseName } from '../../examples/broad-phases.ts'

/** A mistake of who calls: its message is all that they need. */
export class UsageError extends Error {}

export interface FuzzArguments {
  readonly minutes: number
  readonly seed: number
  /** Programs to play; Infinity where only the time ends it. */
  readonly programs: number
  /** Of each program. */
  readonly operations: number
  readonly broadPhases: readonly BroadPhaseName[]
  readonly keepGoing: boolean
}

/** @throws UsageError on what cannot be meant: a run of nothing would end as well as one that found nothing. */
export function readArguments(args: readonly string[]): FuzzArguments {
  const values = parse(args)
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new UsageError(`--minutes must be a number greater than 0, got "${values.minutes}"`)
  const broadPhases = values['broad-phase'].split(',') as BroadPhaseName[]
  const unknown = broadPhases.find((name) => !BROAD_PHASE_NAMES.includes(name))
  if (unknown !== undefined) throw new UsageError(`unknown broad phase "${unknown}": one of ${BROAD_PHASE_NAMES.join(', ')}`)
  return {
    minutes, broadPhases,
    seed: whole('seed', values.seed, 0),
    programs: values.programs === undefined ? Infinity : whole('programs', values.programs, 1),
    operations: whole('operations', values.operations, 1),
    keepGoing: values['keep-going'],
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string', default: '1' },
        seed: { type: 'string', default: '1' },
        programs: { type: 'string' },
        operations: { type: 'string', default: '80' },
        'broad-phase': { type: 'string', default: BROAD_PHASE_NAMES.join() },
        'keep-going': { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function whole(name: string, value: string, least: number): number {
  const number = Number(value)
  if (value.trim() !== '' && Number.isSafeInteger(number) && number >= least) return number
  throw new UsageError(`--${name} must be a whole number from ${least} up, got "${value}"`)
}
