import type { Failure } from './failure.ts'
import type { Operation, Program } from './operations.ts'
import { tryProgram, withOperations } from './trial.ts'

/** Looks for a shorter program that breaks the same rule: leaves out operations, then makes those that are left simpler. */
export function shrink(program: Program, failure: Failure, seconds = 60): { program: Program; failure: Failure } {
  const shrinker = new Shrinker(program, failure, Date.now() + seconds * 1000)
  shrinker.run()
  return { program: shrinker.best, failure: shrinker.failure }
}

class Shrinker {
  best: Program
  failure: Failure
  private readonly deadline: number

  constructor(program: Program, failure: Failure, deadline: number) {
    const end = failure.operation < 0 ? program.operations.length : failure.operation + 1
    this.best = withOperations(program, program.operations.slice(0, end))
    this.failure = failure
    this.deadline = deadline
  }

  run(): void {
    let before: Program
    do {
      before = this.best
      this.leaveOutKinds()
      this.leaveOut()
      this.simplify()
    } while (this.best !== before && Date.now() < this.deadline)
  }

  /** All queries at once, all hooks at once, and so on. */
  private leaveOutKinds(): void {
    for (const kind of new Set(this.best.operations.map((operation) => operation.do))) {
      this.accept(this.best.operations.filter((operation) => operation.do !== kind))
    }
  }

  private leaveOut(): void {
    for (let size = Math.ceil(this.best.operations.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let start = this.best.operations.length - size; start > -size; start -= size) {
        const { operations } = this.best
        this.accept([...operations.slice(0, Math.max(0, start)), ...operations.slice(start + size)])
      }
    }
  }

  private simplify(): void {
    for (let i = 0; i < this.best.operations.length; i++) {
      for (const simpler of simplerThan(this.best.operations[i]!)) {
        const operations = [...this.best.operations]
        operations[i] = simpler
        if (this.accept(operations)) break
      }
    }
  }

  private accept(operations: readonly Operation[]): boolean {
    if (Date.now() > this.deadline) return false
    const program = withOperations(this.best, operations)
    const failure = tryProgram(program, this.failure.broadPhases)
    if (failure === null || failure.rule !== this.failure.rule) return false
    this.best = program
    this.failure = failure
    return true
  }
}

/** Operations that say less. */
function simplerThan(operation: Operation): Operation[] {
  const simpler: Operation[] = []
  if (operation.do === 'step' && operation.count > 1) {
    simpler.push({ ...operation, count: 1 }, { ...operation, count: Math.ceil(operation.count / 2) }, { ...operation, count: operation.count - 1 })
  }
  if (operation.do === 'spawn' || operation.do === 'child') {
    for (const name of Object.keys(operation.extras)) {
      simpler.push({ ...operation, extras: Object.fromEntries(Object.entries(operation.extras).filter(([key]) => key !== name)) })
    }
    for (const tag of operation.tags) simpler.push({ ...operation, tags: operation.tags.filter((other) => other !== tag) })
    if (operation.angle !== 0) simpler.push({ ...operation, angle: 0 })
    if (operation.shape !== null && operation.shape.type !== 'circle') simpler.push({ ...operation, shape: { type: 'circle', radius: 0.5 } })
  }
  if (operation.do === 'query' && operation.filter !== null) simpler.push({ ...operation, filter: null })
  if (operation.do === 'within') simpler.push(operation.operation, ...simplerThan(operation.operation).map((inner) => ({ ...operation, operation: inner })))
  return simpler
}
