import type { EntityQueue } from '../stores/entity-queue.ts'
import { Force, FORCE_STRIDE } from './body-records.ts'

/**
 * The forces of the running step, by body. They are forgotten when the step has moved the bodies; when it fails before,
 * they are given back for the next one.
 */
export class ActingForces {
  private entities = new Uint32Array(16)
  private values = new Float64Array(16 * FORCE_STRIDE)
  private count = 0

  /** Takes over the forces of all queued bodies, three numbers each, and empties queue and column. Returns their sum in newtons, whichever way they push. */
  take(forced: EntityQueue, force: Float64Array): number {
    this.reserve(forced.count)
    this.count = forced.count
    let sum = 0
    for (let i = 0; i < forced.count; i++) {
      const f = forced.items[i]! * FORCE_STRIDE
      this.entities[i] = forced.items[i]!
      sum += Math.sqrt(force[f + Force.X]! * force[f + Force.X]! + force[f + Force.Y]! * force[f + Force.Y]!)
      for (let k = 0; k < FORCE_STRIDE; k++) {
        this.values[FORCE_STRIDE * i + k] = force[f + k]!
        force[f + k] = 0
      }
    }
    forced.clear()
    return sum
  }

  /** Puts the forces back upon those of the bodies that are still there. */
  giveBack(forced: EntityQueue, force: Float64Array, role: Uint8Array): void {
    for (let i = 0; i < this.count; i++) {
      const body = this.entities[i]!
      if (role[body] === 0) continue
      for (let k = 0; k < FORCE_STRIDE; k++) force[body * FORCE_STRIDE + k] = force[body * FORCE_STRIDE + k]! + this.values[FORCE_STRIDE * i + k]!
      forced.add(body)
    }
    this.count = 0
  }

  clear(): void {
    this.count = 0
  }

  private reserve(count: number): void {
    if (count <= this.entities.length) return
    this.entities = new Uint32Array(count * 2)
    this.values = new Float64Array(count * 6)
  }
}
