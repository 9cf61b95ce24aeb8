import type { EventBuffer, EventMark } from '../contacts/event-buffer.ts'
import { type Column, type Frame, Header, SPAN_STRIDE, Span, emptyLike, kindOf, isSent, type SentArray } from './layout.ts'

/** Events that wait for a page. One that is hidden looks at none, and older ones are lost then, as with `keepEvents`. */
const MOST_WAITING = 65_536

const FIRST = 64

/** Events of one kind that the page has not seen. They are in every frame until it has. */
export class EventQueue {
  readonly name: string
  readonly keys: readonly string[]
  /** How many there were before the first that waits, in all. */
  first = 0
  count = 0
  private readonly buffer: EventBuffer
  private arrays: SentArray[]
  private readonly mark: EventMark = { total: 0, restores: -1 }

  constructor(name: string, buffer: EventBuffer) {
    this.name = name
    this.buffer = buffer
    this.keys = Object.keys(buffer).filter((key) => isSent(Reflect.get(buffer, key)))
    this.arrays = this.keys.map((key) => emptyLike(this.source(key), FIRST))
  }

  /** Events that fit. */
  get room(): number {
    return this.arrays[0]!.length
  }

  get columns(): Column[] {
    return this.keys.map((key, i) => ({ owner: this.name, key, kind: kindOf(this.arrays[i])!, length: this.room }))
  }

  private source(key: string): SentArray {
    const array: unknown = Reflect.get(this.buffer, key)
    if (!isSent(array)) throw new TypeError(`${key} of ${this.name} is no array any more`)
    return array
  }

  /**
   * Takes in what can be read and was not taken in before, however many steps there were since, or none.
   * @param restores How often the world was put back.
   */
  take(restores: number): void {
    const { buffer } = this
    const unread = buffer.readFrom(this.mark, restores)
    if (unread === buffer.count) return
    const from = Math.max(unread, buffer.count - MOST_WAITING)
    const added = buffer.count - from
    this.drop(Math.max(0, this.count + added - MOST_WAITING))
    this.first += from - unread
    const end = this.count + added
    if (end > this.room) this.grow(2 ** Math.ceil(Math.log2(end)))
    for (let k = 0; k < this.keys.length; k++) this.arrays[k]!.set(this.source(this.keys[k]!).subarray(from, buffer.count), this.count)
    this.count = end
  }

  private grow(room: number): void {
    this.arrays = this.arrays.map((array) => {
      const larger = emptyLike(array, room)
      larger.set(array.subarray(0, this.count))
      return larger
    })
  }

  /** The page has seen so many in all, counted with 32 bits. */
  seen(total: number): void {
    const more = (total - this.first) >>> 0
    // What it says may be older than what was dropped since.
    if (more <= this.count) this.drop(more)
  }

  private drop(count: number): void {
    if (count === 0) return
    for (const array of this.arrays) array.copyWithin(0, count, this.count)
    this.count -= count
    this.first += count
  }

  /** Writes all that wait. @param kind Its number in the header. @param column Its first array in the frame. */
  write({ header, events }: Frame, kind: number, column: number): void {
    const at = Header.Events + SPAN_STRIDE * kind
    header[at + Span.First] = this.first
    header[at + Span.Count] = this.count
    if (this.count === 0) return
    for (let k = 0; k < this.arrays.length; k++) events[column + k]!.set(this.arrays[k]!.subarray(0, this.count))
  }
}
