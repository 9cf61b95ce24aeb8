import { expect, test } from 'vitest'
import { BROAD_PHASE_NAMES } from '../../examples/broad-phases.ts'
import { UsageError, readArguments } from './arguments.ts'

test('what is not said has a default', () => {
  expect(readArguments([])).toEqual({ minutes: 1, seed: 1, programs: Infinity, operations: 80, broadPhases: BROAD_PHASE_NAMES, keepGoing: false })
  const some = readArguments(['--minutes', '0.5', '--seed', '7', '--programs', '2', '--broad-phase', 'grid,quadtree'])
  expect([some.minutes, some.seed, some.programs, some.broadPhases]).toEqual([0.5, 7, 2, ['grid', 'quadtree']])
})

// Such a run played nothing, and ended as one that found nothing.
test.each([
  [['--minutes', 'five'], '--minutes must be a number greater than 0, got "five"'],
  [['--programs', '0'], '--programs must be a whole number from 1 up, got "0"'],
  [['--programs', 'x'], '--programs must be a whole number'],
  [['--seed', '1.5'], '--seed must be a whole number from 0 up'],
  [['--seed'], '--seed'],
  [['--operations', ''], '--operations must be a whole number from 1 up, got ""'],
  [['--broad-phase', 'grid,tree'], 'unknown broad phase "tree"'],
  [['--nope'], '--nope'],
  [['word'], 'word'],
])('%j is refused', (args, message) => {
  expect(() => readArguments(args)).toThrow(UsageError)
  expect(() => readArguments(args)).toThrow(message)
})
