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

/** Integers of a row that is followed. */
export const FOLLOWED = 4

/** Places in the integers of a row that is followed. */
export enum Followed {
  /** As `prepareContact` tells. */
  Lane = 0,
  /** Where in `data` the two sides of the row are. */
  A = 1,
  B = 2,
  /** Whether its points are to be made anew as its bodies turn: see {@link Renewal}. */
  Renewal = 3,
}

/** What becomes of the points of a row as its bodies turn. */
export enum Renewal {
  /** They stay those of the beginning of the step. */
  Never = 0,
  /** They are those of a hit to come, and right as long as the bodies turn as they did. */
  IfTurned = 1,
  /** They are those of a moment of the step. */
  AsItTurns = 2,
}

/** The contacts of this step that are prepared apart: those with the points of a hit to come, and what turns. */
export class Foresight {
  count = 0
  contacts = new Uint32Array(64)
  /** By contact: see {@link Ahead}. */
  data = new Float64Array(64 * AHEAD_STRIDE)
  /** By contact: its lane, as `prepareContact` tells. */
  lanes = new Int32Array(64)
  /** By contact: {@link Renewal}. */
  renewals = new Uint8Array(64)
  /** By contact: whether its row, where it is followed, held anything in the step. What is hit on a corner may be gone as the step ends. */
  pressed = new Uint8Array(64)
  /** By contact: how far its bodies were about to turn when it was looked ahead, `a` then `b`. */
  turning = new Float64Array(128)
  followedCount = 0
  /** The rows whose separations are wrong once their bodies have turned, see `followTurns`. */
  followed = new Int32Array(64 * FOLLOWED)
  /** By row, point and side: how far the corner that turns is behind the anchor, along the normal. */
  behind = new Float64Array(256)
  /** By row and point: `PointField.Base` without what `followTurns` adds. */
  base = new Float64Array(128)
  /** By row: how far its sides `a` and `b` had turned in the step when its points were made. */
  turns = new Float64Array(128)

  /** By row: whether it bounces. */
  bounces = new Uint8Array(64)
  /** By row and point: whether it held anything as the substep began. */
  loaded = new Uint8Array(128)
  /** Points that are not held in this substep: see `letBounce`. */
  spared = new Int32Array(128)
  sparedCount = 0
  /** By such a point: its `PointField.Base`. */
  sparedBase = new Float64Array(128)

  landedCount = 0
  /** Contacts with what is static whose touch began in this step. */
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
    this.pressed[this.count] = 0
    this.contacts[this.count] = contact
    return this.count++ * AHEAD_STRIDE
  }

  private grow(): void {
    const { contacts, data, renewals, pressed, turning } = this
    const room = contacts.length * 2
    this.contacts = new Uint32Array(room)
    this.renewals = new Uint8Array(room)
    this.renewals.set(renewals)
    this.turning = new Float64Array(room * 2)
    this.turning.set(turning)
    this.lanes = new Int32Array(room)
    this.pressed = new Uint8Array(room)
    this.pressed.set(pressed)
    this.data = new Float64Array(room * AHEAD_STRIDE)
    this.followed = new Int32Array(room * FOLLOWED)
    this.behind = new Float64Array(room * 4)
    this.base = new Float64Array(room * 2)
    this.turns = new Float64Array(room * 2)
    this.bounces = new Uint8Array(room)
    this.loaded = new Uint8Array(room * 2)
    this.spared = new Int32Array(room * 2)
    this.sparedBase = new Float64Array(room * 2)
    this.contacts.set(contacts)
    this.data.set(data)
  }
}

/** The next narrow phase takes the marks off the contacts of this one; all else is made in a step. */
export function listForesight(list: StateList, foresight: Foresight): void {
  list.begin('foresight').array(foresight, 'contacts', roomIn(foresight, 'contacts', foresight)).counts(foresight, 'count')
    .scratch(foresight, 'data', 'lanes', 'renewals', 'pressed', 'turning', 'followedCount', 'followed', 'behind', 'base', 'turns', 'bounces', 'loaded',
      'spared', 'sparedCount', 'sparedBase', 'landed', 'landedCount')
}
