/** Integers in the place of a special row: the float at which the lane of its contact begins; that of its point; contact. */
export const PLACE = 3

/** Numbers in a special row: see the uses. */
export const SPECIAL = 2

/**
 * Contacts that need more than the passes do, found when the rows are prepared, so that what they need costs nothing
 * where there are none: those whose bodies resist rolling (resistance, angular impulse so far).
 */
export class SpecialRows {
  place = new Int32Array(64 * PLACE)
  data = new Float64Array(64 * SPECIAL)
  count = 0

  /** Adds a row; the caller fills in its numbers at the index that is returned. */
  push(lane: number, point: number, contact: number): number {
    const index = this.count++
    if (index * PLACE === this.place.length) this.grow()
    this.place[index * PLACE] = lane
    this.place[index * PLACE + 1] = point
    this.place[index * PLACE + 2] = contact
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
