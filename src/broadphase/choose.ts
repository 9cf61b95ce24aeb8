import type { BroadPhaseFactory } from './broad-phase.ts'
import { guarded } from './guarded.ts'
import { quadtree } from './quadtree-broad-phase.ts'

/** @throws TypeError on what is no factory. */
export function chooseBroadPhase(option: BroadPhaseFactory = quadtree): BroadPhaseFactory {
  if (typeof option === 'function') return guarded(option)
  throw new TypeError(
    `addPhysics: broadPhase is a function that makes a broad phase, but ${String(option)} was given. ` +
      "Import grid, sweepAndPrune, bruteForce or quadtree from 'bitecs-physics', and give it: { broadPhase: grid }.",
  )
}
