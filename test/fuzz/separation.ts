/**
 * The signed distance of two convex cores by brute force: where a direction tells them apart the least of all distances
 * of a vertex and an edge, else minus the least depth over all edge directions. Knows nothing of the engine.
 */

/** The vertices of a core in the world, x and y in turn, counter-clockwise: one for a circle, two for a line. */
export interface Core {
  count: number
  readonly points: Float64Array
}

export function newCore(): Core {
  return { count: 0, points: new Float64Array(16) }
}

/** How far `b` lies in front of `a` along a direction. */
export function separationAlong(a: Core, b: Core, nx: number, ny: number): number {
  let most = -Infinity
  for (let i = 0; i < a.count; i++) most = Math.max(most, a.points[2 * i]! * nx + a.points[2 * i + 1]! * ny)
  let least = Infinity
  for (let i = 0; i < b.count; i++) least = Math.min(least, b.points[2 * i]! * nx + b.points[2 * i + 1]! * ny)
  return least - most
}

function pointEdgeDistance(x: number, y: number, core: Core, edge: number): number {
  const p = core.points
  const next = edge + 1 < core.count ? edge + 1 : 0
  const ax = p[2 * edge]!
  const ay = p[2 * edge + 1]!
  const ex = p[2 * next]! - ax
  const ey = p[2 * next + 1]! - ay
  const square = ex * ex + ey * ey
  const t = square > 0 ? Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / square)) : 0
  const dx = x - ax - ex * t
  const dy = y - ay - ey * t
  return Math.sqrt(dx * dx + dy * dy)
}

/** Distance of a point from a core, negative inside. */
export function pointCoreDistance(x: number, y: number, core: Core): number {
  const p = core.points
  let nearest = Infinity
  let inside = core.count > 2
  for (let i = 0; i < core.count; i++) {
    nearest = Math.min(nearest, pointEdgeDistance(x, y, core, i))
    const n = i + 1 < core.count ? i + 1 : 0
    const side = (p[2 * n]! - p[2 * i]!) * (y - p[2 * i + 1]!) - (p[2 * n + 1]! - p[2 * i + 1]!) * (x - p[2 * i]!)
    if (side < 0) inside = false
  }
  return inside ? -nearest : nearest
}

/** The signed distance of two cores. */
export function coreSeparation(a: Core, b: Core): number {
  const depth = Math.max(facesAgainst(a, b, false), facesAgainst(b, a, false))
  const apart = depth > 0 || facesAgainst(a, b, true) > 0 || facesAgainst(b, a, true) > 0
  if (!apart && (a.count > 1 || b.count > 1)) return depth
  let nearest = Infinity
  for (let i = 0; i < a.count; i++) {
    for (let j = 0; j < b.count; j++) {
      nearest = Math.min(nearest, pointEdgeDistance(a.points[2 * i]!, a.points[2 * i + 1]!, b, j))
      nearest = Math.min(nearest, pointEdgeDistance(b.points[2 * j]!, b.points[2 * j + 1]!, a, i))
    }
  }
  return nearest
}

/** The best separation along the edge normals of a core, or if `lengthwise` along a line's own direction. */
function facesAgainst(core: Core, other: Core, lengthwise: boolean): number {
  if (core.count === 1 || (lengthwise && core.count > 2)) return -Infinity
  let best = -Infinity
  for (let i = 0; i < core.count; i++) {
    const n = i + 1 < core.count ? i + 1 : 0
    const ex = core.points[2 * n]! - core.points[2 * i]!
    const ey = core.points[2 * n + 1]! - core.points[2 * i + 1]!
    const length = Math.sqrt(ex * ex + ey * ey)
    const along = lengthwise
      ? separationAlong(core, other, ex / length, ey / length)
      : separationAlong(core, other, ey / length, -ex / length)
    best = Math.max(best, along)
  }
  return best
}
