import { type BroadPhaseFactory, bruteForce, grid, quadtree, sweepAndPrune } from '../src/index.ts'

/** The broad phases that come with the engine, by the names that they report: all give the same results. */
export const BROAD_PHASES = {
  quadtree,
  'sweep-and-prune': sweepAndPrune,
  grid,
  'brute-force': bruteForce,
} as const satisfies Record<string, BroadPhaseFactory>

export type BroadPhaseName = keyof typeof BROAD_PHASES

export const BROAD_PHASE_NAMES = Object.keys(BROAD_PHASES) as readonly BroadPhaseName[]
