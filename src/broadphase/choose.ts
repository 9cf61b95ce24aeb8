import type { BroadPhaseFactory } from './broad-phase.ts'
import { QuadtreeBroadPhase } from './quadtree-broad-phase.ts'

/** The broad phases that come with the engine. */
export type BroadPhaseName = 'quadtree'

/** A broad phase by name, or what makes one of your own. */
export type BroadPhaseOption = BroadPhaseName | BroadPhaseFactory

const FACTORIES: Readonly<Record<BroadPhaseName, BroadPhaseFactory>> = {
  quadtree: (boxes) => new QuadtreeBroadPhase(boxes),
}

/** @throws RangeError on a name that is not known. */
export function chooseBroadPhase(option: BroadPhaseOption = 'quadtree'): BroadPhaseFactory {
  if (typeof option === 'function') return option
  const factory = FACTORIES[option]
  if (factory === undefined) {
    throw new RangeError(
      `addPhysics: there is no broad phase '${String(option)}'. Use ${Object.keys(FACTORIES).join(', ')}, or a factory.`,
    )
  }
  return factory
}
