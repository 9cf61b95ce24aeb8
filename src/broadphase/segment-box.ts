/**
 * Whether the segment `ends` touches the box of which minX, minY, maxX, maxY begin at `boxes[o]`. Exact up to rounding:
 * the boxes overlap, and the corners of the box that are farthest across the line lie on both sides of it.
 */
export function touchesSegment(ends: Float64Array, boxes: Float64Array, o: number): boolean {
  const x1 = ends[0]!
  const y1 = ends[1]!
  const x2 = ends[2]!
  const y2 = ends[3]!
  const minX = boxes[o]!
  const minY = boxes[o + 1]!
  const maxX = boxes[o + 2]!
  const maxY = boxes[o + 3]!
  if (minX > (x1 > x2 ? x1 : x2) || maxX < (x1 < x2 ? x1 : x2)) return false
  if (minY > (y1 > y2 ? y1 : y2) || maxY < (y1 < y2 ? y1 : y2)) return false
  const dx = x2 - x1
  const dy = y2 - y1
  const over = dx * ((dx > 0 ? maxY : minY) - y1) - dy * ((dy > 0 ? minX : maxX) - x1)
  const under = dx * ((dx > 0 ? minY : maxY) - y1) - dy * ((dy > 0 ? maxX : minX) - x1)
  return over >= 0 && under <= 0
}
