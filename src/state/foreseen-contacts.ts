import type { Renewal } from '../solver/followed-records.ts'
import { type StateList, roomIn } from '../stores/state-list.ts'

/** Places in the numbers of a contact that is prepared apart, for `a`, and {@link Ahead.Side} later for `b`. */
export enum Ahead {
  /** The origin now less the center of mass at the hit. */
  ArmX = 0,
  ArmY = 1,
  /** Of the turn from now to the hit. */
  Cosine = 2,
  Sine = 3,
  Side = 4,
}

export const AHEAD_STRIDE = 8

/** The contacts of this step that are prepared apart: those with the points of a hit to come, and what turns. */
export class Foresight {
  count = 0
  contacts = new Uint32Array(64)
  /** By contact: see {@link Ahead}. */
  data = new Float64Array(64 * AHEAD_STRIDE)
  /** By contact: {@link Renewal}. */
  renewals = new Uint8Array(64)
  /** By contact: how far its bodies were about to turn when it was looked ahead, `a` then `b`. */
  turning = new Float64Array(128)

  landedCount = 0
  /** Contacts with what is static whose touch began in this step, or whose sides came into each other: see `noteSunk`. */
  landed = new Uint32Array(64)

  /** Lists a landing. */
  land(contact: number): void {
    if (this.landedCount === this.landed.length) {
      const { landed } = this
      this.landed = new Uint32Array(landed.length * 2)
      this.landed.set(landed)
    }
    this.landed[this.landedCount++] = contact
  }

  /** Adds a contact. Returns where its numbers go. */
  push(contact: number, renewal: Renewal): number {
    if (this.count === this.contacts.length) this.grow()
    this.renewals[this.count] = renewal
    this.contacts[this.count] = contact
    return this.count++ * AHEAD_STRIDE
  }

  private grow(): void {
    const { contacts, data, renewals, turning } = this
    const room = contacts.length * 2
    this.contacts = new Uint32Array(room)
    this.renewals = new Uint8Array(room)
    this.renewals.set(renewals)
    this.turning = new Float64Array(room * 2)
    this.turning.set(turning)
    this.data = new Float64Array(room * AHEAD_STRIDE)
    this.contacts.set(contacts)
    this.data.set(data)
  }
}

/** The next narrow phase takes the marks off the contacts of this one; all else is made in a step. */
export function listForesight(list: StateList, foresight: Foresight): void {
  list.begin('foresight').array(foresight, 'contacts', roomIn(foresight, 'contacts', foresight)).counts(foresight, 'count')
    .scratch(foresight, 'data', 'renewals', 'turning', 'landed', 'landedCount')
}
