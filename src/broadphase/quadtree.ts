import type { BroadPhaseFactory } from './broad-phase.ts'
import { trees } from './quadtree-broad-phase.ts'
import { bringNearest, bringNodes, bringRays } from './tree-searches.ts'

/** The default broad phase, for any world. */
export const quadtree: BroadPhaseFactory = (boxes) => {
  // Whoever makes it by hand may put it into one of his own, and ask it anything.
  bringRays()
  bringNearest()
  bringNodes()
  return trees(boxes)
}
