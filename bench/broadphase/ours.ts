import { BROAD_PHASES } from '../../examples/broad-phases.ts'
import type { BroadPhaseFactory } from '../../src/index.ts'
import type { Subject, SubjectEntry } from './subject.ts'
import type { BoxWorld } from '../../examples/scenes/box-worlds.ts'

/** Our four, through the interface that the engine uses. */
export const ours: readonly SubjectEntry[] = Object.entries(BROAD_PHASES).map(([name, make]) => ({
  name, peer: false, create: (world) => createOurs(make, world),
}))

function createOurs(make: BroadPhaseFactory, world: BoxWorld): Subject {
  const { movers, moves, fixed } = world
  const broadPhase = make(world)
  const moved = { items: movers, flag: moves, count: movers.length }
  for (let id = 1; id <= world.count; id++) broadPhase.add(id, fixed[id] === 1)
  return {
    findPairs(out) {
      for (let i = 0; i < movers.length; i++) broadPhase.update(movers[i]!)
      broadPhase.computePairs(moved, out)
    },
  }
}
