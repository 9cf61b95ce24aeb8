import { shown } from '../shown.ts'

/** Where a ray, a moved shape or a search met a collider. */
export interface Hit {
  /** The collider. `bodyOf(world, entity)` gives the body that it is a part of. */
  entity: number
  /** Where, in the world. */
  x: number
  y: number
  /** The outward unit normal of the collider there; (0, 0) for a ray that starts inside. */
  nx: number
  ny: number
  /** How far from the start. Unit: length. */
  distance: number
  /** The same as a part of the whole way, 0 to 1. */
  fraction: number
}

/** A hit of your own, to keep a result in: pass it as `out`. */
export function createHit(): Hit {
  // Not 0: a field that begins as a small integer changes its representation with the first fraction.
  return { entity: 0, x: 0.5, y: 0.5, nx: 0.5, ny: 0.5, distance: 0.5, fraction: 0.5 }
}

/** How far two entities are from each other. */
export interface Distance {
  /** Between the surfaces, unit: length. In overlap minus the length of the shortest way apart. */
  distance: number
  /** The closest point of the first entity, in the world. */
  ax: number
  ay: number
  /** The closest point of the second entity. */
  bx: number
  by: number
  /** Unit normal from the first to the second. */
  nx: number
  ny: number
}

/** @throws TypeError on what nothing can be written to. */
export function checkOut(out: object | null | undefined, caller: string): void {
  if (out === undefined || typeof out === 'object') return
  throw new TypeError(`${caller}: out must be an object to write to, got ${shown(out)}.`)
}

/** A distance of your own, to keep a result in: pass it as `out`. */
export function createDistance(): Distance {
  return { distance: 0.5, ax: 0.5, ay: 0.5, bx: 0.5, by: 0.5, nx: 0.5, ny: 0.5 }
}

const FLOATS = ['x', 'y', 'nx', 'ny', 'distance', 'fraction'] as const

/** Hits as columns, for i from 0 to `count` − 1. */
export interface HitView {
  readonly count: number
  readonly entities: Uint32Array
  readonly x: Float64Array
  readonly y: Float64Array
  readonly nx: Float64Array
  readonly ny: Float64Array
  readonly distance: Float64Array
  readonly fraction: Float64Array
}

/** Columns of hits of your own, to keep a result in: pass it as `out`. Columns that are too small are replaced. */
export class HitBuffer implements HitView {
  count = 0
  entities: Uint32Array
  x: Float64Array
  y: Float64Array
  nx: Float64Array
  ny: Float64Array
  distance: Float64Array
  fraction: Float64Array

  /** @param capacity Hits that fit before it grows. Default 16. */
  constructor(capacity = 16) {
    const size = Math.max(1, capacity)
    this.entities = new Uint32Array(size)
    this.x = new Float64Array(size)
    this.y = new Float64Array(size)
    this.nx = new Float64Array(size)
    this.ny = new Float64Array(size)
    this.distance = new Float64Array(size)
    this.fraction = new Float64Array(size)
  }
}

/** Makes room for `count` hits in all; keeps those that are there. */
export function reserveHits(hits: HitBuffer, count: number): void {
  if (hits.entities.length < count) {
    const larger = new Uint32Array(Math.max(count, 2 * hits.entities.length))
    larger.set(hits.entities)
    hits.entities = larger
  }
  for (const key of FLOATS) {
    if (hits[key].length >= hits.entities.length) continue
    const larger = new Float64Array(hits.entities.length)
    larger.set(hits[key])
    hits[key] = larger
  }
}

/** @throws TypeError when a buffer that was given is none. */
export function checkHits(hits: HitBuffer, caller: string): void {
  let sound = hits.entities instanceof Uint32Array
  for (const key of FLOATS) sound &&= hits[key] instanceof Float64Array
  if (!sound) throw new TypeError(`${caller}: out must have columns of numbers. Pass new HitBuffer().`)
}
