/** The mark of a body that was hit in the first round; of the second it is one more. */
export const HIT_IN_ROUND = 2

/** Numbers in a hit: see {@link Hit}. */
export const HIT_STRIDE = 4

/** Places in the numbers of a hit. */
export enum Hit {
  /** The velocity along the normal with which its bodies are to part. */
  Wanted = 0,
  /** Its impulse so far. */
  Impulse = 1,
  /** Seconds from the beginning of the substep to the hit. */
  Time = 2,
  /** Up to when other hits come at the same time as this one. */
  Together = 3,
}

/**
 * Integers in the place of a hit: the float at which its lane begins; that of its point; twice its bounce, and one more
 * at the second point.
 */
export const HIT_PLACE = 3
/** Numbers of a shift: x, y, turn. */
export const SHIFT_STRIDE = 3

/** What `resolveImpacts` needs room for, of one world. Records are those of `BodyStates.work`, by their number. */
export class Impacts {
  /** By record: 1 where some point of the body may be faster than half the threshold; where it was hit, in which round. */
  quick = new Uint8Array(0)
  /** What marks the bodies that the round at hand hits. */
  mark = 0
  /** By record: how much farther its impacts let the body come in this substep than its velocity says. */
  shift = new Float64Array(0)
  /** By record, of what is hit in the round at hand: up to when a hit counts as its first. */
  first = new Float64Array(0)
  /** The records that have a shift. */
  shifted = new Uint32Array(0)
  shiftedCount = 0
  isShifted = new Uint8Array(0)
  place = new Int32Array(64 * HIT_PLACE)
  data = new Float64Array(64 * HIT_STRIDE)
  /** The bounces that hit in this substep, and by bounce: the bits of the points that did. */
  struck = new Uint32Array(64)
  struckCount = 0
  points = new Uint8Array(64)
  /** By bounce and point: its `PointField.Base` before the shift. */
  base = new Float32Array(128)

  /** Makes room for that many records and bounces. */
  reserve(records: number, bounces: number): void {
    if (bounces > this.points.length) {
      this.struck = new Uint32Array(bounces * 2)
      this.points = new Uint8Array(bounces * 2)
      this.base = new Float32Array(bounces * 4)
    }
    if (records <= this.quick.length) return
    const room = records * 2
    this.quick = new Uint8Array(room)
    this.shift = new Float64Array(room * SHIFT_STRIDE)
    this.first = new Float64Array(room)
    this.shifted = new Uint32Array(room)
    this.isShifted = new Uint8Array(room)
  }

  /** Drops what a step that failed has left. */
  clear(): void {
    for (let i = 0; i < this.shiftedCount; i++) {
      const record = this.shifted[i]!
      this.shift.fill(0, record * SHIFT_STRIDE, (record + 1) * SHIFT_STRIDE)
      this.isShifted[record] = 0
    }
    this.shiftedCount = 0
    for (let i = 0; i < this.struckCount; i++) this.points[this.struck[i]!] = 0
    this.struckCount = 0
  }

  grow(): void {
    const { place, data } = this
    this.place = new Int32Array(place.length * 2)
    this.data = new Float64Array(data.length * 2)
    this.place.set(place)
    this.data.set(data)
  }
}
