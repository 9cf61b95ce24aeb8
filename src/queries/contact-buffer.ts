const FLOATS = ['x', 'y', 'nx', 'ny', 'separation', 'impulse'] as const

/** Points of touch as columns, for i from 0 to `count` − 1. */
export interface ContactView {
  readonly count: number
  /** The collider of the entity that was asked for. */
  readonly entities: Uint32Array
  /** The collider that it touches. */
  readonly others: Uint32Array
  /** The point, midway between the two surfaces, in the world, where the last step left the two. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Unit normal from the entity to the other, as the step found it when it began. */
  readonly nx: Float64Array
  readonly ny: Float64Array
  /**
   * Of the surfaces, unit: length. Negative where they overlap, positive where they are about to touch. Of what met within the step:
   * how far apart the two shapes are where it left them, at each point the same; 0 where one was given other points since.
   */
  readonly separation: Float64Array
  /** What kept them apart in the last substep, mass · length/s; divide by dt / substeps for a force. */
  readonly impulse: Float64Array
}

/** Columns of points of your own, to keep a result in: pass it as `out`. Columns that are too small are replaced. */
export class ContactBuffer implements ContactView {
  count = 0
  entities: Uint32Array
  others: Uint32Array
  x: Float64Array
  y: Float64Array
  nx: Float64Array
  ny: Float64Array
  separation: Float64Array
  impulse: Float64Array

  /** @param capacity Points that fit before it grows. Default 16. */
  constructor(capacity = 16) {
    const size = Math.max(1, capacity)
    this.entities = new Uint32Array(size)
    this.others = new Uint32Array(size)
    this.x = new Float64Array(size)
    this.y = new Float64Array(size)
    this.nx = new Float64Array(size)
    this.ny = new Float64Array(size)
    this.separation = new Float64Array(size)
    this.impulse = new Float64Array(size)
  }
}

/** Makes room for `count` points in all; keeps those that are there. */
export function reserveContacts(out: ContactBuffer, count: number): void {
  if (out.entities.length < count) out.entities = grown(out.entities, Math.max(count, 2 * out.entities.length))
  if (out.others.length < count) out.others = grown(out.others, out.entities.length)
  for (const key of FLOATS) {
    if (out[key].length >= count) continue
    const larger = new Float64Array(out.entities.length)
    larger.set(out[key])
    out[key] = larger
  }
}

function grown(column: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(length)
  larger.set(column)
  return larger
}

/** @throws TypeError when a buffer that was given is none. */
export function checkContacts(out: ContactBuffer): void {
  let sound = out.entities instanceof Uint32Array && out.others instanceof Uint32Array
  for (const key of FLOATS) sound &&= out[key] instanceof Float64Array
  if (!sound) throw new TypeError('queryContacts: out must have columns of numbers. Pass new ContactBuffer().')
}
