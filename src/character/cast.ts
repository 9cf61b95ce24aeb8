import type { ShapeType } from '../../components/shape-type.ts'
import { LINE_STRIDE } from '../collision/geometry.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { castShapes, SHAPE_HIT_STRIDE } from '../collision/shape-cast.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { ALONG, isClear } from './gap.ts'
import { hit, marks, move } from './move.ts'
import { concerns, obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { Ask, CORE_STRIDE, areUpright, ask, castUpright } from './upright.ts'
import { BOX_STRIDE, Hit, Mark, Move, PLACE_STRIDE, Place } from './records.ts'

/** Of the skin: hits so near to each other count as one, and of these the one that carries best. */
const TOGETHER = 0.01

/** Of the skin: and of what is met so nearly together the one that is most in the way counts, or rounding would decide. */
const EXACT = 1e-7

/** The way at hand and the greatest fraction, which `castShapes` takes; its length, and the fraction that is no distance. */
const way = new Float64Array(5)
const pair = new Float64Array(PAIR_STRIDE)
const met = new Float64Array(SHAPE_HIT_STRIDE)
/** The box that a part sweeps. */
const swept = new Float64Array(BOX_STRIDE)

/**
 * Moves the character, skin and all, along a way that stands at two places of the move, and finds what it meets first.
 * @returns The place of the obstacle in the list, or −1. What is met stands in `hit`.
 */
export function castAlong(physics: PhysicsWorld, place: Move): number {
  way[0] = move[place]!
  way[1] = move[place + 1]!
  return cast(physics, false)
}

const probeWay = new Float64Array(2)
export { probeWay }

/** The same along the way in `probeWay`. @param level Whether of two that are met together the more level one counts. */
export function castProbe(physics: PhysicsWorld, level: boolean): number {
  way[0] = probeWay[0]!
  way[1] = probeWay[1]!
  return cast(physics, level)
}

/** Whether an obstacle that came by what is in `probeWay` ran into a part that stood where it is now. What was met stands in `hit`. */
export function castObstacle(physics: PhysicsWorld, p: number, i: number): boolean {
  const x = move[Move.X]!
  const y = move[Move.Y]!
  // As the obstacle sees it, the part comes.
  move[Move.X] = x + probeWay[0]!
  move[Move.Y] = y + probeWay[1]!
  way[0] = -probeWay[0]!
  way[1] = -probeWay[1]!
  way[2] = 1
  const meets = castPart(physics, p, i) && met[Hit.NormalX]! * probeWay[0]! + met[Hit.NormalY]! * probeWay[1]! > 0
  move[Move.X] = x
  move[Move.Y] = y
  if (meets) for (let k = 0; k < SHAPE_HIT_STRIDE; k++) hit[k] = met[k]!
  return meets
}

function cast(physics: PhysicsWorld, level: boolean): number {
  const dx = way[0]!
  const dy = way[1]!
  const length = Math.sqrt(dx * dx + dy * dy)
  hit[Hit.Fraction] = 1
  if (length === 0) return -1
  const together = ((level ? TOGETHER : EXACT) * move[Move.Skin]!) / length
  way[3] = length
  way[4] = together
  const { bodyOf } = physics.bodies
  const ignored = marks[Mark.Ignored]!
  let first = -1
  for (let p = 0; p < parts.count; p++) {
    sweep(p)
    for (let i = 0; i < obstacles.count; i++) {
      if (!isNear(physics, obstacles.collider[i]!) || !concerns(p, i)) continue
      if (ignored !== 0 && bodyOf[obstacles.collider[i]!] === ignored) continue
      way[2] = Math.min(1, hit[Hit.Fraction]! + together)
      if (isClear(p, i, way)) continue
      if (!castPart(physics, p, i)) continue
      if (met[Hit.NormalX]! * dx + met[Hit.NormalY]! * dy > -ALONG * length) continue
      if (first >= 0 && !isBetter(level)) continue
      first = i
      for (let k = 0; k < SHAPE_HIT_STRIDE; k++) hit[k] = met[k]!
      hit[Hit.X] = hit[Hit.X]! + move[Move.X]! + parts.place[p * PLACE_STRIDE + Place.X]!
      hit[Hit.Y] = hit[Hit.Y]! + move[Move.Y]! + parts.place[p * PLACE_STRIDE + Place.Y]!
    }
  }
  return first
}

/** Whether what was met comes before the best so far, or with it and carries better, or is more in the way. */
function isBetter(level: boolean): boolean {
  if (met[Hit.Fraction]! < hit[Hit.Fraction]! - way[4]!) return true
  const nx = met[Hit.NormalX]! - hit[Hit.NormalX]!
  const ny = met[Hit.NormalY]! - hit[Hit.NormalY]!
  return level ? nx * move[Move.UpX]! + ny * move[Move.UpY]! > 1e-9 : nx * way[0]! + ny * way[1]! < -1e-9 * way[3]!
}

function sweep(part: number): void {
  const { boxes } = parts
  const skin = 1.01 * move[Move.Skin]!
  const b = part * BOX_STRIDE
  const x = move[Move.X]!
  const y = move[Move.Y]!
  const dx = way[0]!
  const dy = way[1]!
  swept[0] = x + boxes[b]! - skin + (dx < 0 ? dx : 0)
  swept[1] = y + boxes[b + 1]! - skin + (dy < 0 ? dy : 0)
  swept[2] = x + boxes[b + 2]! + skin + (dx > 0 ? dx : 0)
  swept[3] = y + boxes[b + 3]! + skin + (dy > 0 ? dy : 0)
}

function isNear(physics: PhysicsWorld, collider: number): boolean {
  const { minX, minY, maxX, maxY } = physics.stores.BroadphaseAABB
  return minX[collider]! <= swept[2]! && maxX[collider]! >= swept[0]! && minY[collider]! <= swept[3]! && maxY[collider]! >= swept[1]!
}

function castPart(physics: PhysicsWorld, p: number, i: number): boolean {
  const { shapeType, polygons } = physics.collision
  const collider = obstacles.collider[i]!
  const a = p * PLACE_STRIDE
  if (areUpright(obstacles.cores, i * CORE_STRIDE, parts.cores, p * CORE_STRIDE)) {
    const b = i * PLACE_STRIDE
    const ox = obstacles.place[b + Place.X]! - move[Move.X]! - parts.place[a + Place.X]!
    const oy = obstacles.place[b + Place.Y]! - move[Move.Y]! - parts.place[a + Place.Y]!
    ask[Ask.X] = -ox
    ask[Ask.Y] = -oy
    ask[Ask.DX] = way[0]!
    ask[Ask.DY] = way[1]!
    ask[Ask.Most] = way[2]!
    if (!castUpright(obstacles.cores, i * CORE_STRIDE, parts.cores, p * CORE_STRIDE, move, Move.Skin, met)) return false
    // From where the part set out.
    met[Hit.X] = met[Hit.X]! + ox
    met[Hit.Y] = met[Hit.Y]! + oy
    return true
  }
  setPair(p, i)
  return (
    castShapes(
      shapeType[parts.collider[p]!] as ShapeType, parts.sizes, p * LINE_STRIDE,
      shapeType[collider] as ShapeType, physics.collision.sizesOf(collider), physics.collision.placeOf(collider), pair, way, 0, polygons, met, 0,
    ) === 1
  )
}

/** The pair of a part, as A, and an obstacle. */
function setPair(p: number, i: number): void {
  const a = p * PLACE_STRIDE
  const b = i * PLACE_STRIDE
  pair[Pair.X] = obstacles.place[b + Place.X]! - move[Move.X]! - parts.place[a + Place.X]!
  pair[Pair.Y] = obstacles.place[b + Place.Y]! - move[Move.Y]! - parts.place[a + Place.Y]!
  pair[Pair.CosA] = parts.place[a + Place.Cos]!
  pair[Pair.SinA] = parts.place[a + Place.Sin]!
  pair[Pair.CosB] = obstacles.place[b + Place.Cos]!
  pair[Pair.SinB] = obstacles.place[b + Place.Sin]!
}
