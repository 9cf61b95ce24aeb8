import type { BodyData, PointData, ShapeData } from '../scenes/types.ts'
import type { Color } from './color.ts'
import { MARKED, PLAIN, type InstanceBatch, type PolygonBatch } from './instances.ts'

/** Half the thickness of a line without thickness, in meters. */
const LINE = 0.06
/** Corners that a rounded corner of a polygon is drawn with. */
const ROUND = 4

/** Appends a body with all its parts. */
export function pushBody(
  batch: InstanceBatch, polygons: PolygonBatch, body: BodyData,
  x: number, y: number, angle: number, fill: Color, edge: Color,
): void {
  pushShape(batch, polygons, body.shape, x, y, angle, fill, edge)
  if (body.parts === undefined) return
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  for (const part of body.parts) {
    const px = x + cos * part.x - sin * part.y
    const py = y + sin * part.x + cos * part.y
    const faint = part.sensor === true ? ((fill & 0xffffff) | (0x30 << 24)) >>> 0 : fill
    pushShape(batch, polygons, part.shape, px, py, angle + (part.angle ?? 0), faint, edge)
  }
}

/** Appends one shape. */
export function pushShape(
  batch: InstanceBatch, polygons: PolygonBatch, shape: ShapeData,
  x: number, y: number, angle: number, fill: Color, edge: Color,
): void {
  const cos = angle === 0 ? 1 : Math.cos(angle)
  const sin = angle === 0 ? 0 : Math.sin(angle)
  switch (shape.type) {
    case 'circle': return batch.push(x, y, cos, sin, 0, 0, shape.radius, MARKED, fill, edge)
    case 'box': return batch.push(x, y, cos, sin, shape.halfWidth, shape.halfHeight, 0, PLAIN, fill, edge)
    case 'aabb': return batch.push(x, y, 1, 0, shape.halfWidth, shape.halfHeight, 0, PLAIN, fill, edge)
    case 'capsule': return batch.push(x, y, cos, sin, shape.halfLength, 0, shape.radius, PLAIN, fill, edge)
    case 'segment':
      return pushPath(batch, [{ x: shape.x1, y: shape.y1 }, { x: shape.x2, y: shape.y2 }], x, y, cos, sin, edge)
    case 'chain': {
      const points = shape.loop === true ? [...shape.points, shape.points[0]] : shape.points
      return pushPath(batch, points, x, y, cos, sin, edge)
    }
    case 'polygon':
      polygons.begin(fill, edge)
      for (const point of outline(shape.points, shape.radius ?? 0)) {
        polygons.vertex(x + cos * point.x - sin * point.y, y + sin * point.x + cos * point.y)
      }
  }
}

/** Thin capsules along the points of a path. */
function pushPath(
  batch: InstanceBatch, points: readonly PointData[], x: number, y: number, cos: number, sin: number, color: Color,
): void {
  for (let i = 0; i + 1 < points.length; i++) {
    const [from, to] = [points[i], points[i + 1]]
    batch.pushLine(
      x + cos * from.x - sin * from.y, y + sin * from.x + cos * from.y,
      x + cos * to.x - sin * to.y, y + sin * to.x + cos * to.y, LINE, color,
    )
  }
}

/** The points of a convex polygon, each replaced by an arc where its corners are round. */
function outline(points: readonly PointData[], radius: number): readonly PointData[] {
  if (radius === 0) return points
  return points.flatMap((point, i) => {
    const before = points[(i + points.length - 1) % points.length]
    const after = points[(i + 1) % points.length]
    // The outward normal of a counter-clockwise edge is its direction turned clockwise.
    const from = Math.atan2(before.x - point.x, point.y - before.y)
    let turn = Math.atan2(point.x - after.x, after.y - point.y) - from
    if (turn < 0) turn += 2 * Math.PI
    return Array.from({ length: ROUND + 1 }, (_, k) => {
      const angle = from + (turn * k) / ROUND
      return { x: point.x + Math.cos(angle) * radius, y: point.y + Math.sin(angle) * radius }
    })
  })
}
