/**
 * Area, centroid and second moment of a rounded convex polygon, exact: its core
 * polygon, a strip as wide as the radius along each edge and a circular sector at
 * each corner; the sectors add up to a whole disc. The integral of the position
 * over a sector between the normals m and n needs no angle: it is r^3 / 3 times
 * (n.y - m.y, m.x - n.x). Only the sector's own moment needs its angle.
 */
import { atan2 } from '../math/rotation.ts'

/**
 * | index | meaning |
 * | ----- | ------- |
 * | 0     | area |
 * | 1, 2  | centroid, relative to the shape's origin |
 * | 3     | second moment of area about the centroid: the rotational inertia at density 1 |
 */
export const MASS_STRIDE = 4

/** Places in a mass record: see the table above. */
export enum MassPlace {
  Area = 0,
  X = 1,
  Y = 2,
  Inertia = 3,
}

/**
 * Writes the record of a convex core of `count` vertices (2 for a capsule),
 * counter-clockwise, with the outward normals of its edges and a rounding radius.
 * Without area the centroid is the middle of the line.
 */
export function computeConvexMass(
  points: Float64Array, outward: Float64Array, count: number, radius: number, out: Float64Array, o: number,
): void {
  out.fill(0, o, o + 4)
  if (count === 0) return
  // Relative to the first vertex, so that a shape far from its origin loses nothing.
  const x0 = points[0]!
  const y0 = points[1]!
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0
    const ax = points[i * 2]! - x0
    const ay = points[i * 2 + 1]! - y0
    const bx = points[j * 2]! - x0
    const by = points[j * 2 + 1]! - y0
    const nx = outward[i * 2]!
    const ny = outward[i * 2 + 1]!
    addTriangle(ax, ay, bx, by, out, o)
    if (radius > 0) {
      addStrip(ax, ay, bx, by, nx, ny, radius, out, o)
      addSector(bx, by, nx, ny, outward[j * 2]!, outward[j * 2 + 1]!, radius, out, o)
    }
  }
  const area = out[o + MassPlace.Area]!
  if (area > 0) {
    const cx = out[o + MassPlace.X]! / area
    const cy = out[o + MassPlace.Y]! / area
    out[o + MassPlace.X] = cx + x0
    out[o + MassPlace.Y] = cy + y0
    out[o + MassPlace.Inertia] = out[o + MassPlace.Inertia]! - area * (cx * cx + cy * cy)
  } else {
    out[o + MassPlace.X] = 0.5 * (x0 + points[count * 2 - 2]!)
    out[o + MassPlace.Y] = 0.5 * (y0 + points[count * 2 - 1]!)
  }
}

function addTriangle(ax: number, ay: number, bx: number, by: number, out: Float64Array, o: number): void {
  const twice = ax * by - ay * bx
  out[o + MassPlace.Area] = out[o + MassPlace.Area]! + 0.5 * twice
  out[o + MassPlace.X] = out[o + MassPlace.X]! + twice * (ax + bx) / 6
  out[o + MassPlace.Y] = out[o + MassPlace.Y]! + twice * (ay + by) / 6
  out[o + MassPlace.Inertia] = out[o + MassPlace.Inertia]! + twice * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by) / 12
}

function addStrip(
  ax: number, ay: number, bx: number, by: number, nx: number, ny: number, radius: number, out: Float64Array, o: number,
): void {
  const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
  const area = length * radius
  const mx = 0.5 * (ax + bx + nx * radius)
  const my = 0.5 * (ay + by + ny * radius)
  out[o + MassPlace.Area] = out[o + MassPlace.Area]! + area
  out[o + MassPlace.X] = out[o + MassPlace.X]! + area * mx
  out[o + MassPlace.Y] = out[o + MassPlace.Y]! + area * my
  out[o + MassPlace.Inertia] = out[o + MassPlace.Inertia]! + area * (mx * mx + my * my + (length * length + radius * radius) / 12)
}

/** The sector around (x, y) from the normal (mx, my) counter-clockwise to (nx, ny). */
function addSector(
  x: number, y: number, mx: number, my: number, nx: number, ny: number, radius: number, out: Float64Array, o: number,
): void {
  const angle = Math.abs(atan2(mx * ny - my * nx, mx * nx + my * ny))
  const square = radius * radius
  const area = 0.5 * square * angle
  const third = square * radius / 3
  const sx = third * (ny - my)
  const sy = third * (mx - nx)
  out[o + MassPlace.Area] = out[o + MassPlace.Area]! + area
  out[o + MassPlace.X] = out[o + MassPlace.X]! + area * x + sx
  out[o + MassPlace.Y] = out[o + MassPlace.Y]! + area * y + sy
  out[o + MassPlace.Inertia] = out[o + MassPlace.Inertia]! + area * (x * x + y * y) + 2 * (x * sx + y * sy) + 0.25 * square * square * angle
}
