import type { ItemBuffer, PairBuffer } from '../stores/buffers.ts'
import { BoxList } from './box-list.ts'
import type { BroadPhase, BroadPhaseFactory, FatBoxes, MoveList } from './broad-phase.ts'
import { sound } from './guarded.ts'

/**
 * Every pair is tested: the oracle for the other broad phases, and the fastest for a handful of bodies, because it
 * keeps nothing in order. Time grows with the number of moved items times the number of all.
 */
export class BruteForceBroadPhase implements BroadPhase {
  readonly name = 'brute-force'
  private readonly boxes: FatBoxes
  private readonly moving = new BoxList()
  private readonly fixed = new BoxList()

  constructor(boxes: FatBoxes) {
    this.boxes = boxes
  }

  add(item: number, fixed: boolean): void {
    if (fixed) this.fixed.put(item, this.boxes)
    else this.moving.put(item, this.boxes)
  }

  remove(item: number): void {
    if (!this.moving.remove(item)) this.fixed.remove(item)
  }

  update(item: number): void {
    if (this.moving.has(item)) this.moving.put(item, this.boxes)
    else if (this.fixed.has(item)) this.fixed.put(item, this.boxes)
  }

  computePairs(moved: MoveList, out: PairBuffer): void {
    this.moving.pairsOfMoved(moved, out)
    this.moving.pairsWith(this.fixed, moved, out)
  }

  region(box: Float64Array, out: ItemBuffer): void {
    this.moving.search(box, out)
    this.fixed.search(box, out)
  }

  ray(ends: Float64Array, out: ItemBuffer): void {
    this.moving.ray(ends, out)
    this.fixed.ray(ends, out)
  }
}

/** A broad phase for a handful of bodies: every pair is tested. */
export const bruteForce: BroadPhaseFactory = (boxes) => sound(new BruteForceBroadPhase(boxes))
