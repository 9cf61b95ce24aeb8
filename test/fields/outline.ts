import type { ShapeData } from '../../src/index.ts'

export interface Place {
  readonly x: number
  readonly y: number
}

/** The corners of what a shape is rounded around, and the radius. */
export function coreOf(shape: ShapeData): { readonly corners: Place[]; readonly radius: number } {
  const { halfWidth: w, halfHeight: h, radius, points } = shape
  if (points !== undefined) {
    const corners = Array.from({ length: points.length / 2 }, (_, i) => ({ x: points[2 * i]!, y: points[2 * i + 1]! }))
    return { corners, radius }
  }
  const kind = w === 0 && h === 0 ? 'point' : w === 0 || h === 0 ? 'line' : 'box'
  if (kind === 'point') return { corners: [{ x: 0, y: 0 }], radius }
  if (kind === 'line') return { corners: [{ x: -w, y: -h }, { x: w, y: h }], radius }
  return { corners: [{ x: -w, y: -h }, { x: w, y: -h }, { x: w, y: h }, { x: -w, y: h }], radius }
}

/**
 * The outline of a convex shape as a polygon of many points, counter-clockwise: for each direction the farthest point. Made of
 * nothing but the support function, and the library's own sine.
 */
export function outlineOf(corners: readonly Place[], radius: number, angle: number, x: number, y: number, count: number): Place[] {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  const placed = corners.map((p) => ({ x: x + c * p.x - s * p.y, y: y + s * p.x + c * p.y }))
  const outline: Place[] = []
  for (let i = 0; i < count; i++) {
    const turn = (2 * Math.PI * (i + 0.5)) / count
    const dx = Math.cos(turn)
    const dy = Math.sin(turn)
    let best = placed[0]!
    for (const p of placed) if (p.x * dx + p.y * dy > best.x * dx + best.y * dy) best = p
    outline.push({ x: best.x + radius * dx, y: best.y + radius * dy })
  }
  return outline
}

/** The part of a convex polygon under y = 0 (Sutherland and Hodgman). */
export function clipUnder(polygon: readonly Place[]): Place[] {
  const kept: Place[] = []
  for (let i = 0; i < polygon.length; i++) {
    const a = polygon[i]!
    const b = polygon[(i + 1) % polygon.length]!
    if (a.y <= 0) kept.push(a)
    if (a.y <= 0 !== b.y <= 0) {
      const t = a.y / (a.y - b.y)
      kept.push({ x: a.x + t * (b.x - a.x), y: 0 })
    }
  }
  return kept
}

/** Area, and area times centroid: by triangles from the first corner. */
export function measure(polygon: readonly Place[]): { area: number; mx: number; my: number } {
  let [area, mx, my] = [0, 0, 0]
  for (let i = 1; i + 1 < polygon.length; i++) {
    const [o, a, b] = [polygon[0]!, polygon[i]!, polygon[i + 1]!]
    const part = 0.5 * ((a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x))
    area += part
    mx += (part * (o.x + a.x + b.x)) / 3
    my += (part * (o.y + a.y + b.y)) / 3
  }
  return { area, mx, my }
}
