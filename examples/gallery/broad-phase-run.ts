import { PairBuffer, type BroadPhase } from '../../src/index.ts'
import { BROAD_PHASES, type BroadPhaseName } from '../broad-phases.ts'
import { BoxWorld, type WorldName } from '../scenes/box-worlds.ts'

/** One broad phase at work in one world of boxes. */
export class BroadPhaseRun {
  readonly world: BoxWorld
  readonly broadPhase: BroadPhase
  readonly pairs = new PairBuffer()
  private readonly moved: { items: Uint32Array; flag: Uint8Array; count: number }

  constructor(readonly structure: BroadPhaseName, kind: WorldName, count: number) {
    this.world = new BoxWorld(kind, count)
    this.broadPhase = BROAD_PHASES[structure](this.world)
    const { movers, moves, fixed } = this.world
    this.moved = { items: movers, flag: moves, count: movers.length }
    for (let id = 1; id <= count; id++) this.broadPhase.add(id, fixed[id] === 1)
  }

  /** Moves the boxes and finds all pairs. Gives the milliseconds of the latter. */
  frame(): number {
    this.world.move()
    const start = performance.now()
    this.find()
    return performance.now() - start
  }

  private find(): void {
    const { movers } = this.world
    for (let i = 0; i < movers.length; i++) this.broadPhase.update(movers[i])
    this.pairs.clear()
    this.broadPhase.computePairs(this.moved, this.pairs)
  }

  /** Mean milliseconds of `frames` frames, moving the boxes included: the clock of a page is too coarse for one. */
  frames(frames: number): number {
    const start = performance.now()
    for (let i = 0; i < frames; i++) {
      this.world.move()
      this.find()
    }
    return (performance.now() - start) / frames
  }
}
