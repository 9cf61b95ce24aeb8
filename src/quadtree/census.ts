import type { Bounds } from './store.ts'

/** Bins of sizes: the exponent and two mantissa bits of a 32-bit float, four bins an octave. */
const BINS = 1024
/** The finest side is looked for among at most this many sizes. */
const MAX_SIZES = 32

/** A sample is a 32nd of the boxes, but from 128 to 512 (all boxes would cost 20 ns each). */
const LEAST_SAMPLE = 128
const MOST_SAMPLE = 512

const float = new Float32Array(1)
const floatBits = new Int32Array(float.buffer)

/** Which sizes boxes have, and where they lie: what a plan is made from. */
export class Census {
  /** Boxes to plan for, and how many of them were looked at. */
  count = 0
  sampled = 0
  /** minX, minY, maxX, maxY of the boxes that were looked at. */
  readonly bounds = new Float64Array(4)
  /** Sizes in use and how many boxes have them, ascending. */
  readonly sizes = new Float64Array(MAX_SIZES)
  readonly sizeCounts = new Int32Array(MAX_SIZES)
  sizeCount = 0
  readonly #counts = new Int32Array(BINS)
  readonly #largest = new Float64Array(BINS)
  #lowest = 0
  #highest = BINS - 1

  /** Takes a sample of listed boxes, or all of them. Boxes that are none are left to the build. */
  ofList(bounds: Bounds, list: Uint32Array, count: number, all: boolean): void {
    const { minX, minY, maxX, maxY } = bounds
    const take = all ? count : sampleSize(count)
    this.#begin(count)
    let left = Infinity, bottom = Infinity, right = -Infinity, top = -Infinity
    for (let k = 0; k < take; k++) {
      const item = list[take === count ? k : scattered(k, count)]!
      const x0 = minX[item]!, y0 = minY[item]!, x1 = maxX[item]!, y1 = maxY[item]!
      if (!(x0 <= x1 && y0 <= y1)) continue
      if (x0 < left) left = x0
      if (y0 < bottom) bottom = y0
      if (x1 > right) right = x1
      if (y1 > top) top = y1
      this.#add(x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0)
    }
    this.#end(left, bottom, right, top)
  }

  /** Takes a sample of the first `used` entries, of which `count` are not holes, or all of them. */
  ofEntries(boxes: Float64Array, used: number, count: number, all: boolean): void {
    const take = all ? used : sampleSize(used)
    this.#begin(count)
    let left = Infinity, bottom = Infinity, right = -Infinity, top = -Infinity
    for (let k = 0; k < take; k++) {
      const at = 4 * (take === used ? k : scattered(k, used))
      const x0 = boxes[at]!, y0 = boxes[at + 1]!, x1 = boxes[at + 2]!, y1 = boxes[at + 3]!
      if (!(x0 <= x1)) continue
      if (x0 < left) left = x0
      if (y0 < bottom) bottom = y0
      if (x1 > right) right = x1
      if (y1 > top) top = y1
      this.#add(x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0)
    }
    if (this.sampled === 0 && !all) this.ofEntries(boxes, used, count, true)
    else this.#end(left, bottom, right, top)
  }

  #begin(count: number): void {
    this.count = count
    this.sampled = 0
    this.#counts.fill(0, this.#lowest, this.#highest + 1)
    this.#largest.fill(0, this.#lowest, this.#highest + 1)
    this.#lowest = BINS - 1
    this.#highest = 0
  }

  #add(size: number): void {
    float[0] = size
    const bin = floatBits[0]! >>> 21
    this.sampled++
    this.#counts[bin]!++
    if (size > this.#largest[bin]!) this.#largest[bin] = size
    if (bin < this.#lowest) this.#lowest = bin
    if (bin > this.#highest) this.#highest = bin
  }

  /** Bins to a short list, as if all boxes had been counted; too many neighbors are joined. */
  #end(left: number, bottom: number, right: number, top: number): void {
    this.bounds[0] = left
    this.bounds[1] = bottom
    this.bounds[2] = right
    this.bounds[3] = top
    const counts = this.#counts
    const scale = this.sampled > 0 ? this.count / this.sampled : 0
    let used = 0
    for (let bin = this.#lowest; bin <= this.#highest; bin++) if (counts[bin]! > 0) used++
    const joined = Math.ceil(used / MAX_SIZES)
    let n = 0, waiting = 0
    for (let bin = this.#lowest; bin <= this.#highest; bin++) {
      if (counts[bin] === 0) continue
      if (waiting === 0) {
        this.sizeCounts[n] = 0
        n++
        waiting = joined
      }
      waiting--
      this.sizeCounts[n - 1]! += Math.ceil(counts[bin]! * scale)
      this.sizes[n - 1] = this.#largest[bin]!
    }
    this.sizeCount = n
  }
}

function sampleSize(count: number): number {
  const part = count >> 5
  return Math.min(count, part < LEAST_SAMPLE ? LEAST_SAMPLE : part > MOST_SAMPLE ? MOST_SAMPLE : part)
}

/** The k-th of places spread evenly over a range, in no step that boxes could repeat in. */
function scattered(k: number, count: number): number {
  return Math.floor((Math.imul(k, 0x9e3779b1) >>> 0) / 4294967296 * count)
}
