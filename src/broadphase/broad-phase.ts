import type { ItemBuffer, PairBuffer } from '../quadtree/buffers.ts'
import type { EntityQueue } from '../bodies/entity-queue.ts'

/** Fat boxes by collider id; read by every broad phase. The arrays may be replaced by larger ones between two calls. */
export interface FatBoxes {
  readonly minX: Float64Array
  readonly minY: Float64Array
  readonly maxX: Float64Array
  readonly maxY: Float64Array
}

/**
 * Finds which boxes overlap. All boxes are closed: touching counts as overlapping.
 *
 * A broad phase reads an item's box from the {@link FatBoxes} it was made with, when the item is added or updated,
 * and may assume that it stays the same until the next `update`. Fixed items never pair with each other.
 */
export interface BroadPhase {
  /** How it is named in the options of `addPhysics`. */
  readonly name: string
  /** Takes in an item. `fixed`: it belongs to a static body. */
  add(item: number, fixed: boolean): void
  /** Drops an item. */
  remove(item: number): void
  /** The item's box is another one now. */
  update(item: number): void
  /**
   * Appends every overlapping pair of which at least one item is in the move list and at most one is fixed,
   * each once, the lower id as `a`.
   */
  computePairs(moved: EntityQueue, out: PairBuffer): void
  /** Appends every item whose box overlaps the region. */
  region(minX: number, minY: number, maxX: number, maxY: number, out: ItemBuffer): void
  /** Appends every item whose box the segment from (x1, y1) to (x2, y2) touches. */
  ray(x1: number, y1: number, x2: number, y2: number, out: ItemBuffer): void
  /** Shows its cells or nodes, for drawing. Optional. */
  visitNodes?(visit: NodeVisitor): void
}

/** Receives the bounds of a node, its depth (0 is the root) and how many items it holds. */
export type NodeVisitor = (
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  depth: number,
  count: number,
) => void

/** Makes a broad phase over the boxes of one world. */
export type BroadPhaseFactory = (boxes: FatBoxes) => BroadPhase
