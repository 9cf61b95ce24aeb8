import { EventBuffer } from './event-buffer.ts'

/** Touches that began with a bang: faster than `settings.hitThreshold`. */
export class HitEvents extends EventBuffer {
  /** The lower entity id of each pair of colliders. */
  a!: Uint32Array
  /** The higher entity id of each pair of colliders. */
  b!: Uint32Array
  /** Where they hit, in the world, as `queryContacts` and `visitContacts` report it after the step. Unit: length. */
  x!: Float64Array
  y!: Float64Array
  /** Unit normal from `a` to `b`. */
  nx!: Float64Array
  ny!: Float64Array
  /** How fast they came together along the normal, length/s. */
  approachSpeed!: Float64Array

  constructor() {
    super()
    this.columns.define(this, 'a', 'u32')
    this.columns.define(this, 'b', 'u32')
    for (const key of ['x', 'y', 'nx', 'ny', 'approachSpeed']) this.columns.define(this, key, 'f64')
  }

  /** Adds an event; the caller fills in the numbers at the place that is returned. */
  push(a: number, b: number): number {
    const i = this.next()
    this.a[i] = a
    this.b[i] = b
    return i
  }
}
