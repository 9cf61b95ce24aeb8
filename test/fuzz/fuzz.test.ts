import { expect, test } from 'vitest'
import { isTouching } from '../../src/index.ts'
import { APART } from './apart.ts'
import { Failure } from './failure.ts'
import { FOUND } from './found.ts'
import { generate } from './generator.ts'
import { Player } from './player.ts'
import { printProgram } from './print.ts'
import { shrink } from './shrink.ts'
import { tryProgram } from './trial.ts'

/** `npm run fuzz` goes on from other seeds for as long as it is told to. */
test('random programs break no rule on any of the four broad phases', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const program = generate(seed, 60)
    const failure = tryProgram(program)
    if (failure === null) continue
    const small = shrink(program, failure, 10)
    expect.unreachable(`${small.failure.message}\n${printProgram(small.program)}`)
  }
})

test.each(FOUND.map((program) => [program.seed, program] as const))('seed %i breaks no rule any more', (_, program) => {
  expect(tryProgram(program)?.message).toBeUndefined()
})

test.each(APART)('a touch that did not come is not told: $how', ({ program, a, b }) => {
  const player = new Player(program, 'quadtree', true)
  player.run(program.operations)
  expect(isTouching(player.worlds[0]!.world, a, b)).toBe(false)
})

test('a seed always makes the same program, and another seed another one', () => {
  expect(generate(7, 60)).toEqual(generate(7, 60))
  expect(generate(7, 60)).not.toEqual(generate(8, 60))
})

test('a broken rule is found and shortened to what breaks it', () => {
  const program = generate(3, 60)
  // A step of a length that is refused: an error that no program may run into.
  const bad = { ...program, operations: [...program.operations.slice(0, 30), { world: 0, do: 'step', dt: -1, count: 1 } as const, ...program.operations.slice(30)] }
  const failure = tryProgram(bad, ['quadtree'])
  expect(failure).toBeInstanceOf(Failure)
  const small = shrink(bad, failure!)
  expect(small.program.operations).toEqual([{ world: 0, do: 'step', dt: -1, count: 1 }])
})
