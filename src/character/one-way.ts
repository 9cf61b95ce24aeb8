import { ShapeType } from '../../components/shape-type.ts'
import { START_STRIDE } from '../bodies/bodies.ts'
import { loadCorners } from '../caches/corners.ts'
import { MAX_VERTICES, edgeCount } from '../collision/convex.ts'
import { DISTANCE_STRIDE, Gap, measureDistance } from '../collision/distance.ts'
import { Pair, PAIR_STRIDE } from '../collision/manifold.ts'
import { HOLDING_COSINE } from '../contact-rules/one-way.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { move } from './move.ts'
import { concerns, obstacles } from './obstacles.ts'
import { parts } from './parts.ts'
import { findPartReach, findReach, reach } from './reach.ts'
import { Move, PLACE_STRIDE, Place } from './records.ts'

/** Of the skin: it may be that much nearer to the platform than it keeps from it. */
const SHARE_OF_SKIN = 0.5

/** Cosine between two directions that count as one. */
const ALIKE = 1 - 1e-12

const pose = new Float64Array(PLACE_STRIDE)
const along = new Float64Array(2)
/** The normal where the character was nearest. */
const up = new Float64Array(2)
const pair = new Float64Array(PAIR_STRIDE)
const measured = new Float64Array(DISTANCE_STRIDE)
const vertices = new Float64Array(MAX_VERTICES * 2)
const normals = new Float64Array(MAX_VERTICES * 2)

/**
 * Whether a one-way obstacle holds the character back: all of the character was beyond a face of it when the step began, one
 * that looks where it holds from, or stood over a corner of it. So it makes no difference whether the character came down upon the platform or the platform
 * came up under its feet; what comes from below, or from the side, passes until it is above as a whole.
 */
export function holdsBack(physics: PhysicsWorld, slot: number): boolean {
  const { components: { OneWay }, collision } = physics
  const collider = obstacles.collider[slot]!
  takePose(physics, slot)
  const x = OneWay.x[collider]!
  const y = OneWay.y[collider]!
  const length = Math.sqrt(x * x + y * y)
  if (length === 0) return true
  turn(x / length, y / length)
  if (isBeyond(physics, slot)) return true
  // A slope that holds from above: its face lies lower than its highest point.
  const faces = edgeCount(loadCorners(collision, collider, vertices, normals))
  for (let i = 0; i < faces; i++) {
    const nx = normals[2 * i]!
    const ny = normals[2 * i + 1]!
    const cosine = (nx * x + ny * y) / length
    if (cosine < HOLDING_COSINE || cosine > ALIKE) continue
    turn(nx, ny)
    if (isBeyond(physics, slot)) return true
  }
  turn(x / length, y / length)
  return standsOver(physics, slot)
}

/** Takes a direction of the obstacle's frame as the one along which is measured. */
function turn(x: number, y: number): void {
  const c = pose[Place.Cos]!
  const s = pose[Place.Sin]!
  along[0] = c * x - s * y
  along[1] = s * x + c * y
}

/** Whether all of the character was beyond the obstacle along that direction. */
function isBeyond(physics: PhysicsWorld, slot: number): boolean {
  const collider = obstacles.collider[slot]!
  const ux = along[0]!
  const uy = along[1]!
  reach[0] = ux
  reach[1] = uy
  findReach(physics, collider, physics.collision.sizesOf(collider), physics.collision.placeOf(collider), pose, 0)
  const top = reach[2]! + ux * (pose[Place.X]! - move[Move.StartX]!) + uy * (pose[Place.Y]! - move[Move.StartY]!)
  for (let p = 0; p < parts.count; p++) {
    if (!concerns(p, slot)) continue
    reach[0] = -ux
    reach[1] = -uy
    findPartReach(physics, p)
    if (-reach[2]! < top + SHARE_OF_SKIN * move[Move.Skin]!) return false
  }
  return true
}

/**
 * Whether the character was nowhere in the obstacle and could stand on it where it was nearest: what is round rolls over the
 * end of a slope with its lowest point below that.
 */
function standsOver(physics: PhysicsWorld, slot: number): boolean {
  const { shapeType, polygons } = physics.collision
  const collider = obstacles.collider[slot]!
  let nearest = Infinity
  for (let p = 0; p < parts.count; p++) {
    if (!concerns(p, slot)) continue
    const part = parts.collider[p]!
    placePair(p)
    measureDistance(
      shapeType[collider] as ShapeType, physics.collision.sizesOf(collider), physics.collision.placeOf(collider), shapeType[part] as ShapeType, physics.collision.sizesOf(part), physics.collision.placeOf(part),
      pair, polygons, measured, 0,
    )
    const distance = measured[Gap.Distance]!
    if (distance < SHARE_OF_SKIN * move[Move.Skin]!) return false
    if (distance >= nearest) continue
    nearest = distance
    up[0] = measured[Gap.NormalX]!
    up[1] = measured[Gap.NormalY]!
  }
  const holds = up[0]! * along[0]! + up[1]! * along[1]! >= HOLDING_COSINE
  return nearest < Infinity && holds && up[0]! * move[Move.UpX]! + up[1]! * move[Move.UpY]! >= move[Move.LeastUp]!
}

/** Places the obstacle and a part as they were when the step began. */
function placePair(p: number): void {
  const at = p * PLACE_STRIDE
  pair[Pair.X] = move[Move.StartX]! + parts.place[at + Place.X]! - pose[Place.X]!
  pair[Pair.Y] = move[Move.StartY]! + parts.place[at + Place.Y]! - pose[Place.Y]!
  pair[Pair.CosA] = pose[Place.Cos]!
  pair[Pair.SinA] = pose[Place.Sin]!
  pair[Pair.CosB] = parts.place[at + Place.Cos]!
  pair[Pair.SinB] = parts.place[at + Place.Sin]!
}

/** Where the obstacle was when the last step began: what rests has not moved. */
function takePose(physics: PhysicsWorld, slot: number): void {
  const { bodies } = physics
  const collider = obstacles.collider[slot]!
  const moved = bodies.isAwake(bodies.bodyOf[collider]!)
  const from = moved ? bodies.start : obstacles.place
  const at = moved ? collider * START_STRIDE : slot * PLACE_STRIDE
  for (let i = 0; i < PLACE_STRIDE; i++) pose[i] = from[at + i]!
  if (physics.collision.shapeType[collider] !== ShapeType.Aabb) return
  pose[Place.Cos] = 1
  pose[Place.Sin] = 0
}
