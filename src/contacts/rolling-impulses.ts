import { Columns } from '../stores/columns.ts'
import { Version } from '../stores/version.ts'

/**
 * By contact: the angular impulse of rolling resistance, on `b` or on the only one of the two that can move. There is no room for
 * any before something resists rolling, which in most worlds nothing does.
 */
export class RollingImpulses {
  readonly version = new Version()
  private rolling!: Float64Array
  private readonly columns = new Columns(0)

  constructor() {
    this.columns.define(this, 'rolling', 'f64')
  }

  get bytes(): number {
    return this.columns.bytes
  }

  of(contact: number): number {
    return contact < this.rolling.length ? this.rolling[contact]! : 0
  }

  /** @param room How many contacts there is room for. */
  set(contact: number, impulse: number, room: number): void {
    if (contact >= this.rolling.length) {
      // −0 is another number.
      if (Object.is(impulse, 0)) return
      this.columns.grow(room)
    }
    if (Object.is(this.rolling[contact], impulse)) return
    this.version.note()
    this.rolling[contact] = impulse
  }

  /** Has the contacts from `first` to `end` begin without any. */
  forget(first: number, end: number): void {
    for (let contact = first; contact < end && contact < this.rolling.length; contact++) this.set(contact, 0, 0)
  }

  /** @param by How many times as large all of them become: one number. */
  scale(by: Float64Array): void {
    if (this.rolling.length === 0) return
    this.version.note()
    for (let i = 0; i < this.rolling.length; i++) this.rolling[i] = this.rolling[i]! * by[0]!
  }

  /**
   * See `Columns`. Where there is none there is nothing to be swapped. Behind the last contact there is nothing then: a state that
   * is put back says so of what is behind its last one, and another of the same version, with more contacts, relies on it.
   */
  swap(swaps: Uint32Array, count: number, room: number): void {
    if (this.rolling.length === 0) return
    this.version.note()
    this.columns.grow(room)
    this.columns.swap(swaps, count)
    this.rolling.fill(0, count + 1)
  }

  shrink(room: number): void {
    this.columns.shrink(room)
  }
}
