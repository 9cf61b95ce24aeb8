/**
 * A line with a radius, capsule or segment, against a circle.
 */
import { Geometry, LinkSides } from '../../../src/collision/geometry.ts'
import { faceLink, facing } from './link-side.ts'
import type { FeatureIds } from '../../../src/collision/manifold.ts'
import { Manifold } from '../../../src/contacts/contact-record.ts'
import { Pair } from '../../../src/collision/manifold.ts'

/** The line in the frame of A and the center of B: x1, y1, x2, y2, px, py, and both radii. */
const line = new Float64Array(8)
const center = new Float64Array(2)

/** Capsule A against circle B. */
export function collideCapsuleCircle(
  sizesA: Float64Array, a: number, sizesB: Float64Array, b: number, pair: Float64Array,
  out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const x = sizesA[a + Geometry.HalfLength]!
  const y = x === 0 ? sizesA[a + Geometry.HalfHeight]! : 0
  line[0] = 0 - x
  line[1] = 0 - y
  line[2] = x
  line[3] = y
  line[6] = sizesA[a + Geometry.Radius]!
  line[7] = sizesB[b + Geometry.Radius]!
  placeCenter(pair)
  return collideLine(pair, out, o, ids, io)
}

/**
 * Segment A against circle B. A one-sided segment lets the circle through while
 * its center is on the right side, and leaves the circle to the neighbor where
 * the center is beyond an end and the neighbor's side is nearer.
 */
export function collideSegmentCircle(
  sizesA: Float64Array, a: number, sizesB: Float64Array, b: number, pair: Float64Array,
  out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  line[0] = sizesA[a + Geometry.X1]!
  line[1] = sizesA[a + Geometry.Y1]!
  line[2] = sizesA[a + Geometry.X2]!
  line[3] = sizesA[a + Geometry.Y2]!
  line[6] = sizesA[a + Geometry.Radius]!
  line[7] = sizesB[b + Geometry.Radius]!
  placeCenter(pair)
  const sides = sizesA[a + Geometry.Sides]!
  if (sides === LinkSides.Left && !facesSegment(sizesA, a)) return 0
  if (sides === LinkSides.Both && !facesEither(sizesA, a)) return 0
  return collideLine(pair, out, o, ids, io)
}

function placeCenter(pair: Float64Array): void {
  line[4] = pair[Pair.CosA]! * pair[Pair.X]! + pair[Pair.SinA]! * pair[Pair.Y]!
  line[5] = pair[Pair.CosA]! * pair[Pair.Y]! - pair[Pair.SinA]! * pair[Pair.X]!
}

/** The same for a two-sided link; turns `line` so that the center is on its left. */
function facesEither(sizes: Float64Array, a: number): boolean {
  center[0] = line[4]!
  center[1] = line[5]!
  faceLink(sizes, a, center)
  line[0] = facing[0]!
  line[1] = facing[1]!
  line[2] = facing[4]!
  line[3] = facing[5]!
  return facesSegment(facing, 0)
}

/** Whether the center in `line` is on the left of a one-sided segment and not in the realm of a neighbor. */
function facesSegment(sizes: Float64Array, a: number): boolean {
  const ex = line[2]! - line[0]!
  const ey = line[3]! - line[1]!
  const ax = line[4]! - line[0]!
  const ay = line[5]! - line[1]!
  const bx = line[4]! - line[2]!
  const by = line[5]! - line[3]!
  if (ex * ay - ey * ax < 0) return false
  if (ex * ax + ey * ay < 0) {
    return (line[0]! - sizes[a + Geometry.PreviousX]!) * ax + (line[1]! - sizes[a + Geometry.PreviousY]!) * ay > 0
  }
  if (ex * bx + ey * by > 0) {
    return (sizes[a + Geometry.NextX]! - line[2]!) * bx + (sizes[a + Geometry.NextY]! - line[3]!) * by <= 0
  }
  return true
}

function collideLine(pair: Float64Array, out: Float64Array, o: number, ids: FeatureIds, io: number): number {
  const rA = line[6]!
  const rB = line[7]!
  const ex = line[2]! - line[0]!
  const ey = line[3]! - line[1]!
  const ax = line[4]! - line[0]!
  const ay = line[5]! - line[1]!
  const square = ex * ex + ey * ey
  let t = square > 0 ? (ax * ex + ay * ey) / square : 0
  if (t < 0) t = 0
  if (t > 1) t = 1
  const dx = ax - ex * t
  const dy = ay - ey * t
  const reach = rA + rB + pair[Pair.Margin]!
  const distanceSquare = dx * dx + dy * dy
  if (distanceSquare > reach * reach) return 0
  const distance = Math.sqrt(distanceSquare)
  let nx: number
  let ny: number
  if (distance > 1e-12) {
    nx = dx / distance
    ny = dy / distance
  } else {
    // The center is on the line itself: leave to the left, which is the front of a chain.
    const length = Math.sqrt(square)
    nx = length > 0 ? -ey / length : 0
    ny = length > 0 ? ex / length : 1
  }
  const back = 0.5 * (distance - rA + rB)
  const x = line[4]! - nx * back
  const y = line[5]! - ny * back
  const c = pair[Pair.CosA]!
  const s = pair[Pair.SinA]!
  out[o + Manifold.NormalX] = c * nx - s * ny
  out[o + Manifold.NormalY] = s * nx + c * ny
  out[o + Manifold.X0] = c * x - s * y
  out[o + Manifold.Y0] = s * x + c * y
  out[o + Manifold.Separation0] = distance - rA - rB
  ids[io] = 0
  return 1
}
