/**
 * A ray against a rounded convex core. The rounded shape is the union of the
 * core, a strip outside each edge and a disc around each vertex, so its first
 * entry is the earliest entry into the outer edges of the strips and the discs.
 */

/** Numbers of a ray in here. */
export const CONVEX_RAY_STRIDE = 6

/** Places in a ray: origin, translation, greatest fraction; in here also the radius of the shape. */
export enum Ray {
  X = 0,
  Y = 1,
  DX = 2,
  DY = 3,
  Most = 4,
  Radius = 5,
}

/**
 * Places in what is hit: the fraction of the way (or the distance of a point) and the normal; where they are known, the
 * point too.
 */
export enum HitPlace {
  Fraction = 0,
  Distance = 0,
  NormalX = 1,
  NormalY = 2,
  X = 3,
  Y = 4,
}

/** Number of edges up to which a core is a line, whose inside is only its skin. */
const LINE_EDGES = 2
/** Sine of the angle up to which a ray counts as running along a line. */
const PARALLEL = 1e-12
/** As a part of the coordinates: a start that deep within the border, and not found to be inside, is on it. */
const ON_BORDER = 1e-13

/**
 * Casts `ray` (origin, translation, greatest fraction, in the frame of the core, and as the sixth number the radius
 * of the shape, which as an argument would be boxed) against `count` vertices counter-clockwise with `edges` outward
 * normals. Writes fraction and normal to `out[o]` and returns 1, or returns 0. A
 * start inside or on the border hits at fraction 0 with a normal of (0, 0).
 */
export function castConvex(
  vertices: Float64Array, normals: Float64Array, count: number, edges: number,
  ray: Float64Array, out: Float64Array, o: number,
): number {
  const radius = ray[Ray.Radius]!
  if (containsStart(vertices, normals, count, edges, ray)) {
    out[o + HitPlace.Fraction] = 0
    out[o + HitPlace.NormalX] = 0
    out[o + HitPlace.NormalY] = 0
    return 1
  }
  if (radius === 0 && edges > LINE_EDGES) return castSharp(vertices, normals, edges, ray, out, o)
  if (radius === 0) return count === 1 ? 0 : castLine(vertices, normals, ray, out, o)
  return castRounded(vertices, normals, count, edges, ray, out, o)
}

function containsStart(
  vertices: Float64Array, normals: Float64Array, count: number, edges: number, ray: Float64Array,
): boolean {
  const radius = ray[Ray.Radius]!
  const x = ray[Ray.X]!
  const y = ray[Ray.Y]!
  let depth = edges > LINE_EDGES ? -Infinity : Infinity
  for (let i = 0; i < edges; i++) {
    const d = normals[i * 2]! * (x - vertices[i * 2]!) + normals[i * 2 + 1]! * (y - vertices[i * 2 + 1]!)
    if (d > radius) return false
    if (d > depth) depth = d
  }
  if (depth <= 0) return true
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0
    const ex = vertices[j * 2]! - vertices[i * 2]!
    const ey = vertices[j * 2 + 1]! - vertices[i * 2 + 1]!
    const px = x - vertices[i * 2]!
    const py = y - vertices[i * 2 + 1]!
    const square = ex * ex + ey * ey
    let t = square > 0 ? (px * ex + py * ey) / square : 0
    if (t < 0) t = 0
    if (t > 1) t = 1
    const dx = px - ex * t
    const dy = py - ey * t
    if (dx * dx + dy * dy <= radius * radius) return true
  }
  return false
}

/** Latest entry over the edges that the ray enters, before the earliest exit. */
function castSharp(
  vertices: Float64Array, normals: Float64Array, edges: number, ray: Float64Array, out: Float64Array, o: number,
): number {
  let enter = 0
  let leave = ray[Ray.Most]!
  let edge = -1
  for (let i = 0; i < edges; i++) {
    const nx = normals[i * 2]!
    const ny = normals[i * 2 + 1]!
    const gap = nx * (vertices[i * 2]! - ray[Ray.X]!) + ny * (vertices[i * 2 + 1]! - ray[Ray.Y]!)
    const speed = nx * ray[Ray.DX]! + ny * ray[Ray.DY]!
    if (speed === 0) {
      if (gap < 0) return 0
    } else if (speed < 0) {
      const at = gap / speed
      if (at > enter || (edge < 0 && at >= enter)) {
        enter = at
        edge = i
      }
    } else if (gap < leave * speed) {
      leave = gap / speed
    }
    if (enter > leave) return 0
  }
  if (edge < 0) return 0
  out[o + HitPlace.Fraction] = enter
  out[o + HitPlace.NormalX] = normals[edge * 2]!
  out[o + HitPlace.NormalY] = normals[edge * 2 + 1]!
  return 1
}

/** A line without radius: hit from either side, or, along the line, at its nearer end. */
function castLine(
  vertices: Float64Array, normals: Float64Array, ray: Float64Array, out: Float64Array, o: number,
): number {
  const dx = ray[Ray.DX]!
  const dy = ray[Ray.DY]!
  const px = vertices[0]! - ray[Ray.X]!
  const py = vertices[1]! - ray[Ray.Y]!
  const ex = vertices[2]! - vertices[0]!
  const ey = vertices[3]! - vertices[1]!
  const across = dx * ey - dy * ex
  const length = dx * dx + dy * dy
  if (length === 0) return 0
  const nearZero = PARALLEL * Math.sqrt(length * (ex * ex + ey * ey))
  let fraction: number
  let nx: number
  let ny: number
  if (across > nearZero || across < -nearZero) {
    fraction = (px * ey - py * ex) / across
    const along = (px * dy - py * dx) / across
    if (!(along >= 0 && along <= 1)) return 0
    const front = normals[0]! * dx + normals[1]! * dy < 0 ? 1 : -1
    nx = normals[0]! * front
    ny = normals[1]! * front
  } else {
    if (Math.abs(px * dy - py * dx) > nearZero) return 0
    const first = (px * dx + py * dy) / length
    const second = ((px + ex) * dx + (py + ey) * dy) / length
    fraction = first < second ? first : second
    const inverse = 1 / Math.sqrt(length)
    nx = -dx * inverse
    ny = -dy * inverse
  }
  if (!(fraction >= 0 && fraction <= ray[Ray.Most]!)) return 0
  out[o + HitPlace.Fraction] = fraction
  out[o + HitPlace.NormalX] = nx
  out[o + HitPlace.NormalY] = ny
  return 1
}

function castRounded(
  vertices: Float64Array, normals: Float64Array, count: number, edges: number,
  ray: Float64Array, out: Float64Array, o: number,
): number {
  const radius = ray[Ray.Radius]!
  let best = ray[Ray.Most]!
  let hit = 0
  const x = ray[Ray.X]!
  const y = ray[Ray.Y]!
  const dx = ray[Ray.DX]!
  const dy = ray[Ray.DY]!
  const length = dx * dx + dy * dy
  for (let i = 0; i < edges; i++) {
    const nx = normals[i * 2]!
    const ny = normals[i * 2 + 1]!
    const speed = nx * dx + ny * dy
    if (speed >= 0) continue
    const j = i + 1 < count ? i + 1 : 0
    const vx = vertices[i * 2]!
    const vy = vertices[i * 2 + 1]!
    const inside = radius - nx * (x - vx) - ny * (y - vy)
    let at = inside / speed
    // As a choice between two numbers it would be boxed.
    if (inside > 0 && inside <= ON_BORDER * (Math.abs(x - vx) + Math.abs(y - vy) + radius)) at -= at
    if (!(at >= 0 && at <= best)) continue
    const along = nx * (y + dy * at - vy) - ny * (x + dx * at - vx)
    const width = nx * (vertices[j * 2 + 1]! - vy) - ny * (vertices[j * 2]! - vx)
    if (along < 0 || along > width) continue
    best = at
    out[o + HitPlace.Fraction] = at
    out[o + HitPlace.NormalX] = nx
    out[o + HitPlace.NormalY] = ny
    hit = 1
  }
  for (let i = 0; i < count && length > 0; i++) {
    const px = x - vertices[i * 2]!
    const py = y - vertices[i * 2 + 1]!
    const half = px * dx + py * dy
    if (half >= 0) continue
    // The square of the distance at which the ray passes: from the cross product, which does not cancel.
    const side = px * dy - py * dx
    const rest = radius * radius * length - side * side
    if (rest < 0) continue
    let at = (-half - Math.sqrt(rest)) / length
    if (at < 0 && at * Math.sqrt(length) >= -ON_BORDER * (Math.abs(px) + Math.abs(py) + radius)) at -= at
    if (!(at >= 0 && at < best)) continue
    best = at
    out[o + HitPlace.Fraction] = at
    out[o + HitPlace.NormalX] = (px + dx * at) / radius
    out[o + HitPlace.NormalY] = (py + dy * at) / radius
    hit = 1
  }
  return hit
}
