import { ItemBuffer, type PairBuffer } from '../stores/buffers.ts'
import type { BroadPhase, BroadPhaseFactory, FatBoxes, MoveList, NodeVisitor } from './broad-phase.ts'
import { CellGrid } from './cell-grid.ts'
import { sound } from './guarded.ts'

const around = new Float64Array(4)

/**
 * Two uniform grids, one for what is static and one for everything else. Each moved item looks into the cells around
 * it. The cell size follows the sizes of the bodies; those that are larger are in a list that every search goes
 * through, so worlds in which sizes differ much are better off with the quadtree.
 */
class GridBroadPhase implements BroadPhase {
  readonly name = 'grid'
  private readonly boxes: FatBoxes
  private readonly moving = new CellGrid()
  private readonly fixed = new CellGrid()
  private readonly found = new ItemBuffer()

  constructor(boxes: FatBoxes) {
    this.boxes = boxes
  }

  add(item: number, fixed: boolean): void {
    if (fixed) this.fixed.add(item, this.boxes)
    else this.moving.add(item, this.boxes)
  }

  remove(item: number): void {
    if (!this.moving.remove(item)) this.fixed.remove(item)
  }

  update(item: number): void {
    if (this.moving.has(item)) this.moving.update(item, this.boxes)
    else if (this.fixed.has(item)) this.fixed.update(item, this.boxes)
  }

  computePairs(moved: MoveList, out: PairBuffer): void {
    const { moving, fixed } = this
    for (let i = 0; i < moved.count; i++) {
      const item = moved.items[i]!
      if (moving.has(item)) {
        this.pairsOf(item, moving, moved.flag, true, out)
        this.pairsOf(item, fixed, null, true, out)
      } else if (fixed.has(item)) {
        this.pairsOf(item, moving, moved.flag, false, out)
      }
    }
  }

  region(box: Float64Array, out: ItemBuffer): void {
    this.moving.search(box, out)
    this.fixed.search(box, out)
  }

  ray(ends: Float64Array, out: ItemBuffer): void {
    this.moving.ray(ends, out)
    this.fixed.ray(ends, out)
  }

  visitNodes(visit: NodeVisitor): void {
    this.moving.visitNodes(visit)
    this.fixed.visitNodes(visit)
  }

  /**
   * Pairs one moved item with what a grid holds around it. With flags, another moved item reports the pair itself:
   * of two moving ones the lower id does (`lowest`), of a moving and a fixed one the moving one.
   */
  private pairsOf(item: number, grid: CellGrid, isMoved: Uint8Array | null, lowest: boolean, out: PairBuffer): void {
    const { found } = this
    const { minX, minY, maxX, maxY } = this.boxes
    found.clear()
    around[0] = minX[item]!
    around[1] = minY[item]!
    around[2] = maxX[item]!
    around[3] = maxY[item]!
    grid.search(around, found)
    for (let i = 0; i < found.count; i++) {
      const other = found.items[i]!
      if (other === item) continue
      if (isMoved !== null && isMoved[other] !== 0 && !(lowest && item < other)) continue
      if (item < other) out.push(item, other)
      else out.push(other, item)
    }
  }
}

/** A broad phase for bodies of about one size. */
export const grid: BroadPhaseFactory = (boxes) => sound(new GridBroadPhase(boxes))
