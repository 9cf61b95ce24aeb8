/**
 * The convex polygons of one world, in one Float64Array. Polygons of equal
 * content share a record, which is counted by its references.
 *
 * A handle is the index of a record; 0 is none. Record, `POLYGON_STRIDE` numbers:
 *
 * | slot     | meaning |
 * | -------- | ------- |
 * | 0        | number of vertices, 3 to 8; 0 where the record is free |
 * | 1        | rounding radius |
 * | 2        | references |
 * | 3        | hash of the content |
 * | 4 to 7   | free: the vertices begin with a cache line |
 * | 8 to 23  | vertices x, y, counter-clockwise |
 * | 24 to 39 | outward unit normals; normal i belongs to the edge from vertex i to i + 1 |
 *
 * Everything a snapshot needs is in `data`; after writing one back call
 * `reindexPolygons`. The lowest free handle is given out first, so that the same
 * calls give the same handles.
 */
import { shortHash } from '../math/hash.ts'
import { convexHull } from './hull.ts'
import type { Extent, StateList } from '../stores/state-list.ts'

export const POLYGON_STRIDE = 40
const POLYGON_COUNT = 0
const POLYGON_RADIUS = 1
export const POLYGON_REFERENCES = 2
const POLYGON_HASH = 3
export const POLYGON_VERTICES = 8
export const POLYGON_NORMALS = 24

export interface PolygonPool {
  /** The records; replaced by a larger array when it is full. */
  data: Float64Array
  /** Records in use or freed below this handle; the ones above were never used. */
  end: number
  /** Every record below this handle is in use. */
  firstFree: number
  /** The first record of each hash bucket, and the next record of the same bucket; 0 ends a chain. */
  buckets: Int32Array
  next: Int32Array
  /** The lowest handle whose record was written since the copy in the kernel's memory was made; Infinity for none. */
  firstWritten: number
}

/** The vertices of the polygon at hand, and after the last one its radius. */
const hull = new Float64Array(17)
const edgeNormals = new Float64Array(16)
const given = new Float64Array(1)

/** A pool with room for `capacity` polygons (default 7: most worlds have none); it grows by itself. */
export function createPolygonPool(capacity = 7): PolygonPool {
  const size = powerOfTwo(capacity + 1)
  return {
    data: new Float64Array(size * POLYGON_STRIDE),
    end: 1,
    firstFree: 1,
    buckets: new Int32Array(size * 2),
    next: new Int32Array(size),
    firstWritten: Infinity,
  }
}

/**
 * Takes in the convex polygon of `points` (x0, y0, x1, y1, ... relative to the
 * shape's origin) with a rounding radius in meters (default 0) and returns its
 * handle, counting one reference.
 *
 * @throws RangeError where `convexHull` does, and for a radius that is negative or not finite.
 */
export function registerPolygon(pool: PolygonPool, points: ArrayLike<number>, radius = 0): number {
  given[0] = radius
  return registerPolygonOf(pool, points, given, 0)
}

/** The same with the radius that stands in `radii[index]`: for queries, where an argument may become garbage. */
export function registerPolygonOf(
  pool: PolygonPool, points: ArrayLike<number>, radii: Float64Array, index: number,
): number {
  const radius = radii[index]!
  if (!(radius >= 0 && radius < Infinity)) {
    throw new RangeError(`polygon: the rounding radius ${radius} is not a finite number of at least 0`)
  }
  const count = convexHull(points, hull)
  hull[count * 2] = radius
  const hash = shortHash(hull, 0, count * 2 + 1)
  const found = findPolygon(pool, hash, count)
  if (found !== 0) {
    retainPolygon(pool, found)
    return found
  }
  const handle = takeRecord(pool)
  writePolygon(pool.data, handle * POLYGON_STRIDE, count, hash)
  pool.firstWritten = Math.min(pool.firstWritten, handle)
  link(pool, handle, hash)
  return handle
}

/** Counts one more reference to a polygon, for a copied shape. */
export function retainPolygon(pool: PolygonPool, handle: number): void {
  const at = recordOf(pool, handle, 'retain')
  pool.data[at + POLYGON_REFERENCES] = pool.data[at + POLYGON_REFERENCES]! + 1
}

/** Drops one reference; the record is freed with the last one. */
export function releasePolygon(pool: PolygonPool, handle: number): void {
  const at = recordOf(pool, handle, 'release')
  const left = pool.data[at + POLYGON_REFERENCES]! - 1
  pool.data[at + POLYGON_REFERENCES] = left
  if (left > 0) return
  unlink(pool, handle, pool.data[at + POLYGON_HASH]!)
  pool.data.fill(0, at, at + POLYGON_STRIDE)
  if (handle < pool.firstFree) pool.firstFree = handle
  while (pool.end > 1 && pool.data[(pool.end - 1) * POLYGON_STRIDE] === 0) pool.end--
}

/** Rebuilds the search index after `data` was written from outside (a snapshot). */
export function reindexPolygons(pool: PolygonPool): void {
  const capacity = pool.data.length / POLYGON_STRIDE
  if (pool.next.length === capacity) pool.buckets.fill(0)
  else {
    pool.buckets = new Int32Array(capacity * 2)
    pool.next = new Int32Array(capacity)
  }
  pool.end = 1
  pool.firstFree = 1
  pool.firstWritten = 1
  for (let handle = 1; handle < capacity; handle++) {
    if (pool.data[handle * POLYGON_STRIDE] === 0) continue
    link(pool, handle, pool.data[handle * POLYGON_STRIDE + POLYGON_HASH]!)
    pool.end = handle + 1
  }
}

function recordOf(pool: PolygonPool, handle: number, action: string): number {
  const at = handle * POLYGON_STRIDE
  if (!(handle > 0 && handle < pool.end) || pool.data[at] === 0) {
    throw new RangeError(`polygon: cannot ${action} handle ${handle}, no polygon is registered under it`)
  }
  return at
}

function findPolygon(pool: PolygonPool, hash: number, count: number): number {
  let handle = pool.buckets[hash & (pool.buckets.length - 1)]!
  while (handle !== 0 && !matches(pool.data, handle * POLYGON_STRIDE, hash, count)) handle = pool.next[handle]!
  return handle
}

function matches(data: Float64Array, at: number, hash: number, count: number): boolean {
  if (data[at + POLYGON_HASH] !== hash || data[at] !== count || data[at + POLYGON_RADIUS] !== hull[count * 2]) return false
  for (let i = 0; i < count * 2; i++) if (data[at + POLYGON_VERTICES + i] !== hull[i]) return false
  return true
}

function takeRecord(pool: PolygonPool): number {
  let handle = pool.firstFree
  while (handle < pool.end && pool.data[handle * POLYGON_STRIDE] !== 0) handle++
  if (handle * POLYGON_STRIDE >= pool.data.length) grow(pool)
  if (handle >= pool.end) pool.end = handle + 1
  pool.firstFree = handle + 1
  return handle
}

function grow(pool: PolygonPool): void {
  const data = new Float64Array(pool.data.length * 2)
  data.set(pool.data)
  pool.data = data
  reindexPolygons(pool)
}

function link(pool: PolygonPool, handle: number, hash: number): void {
  const bucket = hash & (pool.buckets.length - 1)
  pool.next[handle] = pool.buckets[bucket]!
  pool.buckets[bucket] = handle
}

function unlink(pool: PolygonPool, handle: number, hash: number): void {
  const bucket = hash & (pool.buckets.length - 1)
  let at = pool.buckets[bucket]!
  if (at === handle) {
    pool.buckets[bucket] = pool.next[handle]!
    return
  }
  while (pool.next[at] !== handle) at = pool.next[at]!
  pool.next[at] = pool.next[handle]!
}

function writePolygon(data: Float64Array, at: number, count: number, hash: number): void {
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0
    const ex = hull[j * 2]! - hull[i * 2]!
    const ey = hull[j * 2 + 1]! - hull[i * 2 + 1]!
    const length = Math.sqrt(ex * ex + ey * ey)
    edgeNormals[i * 2] = ey / length
    edgeNormals[i * 2 + 1] = -ex / length
  }
  data[at + POLYGON_COUNT] = count
  data[at + POLYGON_RADIUS] = hull[count * 2]!
  data[at + POLYGON_REFERENCES] = 1
  data[at + POLYGON_HASH] = hash
  for (let i = 0; i < count * 2; i++) {
    data[at + POLYGON_VERTICES + i] = hull[i]!
    data[at + POLYGON_NORMALS + i] = edgeNormals[i]!
  }
}

function powerOfTwo(least: number): number {
  let size = 8
  while (size < least) size *= 2
  return size
}

/** What decides the future of the polygons: the records. The rest is found from them. */
export function listPolygons(list: StateList, pool: PolygonPool): void {
  const records: Extent = {
    used: () => pool.end,
    reserve: (entries) => {
      while (pool.data.length < entries * POLYGON_STRIDE) grow(pool)
    },
    // A record that is not in use has no vertices.
    cleared: true,
  }
  list.begin('polygons').array(pool, 'data', records, POLYGON_STRIDE)
    .scratch(pool, 'buckets', 'next', 'end', 'firstFree', 'firstWritten')
    .after.push(() => reindexPolygons(pool))
}
