import { ShapeType } from '../../components/shape-type.ts'
import { POSE_STRIDE } from '../bodies/bodies.ts'
import { Pose } from '../bodies/body-records.ts'
import { computeTight, tight } from '../caches/fat-box.ts'
import { Geometry, GEOMETRY_STRIDE, LINE_STRIDE } from '../collision/geometry.ts'
import { followBody } from '../continuous/follow.ts'
import type { PhysicsWorld } from '../state/world.ts'
import { move } from './move.ts'
import { CORE_STRIDE, writeCore } from './upright.ts'
import { BOX_STRIDE, Move, PLACE_STRIDE, Place } from './records.ts'

/** Parts that there is room for at first. */
const FIRST = 8

/** The solid colliders of the character at hand, around its origin. */
export class Parts {
  count = 0
  collider = new Uint32Array(FIRST)
  place = new Float64Array(FIRST * PLACE_STRIDE)
  /** Its own geometry records, rounder by the skin: what meets the skin is met. */
  sizes = new Float64Array(FIRST * LINE_STRIDE)
  /** Without the skin, see `writeCore`. */
  cores = new Float64Array(FIRST * CORE_STRIDE)
  /** Without the skin. */
  boxes = new Float64Array(FIRST * BOX_STRIDE)
  /** Around all of them. */
  readonly bounds = new Float64Array(BOX_STRIDE)

  reserve(count: number): void {
    if (count <= this.collider.length) return
    this.collider = grown(Uint32Array, this.collider, 2 * count)
    this.place = grown(Float64Array, this.place, 2 * count * PLACE_STRIDE)
    this.sizes = grown(Float64Array, this.sizes, 2 * count * LINE_STRIDE)
    this.cores = grown(Float64Array, this.cores, 2 * count * CORE_STRIDE)
    this.boxes = grown(Float64Array, this.boxes, 2 * count * BOX_STRIDE)
  }
}

export function grown<A extends Float64Array | Uint32Array | Uint8Array>(Kind: new (length: number) => A, from: A, length: number): A {
  const to = new Kind(length)
  to.set(from)
  return to
}

export const parts = new Parts()

/** Takes up the colliders of a character as its pose has them. */
export function loadParts(physics: PhysicsWorld, body: number): void {
  const { bodies } = physics
  const { angle } = physics.components.Rotation
  // A plain write to the angle that no step has taken in.
  if (bodies.angle[body] !== angle[body] && physics.collision.shapeType[body] !== ShapeType.Aabb) followBody(physics, body)
  parts.count = 0
  const { bounds } = parts
  bounds[0] = bounds[1] = Infinity
  bounds[2] = bounds[3] = -Infinity
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    if (bodies.sensor[c] === 0) loadPart(physics, body, c)
  }
}

function loadPart(physics: PhysicsWorld, body: number, collider: number): void {
  const i = parts.count++
  parts.reserve(parts.count)
  const { place, sizes, boxes, bounds } = parts
  const { pose } = physics.bodies
  const { collision } = physics
  const b = body * POSE_STRIDE
  const p = collider * POSE_STRIDE
  const x = pose[b + Pose.X]!
  const y = pose[b + Pose.Y]!
  parts.collider[i] = collider
  const at = i * PLACE_STRIDE
  place[at + Place.X] = pose[p + Pose.X]! - x
  place[at + Place.Y] = pose[p + Pose.Y]! - y
  place[at + Place.Cos] = pose[p + Pose.Cos]!
  place[at + Place.Sin] = pose[p + Pose.Sin]!
  const g = i * LINE_STRIDE
  writeCore(
    collision.shapeType[collider]!, collision.sizesOf(collider), collision.placeOf(collider), place, at, parts.cores, i * CORE_STRIDE,
  )
  const from = collision.sizesOf(collider)
  const f = collision.placeOf(collider)
  const numbers = collision.shapeType[collider] === ShapeType.Segment ? LINE_STRIDE : GEOMETRY_STRIDE
  for (let k = 0; k < numbers; k++) sizes[g + k] = from[f + k]!
  sizes[g + Geometry.Radius] = sizes[g + Geometry.Radius]! + move[Move.Skin]!
  computeTight(physics, collider)
  const box = i * BOX_STRIDE
  boxes[box] = tight[0]! - x
  boxes[box + 1] = tight[1]! - y
  boxes[box + 2] = tight[2]! - x
  boxes[box + 3] = tight[3]! - y
  bounds[0] = Math.min(bounds[0]!, boxes[box]!)
  bounds[1] = Math.min(bounds[1]!, boxes[box + 1]!)
  bounds[2] = Math.max(bounds[2]!, boxes[box + 2]!)
  bounds[3] = Math.max(bounds[3]!, boxes[box + 3]!)
}
