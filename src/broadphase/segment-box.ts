/**
 * Whether the segment from (x1, y1) to (x2, y2) touches a box. Exact up to rounding: the boxes overlap, and the
 * corners of the box that are farthest across the line lie on both sides of it.
 */
export function touchesSegment(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): boolean {
  if (minX > (x1 > x2 ? x1 : x2) || maxX < (x1 < x2 ? x1 : x2)) return false
  if (minY > (y1 > y2 ? y1 : y2) || maxY < (y1 < y2 ? y1 : y2)) return false
  const dx = x2 - x1
  const dy = y2 - y1
  const over = dx * ((dx > 0 ? maxY : minY) - y1) - dy * ((dy > 0 ? minX : maxX) - x1)
  const under = dx * ((dx > 0 ? minY : maxY) - y1) - dy * ((dy > 0 ? maxX : minX) - x1)
  return over >= 0 && under <= 0
}
