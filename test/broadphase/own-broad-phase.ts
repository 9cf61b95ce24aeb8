import { createWorld } from 'bitecs'
import {
  type BroadPhase,
  type BroadPhaseFactory,
  type FatBoxes,
  type ItemBuffer,
  type MoveList,
  type PairBuffer,
  addPhysics,
  validated,
} from '../../src/index.ts'

/**
 * A complete broad phase of one's own: boxes sorted by their left side, swept from left to right.
 * A good choice for a level that is long and low.
 */
class LeftToRight implements BroadPhase {
  readonly name = 'left-to-right'
  private readonly boxes: FatBoxes
  private readonly fixed = new Map<number, boolean>()
  private order: number[] = []

  constructor(boxes: FatBoxes) {
    this.boxes = boxes
  }

  add(item: number, fixed: boolean): void {
    this.fixed.set(item, fixed)
    this.order.push(item)
  }

  remove(item: number): void {
    this.fixed.delete(item)
    this.order = this.order.filter((other) => other !== item)
  }

  update(): void {
    // Nothing is kept: the boxes are read and sorted anew with each search.
  }

  computePairs(moved: MoveList, out: PairBuffer): void {
    // The arrays of the boxes may be replaced by larger ones, so they are read anew in each call.
    const { minX, minY, maxX, maxY } = this.boxes
    const { order, fixed } = this
    order.sort((one, two) => minX[one]! - minX[two]!)
    for (let i = 0; i < order.length; i++) {
      const one = order[i]!
      for (let j = i + 1; j < order.length && minX[order[j]!]! <= maxX[one]!; j++) {
        const two = order[j]!
        if (minY[one]! > maxY[two]! || maxY[one]! < minY[two]!) continue
        if (fixed.get(one) && fixed.get(two)) continue
        if (moved.flag[one] === 0 && moved.flag[two] === 0) continue
        out.push(Math.min(one, two), Math.max(one, two))
      }
    }
  }

  region(box: Float64Array, out: ItemBuffer): void {
    const { minX, minY, maxX, maxY } = this.boxes
    for (const item of this.order) {
      if (minX[item]! > box[2]! || maxX[item]! < box[0]!) continue
      if (minY[item]! <= box[3]! && maxY[item]! >= box[1]!) out.push(item)
    }
  }

  ray(ends: Float64Array, out: ItemBuffer): void {
    const { minX, minY, maxX, maxY } = this.boxes
    const x1 = ends[0]!
    const y1 = ends[1]!
    const x2 = ends[2]!
    const y2 = ends[3]!
    const dx = x2 - x1
    const dy = y2 - y1
    for (const item of this.order) {
      if (Math.max(x1, x2) < minX[item]! || Math.min(x1, x2) > maxX[item]!) continue
      if (Math.max(y1, y2) < minY[item]! || Math.min(y1, y2) > maxY[item]!) continue
      // The corners farthest to both sides of the line.
      const over = dx * ((dx > 0 ? maxY : minY)[item]! - y1) - dy * ((dy > 0 ? minX : maxX)[item]! - x1)
      const under = dx * ((dx > 0 ? minY : maxY)[item]! - y1) - dy * ((dy > 0 ? maxX : minX)[item]! - x1)
      if (over >= 0 && under <= 0) out.push(item)
    }
  }
}

export const leftToRight: BroadPhaseFactory = (boxes) => new LeftToRight(boxes)

/** While you write it: everything that it reports is compared with testing every pair. */
export function addPhysicsForTests(): void {
  addPhysics(createWorld(), { broadPhase: validated(leftToRight) })
}
