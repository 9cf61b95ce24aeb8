/** Corners of a polygon that the engine takes at most. */
const MOST_POINTS = 8

/** Twice the signed area of a triangle. */
function cross(points: Float64Array, a: number, b: number, c: number): number {
  return (
    (points[2 * b]! - points[2 * a]!) * (points[2 * c + 1]! - points[2 * a + 1]!) -
    (points[2 * b + 1]! - points[2 * a + 1]!) * (points[2 * c]! - points[2 * a]!)
  )
}

/** The signed area of a polygon, x and y of its points in turn: positive where they go counter-clockwise with y up. */
export function areaOf(points: ArrayLike<number>): number {
  let twice = 0
  for (let i = 0, k = points.length - 2; i < points.length; k = i, i += 2) {
    twice += points[k]! * points[i + 1]! - points[i]! * points[k + 1]!
  }
  return twice / 2
}

/**
 * Cuts a simple polygon with positive area into convex ones of at most 8 points: into triangles by its ears, which are joined
 * again as long as they stay convex (Hertel and Mehlhorn).
 * @param place For the error: what it is a shape of.
 * @throws RangeError on a polygon that crosses itself.
 */
export function convexParts(points: Float64Array, place: string): Float64Array[] {
  const parts = joinParts(points, cutEars(points, place))
  return parts.map((part) => Float64Array.from(part.flatMap((i) => [points[2 * i]!, points[2 * i + 1]!])))
}

function cutEars(points: Float64Array, place: string): number[][] {
  const left = withoutStraight(points, Array.from({ length: points.length / 2 }, (_, i) => i))
  const ears: number[][] = []
  while (left.length > 3) {
    const at = left.findIndex((_, k) => isEar(points, left, k))
    if (at < 0) throw new RangeError(`${place}: the polygon crosses or touches itself.`)
    ears.push([left[(at + left.length - 1) % left.length]!, left[at]!, left[(at + 1) % left.length]!])
    left.splice(at, 1)
  }
  if (!(cross(points, left[0]!, left[1]!, left[2]!) > 0)) throw new RangeError(`${place}: the polygon crosses or touches itself.`)
  ears.push(left)
  return ears
}

/** Leaves out points on a straight line between their neighbors. */
function withoutStraight(points: Float64Array, ring: number[]): number[] {
  const kept = ring.filter((b, k) => cross(points, ring[(k + ring.length - 1) % ring.length]!, b, ring[(k + 1) % ring.length]!) !== 0)
  return kept.length < 3 ? ring : kept
}

function isEar(points: Float64Array, ring: readonly number[], k: number): boolean {
  const a = ring[(k + ring.length - 1) % ring.length]!
  const b = ring[k]!
  const c = ring[(k + 1) % ring.length]!
  if (cross(points, a, b, c) <= 0) return false
  return !ring.some((p) => (
    p !== a && p !== b && p !== c && cross(points, a, b, p) >= 0 && cross(points, b, c, p) >= 0 && cross(points, c, a, p) >= 0
  ))
}

/** Joins parts over the cuts between them, as long as the result is convex and has no more points than the engine takes. */
function joinParts(points: Float64Array, parts: number[][]): number[][] {
  for (let i = 0; i < parts.length; i++) {
    for (let k = i + 1; k < parts.length; k++) {
      const joined = join(points, parts[i]!, parts[k]!)
      if (joined === null) continue
      parts[i] = joined
      parts.splice(k, 1)
      k = i
    }
  }
  return parts
}

function join(points: Float64Array, one: readonly number[], other: readonly number[]): number[] | null {
  for (let i = 0; i < one.length; i++) {
    const from = one[i]!
    const to = one[(i + 1) % one.length]!
    const k = other.indexOf(to)
    if (k < 0 || other[(k + 1) % other.length] !== from) continue
    const joined = withoutStraight(points, [...turned(one, i + 1), ...turned(other, k + 1).slice(1, -1)])
    return joined.length <= MOST_POINTS && isConvex(points, joined) ? joined : null
  }
  return null
}

function turned(ring: readonly number[], by: number): number[] {
  return [...ring.slice(by), ...ring.slice(0, by)]
}

function isConvex(points: Float64Array, ring: readonly number[]): boolean {
  return ring.every((a, k) => cross(points, a, ring[(k + 1) % ring.length]!, ring[(k + 2) % ring.length]!) > 0)
}
