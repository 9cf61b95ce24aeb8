/**
 * Outline of the 3 to 8 points of a convex polygon, with an error for everything
 * that would make a silent different shape of it.
 */
const MIN_POLYGON_POINTS = 3
const MAX_POLYGON_POINTS = 8

/** Points nearer to each other, or to an edge, than this share of the polygon's size count as one. */
const NEAR = 1e-6

const order = new Int32Array(MAX_POLYGON_POINTS)
const stack = new Int32Array(MAX_POLYGON_POINTS * 2 + 2)
/** The larger side of the bounding box: an array, because numbers that a call passes get boxes of their own. */
const extent = new Float64Array(1)
/** The area of the outline at hand, in an array for the same reason. */
const area = new Float64Array(1)

/**
 * Writes the hull of `points` (x0, y0, x1, y1, ...) to `out` as x, y pairs,
 * counter-clockwise (y up), starting at the leftmost point (the lower one of
 * two), and returns the number of its vertices. The points may come in either
 * order around it; one that lies on an edge between two others is dropped.
 *
 * @throws RangeError for an odd number of coordinates, fewer than 3 or more than
 * 8 points, a coordinate that is not finite, a repeated point, points on one
 * line, a point inside the hull of the others (a concave outline), and an
 * outline that crosses itself.
 */
export function convexHull(points: ArrayLike<number>, out: Float64Array): number {
  const count = checkPoints(points)
  checkRepeats(points, count)
  const size = monotoneChain(points, count)
  let written = 0
  for (let i = 0; i < size; i++) {
    const before = stack[(i + size - 1) % size]!
    const after = stack[(i + 1) % size]!
    if (isNearLine(points, before, after, stack[i]!)) continue
    out[written * 2] = points[stack[i]! * 2]!
    out[written * 2 + 1] = points[stack[i]! * 2 + 1]!
    written++
  }
  if (written < MIN_POLYGON_POINTS) {
    throw new RangeError('polygon: the points lie on one line, which has no area; use segment() or capsule() for a line')
  }
  checkInside(points, count, out, written)
  checkOrder(points, count, out, written)
  return written
}

function checkPoints(points: ArrayLike<number>): number {
  if (points.length % 2 !== 0) {
    throw new RangeError(`polygon: ${points.length} coordinates make no whole number of points; give x and y of each`)
  }
  const count = points.length / 2
  if (count < MIN_POLYGON_POINTS || count > MAX_POLYGON_POINTS) {
    throw new RangeError(
      `polygon: ${count} points given, ${MIN_POLYGON_POINTS} to ${MAX_POLYGON_POINTS} are allowed; `
      + 'leave some out or split the outline into child colliders',
    )
  }
  for (let i = 0; i < count; i++) {
    if (!Number.isFinite(points[i * 2]!) || !Number.isFinite(points[i * 2 + 1]!)) {
      throw new RangeError(`polygon: point ${i} ${show(points, i)} is not finite`)
    }
  }
  return count
}

/** Refuses repeated points, and sets the extent. */
function checkRepeats(points: ArrayLike<number>, count: number): void {
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity
  for (let i = 0; i < count; i++) {
    minX = Math.min(minX, points[i * 2]!)
    maxX = Math.max(maxX, points[i * 2]!)
    minY = Math.min(minY, points[i * 2 + 1]!)
    maxY = Math.max(maxY, points[i * 2 + 1]!)
  }
  const side = Math.max(maxX - minX, maxY - minY)
  extent[0] = side
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const dx = Math.abs(points[i * 2]! - points[j * 2]!)
      const dy = Math.abs(points[i * 2 + 1]! - points[j * 2 + 1]!)
      if (Math.max(dx, dy) <= NEAR * side) {
        throw new RangeError(`polygon: point ${i} ${show(points, i)} repeats point ${j}; leave one of them out`)
      }
    }
  }
}

/** Fills `stack` with the hull's indices (Andrew's monotone chain) and returns their number. */
function monotoneChain(points: ArrayLike<number>, count: number): number {
  for (let i = 0; i < count; i++) {
    let at = i
    while (at > 0 && comesBefore(points, i, order[at - 1]!)) {
      order[at] = order[at - 1]!
      at--
    }
    order[at] = i
  }
  let size = 0
  for (let i = 0; i < count; i++) size = push(points, order[i]!, size, 2)
  const lower = size + 1
  for (let i = count - 2; i >= 0; i--) size = push(points, order[i]!, size, lower)
  return size - 1
}

function comesBefore(points: ArrayLike<number>, i: number, j: number): boolean {
  const dx = points[i * 2]! - points[j * 2]!
  return dx < 0 || (dx === 0 && points[i * 2 + 1]! < points[j * 2 + 1]!)
}

function push(points: ArrayLike<number>, index: number, size: number, keep: number): number {
  let top = size
  while (top >= keep && !turnsLeft(points, stack[top - 2]!, stack[top - 1]!, index)) top--
  stack[top] = index
  return top + 1
}

function turnsLeft(points: ArrayLike<number>, i: number, j: number, k: number): boolean {
  const ax = points[j * 2]! - points[i * 2]!
  const ay = points[j * 2 + 1]! - points[i * 2 + 1]!
  const bx = points[k * 2]! - points[i * 2]!
  const by = points[k * 2 + 1]! - points[i * 2 + 1]!
  return !(ax * by - ay * bx <= 0)
}

/** Whether point k counts as one on the line through points i and j. */
function isNearLine(points: ArrayLike<number>, i: number, j: number, k: number): boolean {
  const dx = points[j * 2]! - points[i * 2]!
  const dy = points[j * 2 + 1]! - points[i * 2 + 1]!
  const px = points[k * 2]! - points[i * 2]!
  const py = points[k * 2 + 1]! - points[i * 2 + 1]!
  const length = Math.sqrt(dx * dx + dy * dy)
  return !(length > 0) || Math.abs(dx * py - dy * px) / length <= NEAR * extent[0]!
}

/** Refuses a point that is farther inside than rounding explains: the outline was concave. */
function checkInside(points: ArrayLike<number>, count: number, hull: Float64Array, size: number): void {
  for (let k = 0; k < count; k++) {
    let depth = Infinity
    for (let i = 0; i < size; i++) {
      const j = (i + 1) % size
      const ex = hull[j * 2]! - hull[i * 2]!
      const ey = hull[j * 2 + 1]! - hull[i * 2 + 1]!
      const px = points[k * 2]! - hull[i * 2]!
      const py = points[k * 2 + 1]! - hull[i * 2 + 1]!
      depth = Math.min(depth, (ex * py - ey * px) / Math.sqrt(ex * ex + ey * ey))
    }
    if (depth > 4 * NEAR * extent[0]!) {
      throw new RangeError(
        `polygon: point ${k} ${show(points, k)} lies inside the hull of the others, so the outline is concave; `
        + 'leave it out or split the outline into convex child colliders',
      )
    }
  }
}

/**
 * Refuses an outline that crosses itself. Of all orders of the points of a convex polygon that go to the right once and
 * to the left once only the two that go around it enclose the whole of its area. What rounding and points near an edge
 * change about that is let be.
 */
function checkOrder(points: ArrayLike<number>, count: number, hull: Float64Array, size: number): void {
  encloseArea(hull, size)
  const around = area[0]!
  encloseArea(points, count)
  const given = Math.abs(area[0]!)
  if (given >= 0.999 * around - 16 * NEAR * extent[0]! * extent[0]! && turnsBack(points, count) <= 2) return
  throw new RangeError(
    'polygon: the outline crosses itself; give the points in the order in which they stand around it, either way'
  )
}

/** How often an outline turns from right to left or back. */
function turnsBack(points: ArrayLike<number>, count: number): number {
  let turns = 0
  let first = 0
  let last = 0
  for (let i = 0; i < count; i++) {
    const dx = points[((i + 1) % count) * 2]! - points[i * 2]!
    if (Math.abs(dx) <= NEAR * extent[0]!) continue
    const way = dx > 0 ? 1 : -1
    if (first === 0) first = way
    else if (way !== last) turns++
    last = way
  }
  return turns + (first !== last ? 1 : 0)
}

/** Writes the area within an outline, counter-clockwise, to {@link area}. */
function encloseArea(points: ArrayLike<number>, count: number): void {
  let twice = 0
  for (let i = 2; i < count; i++) {
    const ax = points[2 * i - 2]! - points[0]!
    const ay = points[2 * i - 1]! - points[1]!
    const bx = points[2 * i]! - points[0]!
    const by = points[2 * i + 1]! - points[1]!
    twice += ax * by - ay * bx
  }
  area[0] = 0.5 * twice
}

function show(points: ArrayLike<number>, i: number): string {
  return `(${points[i * 2]}, ${points[i * 2 + 1]})`
}
