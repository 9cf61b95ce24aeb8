import type { BodyData, JointData, PartData, ShapeData } from '../../examples/scenes/types.ts'

/** A convex piece of a body: the hull of some points, grown by a radius. Offsets into shared arrays. */
interface Piece {
  readonly body: number
  readonly first: number
  readonly count: number
  readonly radius: number
}

export interface Overlaps {
  readonly maxPenetration: number
  readonly meanPenetration: number
  readonly overlaps: number
}

/**
 * The overlaps of all bodies that can part, from shapes and poses alone. Slow and plain on purpose: it shares no
 * code with any engine. Sensors do not count, nor what joints hold together or filters let through.
 * @param poses x, y, cosine and sine of each body.
 */
export function measureOverlaps(bodies: readonly BodyData[], poses: Float64Array, joints: readonly JointData[] = []): Overlaps {
  const held = new Set(joints.filter(isHolding).flatMap(({ a, b }) => [a * bodies.length + b, b * bodies.length + a]))
  const { pieces, points } = makePieces(bodies, poses)
  const boxes = new Float64Array(pieces.length * 4)
  pieces.forEach((piece, i) => writeBox(piece, points, boxes, i * 4))
  const order = Array.from(pieces.keys()).sort((a, b) => boxes[a * 4]! - boxes[b * 4]!)
  let active: number[] = []
  let deepest = 0
  let total = 0
  let overlaps = 0
  for (const index of order) {
    const left = boxes[index * 4]!
    active = active.filter((other) => boxes[other * 4 + 2]! >= left)
    const piece = pieces[index]!
    for (const other of active) {
      if (boxes[other * 4 + 1]! > boxes[index * 4 + 3]! || boxes[other * 4 + 3]! < boxes[index * 4 + 1]!) continue
      const pair = piece.body * bodies.length + pieces[other]!.body
      if (!canPart(bodies, piece.body, pieces[other]!.body) || held.has(pair)) continue
      const depth = -separation(piece, pieces[other]!, points)
      if (!(depth > 0)) continue
      deepest = Math.max(deepest, depth)
      total += depth
      overlaps++
    }
    active.push(index)
  }
  return { maxPenetration: deepest, meanPenetration: total / Math.max(1, overlaps), overlaps }
}

function canPart(bodies: readonly BodyData[], a: number, b: number): boolean {
  if (a === b) return false
  const [one, two] = [bodies[a]!, bodies[b]!]
  if (one.kind !== undefined && two.kind !== undefined) return false
  const meets = (from: BodyData, to: BodyData): boolean => ((from.filter?.mask ?? -1) & (to.filter?.category ?? 1)) !== 0
  return meets(one, two) && meets(two, one)
}

/** Gears name joints, and some joints let their bodies collide. */
function isHolding({ type, collideConnected }: JointData): boolean {
  return type !== 'gear' && collideConnected !== true
}

function makePieces(bodies: readonly BodyData[], poses: Float64Array): { pieces: Piece[]; points: number[] } {
  const pieces: Piece[] = []
  const points: number[] = []
  bodies.forEach((body, i) => {
    const [x, y, cos, sin] = poses.subarray(i * 4, i * 4 + 4)
    if (!Number.isFinite(x! + y! + cos! + sin!)) return
    for (const part of partsOf(body)) {
      // Sensors hold nobody back.
      if (part.sensor === true) continue
      const partCos = Math.cos(part.angle ?? 0)
      const partSin = Math.sin(part.angle ?? 0)
      for (const { local, radius } of localPieces(part.shape)) {
        pieces.push({ body: i, first: points.length, count: local.length / 2, radius })
        for (let k = 0; k < local.length; k += 2) {
          const px = part.x + partCos * local[k]! - partSin * local[k + 1]!
          const py = part.y + partSin * local[k]! + partCos * local[k + 1]!
          points.push(x! + cos! * px - sin! * py, y! + sin! * px + cos! * py)
        }
      }
    }
  })
  return { pieces, points }
}

/** The shapes of a body, in its own frame. */
function partsOf(body: BodyData): readonly Pick<PartData, 'shape' | 'x' | 'y' | 'angle' | 'sensor'>[] {
  const { shape, sensor = false, parts = [] } = body
  return [{ shape, sensor, x: 0, y: 0 }, ...parts]
}

/** The rectangle around a body in some pose: minX, minY, maxX, maxY. */
export function extentOf(body: BodyData, x: number, y: number, angle: number): Float64Array {
  const { pieces, points } = makePieces([body], Float64Array.of(x, y, Math.cos(angle), Math.sin(angle)))
  const extent = Float64Array.of(Infinity, Infinity, -Infinity, -Infinity)
  const box = new Float64Array(4)
  for (const piece of pieces) {
    writeBox(piece, points, box, 0)
    for (let k = 0; k < 4; k++) extent[k] = k < 2 ? Math.min(extent[k]!, box[k]!) : Math.max(extent[k]!, box[k]!)
  }
  return extent
}

function localPieces(shape: ShapeData): { local: number[]; radius: number }[] {
  switch (shape.type) {
    case 'circle': return [{ local: [0, 0], radius: shape.radius }]
    case 'capsule': return [{ local: [-shape.halfLength, 0, shape.halfLength, 0], radius: shape.radius }]
    case 'polygon': return [{ local: shape.points.flatMap(({ x, y }) => [x, y]), radius: shape.radius ?? 0 }]
    case 'segment': return [{ local: [shape.x1, shape.y1, shape.x2, shape.y2], radius: 0 }]
    case 'chain': return shape.points.slice(1).map(({ x, y }, k) => (
      { local: [shape.points[k]!.x, shape.points[k]!.y, x, y], radius: 0 }
    ))
    case 'box':
    case 'aabb': {
      const { halfWidth: w, halfHeight: h } = shape
      return [{ local: [-w, -h, w, -h, w, h, -w, h], radius: 0 }]
    }
  }
}

function writeBox({ first, count, radius }: Piece, points: readonly number[], boxes: Float64Array, at: number): void {
  boxes.set([Infinity, Infinity, -Infinity, -Infinity], at)
  for (let k = first; k < first + 2 * count; k += 2) {
    boxes[at] = Math.min(boxes[at]!, points[k]! - radius)
    boxes[at + 1] = Math.min(boxes[at + 1]!, points[k + 1]! - radius)
    boxes[at + 2] = Math.max(boxes[at + 2]!, points[k]! + radius)
    boxes[at + 3] = Math.max(boxes[at + 3]!, points[k + 1]! + radius)
  }
}

/** Distance of two pieces, or minus the shortest way out of each other. */
export function separation(a: Piece, b: Piece, points: readonly number[]): number {
  const bySides = Math.max(sideSeparation(a, b, points), sideSeparation(b, a, points))
  // Two cores on one line have a gap of 0 to the side, however far apart they are.
  const cores = bySides >= 0 || bySides === -Infinity ? coreDistance(a, b, points) : bySides
  return cores - a.radius - b.radius
}

/** The largest gap along the outward normal of one of a's sides: exact for overlapping hulls. */
function sideSeparation(a: Piece, b: Piece, points: readonly number[]): number {
  let best = -Infinity
  for (let k = 0; k < a.count && a.count > 1; k++) {
    const from = a.first + 2 * k
    const to = a.first + 2 * ((k + 1) % a.count)
    const ex = points[to]! - points[from]!
    const ey = points[to + 1]! - points[from + 1]!
    const length = Math.hypot(ex, ey)
    let nearest = Infinity
    for (let p = b.first; p < b.first + 2 * b.count; p += 2) {
      const gap = ((points[p]! - points[from]!) * ey - (points[p + 1]! - points[from + 1]!) * ex) / length
      nearest = Math.min(nearest, gap)
    }
    best = Math.max(best, nearest)
  }
  return best
}

/** Distance of two hulls that do not overlap: between a corner of one and a side of the other. */
function coreDistance(a: Piece, b: Piece, points: readonly number[]): number {
  return Math.min(cornersToSides(a, b, points), cornersToSides(b, a, points))
}

function cornersToSides(corners: Piece, sides: Piece, points: readonly number[]): number {
  let least = Infinity
  for (let p = corners.first; p < corners.first + 2 * corners.count; p += 2) {
    for (let k = 0; k < sides.count; k++) {
      const from = sides.first + 2 * k
      const to = sides.first + 2 * ((k + 1) % sides.count)
      const ex = points[to]! - points[from]!
      const ey = points[to + 1]! - points[from + 1]!
      const dx = points[p]! - points[from]!
      const dy = points[p + 1]! - points[from + 1]!
      const square = ex * ex + ey * ey
      const t = square > 0 ? Math.min(1, Math.max(0, (dx * ex + dy * ey) / square)) : 0
      least = Math.min(least, Math.hypot(dx - t * ex, dy - t * ey))
    }
  }
  return least
}
