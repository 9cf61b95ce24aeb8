import type { Query } from 'bitecs'
import { Version } from '../stores/version.ts'

/** The results of a query, in their order, and those that are to be removed from it. */
export class KeptQuery {
  readonly query: Query
  items = new Uint32Array(64)
  count = 0
  leaving = new Uint32Array(0)
  leavingCount = 0
  isDirty = false
  private readonly version: Version
  /** The version that is kept, 0 where nobody knows it. */
  private kept = 0

  constructor(query: Query) {
    this.query = query
    this.version = versionOf(query)
  }

  save(isDirty: boolean): void {
    this.isDirty = isDirty
    if (this.isHeld()) return
    const { dense, toRemove } = this.query
    this.kept = 0
    this.count = dense.length
    if (this.items.length < dense.length) this.items = new Uint32Array(roomFor(dense.length))
    copyNumbers(dense, this.items, dense.length)
    this.leavingCount = toRemove.dense.length
    if (this.leaving.length < this.leavingCount) this.leaving = new Uint32Array(roomFor(this.leavingCount))
    copyNumbers(toRemove.dense, this.leaving, this.leavingCount)
    this.kept = this.version.get()
  }

  restore(): void {
    if (this.isHeld()) return
    putBack(this.query, this.items, this.count)
    putBack(this.query.toRemove, this.leaving, this.leavingCount)
    this.version.put(this.kept)
  }

  /**
   * Whether the query has what is kept: then it need not be copied. Its last one is looked at, too: where an observer of the user
   * throws, bitECS calls no further ones.
   */
  private isHeld(): boolean {
    const { kept, count, items, query: { dense, toRemove } } = this
    if (kept === 0 || kept !== this.version.get() || dense.length !== count || toRemove.dense.length !== this.leavingCount) return false
    return count === 0 || dense[count - 1] === items[count - 1]
  }
}

const versions = new WeakMap<Query, Version>()

/**
 * What changes with the results of a query, from the first look on. Only that those who are to leave it are taken out, at the
 * next query, is not noted: whether that was done is to be seen by how many there are.
 */
export function versionOf(query: Query): Version {
  const known = versions.get(query)
  if (known !== undefined) return known
  const version = new Version()
  const note = (): void => version.note()
  query.addObservable.subscribe(note)
  query.removeObservable.subscribe(note)
  versions.set(query, version)
  return version
}

/** Room for as many and some more, so that it is not made anew with each entity. */
export function roomFor(count: number): number {
  return count + (count >>> 2) + 16
}

/** Copies the first `count` numbers; holes, and what is not there, become 0. */
export function copyNumbers(from: ArrayLike<number>, to: Uint32Array | Int32Array, count: number): void {
  // Most queries are empty, and so are all lists of who is to leave.
  if (count === 0) return
  // V8 does this without a look at each: in a quarter of the time.
  if (from.length <= count) {
    to.set(from)
    to.fill(0, from.length, count)
    return
  }
  for (let i = 0; i < count; i++) to[i] = from[i]!
}

/** The lists that bitECS keeps of a sparse set; one of `asBuffer` shows its list in a view made for each look. */
interface SparseSet {
  readonly dense: ArrayLike<number>
  readonly sparse: number[]
  readonly add: (id: number) => void
  readonly reset: () => void
}

/** Makes a set hold these items in this order. */
function putBack(set: SparseSet, items: Uint32Array, count: number): void {
  const { dense, sparse } = set
  if (isSameList(dense, items, count)) return
  if (!Array.isArray(dense)) {
    set.reset()
    for (let i = 0; i < count; i++) set.add(items[i]!)
    return
  }
  const list = dense as number[]
  if (list.length > count) list.length = count
  for (let i = 0; i < count; i++) {
    const item = items[i]!
    list[i] = item
    sparse[item] = i
  }
}

export function isSameList(dense: ArrayLike<number>, items: Uint32Array, count: number): boolean {
  if (dense.length !== count) return false
  for (let i = 0; i < count; i++) if (dense[i] !== items[i]) return false
  return true
}
