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

/** Integers of a row that is followed: its lane, as `prepareContact` tells; where in `data` its two sides are. */
export const FOLLOWED = 3

/** The contacts of this step that are prepared apart: those with the points of a hit to come, and what turns. */
export class Foresight {
  count = 0
  contacts = new Uint32Array(64)
  /** By contact: see {@link Ahead}. */
  data = new Float64Array(64 * AHEAD_STRIDE)
  /** By contact: its lane, as `prepareContact` tells. */
  lanes = new Int32Array(64)
  followedCount = 0
  /** The rows whose separations are wrong once their bodies have turned, see `followTurns`. */
  followed = new Int32Array(64 * FOLLOWED)
  /** By row, point and side: how far the corner that turns is behind the anchor, along the normal. */
  behind = new Float64Array(256)
  /** By row and point: `PointField.Base` without what `followTurns` adds. */
  base = new Float64Array(128)

  /** Adds a contact. Returns where its numbers go. */
  push(contact: number): number {
    if (this.count === this.contacts.length) this.grow()
    this.contacts[this.count] = contact
    return this.count++ * AHEAD_STRIDE
  }

  private grow(): void {
    const { contacts, data } = this
    const room = contacts.length * 2
    this.contacts = new Uint32Array(room)
    this.lanes = new Int32Array(room)
    this.data = new Float64Array(room * AHEAD_STRIDE)
    this.followed = new Int32Array(room * FOLLOWED)
    this.behind = new Float64Array(room * 4)
    this.base = new Float64Array(room * 2)
    this.contacts.set(contacts)
    this.data.set(data)
  }
}

/** The next narrow phase takes the marks off the contacts of this one; all else is made in a step. */
export function listForesight(list: StateList, foresight: Foresight): void {
  list.begin('foresight').array(foresight, 'contacts', roomIn(foresight, 'contacts', foresight)).counts(foresight, 'count')
    .scratch(foresight, 'data', 'lanes', 'followedCount', 'followed', 'behind', 'base')
}
