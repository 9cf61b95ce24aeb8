import type { BroadPhaseFactory } from './broad-phase.ts'
import { guarded } from './guarded.ts'
import { trees } from './quadtree-broad-phase.ts'
import { shown } from '../shown.ts'

/** The broad phases that come with the engine. */
export type BroadPhaseName = 'quadtree' | 'sweep-and-prune' | 'grid' | 'brute-force'

/** A function that makes one, or a name; see `addPhysics`. */
export type BroadPhaseOption = BroadPhaseFactory | BroadPhaseName

const named = new Map<string, BroadPhaseFactory>([['quadtree', trees]])

/** Lets broad phases be chosen by name. */
export function nameBroadPhases(factories: Readonly<Record<string, BroadPhaseFactory>>): void {
  for (const name of Object.keys(factories)) named.set(name, factories[name]!)
}

/** @throws TypeError on what is neither a factory nor a name that is known. */
export function chooseBroadPhase(option: BroadPhaseOption = trees): BroadPhaseFactory {
  const factory = typeof option === 'string' ? named.get(option) : option
  if (typeof factory === 'function') return guarded(factory)
  throw new TypeError(
    `addPhysics: broadPhase is a function that makes a broad phase, but ${shown(option)} was given. ` +
      "Import grid, sweepAndPrune, bruteForce or quadtree from 'bitecs-physics', and give it: { broadPhase: grid }. " +
      '(Their names are known only where no bundler left out what is not imported.)',
  )
}
