import { ShapeType } from '../../components/shape-type.ts'
import { collidePair } from '../collision/collide.ts'
import { DISTANCE_STRIDE, Gap, measureDistance } from '../collision/distance.ts'
import { Geometry, LinkSides } from '../collision/geometry.ts'
import { MANIFOLD_STRIDE, Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { Manifold } from '../contacts/contact-record.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { move } from './move.ts'
import { concerns, obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { Ask, CORE_STRIDE, areUpright, ask, measureUpright } from './upright.ts'
import { BOX_STRIDE, GAP_STRIDE, GapPlace, HIT_STRIDE, Hit, Move, PLACE_STRIDE, Place } from './records.ts'

const pair = new Float64Array(PAIR_STRIDE)
const measured = new Float64Array(DISTANCE_STRIDE)
const manifold = new Float64Array(MANIFOLD_STRIDE)
const ids = new Int32Array(2)

/**
 * Cosine between way and plane up to which the way leads along it. Who was stopped one skin from a corner goes past it so: at 1e-10 the
 * last digit of its place, 1e-16 m, gave the corner a normal of 1e-7 up, on which it hung in the air.
 */
export const ALONG = 1e-5

/** Of the skin: what comes no nearer than this does not meet it, however that is rounded. */
const ROUNDED = 1 + 1e-6

/** What {@link measureGap} found: the gap, and the normal from the obstacle to the character. */
export const gap = new Float64Array(HIT_STRIDE)

/** What was measured of each pair of an obstacle and a part in the move at hand. */
let known = new Float64Array(0)

/** Forgets all gaps: the obstacles are others. */
export function forgetGaps(): void {
  const count = obstacles.count * parts.count * GAP_STRIDE
  if (known.length < count) known = new Float64Array(2 * count)
  for (let k = 0; k < count; k += GAP_STRIDE) known[k] = NaN
}

/**
 * Whether what was measured shows that a part does not meet an obstacle on a way: the plane between them keeps them apart.
 * @param way dx, dy, the greatest fraction, and its length.
 */
export function isClear(p: number, i: number, way: Float64Array): boolean {
  const k = (i * parts.count + p) * GAP_STRIDE
  const nx = known[k + Hit.NormalX]!
  const ny = known[k + Hit.NormalY]!
  const now = known[k]! + (move[Move.X]! - known[k + GapPlace.MeasuredX]!) * nx + (move[Move.Y]! - known[k + GapPlace.MeasuredY]!) * ny
  const along = way[0]! * nx + way[1]! * ny
  // Not so where nothing was measured, or where they overlap.
  return now > 0 && (along > -ALONG * way[3]! || now + along * way[2]! > ROUNDED * move[Move.Skin]!)
}

/**
 * Measures the gap between a part and an obstacle, negative in overlap.
 * @returns false where they are farther apart than twice the skin, or have nothing to do with each other.
 */
export function measureGap(physics: PhysicsWorld, p: number, i: number): boolean {
  const k = (i * parts.count + p) * GAP_STRIDE
  if (known[k] === known[k]) {
    const x = move[Move.X]! - known[k + GapPlace.MeasuredX]!
    const y = move[Move.Y]! - known[k + GapPlace.MeasuredY]!
    // The plane that was between them may keep them apart still.
    if (known[k]! + x * known[k + Hit.NormalX]! + y * known[k + Hit.NormalY]! >= 2 * ROUNDED * move[Move.Skin]!) return false
    if (x === 0 && y === 0) {
      for (let n = 0; n < HIT_STRIDE; n++) gap[n] = known[k + n]!
      return gap[Hit.Gap]! < 2 * move[Move.Skin]!
    }
  }
  if (!measure(physics, p, i)) return false
  for (let n = 0; n < HIT_STRIDE; n++) known[k + n] = gap[n]!
  known[k + GapPlace.MeasuredX] = move[Move.X]!
  known[k + GapPlace.MeasuredY] = move[Move.Y]!
  return gap[Hit.Gap]! < 2 * move[Move.Skin]!
}

/** Measures it anew. Returns false where there is none. */
function measure(physics: PhysicsWorld, p: number, i: number): boolean {
  const collider = obstacles.collider[i]!
  if (!isNear(physics, p, collider) || !concerns(p, i)) return false
  const { collision } = physics
  const { shapeType, polygons } = collision
  const part = parts.collider[p]!
  const a = i * PLACE_STRIDE
  const b = p * PLACE_STRIDE
  if (areUpright(obstacles.cores, i * CORE_STRIDE, parts.cores, p * CORE_STRIDE)) {
    ask[Ask.X] = move[Move.X]! + parts.place[b + Place.X]! - obstacles.place[a + Place.X]!
    ask[Ask.Y] = move[Move.Y]! + parts.place[b + Place.Y]! - obstacles.place[a + Place.Y]!
    measureUpright(obstacles.cores, i * CORE_STRIDE, parts.cores, p * CORE_STRIDE, gap)
    gap[Hit.X] = gap[Hit.X]! + obstacles.place[a + Place.X]!
    gap[Hit.Y] = gap[Hit.Y]! + obstacles.place[a + Place.Y]!
    return true
  }
  pair[Pair.X] = move[Move.X]! + parts.place[b + Place.X]! - obstacles.place[a + Place.X]!
  pair[Pair.Y] = move[Move.Y]! + parts.place[b + Place.Y]! - obstacles.place[a + Place.Y]!
  pair[Pair.CosA] = obstacles.place[a + Place.Cos]!
  pair[Pair.SinA] = obstacles.place[a + Place.Sin]!
  pair[Pair.CosB] = parts.place[b + Place.Cos]!
  pair[Pair.SinB] = parts.place[b + Place.Sin]!
  pair[Pair.Margin] = 2 * move[Move.Skin]!
  pair[Pair.Tie] = collider - part
  const sizes = collision.sizesOf(collider)
  const g = collision.placeOf(collider)
  const type = shapeType[collider] as ShapeType
  if (type === ShapeType.Segment && sizes[g + Geometry.Sides] !== LinkSides.Free) {
    // A link knows how its chain goes on.
    collision.polygonCopy.update()
    const count = collidePair(physics.solver.states.memory, collider, part, pair, manifold, 0, ids, 0)
    if (count === 0) return false
    const second = count === 2 && manifold[Manifold.Separation1]! < manifold[Manifold.Separation0]!
    gap[Hit.Gap] = second ? manifold[Manifold.Separation1]! : manifold[Manifold.Separation0]!
    gap[Hit.NormalX] = manifold[Manifold.NormalX]!
    gap[Hit.NormalY] = manifold[Manifold.NormalY]!
    gap[Hit.X] = (second ? manifold[Manifold.X1]! : manifold[Manifold.X0]!) + obstacles.place[a + Place.X]!
    gap[Hit.Y] = (second ? manifold[Manifold.Y1]! : manifold[Manifold.Y0]!) + obstacles.place[a + Place.Y]!
    return true
  }
  measureDistance(
    type, sizes, g, shapeType[part] as ShapeType, collision.sizesOf(part), collision.placeOf(part), pair, polygons, measured, 0,
  )
  gap[Hit.Gap] = measured[Gap.Distance]!
  gap[Hit.NormalX] = measured[Gap.NormalX]!
  gap[Hit.NormalY] = measured[Gap.NormalY]!
  gap[Hit.X] = 0.5 * (measured[Gap.AX]! + measured[Gap.BX]!) + obstacles.place[a + Place.X]!
  gap[Hit.Y] = 0.5 * (measured[Gap.AY]! + measured[Gap.BY]!) + obstacles.place[a + Place.Y]!
  return true
}

function isNear(physics: PhysicsWorld, p: number, collider: number): boolean {
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  const { boxes } = parts
  const skin = 2 * move[Move.Skin]!
  const b = p * BOX_STRIDE
  const x = move[Move.X]!
  const y = move[Move.Y]!
  return (
    minX[collider]! <= x + boxes[b + 2]! + skin && maxX[collider]! >= x + boxes[b]! - skin &&
    minY[collider]! <= y + boxes[b + 3]! + skin && maxY[collider]! >= y + boxes[b + 1]! - skin
  )
}
