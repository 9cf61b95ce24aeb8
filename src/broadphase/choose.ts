import type { BroadPhaseFactory } from './broad-phase.ts'
import { BruteForceBroadPhase } from './brute-force-broad-phase.ts'
import { GridBroadPhase } from './grid-broad-phase.ts'
import { QuadtreeBroadPhase } from './quadtree-broad-phase.ts'
import { SweepAndPruneBroadPhase } from './sweep-and-prune-broad-phase.ts'
import { guarded } from './guarded.ts'

/**
 * The broad phases that come with the engine. All give the same results; they differ in time:
 *
 * - `quadtree`: the default, for any world;
 * - `grid`: bodies of about one size;
 * - `sweep-and-prune`: up to some hundred bodies that move little and lie scattered;
 * - `brute-force`: a handful of bodies.
 */
export type BroadPhaseName = 'quadtree' | 'sweep-and-prune' | 'grid' | 'brute-force'

/** A broad phase by name, or what makes one of your own. */
export type BroadPhaseOption = BroadPhaseName | BroadPhaseFactory

const FACTORIES: Readonly<Record<BroadPhaseName, BroadPhaseFactory>> = {
  quadtree: (boxes) => new QuadtreeBroadPhase(boxes),
  'sweep-and-prune': (boxes) => new SweepAndPruneBroadPhase(boxes),
  grid: (boxes) => new GridBroadPhase(boxes),
  'brute-force': (boxes) => new BruteForceBroadPhase(boxes),
}

/** The names of the broad phases that come with the engine. */
export const BROAD_PHASE_NAMES = Object.keys(FACTORIES) as readonly BroadPhaseName[]

/** @throws RangeError on a name that is not known. */
export function chooseBroadPhase(option: BroadPhaseOption = 'quadtree'): BroadPhaseFactory {
  if (typeof option === 'function') return guarded(option)
  if (!Object.hasOwn(FACTORIES, option)) {
    throw new RangeError(
      `addPhysics: there is no broad phase '${String(option)}'. Use ${BROAD_PHASE_NAMES.join(', ')}, or a factory.`,
    )
  }
  return FACTORIES[option]
}
