/**
 * Two shapes whose cores are upright boxes, be they as thin as a line or a point: boxes and capsules that are not turned, and
 * circles. A level is mostly made of that. As a difference of the two it is a point against a rounded box, in a few lines: with the
 * casts and distances for all shapes a thousand capsules on tiles took three times as long.
 */
import { ShapeType } from '../../components/shape-type.ts'
import { Geometry } from '../collision/geometry.ts'
import { Hit, Place } from './records.ts'

/** What is not upright in the columns of {@link writeCore}. */
const TURNED = -1

/** The core and radius of an upright shape: half width, half height, radius. */
export const CORE_STRIDE = 3

/** Places in what is asked. */
export enum Ask {
  /** The part less the obstacle, and its way. */
  X = 0,
  Y = 1,
  DX = 2,
  DY = 3,
  /** The greatest fraction. */
  Most = 4,
}

export const ask = new Float64Array(5)

/** Writes the core of a shape at `place[at]` to `out[o]`, with a half width of {@link TURNED} where it has none that is upright. */
export function writeCore(
  type: number, sizes: Float64Array, g: number, place: Float64Array, at: number, out: Float64Array, o: number,
): void {
  const circle = type === ShapeType.Circle
  const box = type === ShapeType.Box || type === ShapeType.Capsule
  const upright = circle || type === ShapeType.Aabb || (box && place[at + Place.Sin] === 0)
  // As a choice between two numbers they would be boxed.
  if (circle) {
    out[o] = 0
    out[o + 1] = 0
  } else {
    out[o] = sizes[g + Geometry.HalfWidth]!
    out[o + 1] = sizes[g + Geometry.HalfHeight]!
    if (!upright) out[o] = TURNED
  }
  out[o + 2] = sizes[g + Geometry.Radius]!
}

/** Whether two cores are both upright. */
export function areUpright(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return a[i]! >= 0 && b[j]! >= 0
}

/**
 * Writes the gap between a part, of core `b[j]`, and an obstacle, of core `a[i]`, and the normal to the part to `out`; the
 * point from the origin of the obstacle.
 */
export function measureUpright(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array): void {
  const x = ask[Ask.X]!
  const y = ask[Ask.Y]!
  const sx = x < 0 ? -1 : 1
  const sy = y < 0 ? -1 : 1
  const dx = sx * x - a[i]! - b[j]!
  const dy = sy * y - a[i + 1]! - b[j + 1]!
  let nx = 0
  let ny = 0
  let gap = 0
  if (dx > 0 && dy > 0) {
    const distance = Math.sqrt(dx * dx + dy * dy)
    nx = (sx * dx) / distance
    ny = (sy * dy) / distance
    gap = distance
  } else if (dx > dy) {
    nx = sx
    gap = dx
  } else {
    ny = sy
    gap = dy
  }
  gap -= a[i + 2]! + b[j + 2]!
  out[Hit.Gap] = gap
  out[Hit.NormalX] = nx
  out[Hit.NormalY] = ny
  // From the point of the obstacle's core that is nearest to the middle of the part.
  const reach = a[i + 2]! + 0.5 * gap
  out[Hit.X] = Math.min(Math.max(nx === 0 ? x : sx * a[i]!, -a[i]!), a[i]!) + nx * reach
  out[Hit.Y] = Math.min(Math.max(ny === 0 ? y : sy * a[i + 1]!, -a[i + 1]!), a[i + 1]!) + ny * reach
}

/**
 * Casts the part against the obstacle, as `castShapes` does.
 * @param skin How much rounder the part is than its core says.
 */
export function castUpright(a: Float64Array, i: number, b: Float64Array, j: number, skin: Float64Array, at: number, out: Float64Array): boolean {
  const x = ask[Ask.X]!
  const y = ask[Ask.Y]!
  const dx = ask[Ask.DX]!
  const dy = ask[Ask.DY]!
  measureUpright(a, i, b, j, out)
  if (out[Hit.Gap]! <= skin[at]!) {
    out[Hit.Fraction] = 0
    return dx * out[Hit.NormalX]! + dy * out[Hit.NormalY]! < 0
  }
  const w = a[i]! + b[j]!
  const h = a[i + 1]! + b[j + 1]!
  const radius = a[i + 2]! + b[j + 2]! + skin[at]!
  // Into the box around it: the later one of the two entries, before the earlier one of the two exits.
  let enter = 0
  let leave = ask[Ask.Most]!
  if (dx !== 0) {
    const far = dx > 0 ? w + radius : -w - radius
    enter = Math.max(enter, (-far - x) / dx)
    leave = Math.min(leave, (far - x) / dx)
  } else if (x >= w + radius || x <= -w - radius) return false
  if (dy !== 0) {
    const far = dy > 0 ? h + radius : -h - radius
    enter = Math.max(enter, (-far - y) / dy)
    leave = Math.min(leave, (far - y) / dy)
  } else if (y >= h + radius || y <= -h - radius) return false
  if (enter > leave) return false
  const px = x + enter * dx
  const py = y + enter * dy
  let fraction = enter
  if (Math.abs(px) > w && Math.abs(py) > h) {
    // At a corner of it: what passes the rounding there passes all of it.
    const cx = x - (px < 0 ? -w : w)
    const cy = y - (py < 0 ? -h : h)
    const length = dx * dx + dy * dy
    const half = cx * dx + cy * dy
    const side = cx * dy - cy * dx
    const rest = radius * radius * length - side * side
    if (half >= 0 || rest < 0) return false
    fraction = Math.max(0, (-half - Math.sqrt(rest)) / length)
    if (fraction > ask[Ask.Most]!) return false
  }
  ask[Ask.X] = x + fraction * dx
  ask[Ask.Y] = y + fraction * dy
  measureUpright(a, i, b, j, out)
  out[Hit.Fraction] = fraction
  return true
}
