import { hashColumns } from '../queries/hash.ts'
import type { Slot } from '../snapshots/slot.ts'
import type { StateList } from '../stores/state-list.ts'

/** What a hash is made of, as a slot calls it. */
const NAMES = ['bodies.kind', 'Position.x', 'Position.y', 'Rotation.angle', 'Velocity.x', 'Velocity.y', 'Velocity.angular']

/** Finds the `hashWorld` of states that were saved. */
export class SlotHash {
  /** The places of what is hashed. */
  readonly places: readonly number[]

  constructor({ arrays }: StateList) {
    this.places = NAMES.map((name) => arrays.findIndex((array) => array.name === `entity.${name}`))
  }

  of({ arrays, entries }: Slot): number {
    const [kind, x, y, angle, vx, vy, angular] = this.places.map((place) => arrays[place]!.values as ArrayLike<number>)
    return hashColumns(entries[this.places[0]!]!, null, kind!, x!, y!, angle!, vx!, vy!, angular!)
  }
}
