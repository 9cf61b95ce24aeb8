import type { Client } from '@colyseus/core'
import { ByteReader } from '../shared/bytes.ts'
import { KEYS_BYTES } from '../shared/packet.ts'
import { ALL_KEYS } from '../shared/things.ts'
import { Interest } from './interest.ts'

/** Keys that may wait to be played. More come in only from who goes faster than the match, or all at once after a pause. */
const MOST_WAITING = 8

/** A player of a match: a body, whoever steers it at the moment, and what it was sent. */
export class Seat {
  readonly body: number
  readonly interest = new Interest()
  /** Null while nobody sits here. */
  client: Client | null = null
  /** The step after which nobody sat here any more. */
  left: number
  /** The last keys that were played. */
  acknowledged = 0
  private newest = 0
  private held = 0
  private readonly waiting: number[] = []

  constructor(body: number, step: number) {
    this.body = body
    this.left = step
  }

  /** A client takes the seat, and knows nothing. */
  sit(client: Client): void {
    this.client = client
    this.interest.clear()
    this.acknowledged = 0
    this.newest = 0
    this.held = 0
    this.waiting.length = 0
  }

  stand(step: number): void {
    this.client = null
    this.left = step
    this.held = 0
    this.waiting.length = 0
  }

  /** Takes in the keys of one step. False: no client of ours would have sent that. */
  take(bytes: Uint8Array): boolean {
    if (bytes.length !== KEYS_BYTES) return false
    const reader = new ByteReader(bytes)
    const step = reader.u32()
    const keys = reader.u8()
    if (step <= this.newest || (keys & ~ALL_KEYS) !== 0) return false
    this.newest = step
    this.waiting.push(step, keys)
    if (this.waiting.length > 2 * MOST_WAITING) this.waiting.splice(0, 2)
    return true
  }

  /** The keys of the step at hand. Where none have come in, those of the step before stay held. */
  next(): number {
    if (this.waiting.length > 0) {
      const [step, keys] = this.waiting.splice(0, 2)
      this.acknowledged = step!
      this.held = keys!
    }
    return this.held
  }
}
