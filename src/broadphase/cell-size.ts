/** A cell is not made smaller than this, whatever the boxes. */
const LEAST_CELL = 2 ** -20

/** How full the plane is taken to be, to guess how many small boxes a large cell holds. */
const FILL = 0.5

/** A box counts as at least this part of a cell: points are not taken to fill it without end. */
const LEAST_PART = 1 / 16

/** Cells that a search looks into. */
const CELLS_SEARCHED = 9

const bits = new Float64Array(1)
const words = new Uint32Array(bits.buffer)
/** Number of boxes by the binary exponent of their size. */
const histogram = new Uint32Array(2048)
/** Whether the high word of a number comes second in memory. */
const HIGH = bitsOfOne() === 0 ? 1 : 0

function bitsOfOne(): number {
  bits[0] = 1
  return words[0]!
}

/** Forgets the sizes that were counted. */
export function beginSizes(): void {
  histogram.fill(0)
}

/** Counts the longer side of a box. */
export function countSize(size: number): void {
  bits[0] = size
  const exponent = (words[HIGH]! >>> 20) & 0x7ff
  histogram[exponent] = histogram[exponent]! + 1
}

/**
 * The side of a cell, a power of two, for the sizes that were counted. A search tests the boxes of the nine cells
 * around it and all that are too large for a cell; both are weighed for every size that occurs.
 */
export function chooseCellSize(): number {
  let total = 0
  for (let e = 0; e < 2048; e++) total += histogram[e]!
  let best = LEAST_CELL
  let least = Infinity
  let within = 0
  for (let e = 0; e < 2047; e++) {
    if (histogram[e] === 0) continue
    within += histogram[e]!
    let tests = 0
    for (let s = 0; s <= e; s++) {
      if (histogram[s] === 0) continue
      const part = Math.max(s === e ? 0.75 : 0.75 * powerOfTwo(s - e), LEAST_PART)
      tests += histogram[s]! / (part * part)
    }
    // No more boxes can be met than there are.
    const cost = Math.min((CELLS_SEARCHED * FILL * tests) / within, within) + (total - within)
    if (cost >= least) continue
    least = cost
    best = Math.max(LEAST_CELL, powerOfTwo(e + 1 - 1023))
  }
  return best
}

function powerOfTwo(exponent: number): number {
  let value = 1
  for (let e = exponent; e < 0 && value > 0; e++) value *= 0.5
  for (let e = exponent; e > 0; e--) value *= 2
  return value
}
