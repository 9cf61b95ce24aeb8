import type { PairBuffer } from '../../src/quadtree/index.ts'
import type { BoxWorld } from '../../examples/scenes/box-worlds.ts'

/** A structure that finds pairs in one world. */
export interface Subject {
  /**
   * Takes in where the boxes of the world are now and appends every overlapping pair with at least one mover and at
   * most one static box, once, the lower id as `a`.
   */
  findPairs(out: PairBuffer): void
}

export interface SubjectEntry {
  readonly name: string
  /** The package that it comes from; ours have none. */
  readonly peer: boolean
  /** Written by hand for these worlds; of no use elsewhere. */
  readonly reference?: boolean
  load?(): Promise<void>
  create(world: BoxWorld): Subject
}

/** Appends a pair in the order that all use. */
export function pushPair(out: PairBuffer, a: number, b: number): void {
  if (a < b) out.push(a, b)
  else out.push(b, a)
}
