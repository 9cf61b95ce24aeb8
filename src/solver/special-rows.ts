/** Integers in the place of a special row. */
export const PLACE = 3

/** Places in it: the float at which the lane of its contact begins, that of its point, and its `Owner.Contact`. */
export enum Place {
  Lane = 0,
  Point = 1,
  Owner = 2,
}

/** Numbers in a special row. */
export const SPECIAL = 2

/** Places in it: rolling resistance, and the angular impulse so far. */
export enum Rolling {
  Resistance = 0,
  Impulse = 1,
}

/**
 * Contacts that need more than the passes do, found when the rows are prepared, so that what they need costs nothing
 * where there are none: those whose bodies resist rolling (resistance, angular impulse so far).
 */
export class SpecialRows {
  place = new Int32Array(64 * PLACE)
  data = new Float64Array(64 * SPECIAL)
  count = 0

  /** Adds a row; the caller fills in its numbers at the index that is returned. */
  push(lane: number, point: number, owner: number): number {
    const index = this.count++
    if (index * PLACE === this.place.length) this.grow()
    this.place[index * PLACE + Place.Lane] = lane
    this.place[index * PLACE + Place.Point] = point
    this.place[index * PLACE + Place.Owner] = owner
    return index
  }

  private grow(): void {
    const { place, data } = this
    this.place = new Int32Array(place.length * 2)
    this.data = new Float64Array(data.length * 2)
    this.place.set(place)
    this.data.set(data)
  }
}
