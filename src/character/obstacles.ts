import { grown } from './parts.ts'
import { PLACE_STRIDE } from './records.ts'
import { CORE_STRIDE } from './upright.ts'

const FIRST = 64

/** Parts that have a filter bit of their own; further ones share the last. */
export const BITS = 31

/** The colliders that may be in the way of the character at hand, in the order of their ids. */
export class Obstacles {
  count = 0
  collider = new Uint32Array(FIRST)
  /** Which parts it holds back: a bit for each. */
  allowed = new Uint32Array(FIRST)
  kind = new Uint8Array(FIRST)
  /** Where it is now, plain writes to kinematic bodies counted. */
  place = new Float64Array(FIRST * PLACE_STRIDE)
  /** See `writeCore`. */
  cores = new Float64Array(FIRST * CORE_STRIDE)

  reserve(count: number): void {
    if (count <= this.collider.length) return
    this.collider = grown(Uint32Array, this.collider, 2 * count)
    this.allowed = grown(Uint32Array, this.allowed, 2 * count)
    this.kind = grown(Uint8Array, this.kind, 2 * count)
    this.cores = grown(Float64Array, this.cores, 2 * count * CORE_STRIDE)
    this.place = grown(Float64Array, this.place, 2 * count * PLACE_STRIDE)
  }
}

export const obstacles = new Obstacles()

/** Whether a part can be held back by an obstacle. */
export function concerns(part: number, obstacle: number): boolean {
  return (obstacles.allowed[obstacle]! & (1 << Math.min(part, BITS))) !== 0
}
