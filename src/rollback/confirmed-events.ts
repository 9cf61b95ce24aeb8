import type { Events } from '../state/physics.ts'
import type { StateList } from '../stores/state-list.ts'
import type { Slot } from '../snapshots/slot.ts'

/** The arrays of an event buffer, of which the first `count` entries are valid. */
export type EventColumns<B> = { readonly [K in keyof B as B[K] extends ArrayLike<number> | number ? (K extends 'fresh' | 'lost' ? never : K) : never]: B[K] }

/** The events of a frame that is settled. The arrays are those of a slot: copy what has to stay. */
export type ConfirmedEvents = { readonly [K in keyof Events]: EventColumns<Events[K]> }

/** Shows the events that a slot has. */
export class EventReader {
  /** Made by what is listed: a buffer of each kind, with all of its columns. */
  readonly events = {} as ConfirmedEvents & Record<string, Record<string, unknown>>
  /** What is read, and where it is in the list. */
  readonly arrays: { place: number; buffer: string; key: string }[] = []
  readonly counts: { place: number; buffer: string }[] = []

  constructor(list: StateList) {
    list.arrays.forEach(({ name, key }, place) => this.note(name, (buffer) => this.arrays.push({ place, buffer, key })))
    list.fields.forEach(({ name, key }, place) => {
      if (key === 'count') this.note(name, (buffer) => this.counts.push({ place, buffer }))
    })
  }

  read(slot: Slot): ConfirmedEvents {
    for (let i = 0; i < this.arrays.length; i++) {
      const { place, buffer, key } = this.arrays[i]!
      this.events[buffer]![key] = slot.arrays[place]!.values
    }
    for (let i = 0; i < this.counts.length; i++) this.events[this.counts[i]!.buffer]!['count'] = slot.counts[this.counts[i]!.place]
    return this.events
  }

  private note(name: string, add: (buffer: string) => void): void {
    const [part, buffer] = name.split('.')
    if (part !== 'events' || buffer === undefined) return
    this.events[buffer] ??= {}
    add(buffer)
  }
}
