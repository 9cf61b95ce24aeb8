/**
 * What the contact solver reads and writes, in solving order: one record a contact, its points behind it, as many as
 * it has.
 *
 * Two kinds of records, each in an array of its own. Numbers at `record + …`:
 *
 * | two bodies | one body against the world | meaning |
 * | --- | --- | --- |
 * | 0, 1 | 0, 1 | normal: from A to B; from the world to the body |
 * | 2 | 2 | friction |
 * | 3, 4 | 3, 4 | inverse mass and inertia of A; of the body |
 * | 5, 6 | | inverse mass and inertia of B |
 * | 7 | 6 | surface speed along the tangent |
 * | 9, 10 | 7, 8 | compliance c, and 1 / (1 + c) |
 * | 8 | 5 | one point: effective mass along the normal; two points: inverse effective mass across the points |
 *
 * and for each point at `record + HEADER + point * POINT + …`:
 *
 * | two bodies | one body | meaning |
 * | --- | --- | --- |
 * | 0, 1 | 0 | anchor × normal, of A and B; of the body |
 * | 2, 3 | 1 | anchor · normal, which is anchor × tangent too |
 * | 4 | 2 | separation less the part that turns with the anchors |
 * | 5, 6 | 3, 4 | inverse effective mass along the normal, effective mass along the tangent |
 * | 7, 8 | 5, 6 | impulse along normal and tangent |
 *
 * With the tangent t = (−n.y, n.x), r × t = r · n. So four numbers serve normal row, friction row and separation:
 * n · R(q) r = cos q (r · n) + sin q (r × n).
 */
export class ContactRows {
  /**
   * {@link LINK} integers a record: offsets of the states of A and B (or of the body, twice), number of points with
   * {@link RUBS_EARLY}, contact.
   */
  link = new Int32Array(64 * LINK)
  data: Float64Array
  /** Records so far. */
  count = 0
  /** Numbers of `data` in use. Records follow each other without gaps: one with one point is shorter. */
  end = 0
  private readonly stride: number

  /** @param stride Numbers in the longest record. */
  constructor(stride: number) {
    this.stride = stride
    this.data = new Float64Array(64 * stride)
  }

  /** Drops all records and makes room for `count` new ones. */
  reset(count: number): void {
    this.count = 0
    this.end = 0
    let capacity = this.link.length / LINK
    if (count <= capacity) return
    while (capacity < count) capacity *= 2
    this.link = new Int32Array(capacity * LINK)
    this.data = new Float64Array(capacity * this.stride)
  }
}

/** Added to the number of points (1 or 2) where friction acts in the biased pass too. */
export const RUBS_EARLY = 4

/** Takes the number of points out of it. */
export const POINTS = 3

/** Integers in the links of a record. */
export const LINK = 4

export const TWO_HEADER = 11
export const TWO_POINT = 9
export const TWO_STRIDE = TWO_HEADER + 2 * TWO_POINT

export const ONE_HEADER = 9
export const ONE_POINT = 7
export const ONE_STRIDE = ONE_HEADER + 2 * ONE_POINT

/** Integers in the place of a special row: offsets of its links and record, 1 for one body or 0, offset of its point. */
export const PLACE = 4

/** Numbers in a special row: see the uses. */
export const SPECIAL = 2

/**
 * Records that need more than the passes do, found when the rows are prepared, so that what they need costs nothing
 * where there are none: points that may bounce (restitution, velocity along the normal when the substep began) and bodies that resist
 * rolling (resistance, angular impulse so far).
 */
export class SpecialRows {
  place = new Int32Array(64 * PLACE)
  data = new Float64Array(64 * SPECIAL)
  /** Scratch: some of the rows, by index. */
  chosen = new Int32Array(64)
  count = 0

  /** Adds a row; the caller fills in its numbers at the index that is returned. */
  push(link: number, record: number, single: number, point: number): number {
    const index = this.count++
    if (index * PLACE === this.place.length) this.grow()
    this.place[index * PLACE] = link
    this.place[index * PLACE + 1] = record
    this.place[index * PLACE + 2] = single
    this.place[index * PLACE + 3] = point
    return index
  }

  private grow(): void {
    const { place, data } = this
    this.place = new Int32Array(place.length * 2)
    this.data = new Float64Array(data.length * 2)
    this.chosen = new Int32Array(this.chosen.length * 2)
    this.place.set(place)
    this.data.set(data)
  }
}
