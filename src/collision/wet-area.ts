/**
 * The part of a convex shape that lies under a line, exact: its area, its moments, and how wide it is. By Green's theorem
 * these are integrals along the boundary; with the line as the axis η = 0 the integrands vanish on it, so that only the
 * pieces of the boundary below count: straight ones, and arcs around the corners of what is rounded.
 *
 * area = −∮ η dξ, moment along ξ = −∮ ξ η dξ, moment along η = −½ ∮ η² dξ, counter-clockwise.
 */
import { ShapeType, type ShapeType as ShapeTypeOf } from '../../components/shape-type.ts'
import { PI, atan2Of } from '../math/rotation.ts'
import { MAX_VERTICES, loadConvex } from './convex.ts'
import { Geometry } from './geometry.ts'
import type { PolygonPool } from './polygon-pool.ts'

/** Numbers in a {@link WetFrame}. */
export const WET_FRAME_STRIDE = 4

/** Places in where a shape is: its origin in axes of which the first runs along the line and the second up from it, and its turn there. */
export enum WetFrame {
  X = 0,
  Y = 1,
  Cos = 2,
  Sin = 3,
}

/** Numbers in a {@link Wet}. */
export const WET_STRIDE = 7

/** Places in what is found: all in the axes of the frame. */
export enum Wet {
  Area = 0,
  /** Area times the centroid. */
  MomentX = 1,
  MomentY = 2,
  /** Where the line enters and leaves the shape: equal where it does not. */
  Left = 3,
  Right = 4,
  /** How wide and high the wet part is. */
  Width = 5,
  Height = 6,
}

const points = new Float64Array(MAX_VERTICES * 2)
const outward = new Float64Array(MAX_VERTICES * 2)

/** The arc at hand: center, radius, and the normals between which it lies. An array, because arguments become garbage. */
const arc = new Float64Array(10)
enum Arc {
  X = 0,
  Y = 1,
  Radius = 2,
  FromX = 3,
  FromY = 4,
  ToX = 5,
  ToY = 6,
  /** By how much it turns; and the cosine and sine of an angle that is looked for. */
  Angle = 7,
  Cos = 8,
  Sin = 9,
}

/** Writes what of a shape is under the line to `out`; of a shape without area nothing. Returns whether any of it is. */
export function findWet(
  type: ShapeTypeOf, sizes: Float64Array, offset: number, pool: PolygonPool, frame: Float64Array, out: Float64Array,
): boolean {
  const radius = sizes[offset + Geometry.Radius]!
  if (type === ShapeType.Circle) return wetCircle(sizes, offset, frame, out)
  if ((type === ShapeType.Box || type === ShapeType.Aabb) && radius === 0) return wetBox(sizes, offset, frame, out)
  const count = loadConvex(type, sizes, offset, pool, points, outward)
  if (count === 0 || (count === 2 && radius === 0)) return false
  for (let i = 0; i < WET_STRIDE; i++) out[i] = 0
  place(count, frame)
  arc[Arc.Radius] = radius
  return radius === 0 ? wetPolygon(count, out) : wetConvex(count, out)
}

/** Moves the loaded vertices and normals into the axes of the frame. */
function place(count: number, frame: Float64Array): void {
  const x = frame[WetFrame.X]!
  const y = frame[WetFrame.Y]!
  const c = frame[WetFrame.Cos]!
  const s = frame[WetFrame.Sin]!
  for (let i = 0; i < count * 2; i += 2) {
    const px = points[i]!
    const py = points[i + 1]!
    points[i] = x + c * px - s * py
    points[i + 1] = y + s * px + c * py
    const nx = outward[i]!
    const ny = outward[i + 1]!
    outward[i] = c * nx - s * ny
    outward[i + 1] = s * nx + c * ny
  }
}

function wetCircle(sizes: Float64Array, offset: number, frame: Float64Array, out: Float64Array): boolean {
  const radius = sizes[offset + Geometry.Radius]!
  const x = frame[WetFrame.X]!
  const y = frame[WetFrame.Y]!
  if (y >= radius) return false
  if (y <= -radius) {
    const area = PI * radius * radius
    out[Wet.Area] = area
    out[Wet.MomentX] = area * x
    out[Wet.MomentY] = area * y
    out[Wet.Left] = 0
    out[Wet.Right] = 0
    out[Wet.Width] = 2 * radius
    out[Wet.Height] = 2 * radius
    return true
  }
  const sine = -y / radius
  const cosine = Math.sqrt(1 - sine * sine)
  arc[Arc.X] = x
  arc[Arc.Y] = y
  arc[Arc.Radius] = radius
  arc[Arc.FromX] = -cosine
  arc[Arc.FromY] = sine
  arc[Arc.ToX] = cosine
  arc[Arc.ToY] = sine
  for (let i = 0; i < WET_STRIDE; i++) out[i] = 0
  // The wet arc may be longer than half of the circle, which its two ends do not tell.
  arc[Arc.Cos] = cosine
  arc[Arc.Sin] = sine
  atan2Of(arc, Arc.Cos, arc, Arc.Angle)
  arc[Arc.Angle] = PI + 2 * arc[Arc.Angle]!
  addArc(out)
  out[Wet.Left] = x - radius * cosine
  out[Wet.Right] = x + radius * cosine
  out[Wet.Width] = 2 * radius
  if (y > 0) out[Wet.Width] = 2 * radius * cosine
  out[Wet.Height] = radius - y
  return true
}

/** A sharp box, which most bodies are: without loading it. */
function wetBox(sizes: Float64Array, offset: number, frame: Float64Array, out: Float64Array): boolean {
  const w = sizes[offset + Geometry.HalfWidth]!
  const h = sizes[offset + Geometry.HalfHeight]!
  const x = frame[WetFrame.X]!
  const y = frame[WetFrame.Y]!
  const ux = frame[WetFrame.Cos]! * w
  const uy = frame[WetFrame.Sin]! * w
  const vx = -frame[WetFrame.Sin]! * h
  const vy = frame[WetFrame.Cos]! * h
  const rise = Math.abs(uy) + Math.abs(vy)
  if (y >= rise) return false
  const reach = Math.abs(ux) + Math.abs(vx)
  if (y <= -rise) {
    const area = 4 * w * h
    out[Wet.Area] = area
    out[Wet.MomentX] = area * x
    out[Wet.MomentY] = area * y
    out[Wet.Left] = 0
    out[Wet.Right] = 0
    out[Wet.Width] = 2 * reach
    out[Wet.Height] = 2 * rise
    return true
  }
  points[0] = x - ux - vx
  points[1] = y - uy - vy
  points[2] = x + ux - vx
  points[3] = y + uy - vy
  points[4] = x + ux + vx
  points[5] = y + uy + vy
  points[6] = x - ux + vx
  points[7] = y - uy + vy
  return wetPolygon(4, out)
}

/** The same of a polygon with sharp corners, in `points`. */
function wetPolygon(count: number, out: Float64Array): boolean {
  let area = 0
  let mx = 0
  let my = 0
  let left = 0
  let right = 0
  let minX = Infinity
  let maxX = -Infinity
  let minY = Infinity
  let maxY = -Infinity
  let x0 = points[count * 2 - 2]!
  let y0 = points[count * 2 - 1]!
  for (let i = 0; i < count * 2; i += 2) {
    const x1 = points[i]!
    const y1 = points[i + 1]!
    if (y1 <= 0) {
      if (x1 < minX) minX = x1
      if (x1 > maxX) maxX = x1
    }
    if (y1 < minY) minY = y1
    if (y1 > maxY) maxY = y1
    if (y0 <= 0 || y1 <= 0) {
      let ax = x0
      let ay = y0
      let bx = x1
      let by = y1
      if (y0 > 0) {
        ax = x0 + (x1 - x0) * (y0 / (y0 - y1))
        ay = 0
        left = ax
      } else if (y1 > 0) {
        bx = x0 + (x1 - x0) * (y0 / (y0 - y1))
        by = 0
        right = bx
      }
      const dx = bx - ax
      // Six times the moments, twice the area: a division for each costs a third of the whole.
      area -= dx * (ay + by)
      mx -= dx * (ax * (ay + ay + by) + bx * (by + by + ay))
      my -= dx * (ay * ay + ay * by + by * by)
    }
    x0 = x1
    y0 = y1
  }
  if (minY >= 0) return false
  out[Wet.Area] = 0.5 * area
  out[Wet.MomentX] = mx / 6
  out[Wet.MomentY] = my / 6
  out[Wet.Left] = left
  out[Wet.Right] = right
  if (maxY > 0) {
    if (left < minX) minX = left
    if (right > maxX) maxX = right
  }
  out[Wet.Width] = maxX - minX
  out[Wet.Height] = -minY
  if (maxY < 0) out[Wet.Height] = maxY - minY
  return true
}

/** The same of any core with a radius, in `points` and `outward`. */
function wetConvex(count: number, out: Float64Array): boolean {
  const radius = arc[Arc.Radius]!
  let leftmost = 0
  let rightmost = 0
  let minY = Infinity
  let maxY = -Infinity
  for (let i = 0; i < count * 2; i += 2) {
    if (points[i]! < points[leftmost]!) leftmost = i
    if (points[i]! > points[rightmost]!) rightmost = i
    minY = Math.min(minY, points[i + 1]!)
    maxY = Math.max(maxY, points[i + 1]!)
  }
  minY -= radius
  maxY += radius
  if (minY >= 0) return false
  out[Wet.Left] = Infinity
  out[Wet.Right] = -Infinity
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0
    addStraight(i, j, out)
    arc[Arc.X] = points[j * 2]!
    arc[Arc.Y] = points[j * 2 + 1]!
    arc[Arc.FromX] = outward[i * 2]!
    arc[Arc.FromY] = outward[i * 2 + 1]!
    arc[Arc.ToX] = outward[j * 2]!
    arc[Arc.ToY] = outward[j * 2 + 1]!
    clipArc(out)
  }
  const crossed = out[Wet.Left]! <= out[Wet.Right]!
  if (!crossed) out[Wet.Left] = out[Wet.Right] = 0
  // The shape is convex: where its leftmost point is dry, the wet part is nowhere as far left as where the line enters.
  let left = out[Wet.Left]!
  let right = out[Wet.Right]!
  if (!crossed || points[leftmost + 1]! <= 0) left = points[leftmost]! - radius
  if (!crossed || points[rightmost + 1]! <= 0) right = points[rightmost]! + radius
  out[Wet.Width] = right - left
  out[Wet.Height] = Math.min(maxY, 0) - minY
  return true
}

/** Adds the wet part of the straight piece beside the edge from vertex i to vertex j. */
function addStraight(i: number, j: number, out: Float64Array): void {
  const radius = arc[Arc.Radius]!
  const nx = outward[i * 2]! * radius
  const ny = outward[i * 2 + 1]! * radius
  let ax = points[i * 2]! + nx
  let ay = points[i * 2 + 1]! + ny
  let bx = points[j * 2]! + nx
  let by = points[j * 2 + 1]! + ny
  if (ay > 0 && by > 0) return
  if (ay > 0) {
    ax += (bx - ax) * (ay / (ay - by))
    ay = 0
    if (ax < out[Wet.Left]!) out[Wet.Left] = ax
    if (ax > out[Wet.Right]!) out[Wet.Right] = ax
  } else if (by > 0) {
    bx += (ax - bx) * (by / (by - ay))
    by = 0
    if (bx < out[Wet.Left]!) out[Wet.Left] = bx
    if (bx > out[Wet.Right]!) out[Wet.Right] = bx
  }
  const dx = bx - ax
  out[Wet.Area] = out[Wet.Area]! - dx * (ay + by) * 0.5
  out[Wet.MomentX] = out[Wet.MomentX]! - dx * ((ax * ay + bx * by) / 3 + (ax * by + bx * ay) / 6)
  out[Wet.MomentY] = out[Wet.MomentY]! - dx * (ay * ay + ay * by + by * by) / 6
}

/** Adds the wet parts of the arc at hand, which is half a circle at most: none, one or two. */
function clipArc(out: Float64Array): void {
  const radius = arc[Arc.Radius]!
  const sine = -arc[Arc.Y]! / radius
  if (sine <= -1) return
  if (sine >= 1) {
    addArcBetween(out)
    return
  }
  const cosine = Math.sqrt(1 - sine * sine)
  const fromX = arc[Arc.FromX]!
  const fromY = arc[Arc.FromY]!
  const toX = arc[Arc.ToX]!
  const toY = arc[Arc.ToY]!
  // Whether the directions (−cosine, sine) and (cosine, sine) lie between its ends, counter-clockwise from the first.
  const goesUnder = fromX * sine + fromY * cosine > 0 && -cosine * toY - sine * toX > 0
  const comesOut = fromX * sine - fromY * cosine > 0 && cosine * toY - sine * toX > 0
  const enters = arc[Arc.X]! - radius * cosine
  const leaves = arc[Arc.X]! + radius * cosine
  if (goesUnder && enters < out[Wet.Left]!) out[Wet.Left] = enters
  if (goesUnder && enters > out[Wet.Right]!) out[Wet.Right] = enters
  if (comesOut && leaves < out[Wet.Left]!) out[Wet.Left] = leaves
  if (comesOut && leaves > out[Wet.Right]!) out[Wet.Right] = leaves
  if (!goesUnder && !comesOut) {
    // All of it is on one side: on which its middle tells, which is straight out from the chord between its ends.
    const chord = Math.sqrt((toX - fromX) * (toX - fromX) + (toY - fromY) * (toY - fromY))
    if (fromX - toX <= sine * chord) addArcBetween(out)
    return
  }
  // Under at its beginning: up to where it comes out.
  if (comesOut && (!goesUnder || fromY <= sine)) {
    arc[Arc.ToX] = cosine
    arc[Arc.ToY] = sine
    if (fromY <= sine) addArcBetween(out)
  }
  if (!goesUnder) return
  arc[Arc.FromX] = -cosine
  arc[Arc.FromY] = sine
  const dips = comesOut && fromY > sine
  arc[Arc.ToX] = toX
  arc[Arc.ToY] = toY
  if (dips) {
    arc[Arc.ToX] = cosine
    arc[Arc.ToY] = sine
  }
  if (dips || toY <= sine) addArcBetween(out)
}

/** Adds the arc at hand, which is half a circle at most. */
function addArcBetween(out: Float64Array): void {
  const fromX = arc[Arc.FromX]!
  const fromY = arc[Arc.FromY]!
  const toX = arc[Arc.ToX]!
  const toY = arc[Arc.ToY]!
  arc[Arc.Cos] = fromX * toX + fromY * toY
  arc[Arc.Sin] = fromX * toY - fromY * toX
  atan2Of(arc, Arc.Cos, arc, Arc.Angle)
  arc[Arc.Angle] = Math.abs(arc[Arc.Angle]!)
  addArc(out)
}

/** Adds the arc at hand, whose angle is known. */
function addArc(out: Float64Array): void {
  const angle = arc[Arc.Angle]!
  const x = arc[Arc.X]!
  const y = arc[Arc.Y]!
  const radius = arc[Arc.Radius]!
  const c0 = arc[Arc.FromX]!
  const s0 = arc[Arc.FromY]!
  const c1 = arc[Arc.ToX]!
  const s1 = arc[Arc.ToY]!
  // Integrals over the angle of sin, sin², sin³, sin·cos and sin²·cos.
  const sin1 = c0 - c1
  const sin2 = 0.5 * (angle - s1 * c1 + s0 * c0)
  const sin3 = sin1 + (c1 * c1 * c1 - c0 * c0 * c0) / 3
  const sinCos = 0.5 * (s1 * s1 - s0 * s0)
  const sin2Cos = (s1 * s1 * s1 - s0 * s0 * s0) / 3
  out[Wet.Area] = out[Wet.Area]! + radius * (y * sin1 + radius * sin2)
  out[Wet.MomentX] = out[Wet.MomentX]! + radius * (y * (x * sin1 + radius * sinCos) + radius * (x * sin2 + radius * sin2Cos))
  out[Wet.MomentY] = out[Wet.MomentY]! + 0.5 * radius * (y * y * sin1 + 2 * y * radius * sin2 + radius * radius * sin3)
}
