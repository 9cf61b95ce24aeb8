/**
 * What the contact solver reads and writes, in solving order: one record a contact, its points behind it.
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
  /** Offsets of the states of A and B (two bodies) or of the body (one body), then the number of points. */
  link = new Int32Array(64 * LINK)
  data: Float64Array
  /** The contact in the table behind each record. */
  contact = new Int32Array(64)
  count = 0
  private readonly stride: number

  constructor(stride: number) {
    this.stride = stride
    this.data = new Float64Array(64 * stride)
  }

  /** Makes room for `count` records. Old contents are dropped. */
  reserve(count: number): void {
    if (count <= this.contact.length) return
    let capacity = this.contact.length
    while (capacity < count) capacity *= 2
    this.link = new Int32Array(capacity * LINK)
    this.data = new Float64Array(capacity * this.stride)
    this.contact = new Int32Array(capacity)
  }
}

/** Integers in the links of a record. */
export const LINK = 3

export const TWO_HEADER = 9
export const TWO_POINT = 9
export const TWO_STRIDE = TWO_HEADER + 2 * TWO_POINT

export const ONE_HEADER = 7
export const ONE_POINT = 7
export const ONE_STRIDE = ONE_HEADER + 2 * ONE_POINT

/** Numbers in a bounce: the point's approach speed before the step, and the restitution of the pair. */
export const BOUNCE_STRIDE = 2

/** The records whose bodies resist rolling: index times 2, plus 1 for a one-body record, and the resistance. */
export class Rollers {
  key = new Int32Array(64)
  resistance = new Float64Array(64)
  count = 0

  push(key: number, resistance: number): void {
    if (this.count === this.key.length) {
      const { key: keys, resistance: resistances } = this
      this.key = new Int32Array(keys.length * 2)
      this.resistance = new Float64Array(keys.length * 2)
      this.key.set(keys)
      this.resistance.set(resistances)
    }
    this.key[this.count] = key
    this.resistance[this.count++] = resistance
  }
}

/**
 * The points that may bounce: found when the rows are prepared, so that the pass costs nothing where nothing bounces.
 */
export class Bounces {
  /** Index of the record, times 4, plus 2 when it is a one-body record, plus the point. */
  key = new Int32Array(64)
  data = new Float64Array(64 * BOUNCE_STRIDE)
  count = 0

  push(key: number, velocity: number, restitution: number): void {
    if (this.count === this.key.length) this.grow()
    this.key[this.count] = key
    this.data[this.count * BOUNCE_STRIDE] = velocity
    this.data[this.count * BOUNCE_STRIDE + 1] = restitution
    this.count++
  }

  private grow(): void {
    const { key, data } = this
    this.key = new Int32Array(key.length * 2)
    this.data = new Float64Array(data.length * 2)
    this.key.set(key)
    this.data.set(data)
  }
}
