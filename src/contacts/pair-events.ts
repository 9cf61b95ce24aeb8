import { EventBuffer } from './event-buffer.ts'

/** Why a touch ended. */
export const EndReason = {
  /** The shapes parted. */
  Separated: 0,
  /** One of the two is no longer a body: despawned, disabled, reshaped, or the plugin was removed. */
  Removed: 1,
} as const

export type EndReason = (typeof EndReason)[keyof typeof EndReason]

/** Touches that began or ended. */
export class PairEvents extends EventBuffer {
  /** The lower entity id of each pair of colliders. */
  a!: Uint32Array
  /** The higher entity id of each pair of colliders. */
  b!: Uint32Array
  /** The bodies that the colliders are parts of: the same ids, except for child colliders. */
  bodyA!: Uint32Array
  bodyB!: Uint32Array
  /** For ends: one of {@link EndReason}. */
  reason!: Uint8Array

  constructor() {
    super()
    for (const key of ['a', 'b', 'bodyA', 'bodyB']) this.columns.define(this, key, 'u32')
    this.columns.define(this, 'reason', 'u8')
  }

  push(a: number, b: number, bodyA: number = a, bodyB: number = b, reason: EndReason = EndReason.Separated): void {
    const i = this.next()
    this.a[i] = a
    this.b[i] = b
    this.bodyA[i] = bodyA
    this.bodyB[i] = bodyB
    this.reason[i] = reason
  }
}
