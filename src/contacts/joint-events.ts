import { EventBuffer } from './event-buffer.ts'

/** Why a joint ended. */
export const JointEnd = {
  /** It was pulled or turned harder than it holds. */
  Overload: 0,
  /** One of its bodies, or of the joints that it couples, was removed. */
  Removed: 1,
} as const

export type JointEnd = (typeof JointEnd)[keyof typeof JointEnd]

/** Joints that broke, or went with a body. */
export class JointEvents extends EventBuffer {
  /** The joint's entity. Where it was removed its id may be another's by now. */
  joint!: Uint32Array
  /** What it held together. */
  a!: Uint32Array
  b!: Uint32Array
  /** Its force in newtons and its torque in newton-meters when it broke; 0 where it was removed. */
  force!: Float64Array
  torque!: Float64Array
  /** One of {@link JointEnd}. */
  reason!: Uint8Array

  constructor() {
    super()
    for (const key of ['joint', 'a', 'b']) this.columns.define(this, key, 'u32')
    for (const key of ['force', 'torque']) this.columns.define(this, key, 'f64')
    this.columns.define(this, 'reason', 'u8')
  }

  /** Adds an event; the caller fills in force and torque at the place that is returned. */
  push(joint: number, a: number, b: number, reason: JointEnd): number {
    const i = this.next()
    this.joint[i] = joint
    this.a[i] = a
    this.b[i] = b
    this.force[i] = 0
    this.torque[i] = 0
    this.reason[i] = reason
    return i
  }
}
