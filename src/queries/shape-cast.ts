import type { World } from 'bitecs'
import type { ShapeData } from '../../components/shape-data.ts'
import type { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { sortItems } from '../stores/sort-items.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { castShapes } from '../collision/shape-cast.ts'
import type { QueryFilter } from './filter.ts'
import { type Hit, checkOut, createHit } from './hit.ts'
import { Probe } from './probe.ts'
import { type Query, ask, given } from './state.ts'
import { Pose } from '../bodies/body-records.ts'
import { shown } from '../shown.ts'

/** The way is searched in pieces of at least this many sizes of the shape, nearest first. */
const PIECE_SIZES = 2

/** Pieces of a way at most, however long it is. */
const MOST_PIECES = 32

/** Bounds of a piece are this much larger than computed, as a part of the coordinates: covers rounding. */
const ROUNDING = 2 ** -48

/** How much farther than the best hit the way goes on for the boxes of others: what is met at the same fraction counts. */
const AS_FAR = 1 + 2 ** -30

const pair = new Float64Array(PAIR_STRIDE)

/**
 * Moves a shape from a pose by (dx, dy), without turning, and gives the first collider that it touches, or null:
 * `fraction` and `distance` tell how far it got, x, y where it touches, and the normal points out of what it hit.
 *
 * What overlaps or touches at the start is hit at fraction 0, unless the shape moves out of it or along it. So a shape
 * that does not move hits nothing: ask `queryShape`. A link of a chain is hit from its solid side only. Of two hits at
 * the same fraction the lower id counts.
 * @param shape Made with `circle`, `box`, `polygon` and the like. A moved chain counts from both sides.
 * @param angle Unit: radians.
 * @param filter Which colliders to report; see {@link QueryFilter}. Sensors only on request.
 * @param out Where to write. Default: a hit that is valid until the next call.
 * @throws RangeError on a shape that cannot be used, or a pose or way that is not finite.
 */
export function castShape(
  world: World,
  shape: ShapeData,
  x: number,
  y: number,
  angle: number,
  dx: number,
  dy: number,
  filter?: QueryFilter | null,
  out?: Hit,
): Hit | null {
  given[0] = typeof x === 'number' ? x : NaN
  given[1] = typeof y === 'number' ? y : NaN
  given[2] = typeof angle === 'number' ? angle : NaN
  given[3] = typeof dx === 'number' ? dx : NaN
  given[4] = typeof dy === 'number' ? dy : NaN
  checkOut(out, 'castShape')
  return ask(world, 'castShape', filter, findFirst, shape, out)
}

function findFirst(query: Query, shape: ShapeData, out: Hit | undefined): Hit | null {
  const physics = query.physics!
  const { ray, best, given: asked } = query
  const probe = (query.probe ??= new Probe())
  const dx = asked[3]!
  const dy = asked[4]!
  if (!Number.isFinite(dx) || !Number.isFinite(dy)) {
    throw new RangeError(`castShape: the way must be finite, got (${shown(dx)}, ${shown(dy)}).`)
  }
  try {
    probe.load(physics, shape, asked, 'castShape')
    ray[0] = dx
    ray[1] = dy
    searchWay(query)
    if (query.entity === 0) return null
    const found = out ?? (query.world!.cast ??= createHit())
    found.entity = query.entity
    found.x = asked[0]! + best[3]!
    found.y = asked[1]! + best[4]!
    found.nx = best[1]!
    found.ny = best[2]!
    found.distance = Math.sqrt(dx * dx + dy * dy) * best[0]!
    found.fraction = best[0]!
    return found
  } finally {
    probe.release(physics)
  }
}

/** Sets the query's entity and best hit: fraction, normal, place as an offset from the start. */
function searchWay(query: Query): void {
  const { ray, best, candidates, filter } = query
  const { bounds } = query.probe!
  const dx = ray[0]!
  const dy = ray[1]!
  const size = Math.max(bounds[2]! - bounds[0]!, bounds[3]! - bounds[1]!)
  const wanted = Math.max(Math.abs(dx), Math.abs(dy)) / (PIECE_SIZES * size)
  const pieces = wanted < MOST_PIECES ? Math.max(1, Math.ceil(wanted)) : MOST_PIECES
  // What is met at a fraction overlaps the piece that holds it, so later pieces need not be looked at.
  for (let piece = 0; piece < pieces && best[0]! > piece / pieces; piece++) {
    candidates.clear()
    searchPiece(query, piece, pieces)
    candidates.count = keepMet(query, piece)
    candidates.count = sortItems(candidates.items, candidates.count)
    // Nothing is nearer than a hit at the start, and the lower ids came first.
    for (let i = 0; i < candidates.count && best[0] !== 0; i++) {
      const collider = candidates.items[i]!
      // Again: what was met since then may be nearer.
      if (liesOnWay(query, collider) && filter.allows(query.physics!, collider)) meet(query, collider)
    }
    query.searched.set(query.search)
  }
}

function searchPiece(query: Query, piece: number, pieces: number): void {
  const { bounds } = query.probe!
  const from = piece / pieces
  const to = (piece + 1) / pieces
  const dx = query.ray[0]!
  const dy = query.ray[1]!
  const left = bounds[0]! + Math.min(dx * from, dx * to)
  const right = bounds[2]! + Math.max(dx * from, dx * to)
  const bottom = bounds[1]! + Math.min(dy * from, dy * to)
  const top = bounds[3]! + Math.max(dy * from, dy * to)
  const slack = (Math.abs(left) + Math.abs(right) + Math.abs(bottom) + Math.abs(top)) * ROUNDING
  const { search } = query
  search[0] = left - slack
  search[1] = bottom - slack
  search[2] = right + slack
  search[3] = top + slack
  query.physics!.collision.broadPhase.region(search, query.candidates)
}

/**
 * Keeps the candidates of which the way to the best hit meets the box, and that were no candidates of the piece before.
 * Where small things lie among large ones nearly all of them are not on the way, or not new: with them casts took a third longer.
 * @returns How many there are.
 */
function keepMet(query: Query, piece: number): number {
  const { items, count } = query.candidates
  let kept = 0
  for (let i = 0; i < count; i++) {
    const collider = items[i]!
    if ((piece === 0 || !wasSearched(query, collider)) && liesOnWay(query, collider)) items[kept++] = collider
  }
  return kept
}

/** Whether the piece before had the collider too. The pieces go one way, so no earlier one has it if that has not. */
function wasSearched({ physics, searched }: Query, collider: number): boolean {
  const { minX, minY, maxX, maxY } = physics!.stores.BroadphaseAABB
  return minX[collider]! <= searched[2]! && maxX[collider]! >= searched[0]! && minY[collider]! <= searched[3]! && maxY[collider]! >= searched[1]!
}

/**
 * Whether the bounds of the shape meet the box of a collider on the way to the best hit: the shape shrinks to a point, the box grows by
 * it, and their corners farthest across the way lie on both sides of it. What is no number, by ways too long, is met.
 */
function liesOnWay({ physics, probe, ray, best, search }: Query, collider: number): boolean {
  const { minX, minY, maxX, maxY } = physics!.stores.BroadphaseAABB
  const { bounds } = probe!
  const limit = best[0]! < 1 ? best[0]! * AS_FAR : 1
  const dx = ray[0]! * limit
  const dy = ray[1]! * limit
  const slack = (Math.abs(search[0]!) + Math.abs(search[1]!) + Math.abs(search[2]!) + Math.abs(search[3]!) + Math.abs(dx) + Math.abs(dy)) * ROUNDING
  const left = minX[collider]! - bounds[2]! - slack
  const bottom = minY[collider]! - bounds[3]! - slack
  const right = maxX[collider]! - bounds[0]! + slack
  const top = maxY[collider]! - bounds[1]! + slack
  if (left > (dx > 0 ? dx : 0) || right < (dx < 0 ? dx : 0) || bottom > (dy > 0 ? dy : 0) || top < (dy < 0 ? dy : 0)) return false
  const over = dx * (dx > 0 ? top : bottom) - dy * (dy > 0 ? left : right)
  const under = dx * (dx > 0 ? bottom : top) - dy * (dy > 0 ? right : left)
  return !(over < 0 || under > 0)
}

/** Moves every part of the shape against one collider and keeps the hit if it is the best. */
function meet(query: Query, collider: number): void {
  const { best, hit, filter } = query
  const probe = query.probe!
  for (let part = 0; part < probe.parts; part++) {
    probe.select(part)
    if (!castPart(query, collider)) continue
    if (hit[0]! > best[0]! || (hit[0] === best[0] && collider >= query.entity)) continue
    if (query.entity !== collider && !filter.accepts(collider)) return
    best.set(hit)
    query.entity = collider
  }
}

function castPart(query: Query, collider: number): boolean {
  const physics = query.physics!
  const { ray, hit } = query
  const probe = query.probe!
  const { pose } = physics.bodies
  const p = collider * POSE_STRIDE
  pair[Pair.X] = pose[p + Pose.X]! - probe.pose[Pose.X]!
  pair[Pair.Y] = pose[p + Pose.Y]! - probe.pose[Pose.Y]!
  pair[Pair.CosA] = probe.pose[Pose.Cos]!
  pair[Pair.SinA] = probe.pose[Pose.Sin]!
  pair[Pair.CosB] = pose[p + Pose.Cos]!
  pair[Pair.SinB] = pose[p + Pose.Sin]!
  ray[2] = 1
  const found = castShapes(
    probe.type,
    probe.sizes,
    0,
    physics.collision.shapeType[collider] as ShapeType,
    physics.collision.sizesOf(collider),
    physics.collision.placeOf(collider),
    pair,
    ray,
    0,
    physics.collision.polygons,
    hit,
    0,
  )
  return found === 1
}
