import type { ItemBuffer, PairBuffer } from '../stores/buffers.ts'
import type { EntityQueue } from '../stores/entity-queue.ts'

/** Fat boxes by collider id; read by every broad phase. The arrays may be replaced by larger ones between two calls. */
export interface FatBoxes {
  readonly minX: Float64Array
  readonly minY: Float64Array
  readonly maxX: Float64Array
  readonly maxY: Float64Array
}

/** The colliders that were added, or left their fat box, since the last pair search. */
export type MoveList = Pick<EntityQueue, 'items' | 'flag' | 'count'>

/**
 * Finds which boxes overlap. All boxes are closed: touching counts as overlapping.
 *
 * A broad phase reads an item's box from the {@link FatBoxes} it was made with, when the item is added or updated
 * or at any time later, and may assume that it stays the same until the next `update`. Fixed items never pair with
 * each other. The order in which pairs and items are appended is free: whoever needs an order sorts.
 *
 * Places come as arrays, which only the caller writes: a region is minX, minY, maxX, maxY, a segment x1, y1, x2, y2.
 * (Numbers with fractions as arguments would be put into a box each, at every call that the engine does not inline.)
 *
 * Items are collider ids, from 1 to 2²² − 1. The engine adds an item once before it updates or removes it. Boxes are
 * finite and not inverted.
 */
export interface BroadPhase {
  /** How it is named in the options of `addPhysics`, and in errors. */
  readonly name: string
  /** Takes in an item. `fixed`: it belongs to a static body. */
  add(item: number, fixed: boolean): void
  /** Drops an item. */
  remove(item: number): void
  /** The item's box is another one now. */
  update(item: number): void
  /**
   * Appends every overlapping pair of which at least one item is in the move list and at most one is fixed,
   * each once, the lower id as `a`. `moved.flag[item]` is not 0 for what is in the list. The list may name items
   * that were never added (bodies without a shape of their own): they are passed over. Not called in a step in which
   * nothing moved that filters let collide: what moved then is in no later list.
   */
  computePairs(moved: MoveList, out: PairBuffer): void
  /** Appends every item whose box overlaps the region `box`, each once. Bounds may be infinite. */
  region(box: Float64Array, out: ItemBuffer): void
  /**
   * Appends every fixed item whose box overlaps the region `box`, each once. Optional: bodies that move fast are swept
   * with it, and without it what moves is looked through in vain.
   */
  fixedRegion?(box: Float64Array, out: ItemBuffer): void
  /** Appends every item whose box the segment touches, each once. */
  ray(ends: Float64Array, out: ItemBuffer): void
  /**
   * Visits the items whose box the segment touches, roughly from near to far, and looks only as far as `ray[4]` says.
   * Optional: closest-hit rays are faster with it.
   */
  castRay?(ray: Float64Array, visit: RayVisitor): void
  /** Visits the items whose box is in or touches a disc, roughly from near to far. Optional: `nearest` is faster. */
  nearest?(disc: Float64Array, visit: NearVisitor): void
  /** Shows its cells or nodes, for drawing. Optional. */
  visitNodes?(visit: NodeVisitor): void
}

/**
 * Called for each candidate of a ray: x1, y1, x2, y2, and the fraction of the segment up to which candidates count. The
 * visitor lowers `ray[4]` to look only nearer from then on, to 0 to stop.
 */
export type RayVisitor = (item: number, ray: Float64Array) => void

/**
 * Called for each candidate in a disc: x, y, and the squared radius in which candidates count. The visitor lowers
 * `disc[2]` to look only nearer from then on, below 0 to stop.
 */
export type NearVisitor = (item: number, disc: Float64Array) => void

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
