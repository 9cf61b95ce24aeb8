import { sincosOf } from '../math/rotation.ts'
import { MOST_ARCS } from './options.ts'

const turn = new Float64Array(1)

/** A circle of radius 1 around 0, as points counter-clockwise, the first at (1, 0). */
export class Circle {
  /** How many: a multiple of 4. */
  arcs = 0
  readonly points = new Float64Array(2 * MOST_ARCS)

  divide(arcs: number): void {
    if (this.arcs === arcs) return
    this.arcs = arcs
    for (let i = 0; i < arcs; i++) {
      turn[0] = (2 * Math.PI * i) / arcs
      sincosOf(turn, 0, this.points, 2 * i)
    }
  }
}
