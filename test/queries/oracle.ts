/** Plain geometry, written another way than the engine's: everything is a convex outline with a radius. */

export interface Outline {
  /** Corners in order; one for a disc, two for a line. */
  readonly points: readonly [number, number][]
  readonly radius: number
}

export function moved(outline: Outline, x: number, y: number, angle: number): Outline {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return { radius: outline.radius, points: outline.points.map(([px, py]) => [x + c * px - s * py, y + s * px + c * py]) }
}

function edgesOf(points: Outline['points']): [number, number, number, number][] {
  if (points.length === 1) return [[points[0]![0], points[0]![1], points[0]![0], points[0]![1]]]
  if (points.length === 2) return [[points[0]![0], points[0]![1], points[1]![0], points[1]![1]]]
  return points.map(([x, y], i) => {
    const [x2, y2] = points[(i + 1) % points.length]!
    return [x, y, x2, y2]
  })
}

function pointToEdge(x: number, y: number, [x1, y1, x2, y2]: [number, number, number, number]): number {
  const ex = x2 - x1
  const ey = y2 - y1
  const square = ex * ex + ey * ey
  const t = square > 0 ? Math.min(1, Math.max(0, ((x - x1) * ex + (y - y1) * ey) / square)) : 0
  return Math.hypot(x - x1 - t * ex, y - y1 - t * ey)
}

function isInside(x: number, y: number, points: Outline['points']): boolean {
  if (points.length < 3) return false
  let sign = 0
  for (const [x1, y1, x2, y2] of edgesOf(points)) {
    const cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
    if (cross === 0) continue
    if (sign !== 0 && Math.sign(cross) !== sign) return false
    sign = Math.sign(cross)
  }
  return true
}

type Edge = [number, number, number, number]

function sideOf(e: Edge, x: number, y: number): number {
  return (e[2] - e[0]) * (y - e[1]) - (e[3] - e[1]) * (x - e[0])
}

function edgesCross(a: Edge, b: Edge): boolean {
  return sideOf(a, b[0], b[1]) * sideOf(a, b[2], b[3]) < 0 && sideOf(b, a[0], a[1]) * sideOf(b, a[2], a[3]) < 0
}

/** Distance of two outlines; 0 or less where they overlap (no depth is computed for cores that overlap). */
export function distanceOf(a: Outline, b: Outline): number {
  return coreDistance(a, b) - a.radius - b.radius
}

function coreDistance(a: Outline, b: Outline): number {
  if (isInside(...a.points[0]!, b.points) || isInside(...b.points[0]!, a.points)) return 0
  let least = Infinity
  for (const one of edgesOf(a.points)) {
    for (const two of edgesOf(b.points)) {
      if (edgesCross(one, two)) return 0
      least = Math.min(
        least,
        pointToEdge(one[0], one[1], two),
        pointToEdge(one[2], one[3], two),
        pointToEdge(two[0], two[1], one),
        pointToEdge(two[2], two[3], one),
      )
    }
  }
  return least
}

/**
 * The fraction of the way (dx, dy) at which a moving outline first touches a resting one, or null. The distance along
 * a straight way is a convex function, so its lowest place is found by thirds and the first touch by halving.
 */
export function castOf(a: Outline, b: Outline, dx: number, dy: number): number | null {
  if (passesBy(a, b, dx, dy)) return null
  const at = (t: number) => distanceOf({ ...a, points: a.points.map(([x, y]) => [x + dx * t, y + dy * t]) }, b)
  if (at(0) <= 0) return 0
  let low = 0
  let high = 1
  for (let i = 0; i < 60; i++) {
    const left = low + (high - low) / 3
    const right = high - (high - low) / 3
    if (at(left) <= at(right)) high = right
    else low = left
  }
  const bottom = 0.5 * (low + high)
  if (at(bottom) > 1e-9) return null
  low = 0
  high = bottom
  for (let i = 0; i < 40; i++) {
    const middle = 0.5 * (low + high)
    if (at(middle) > 1e-9) low = middle
    else high = middle
  }
  return high
}

/** Whether the way is too far off by the circles around both outlines: saves nearly all of the work. */
function passesBy(a: Outline, b: Outline, dx: number, dy: number): boolean {
  const [x, y] = a.points[0]!
  const [cx, cy] = b.points[0]!
  const around = (o: Outline) => o.radius + Math.max(...o.points.map(([px, py]) => Math.hypot(px - o.points[0]![0], py - o.points[0]![1])))
  return pointToEdge(cx, cy, [x, y, x + dx, y + dy]) > around(a) + around(b) + 1e-6
}
