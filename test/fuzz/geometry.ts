/**
 * Slow and plain geometry: convex cores of one or more points with a radius around them, in world coordinates. Signed
 * distances come from every axis and every pair of features; rays and casts from bisection, because the signed distance
 * along a straight way is a convex function.
 */
import type { Vector } from './operations.ts'

export interface Solid {
  /** Counter-clockwise when there are three points or more. */
  readonly core: readonly Vector[]
  readonly radius: number
  /** A link of a chain, which only holds back what comes from its left. */
  readonly sided: boolean
}

/** The distance of two solids; negative by the shortest way out where they overlap. */
export function separation(a: Solid, b: Solid): number {
  return coreSeparation(a.core, b.core) - a.radius - b.radius
}

/** The distance of a point from a solid; negative inside. */
export function pointSeparation(solid: Solid, x: number, y: number): number {
  return coreSeparation(solid.core, [[x, y]]) - solid.radius
}

function coreSeparation(a: readonly Vector[], b: readonly Vector[]): number {
  const widest = Math.max(widestGap(a, b), widestGap(b, a))
  // A gap along some axis: the distance is that of the nearest features.
  return widest > 0 || (a.length < 3 && b.length < 3 && !linesCross(a, b)) ? nearestFeatures(a, b) : Math.min(0, widest)
}

/** The widest gap along an edge normal of `a`; −Infinity where it has none. */
function widestGap(a: readonly Vector[], b: readonly Vector[]): number {
  let widest = -Infinity
  if (a.length < 2) return widest
  for (let i = 0; i < a.length; i++) {
    const p = a[i]!
    const q = a[(i + 1) % a.length]!
    const length = Math.sqrt((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2)
    const nx = (q[1] - p[1]) / length
    const ny = (p[0] - q[0]) / length
    widest = Math.max(widest, lowest(b, nx, ny) + lowest(a, -nx, -ny))
    if (a.length === 2) widest = Math.max(widest, lowest(b, ny, -nx) + lowest(a, -ny, nx))
  }
  return widest
}

function lowest(points: readonly Vector[], nx: number, ny: number): number {
  let low = Infinity
  for (let i = 0; i < points.length; i++) {
    const along = points[i]![0] * nx + points[i]![1] * ny
    if (along < low) low = along
  }
  return low
}

function linesCross(a: readonly Vector[], b: readonly Vector[]): boolean {
  if (a.length < 2 || b.length < 2) return false
  return side(a[0]!, a[1]!, b[0]!) * side(a[0]!, a[1]!, b[1]!) < 0 && side(b[0]!, b[1]!, a[0]!) * side(b[0]!, b[1]!, a[1]!) < 0
}

function side(p: Vector, q: Vector, r: Vector): number {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
}

function nearestFeatures(a: readonly Vector[], b: readonly Vector[]): number {
  let nearest = Infinity
  for (const p of a) for (let i = 0; i < b.length; i++) nearest = Math.min(nearest, toEdge(p, b[i]!, b[(i + 1) % b.length]!))
  for (const p of b) for (let i = 0; i < a.length; i++) nearest = Math.min(nearest, toEdge(p, a[i]!, a[(i + 1) % a.length]!))
  return nearest
}

function toEdge(p: Vector, a: Vector, b: Vector): number {
  const ex = b[0] - a[0]
  const ey = b[1] - a[1]
  const square = ex * ex + ey * ey
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / square))
  return Math.sqrt((p[0] - a[0] - t * ex) ** 2 + (p[1] - a[1] - t * ey) ** 2)
}

/** Where a way from 0 to 1 meets something: when it surely does, and the earliest that it might. */
export interface Meeting {
  /** Infinity when it does not go `slack` deep. */
  readonly surely: number
  /** Infinity when it does not come within `slack`. */
  readonly perhaps: number
  /** The least distance on the way. */
  readonly least: number
}

/** Follows a convex function of the way from 0 to 1 that is negative in what is to be met. */
export function meet(depth: (t: number) => number, slack: number): Meeting {
  let low = 0
  let high = 1
  for (let i = 0; i < 70; i++) {
    const third = (high - low) / 3
    if (depth(low + third) <= depth(high - third)) high -= third
    else low += third
  }
  let deepest = (low + high) / 2
  if (depth(0) <= depth(deepest)) deepest = 0
  if (depth(1) < depth(deepest)) deepest = 1
  const least = depth(deepest)
  return { surely: firstBelow(depth, deepest, -slack), perhaps: firstBelow(depth, deepest, slack), least }
}

function firstBelow(depth: (t: number) => number, deepest: number, bound: number): number {
  if (depth(0) <= bound) return 0
  if (depth(deepest) > bound) return Infinity
  let low = 0
  let high = deepest
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (depth(middle) <= bound) high = middle
    else low = middle
  }
  return high
}

/** The solid moved by (dx, dy). */
export function moved(solid: Solid, dx: number, dy: number): Solid {
  return { ...solid, core: solid.core.map(([x, y]): Vector => [x + dx, y + dy]) }
}

/** Lowest and highest x and y of solids. */
export type Bounds = readonly [number, number, number, number]

export function boundsOf(solids: readonly Solid[]): Bounds {
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity
  for (const { core, radius } of solids) {
    for (const [x, y] of core) {
      if (x - radius < minX) minX = x - radius
      if (y - radius < minY) minY = y - radius
      if (x + radius > maxX) maxX = x + radius
      if (y + radius > maxY) maxY = y + radius
    }
  }
  return [minX, minY, maxX, maxY]
}

/** The widest gap between two boxes along an axis; negative where they overlap. */
export function boxGap(a: Bounds, b: Bounds): number {
  return Math.max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])
}

const outlines = new WeakMap<readonly Vector[], Vector[]>()

/** Points of a convex outline in counter-clockwise order (gift wrapping), found once for each list of points. */
export function outline(points: readonly Vector[]): Vector[] {
  const known = outlines.get(points)
  if (known !== undefined) return known
  let start = points[0]!
  for (const p of points) if (p[0] < start[0] || (p[0] === start[0] && p[1] < start[1])) start = p
  const hull: Vector[] = []
  let at = start
  do {
    hull.push(at)
    let next = points[0] === at ? points[1]! : points[0]!
    for (const p of points) {
      const turn = side(at, next, p)
      const farther = Math.hypot(p[0] - at[0], p[1] - at[1]) > Math.hypot(next[0] - at[0], next[1] - at[1])
      if (turn < 0 || (turn === 0 && farther)) next = p
    }
    at = next
  } while (at !== start && hull.length <= points.length)
  outlines.set(points, hull)
  return hull
}
