/**
 * Oriented box against oriented box, both without rounding: the hottest path of
 * the narrow phase.
 *
 * Separating axes (the two face directions of each box) pick the reference face,
 * the face of the other box that looks at it most is cut to its width, and what
 * remains gives up to two points. The face directions suffice to tell overlap
 * from separation; where the boxes are apart, the reference face with the
 * largest separation and its incident face are known to hold the closest points,
 * because separation over the circle of directions has a single peak. So two
 * corners that face each other get the true distance and direction.
 *
 * Everything is computed in a frame where the reference normal is +x: a face of
 * the reference box is picked by a quarter turn of its own frame.
 *
 * Corners are numbered counter-clockwise from (-, -); edge i runs from corner i to
 * corner i + 1.
 */
import type { FeatureIds } from '../../../src/collision/manifold.ts'
import { Geometry } from '../../../src/collision/geometry.ts'
import { Manifold, ManifoldPoint } from '../../../src/contacts/contact-record.ts'
import { Pair } from '../../../src/collision/manifold.ts'

/**
 * A face must be better by this share of the smallest half size to be preferred
 * over an earlier one, so that the reference does not flicker between faces that
 * are equal but for rounding.
 */
const FACE_PREFERENCE = 1e-3
/** Preference for one of two incident faces that look at the reference alike (a box on its corner), as a cosine. */
const INCIDENT_PREFERENCE = 1e-3
/** Below this share of a half size a distance is too short to give a direction. */
const NO_DIRECTION = 1e-9

/** Box A against box B; records as in `manifold.ts` and `geometry.ts`. */
export function collideBoxes(
  sizesA: Float64Array, a: number, sizesB: Float64Array, b: number, pair: Float64Array,
  out: Float64Array, o: number, ids: FeatureIds, io: number,
): number {
  const dx = pair[Pair.X]!
  const dy = pair[Pair.Y]!
  const cA = pair[Pair.CosA]!
  const sA = pair[Pair.SinA]!
  const cB = pair[Pair.CosB]!
  const sB = pair[Pair.SinB]!
  const margin = pair[Pair.Margin]!
  const wA = sizesA[a + Geometry.HalfWidth]!
  const hA = sizesA[a + Geometry.HalfHeight]!
  const wB = sizesB[b + Geometry.HalfWidth]!
  const hB = sizesB[b + Geometry.HalfHeight]!

  // Rotation of B seen from A; its absolute value projects half sizes from one box to the other.
  const c = cA * cB + sA * sB
  const s = cA * sB - sA * cB
  const ac = Math.abs(c)
  const as = Math.abs(s)

  const px = cA * dx + sA * dy
  const separationAx = Math.abs(px) - wA - ac * wB - as * hB
  if (separationAx > margin) return 0
  const py = cA * dy - sA * dx
  const separationAy = Math.abs(py) - hA - as * wB - ac * hB
  if (separationAy > margin) return 0
  // The center of A seen from B.
  const qx = -cB * dx - sB * dy
  const separationBx = Math.abs(qx) - wB - ac * wA - as * hA
  if (separationBx > margin) return 0
  const qy = sB * dx - cB * dy
  const separationBy = Math.abs(qy) - hB - as * wA - ac * hA
  if (separationBy > margin) return 0

  const smallA = wA < hA ? wA : hA
  const smallB = wB < hB ? wB : hB
  const preference = FACE_PREFERENCE * (smallA < smallB ? smallA : smallB)

  let separation = separationAx
  let face = px < 0 ? 3 : 1
  if (separationAy > separation + preference) {
    separation = separationAy
    face = py < 0 ? 0 : 2
  }
  let flip = false
  if (separationBx > separation + preference) {
    separation = separationBx
    face = qx < 0 ? 3 : 1
    flip = true
  }
  if (separationBy > separation + preference) {
    separation = separationBy
    face = qy < 0 ? 0 : 2
    flip = true
  }

  // Reference frame: the normal in world axes, the reference half sizes along (hn) and across (ht) it.
  const rc = flip ? cB : cA
  const rs = flip ? sB : sA
  const sign = face === 1 || face === 2 ? 1 : -1
  const upright = (face & 1) === 0
  const nx = upright ? -rs * sign : rc * sign
  const ny = upright ? rc * sign : rs * sign
  const rw = flip ? wB : wA
  const rh = flip ? hB : hA
  const hn = upright ? rh : rw
  const ht = upright ? rw : rh
  const iw = flip ? wA : wB
  const ih = flip ? hA : hB
  // The incident box in the reference frame: center (x, y), first axis (u, v).
  const ox = flip ? -dx : dx
  const oy = flip ? -dy : dy
  const ic = flip ? cA : cB
  const is = flip ? sA : sB
  const x = nx * ox + ny * oy
  const y = nx * oy - ny * ox
  const u = nx * ic + ny * is
  const v = nx * is - ny * ic

  // Incident face: the one that looks most against +x. Its middle (mx, my), its half extent across (half > 0)
  // and its slope dx/dy, at most about 1.
  let mx: number
  let my: number
  let half: number
  let slope: number
  let edge: number
  const au = Math.abs(u)
  const av = Math.abs(v)
  if (au + INCIDENT_PREFERENCE >= av) {
    const h = u < 0 ? iw : -iw
    edge = u < 0 ? 1 : 3
    mx = x + h * u
    my = y + h * v
    half = ih * au
    slope = -v / u
  } else {
    const h = v < 0 ? -ih : ih
    edge = v < 0 ? 0 : 2
    mx = x - h * v
    my = y + h * u
    half = iw * av
    slope = u / v
  }

  // Seen from the reference the incident face runs down (both boxes are counter-clockwise): its end is low.
  const bottom = my - half
  const top = my + half
  const y0 = bottom > -ht ? bottom : -ht
  const y1 = top < ht ? top : ht
  const nearest = slope > 0 ? bottom : top
  if (y0 > y1 || (separation > preference && (nearest > ht || nearest < -ht))) {
    // The nearest corner is beside the reference face: take the closest point to the corner of the reference.
    const above = y0 > y1 ? bottom > ht : nearest > ht
    const corner = above ? ht : -ht
    // Closest point on the incident face to (hn, corner), as a height; 1 + slope^2 is the squared length per height.
    let at = my + ((corner - my) - slope * (mx - hn)) / (1 + slope * slope)
    const inside = at > bottom && at < top
    if (at < bottom) at = bottom
    if (at > top) at = top
    const ex = mx + (at - my) * slope - hn
    const ey = at - corner
    const distance = Math.sqrt(ex * ex + ey * ey)
    // The face describes the contact as well if its distance is as good and cutting the edge costs next to nothing.
    const cut = ey * slope
    const level = cut <= preference && cut >= -preference && distance - separation <= 0.1 * preference
    if (y0 > y1 || (!inside && !level)) {
      if (distance > margin && separation > 0) return 0
      const refCorner = above ? (face + 1) & 3 : face
      const incCorner = at - my > 0 ? edge : (edge + 1) & 3
      // In overlap (only the preference for an earlier face leads here) the face normal is kept.
      const pointed = separation > 0 && distance > NO_DIRECTION * (hn + ht)
      const fx = pointed ? ex / distance : 1
      const fy = pointed ? ey / distance : 0
      const gap = pointed ? distance : ex
      const wx = nx * fx - ny * fy
      const wy = ny * fx + nx * fy
      const cx = hn + ex - 0.5 * gap * fx
      const cy = at - 0.5 * gap * fy
      out[o + Manifold.NormalX] = flip ? -wx : wx
      out[o + Manifold.NormalY] = flip ? -wy : wy
      out[o + Manifold.X0] = nx * cx - ny * cy + (flip ? dx : 0)
      out[o + Manifold.Y0] = ny * cx + nx * cy + (flip ? dy : 0)
      out[o + Manifold.Separation0] = gap
      ids[io] = flip ? incCorner | (refCorner << 8) : refCorner | (incCorner << 8)
      return 1
    }
  }

  const gap0 = mx + (y0 - my) * slope - hn
  const gap1 = mx + (y1 - my) * slope - hn
  const shiftX = flip ? dx : 0
  const shiftY = flip ? dy : 0
  const next = (face + 1) & 3
  const incNext = (edge + 1) & 3
  let count = 0
  if (gap0 <= margin) {
    const cx = hn + 0.5 * gap0
    out[o + Manifold.X0] = nx * cx - ny * y0 + shiftX
    out[o + Manifold.Y0] = ny * cx + nx * y0 + shiftY
    out[o + Manifold.Separation0] = gap0
    ids[io] = flip ? incNext | (face << 8) : face | (incNext << 8)
    count = 1
  }
  if (gap1 <= margin) {
    const p = o + 2 + count * 3
    const cx = hn + 0.5 * gap1
    out[p + ManifoldPoint.X] = nx * cx - ny * y1 + shiftX
    out[p + ManifoldPoint.Y] = ny * cx + nx * y1 + shiftY
    out[p + ManifoldPoint.Separation] = gap1
    ids[io + count] = flip ? edge | (next << 8) : next | (edge << 8)
    count++
  }
  if (count > 0) {
    out[o + Manifold.NormalX] = flip ? -nx : nx
    out[o + Manifold.NormalY] = flip ? -ny : ny
  }
  return count
}
