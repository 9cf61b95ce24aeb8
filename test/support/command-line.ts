import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Ends a command that was asked for what there is not: one sentence is all that its user needs. */
export function refuse(command: string, why: string): never {
  console.error(`${command}: ${why}`)
  process.exit(2)
}

/**
 * Reads the flags of a command, or ends it: where one makes no sense, and after its usage where that is asked for.
 * @param usage What `--help` prints.
 */
export function readFlags<const O extends NonNullable<ParseArgsConfig['options']>>(command: string, usage: string, options: O) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(command, (error as Error).message.split('\n')[0]!)
  }
}

/** The words after a command, of which each must be one of the choices; or ends it. */
export function readWords(command: string, choices: readonly string[]): string[] {
  const words = process.argv.slice(2)
  const unknown = words.find((word) => !choices.includes(word))
  if (unknown !== undefined) refuse(command, `there is no "${unknown}": one of ${choices.join(', ')}`)
  return words
}
