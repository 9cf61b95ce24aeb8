import { EventBuffer } from './event-buffer.ts'
import { EndReason } from './pair-events.ts'

/** Colliders that came into a sensor, or left it. Of two sensors each reports the other. */
export class SensorEvents extends EventBuffer {
  /** The collider that is a sensor. */
  sensor!: Uint32Array
  /** The collider that overlaps it. */
  visitor!: Uint32Array
  /** The bodies that the two are parts of: the same ids, except for child colliders. */
  sensorBody!: Uint32Array
  visitorBody!: Uint32Array
  /** For ends: one of {@link EndReason}. */
  reason!: Uint8Array

  constructor() {
    super()
    for (const key of ['sensor', 'visitor', 'sensorBody', 'visitorBody']) this.columns.define(this, key, 'u32')
    this.columns.define(this, 'reason', 'u8')
  }

  push(
    sensor: number,
    visitor: number,
    sensorBody: number,
    visitorBody: number,
    reason: EndReason = EndReason.Separated,
  ): void {
    const i = this.next()
    this.sensor[i] = sensor
    this.visitor[i] = visitor
    this.sensorBody[i] = sensorBody
    this.visitorBody[i] = visitorBody
    this.reason[i] = reason
  }
}
