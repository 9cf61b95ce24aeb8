import type { StateList } from '../stores/state-list.ts'

/** Points of a segment (2), a chain link with its neighbors (4: before, first, second, after) or a chain. */
export interface Path {
  readonly points: Float64Array
  readonly loop: boolean
  /** Whether it holds back from both sides. */
  readonly twoSided: boolean
  /** The points before the first and after the last one of a chain that others go on at; NaN, or none, where it ends. */
  readonly ends?: Float64Array | undefined
}

/**
 * The point lists of a world's segments and chains. Shapes hold handles: small integers from 1 up.
 * A path is never written to after it was added. Lowest free handles are used first.
 */
export class PathPool {
  private readonly paths: (Path | null)[] = [null]
  private readonly references: number[] = [0]
  /** No handle below is free. */
  private lowestFree = 1

  /** Takes in a path and counts one reference. Returns its handle. */
  add(path: Path): number {
    let handle = this.lowestFree
    while (handle < this.paths.length && this.paths[handle] !== null) handle++
    this.paths[handle] = path
    this.references[handle] = 1
    this.lowestFree = handle + 1
    return handle
  }

  get(handle: number): Path | null {
    return this.paths[handle] ?? null
  }

  /** Counts one more reference, for a copied shape. */
  retain(handle: number): void {
    this.references[handle] = this.references[handle]! + 1
  }

  /** Drops one reference; the path is freed with the last one. */
  release(handle: number): void {
    this.references[handle] = this.references[handle]! - 1
    if (this.references[handle] !== 0) return
    this.paths[handle] = null
    if (handle < this.lowestFree) this.lowestFree = handle
  }
}

/** What decides the future of it. */
export function listPaths(list: StateList, pool: PathPool): void {
  const references = pool['references']
  list.begin('paths').handles(pool, 'paths')
    .array(pool, 'references', { used: () => references.length, reserve: () => {}, cleared: false })
    .counts(pool, 'lowestFree')
}
