import { BodyColumns, COLUMNS } from './body-columns.ts'
import { ByteReader } from './bytes.ts'
import { MOST_IDS } from './things.ts'

/** Types of messages: one byte on the way. */
export enum Message {
  /** Server: who you are, as an object. */
  Welcome = 1,
  /** Server: what has changed, as bytes. */
  Bodies = 2,
  /** Client: the keys of one step, as bytes. */
  Keys = 3,
}

export interface Welcome {
  /** The entity id of your body. */
  readonly body: number
  /** Steps a second. */
  readonly rate: number
  /** Steps from packet to packet. */
  readonly sendEvery: number
}

/** All columns and the kind follow: the client did not know it, or knew another thing by that id. */
export const ENTERS = 1 << COLUMNS

/** x, y, angle, and velocities of the own body, to the bit: what is predicted begins there. */
const OWN_NUMBERS = 6

/** A packet of {@link Message.Keys}: the number of the step, and the keys. */
export const KEYS_BYTES = 5

/** What a client knows of the server's world. */
export class KnownBodies {
  readonly columns = new BodyColumns()
  /** What each entity is; 0 where it is not known. */
  readonly kind = new Uint8Array(MOST_IDS)
  readonly own = new Float64Array(OWN_NUMBERS)
  /** The step of the server after which it was so. */
  step = 0
  /** The last keys of this client that were in that step. */
  acknowledged = 0

  /** Takes in a packet. @throws RangeError on one that is damaged. */
  receive(bytes: Uint8Array): void {
    const reader = new ByteReader(bytes)
    this.step = reader.u32()
    this.acknowledged = reader.u32()
    for (let i = 0; i < OWN_NUMBERS; i++) this.own[i] = reader.f64()
    let id = 0
    for (let count = reader.varint(); count > 0; count--) {
      id = this.next(id, reader)
      this.kind[id] = 0
    }
    id = 0
    for (let count = reader.varint(); count > 0; count--) {
      id = this.next(id, reader)
      const mask = reader.u8()
      if (mask & ENTERS) this.kind[id] = reader.u8()
      for (let c = 0; c < COLUMNS; c++) if (mask & (1 << c)) this.columns.values[id * COLUMNS + c] = reader.i16()
    }
    if (reader.left !== 0) throw new RangeError(`a packet with ${reader.left} bytes too many`)
  }

  private next(id: number, reader: ByteReader): number {
    const next = id + reader.varint()
    if (next >= MOST_IDS) throw new RangeError(`a packet with an entity ${next}`)
    return next
  }
}
