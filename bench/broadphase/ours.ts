import { BROAD_PHASE_NAMES, chooseBroadPhase, type BroadPhaseName } from '../../src/broadphase/choose.ts'
import type { Subject, SubjectEntry } from './subject.ts'
import type { BoxWorld } from '../../examples/scenes/box-worlds.ts'

/** Our four, through the interface that the engine uses. */
export const ours: readonly SubjectEntry[] = BROAD_PHASE_NAMES.map((name) => ({
  name, peer: false, create: (world) => createOurs(name as BroadPhaseName, world),
}))

function createOurs(name: BroadPhaseName, world: BoxWorld): Subject {
  const { movers, moves, fixed } = world
  const broadPhase = chooseBroadPhase(name)(world)
  const moved = { items: movers, flag: moves, count: movers.length }
  for (let id = 1; id <= world.count; id++) broadPhase.add(id, fixed[id] === 1)
  return {
    findPairs(out) {
      for (let i = 0; i < movers.length; i++) broadPhase.update(movers[i]!)
      broadPhase.computePairs(moved, out)
    },
  }
}
