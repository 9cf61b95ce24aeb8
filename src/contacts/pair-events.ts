/** Why a touch ended. */
export const EndReason = {
  /** The shapes parted. */
  Separated: 0,
  /** One of the two is no longer a body: despawned, disabled, reshaped, or the plugin was removed. */
  Removed: 1,
} as const

export type EndReason = (typeof EndReason)[keyof typeof EndReason]

/**
 * What happened to pairs, in the order in which it happened, as parallel arrays.
 *
 * A step drops what the poll after the step before it could see. What was reported since then, for example
 * because an entity was removed between two steps, stays for the poll after the coming step: nothing is lost.
 */
export class PairEvents {
  /** How many events there are. */
  count = 0
  /** The lower entity id of each pair. */
  a = new Uint32Array(64)
  /** The higher entity id of each pair. */
  b = new Uint32Array(64)
  /** For ends: one of {@link EndReason}. */
  reason = new Uint8Array(64)
  private seen = 0

  push(a: number, b: number, reason: EndReason = EndReason.Separated): void {
    if (this.count === this.a.length) this.grow()
    this.a[this.count] = a
    this.b[this.count] = b
    this.reason[this.count++] = reason
  }

  /** Drops the events of the step before. Called when a step begins. */
  beginStep(): void {
    const { seen } = this
    this.a.copyWithin(0, seen, this.count)
    this.b.copyWithin(0, seen, this.count)
    this.reason.copyWithin(0, seen, this.count)
    this.count -= seen
    this.seen = 0
  }

  /** From here on the events of this step can be polled. Called when a step ends. */
  endStep(): void {
    this.seen = this.count
  }

  private grow(): void {
    const size = this.a.length * 2
    const { a, b, reason } = this
    this.a = new Uint32Array(size)
    this.b = new Uint32Array(size)
    this.reason = new Uint8Array(size)
    this.a.set(a)
    this.b.set(b)
    this.reason.set(reason)
  }
}
