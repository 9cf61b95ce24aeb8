/** What a program brought to light. */
export class Failure extends Error {
  /** Which rule was broken: a shortened program must break the same one. */
  readonly rule: string
  /** Index of the operation. */
  operation = -1

  constructor(rule: string, what: string) {
    super(`${rule}: ${what}`)
    this.rule = rule
  }
}

/** @throws Failure unless it holds. */
export function must(holds: boolean, rule: string, what: () => string): void {
  if (!holds) throw new Failure(rule, what())
}
