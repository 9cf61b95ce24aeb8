import type { BroadPhaseName } from '../../examples/broad-phases.ts'

/** What a program brought to light. */
export class Failure extends Error {
  /** Which rule was broken: a shortened program must break the same one. */
  readonly rule: string
  /** Index of the operation; −1 when it showed only at the end, in the comparison of two runs. */
  operation = -1
  /** With which broad phases it can be seen. */
  broadPhases: readonly BroadPhaseName[] = []

  constructor(rule: string, what: string) {
    super(`${rule}: ${what}`)
    this.rule = rule
  }
}

/** @throws Failure unless it holds. */
export function must(holds: boolean, rule: string, what: () => string): void {
  if (!holds) throw new Failure(rule, what())
}
