import { EVERYWHERE } from './everywhere.ts'
import type { Failure } from './failure.ts'
import { ON_THE_GROUND } from './on-the-ground.ts'
import { WITH_OTHERS } from './with-others.ts'

/** The twenty known failures of character controllers. */
export const FAILURES: readonly Failure[] = [...ON_THE_GROUND, ...WITH_OTHERS, ...EVERYWHERE]
